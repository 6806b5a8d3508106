// What a picture stands on: as the system has it, unless somebody wants another ground.

/** By what is kept of it, in words; the page looks there as it opens. */
export const grounds = { '': 'As the system', dark: 'Dark', black: 'Black', light: 'Light' };

export function setGround(name) {
  document.documentElement.dataset.ground = name;
  try {
    localStorage.setItem('pyramidion.ground', name);
  } catch {
    // It holds as long as the page is open.
  }
}
