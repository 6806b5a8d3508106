// The whole screen for the page, and back.

export async function fullScreen(viewer) {
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  } catch {
    // Refused: the page stays as it is.
  }
  viewer.focus();
}
