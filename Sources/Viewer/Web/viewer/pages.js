// The pages of what is open: those near the view have a store of their tiles.

import { ServerTiles } from './tile-source.js';
import { TileStore } from './tile-store.js';

/** Where a page lies that is all that there is to zoom. */
export const whole = { x: 0, y: 0, scale: 1 };

/**
 * How pages are bound: what the calculator turns are leaves, and this says which pages lie on each,
 * and where. Here each page is a leaf of its own; `book/` has others.
 */
const single = {
  page: ({ page }) => page,
  leaf: (page) => page,
  parts: (leaf) => [{ page: leaf, place: whole }],
  place: () => whole,
  onward: (page, count) => page + count,
  go: (viewer, page, animated) => viewer.command('goToPage', page, animated),
  known: (viewer, page, { width, height }) => viewer.change('setPage', page, width, height),
};

export class Pages {
  /** changed: called when a tile has come or failed, or a page has; known: with a page and its image. */
  constructor({ changed, known }) {
    this.changed = changed;
    this.known = known;
    this.stores = new Map();
    /** What is said of pages that can't be shown yet, or at all. */
    this.words = new Map();
    /** Pages that can't be had: nobody asks for them again by themselves. */
    this.failed = new Set();
    this.album = null;
    this.binding = single;
  }

  /** Begins anew: addresses are relative to `base`. Answers what is aborted when this ends. */
  begin(base) {
    this.close();
    this.base = base;
    this.visit = new AbortController();
    return this.visit.signal;
  }

  /** An image's tiles, which belong to no page yet. */
  store(image) { return new TileStore(image, new ServerTiles(image, this.base), this.changed); }

  /** Takes a page's image in: its size, and its tiles. */
  keep(page, store) {
    if (this.stores.get(page) === store) return;
    this.drop(page);
    this.stores.set(page, store);
    this.words.delete(page);
    this.known(page, store.image);
  }

  drop(page) {
    this.stores.get(page)?.close();
    this.stores.delete(page);
  }

  /** Whether something of a page can be shown at once. */
  isReady(page) { return !this.album || this.stores.get(page)?.isEmpty === false; }

  close() {
    this.visit?.abort();
    this.binding?.end?.();
    for (const page of this.stores.keys()) this.drop(page);
    this.words.clear();
    this.failed.clear();
    this.album = null;
    this.binding = single;
  }
}
