// Somebody else's words for a view, as this page's address.

import { contentStateFragment } from '../viewer/content-state.js';

/** Of an address that names a state, before anything is shown. */
export function takeFromAddress() {
  const state = new URLSearchParams(location.search).get('iiif-content');
  if (state) history.replaceState(null, '', contentStateFragment(state) || location.href);
}

/** Goes to the region that a state names; one that names none changes nothing. */
export function follow(state) { location.hash = contentStateFragment(state) || location.hash; }
