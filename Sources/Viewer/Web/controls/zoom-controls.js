// Buttons for everything that fingers do: zoom, fit, actual size, pages.

import { button } from './icons.js';

export function zoomControls(viewer, place) {
  const out = button('minus', 'Zoom out', () => viewer.zoomOut(), '-');
  const into = button('plus', 'Zoom in', () => viewer.zoomIn(), '+');
  const fit = button('fit', 'Show all', () => viewer.zoomToFit(), '0');
  const actual = button('actual', 'One image pixel for each of the screen', () => viewer.zoomToActualSize(), '1');
  place.append(into, out, fit, actual);
  const update = () => {
    const slack = 1e-4;
    out.disabled = viewer.zoomScale <= viewer.minimumZoomScale * (1 + slack);
    into.disabled = viewer.zoomScale >= viewer.maximumZoomScale * (1 - slack);
    fit.disabled = viewer.isAtFit;
  };
  for (const type of ['load', 'zoom', 'settled', 'pagechange']) viewer.addEventListener(type, update);
}

export function pageControls(viewer, place) {
  const back = button('left', 'Previous page', () => viewer.goToPage(viewer.page - 1), 'PageUp');
  const next = button('right', 'Next page', () => viewer.goToPage(viewer.page + 1), 'PageDown');
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
  for (const type of ['load', 'pagechange', 'settled']) viewer.addEventListener(type, update);
}
