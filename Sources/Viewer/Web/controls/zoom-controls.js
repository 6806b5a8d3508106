// Buttons for what fingers do: zoom, fit, actual size, and where there are pages, these.

import { button } from './icons.js';

/** Answers what is wanted now and then: [icon, label, action, key]. */
export function zoomControls(viewer, place) {
  const out = button('minus', 'Zoom out', () => viewer.zoomOut(), '-');
  const into = button('plus', 'Zoom in', () => viewer.zoomIn(), '+');
  const fit = button('fit', 'Show all', () => viewer.zoomToFit(), '0');
  place.append(into, out, fit);
  const update = () => {
    const slack = 1e-4;
    out.disabled = viewer.zoomScale <= viewer.minimumZoomScale * (1 + slack);
    into.disabled = viewer.zoomScale >= viewer.maximumZoomScale * (1 - slack);
    fit.disabled = viewer.isAtFit;
  };
  for (const type of ['load', 'zoom', 'settled', 'pagechange']) viewer.addEventListener(type, update);
  needsImage(viewer, place);
  return [
    ['actual', 'Actual size', () => viewer.zoomToActualSize(), '1'],
    ['move', 'Move by buttons', async () => (await import('./move-pad.js')).togglePad(viewer, place)],
  ];
}

/** Hides controls that have nothing to act on. */
export function needsImage(viewer, place) {
  viewer.addEventListener('fail', () => { place.hidden = true; });
  viewer.addEventListener('load', () => { place.hidden = false; });
}

/** Shows where among its pages an album is, once there is one; in a bar it leads on to documents. */
export function pageControls(viewer, place, bar = null) {
  const update = async () => {
    if (viewer.pageCount < 2 || place.childElementCount) return;
    const { Pager, leadToDocuments } = await import('./pager.js');
    if (place.childElementCount) return;
    new Pager(viewer, place);
    if (bar) leadToDocuments(viewer, bar);
  };
  for (const type of ['load', 'pagechange']) viewer.addEventListener(type, update);
}
