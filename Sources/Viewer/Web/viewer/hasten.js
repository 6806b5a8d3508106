// Has the page of a document made ready that an address names, while what will show it is still coming.

import { readFragment } from './deep-link.js';

/** What was asked for before there was a viewer, which need not ask as well; and whether there is one. */
const early = new Set();
let isLate = false;

/** Asks for a page of the document at `base`, and in a wide view for the one that faces it in most books; whoever is to show them asks for itself. */
export function hasten(base, signal, isEarly = false) {
  const { page } = readFragment(location.hash);
  if (page === null || (isEarly && isLate)) return;
  isLate ||= !isEarly;
  import('../book/binding.js');
  const facing = innerWidth > innerHeight && page ? [page + (page % 2 || -1)] : [];
  for (const each of [page, ...facing]) {
    const address = new URL(base);
    address.pathname += `;${each + 1}`;
    // There may be no such page, which is no error of anybody's.
    address.search = 'missing=empty&wait=5';
    if (early.delete(address.href)) continue;
    if (isEarly) early.add(address.href);
    fetch(address, { signal }).catch(() => {});
  }
}
