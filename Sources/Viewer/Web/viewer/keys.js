// What keys do while the viewer has the focus.

const keys = {
  ArrowLeft: (viewer) => viewer.arrow(-1, 0),
  ArrowRight: (viewer) => viewer.arrow(1, 0),
  ArrowUp: (viewer) => viewer.arrow(0, -1),
  ArrowDown: (viewer) => viewer.arrow(0, 1),
  '+': (viewer) => viewer.zoomIn(),
  '=': (viewer) => viewer.zoomIn(),
  '-': (viewer) => viewer.zoomOut(),
  0: (viewer) => viewer.zoomToFit(),
  1: (viewer) => viewer.zoomToActualSize(),
  PageUp: (viewer) => turn(viewer, -1),
  PageDown: (viewer) => turn(viewer, 1),
  ' ': (viewer, event) => turn(viewer, event.shiftKey ? -1 : 1),
  Home: (viewer) => (viewer.pageCount > 1 ? viewer.goToPage(0) : viewer.scrollToTop()),
  End: (viewer) => (viewer.pageCount > 1 ? viewer.goToPage(viewer.pageCount - 1) : viewer.scrollToBottom()),
  l: (viewer) => viewer.toggleLoupe(),
  Escape: (viewer) => viewer.toggleLoupe(),
  '?': (viewer) => viewer.dispatch('help'),
};

function turn(viewer, step) {
  if (viewer.pageCount > 1 && !viewer.binding.scrolls) viewer.turnPages(step); else viewer.nudge(0, step * 0.875);
}

/** Acts on a key that nobody else has taken. */
export function press(viewer, event) {
  if (event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey || !viewer.calculator) return;
  const action = keys[event.key] ?? keys[event.key.toLowerCase()];
  if (!action || (event.key === 'Escape' && !viewer.isLoupeShown)) return;
  event.preventDefault();
  action(viewer, event);
}
