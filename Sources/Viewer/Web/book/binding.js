// How a book's pages are bound: one by one or two that face each other, a leaf for each; or all of
// them on one leaf, which scrolls. What the calculator turns and zooms are leaves; each page's own
// image is drawn where it lies there.

import { option } from '../viewer/calculator.js';
import { describe } from '../viewer/source.js';
import { chosen, keep } from './choices.js';
import { Column } from './column.js';
import { pageSizes } from './geometry.js';
import { Leaves } from './leaves.js';
import { renew, watch } from './renewal.js';

/** Milliseconds after which a document is asked again of what it has not told yet; each time it takes longer, and not for ever. */
const pause = 400;
const longer = 1.3;
const tries = 20;

/** A book: an album with what is known of its pages, and how it is read now. */
export class Book {
  constructor(viewer, album) {
    this.viewer = viewer;
    this.take(album);
    addEventListener('resize', () => { if (viewer.book === this) this.fit(); });
  }

  /** Takes in what is known of the book. */
  take(album) {
    this.album = album;
    const known = { ...album, ...album.foreseen };
    const { layout = 'single', direction = 'ltr', cover = 'alone', shift = 0 } = known;
    this.declared = { layout, direction, cover, shift };
    this.choice = { ...this.declared, ...chosen(album.id) };
    /** As large as pages are told to be; those whose images are known are as these are. */
    this.told = pageSizes(known);
    this.pages = [...this.told];
    this.alone = new Set((known.single ?? []).map((number) => number - 1));
  }

  /** Takes in the rest of what is known; what is looked at stays where it is. */
  complete(album) {
    const { viewer, bound, told, pages, spreading } = this;
    const { page } = viewer;
    this.take(album);
    // Pages are as large beside each other as before, whatever their pixels.
    const scale = told[page].width / this.told[page].width;
    this.pages = this.pages.map(({ width, height }) => ({ width: width * scale, height: height * scale }));
    const isSame = this.layout === bound && this.spreading === spreading && this.pages.every((one, at) => isAlike(one, told[at]));
    if (isSame) this.pages = pages;
    if (isSame || isPlain(this)) return viewer.dispatch('bind');
    const rect = viewer.image && !viewer.isAtFit ? viewer.freeRect : null;
    this.bind(true);
    if (rect) viewer.zoomTo(rect, { animated: false });
  }

  /** All that pages are paired by but their sizes. */
  get spreading() { return JSON.stringify([this.choice, [...this.alone]]); }

  get count() { return this.album.pages.length; }

  /** What a page is called. */
  label(page) { return this.album.pages[page]?.label ?? String(page + 1); }

  /** The page that is called so; its number will do where nothing is. */
  find(text) {
    const wanted = text.trim().toLowerCase();
    const found = this.album.pages.findIndex(({ label }) => label?.toLowerCase() === wanted);
    if (found >= 0) return found;
    const number = Number(wanted);
    return Number.isInteger(number) && number >= 1 && number <= this.count ? number - 1 : null;
  }

  /** Reads it in another way from now on; the page in view stays. */
  choose(choice) {
    Object.assign(this.choice, choice);
    keep(this.album.id, this.choice, this.declared);
    this.bind(true);
  }

  /** As it is read in a view of this size: facing pages need the width of more than one. */
  get layout() {
    const { layout } = this.choice;
    if (layout !== 'spreads') return layout;
    const { width, height } = this.viewer.orientation.size(this.viewer.getBoundingClientRect());
    const page = this.pages[Math.min(1, this.count - 1)];
    return width / height < 1.2 * page.width / page.height ? 'single' : 'spreads';
  }

  fit() { if (this.layout !== this.bound) this.bind(true); }

  /** Binds the pages; `isOpen` where a page is in view already, which stays. */
  bind(isOpen) {
    const { viewer, layout } = this;
    const { page } = viewer;
    this.bound = layout;
    viewer.pages.binding.end?.();
    const Binding = layout === 'scroll' ? Column : Leaves;
    const binding = new Binding(viewer, this, layout === 'spreads');
    viewer.pages.binding = binding;
    // Until it shows its page nothing is looked at.
    viewer.demand.isAway = true;
    viewer.layOut(binding.size(binding.leaf(page)), binding.leaves);
    // A view that two leaves share by half belongs to the one that is read later.
    viewer.set(option.halfPageTie, binding.isReversed ? 1 : 0);
    binding.open(page);
    viewer.screen.fit();
    binding.show(page);
    viewer.demand.isAway = false;
    if (isOpen) viewer.dispatch('pagechange', { page });
    viewer.demand.look(true);
    viewer.dispatch('bind');
  }
}

/** Makes the album in view a book, as far as it is known; the rest is asked for. */
export function bind(viewer, album, visit) {
  visit.throwIfAborted();
  const book = (viewer.book = new Book(viewer, album));
  // The address keeps what it says that is looked for, until somebody looks for something else.
  viewer.query = viewer.hasAttribute('deep-link') ? new URLSearchParams(location.hash.slice(1)).get('q') ?? '' : '';
  if (!isPlain(book)) book.bind(false);
  watch(viewer, album, visit);
  if (!album.layout) complete(book, visit);
}

/** Whether pages are as large as each other, as far as is seen. */
const isAlike = (one, other) => Math.abs(one.width - other.width) < 0.01 * other.width && Math.abs(one.height - other.height) < 0.01 * other.height;

/** One page after the other is how albums open anyway. */
const isPlain = ({ choice: { layout, direction } }) => layout === 'single' && direction !== 'rtl';

async function complete(book, visit) {
  const { viewer } = book;
  let album;
  for (let count = 0; !album?.layout; count++) {
    if (count === tries) return;
    // What is looked at comes first.
    do await new Promise((done) => { setTimeout(done, pause * longer ** count); }); while (viewer.demand.pool?.isHeld);
    album = await describe(viewer.source, visit, () => {}).catch(() => null);
    if (!album || visit.aborted) return;
    if (album.edition !== book.album.edition) return renew(viewer, album);
  }
  // Nobody's hand is on it.
  while (!viewer.isSettled || viewer.isTracking) await new Promise((done) => { viewer.addEventListener('settled', done, { once: true }); });
  if (visit.aborted) return;
  viewer.pages.album = album;
  book.complete(album);
}
