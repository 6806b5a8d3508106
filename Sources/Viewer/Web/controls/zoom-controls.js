// Buttons for everything that fingers do: zoom, fit, actual size, pages.

import { button } from './icons.js';

export function zoomControls(viewer, place) {
  const out = button('minus', 'Zoom out', () => viewer.zoomOut(), '-');
  const into = button('plus', 'Zoom in', () => viewer.zoomIn(), '+');
  const fit = button('fit', 'Show all', () => viewer.zoomToFit(), '0');
  const actual = button('actual', 'One image pixel for each of the screen', () => viewer.zoomToActualSize(), '1');
  const pad = movePad(viewer);
  const move = button('move', 'Move', () => {
    pad.hidden = !pad.hidden;
    move.setAttribute('aria-expanded', String(!pad.hidden));
  });
  move.setAttribute('aria-expanded', 'false');
  place.after(pad);
  place.append(into, out, fit, actual, move);
  const update = () => {
    const slack = 1e-4;
    out.disabled = viewer.zoomScale <= viewer.minimumZoomScale * (1 + slack);
    into.disabled = viewer.zoomScale >= viewer.maximumZoomScale * (1 - slack);
    fit.disabled = viewer.isAtFit;
  };
  for (const type of ['load', 'zoom', 'settled', 'pagechange']) viewer.addEventListener(type, update);
  needsImage(viewer, place);
}

/** Hides controls that have nothing to act on. */
export function needsImage(viewer, place) {
  viewer.addEventListener('fail', () => { place.hidden = true; });
  viewer.addEventListener('load', () => { place.hidden = false; });
}

/** Four arrows, for whoever can't drag. */
function movePad(viewer) {
  const pad = document.createElement('div');
  pad.className = 'pad';
  pad.hidden = true;
  pad.setAttribute('role', 'group');
  pad.setAttribute('aria-label', 'Move the image');
  for (const [name, label, x, y] of [['up', 'Up', 0, -1], ['left', 'Left', -1, 0], ['right', 'Right', 1, 0], ['down', 'Down', 0, 1]]) {
    pad.append(button(name, label, () => viewer.arrow(x, y)));
  }
  return pad;
}

export function pageControls(viewer, place) {
  const back = button('left', 'Previous page', () => viewer.turnPages(-1), 'PageUp');
  const next = button('right', 'Next page', () => viewer.turnPages(1), 'PageDown');
  const number = document.createElement('input');
  number.type = 'number';
  number.min = 1;
  number.setAttribute('aria-label', 'Page');
  const count = document.createElement('span');
  place.append(back, number, count, next);
  const update = () => {
    place.hidden = viewer.pageCount < 2;
    number.max = viewer.pageCount;
    if (document.activeElement !== number) number.value = viewer.page + 1;
    count.textContent = `of ${viewer.pageCount}`;
    back.disabled = viewer.page === 0;
    next.disabled = viewer.page >= viewer.pageCount - 1;
  };
  number.addEventListener('change', () => {
    const page = Math.round(Number(number.value)) - 1;
    if (page >= 0 && page < viewer.pageCount) viewer.goToPage(page, { animated: false });
    update();
  });
  for (const type of ['load', 'fail', 'pagechange', 'settled']) viewer.addEventListener(type, update);
}
