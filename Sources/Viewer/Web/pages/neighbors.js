// The list that an image was opened from: what lies beside it there is a page turn away.

import { ask } from '../viewer/source.js';
import { Pool } from '../viewer/pool.js';
import { root } from './address.js';

/** Names that are asked for at once, and the most requests for them. */
const most = 1000;
const requests = 10;

/** Makes the image in view one of the images of a list, as the gallery's address asks for it. */
export async function joinNeighbors(viewer, search) {
  const { image } = viewer;
  const query = `${search || '?'}&limit=${most}`;
  const pages = [];
  let place = '';
  for (let count = 0; count < requests; count++) {
    const response = await ask(`${root}images${query}${place}`);
    if (!response.ok) return;
    const { entries, next } = await response.json();
    pages.push(...entries.filter(({ type }) => type === 'image'));
    if (next === null) break;
    place = `&cursor=${encodeURIComponent(next)}`;
  }
  const page = pages.findIndex(({ id }) => id === image.id);
  if (page < 0 || pages.length < 2) return;
  // Nobody's hand is on it.
  while (!viewer.isSettled || viewer.isTracking) await new Promise((done) => { viewer.addEventListener('settled', done, { once: true }); });
  if (viewer.image !== image) return;
  // A tap is for the bars.
  viewer.tapTurnsPages = 'off';
  join(viewer, pages, page);
}

/** Makes the image in view one of a list, in its place there; nothing of it moves. */
export function join(viewer, pages, page) {
  const { calculator, contentOffset, isAtFit, zoomScale } = viewer;
  const { stores } = viewer.pages;
  const store = stores.get(0);
  stores.delete(0);
  viewer.pages.album = { pages, isList: true };
  viewer.demand.pool = new Pool(viewer);
  viewer.show(calculator, store, pages.length, page);
  if (!isAtFit) {
    viewer.setZoomScale(zoomScale, { animated: false });
    viewer.setContentOffset(contentOffset, { animated: false });
  }
  viewer.dispatch('pagechange', { page });
}
