// The pages near the view: those that are known have a store, the others are asked for. What is looked
// at comes first: what lies beside it is asked for once that has been there for a moment, and called off
// with it.

import { Unreachable, describeImage } from './source.js';

/** Milliseconds that what is looked at has been there before anything else is asked for: who goes on at once waits for none of it. */
const rest = 150;
/** Milliseconds after which a server is asked again that could not be reached. */
const pause = 3000;

export class Pool {
  constructor(viewer) {
    this.viewer = viewer;
    this.pages = viewer.pages;
    /** Pages that are being asked about, and what will come of it: {call, store, taken}. */
    this.openings = new Map();
    /** Pages that somebody turns to. */
    this.targets = new Set();
    /** Whether what is not looked at waits. */
    this.isHeld = true;
  }

  forget() {
    clearTimeout(this.timer);
    for (const page of this.openings.keys()) this.callOff(page);
  }

  /** The image of a page of the album; `say` is told what is being waited for. */
  describe(page, signal, say) {
    const { album, base } = this.pages;
    return describeImage(new URL(album.pages[page].links.image, base), signal, say, 1);
  }

  /** The pages of the pool's leaves, and whether each is looked at. */
  pooled({ firstPage, endPage }) {
    const { viewer } = this;
    const pages = new Map();
    for (let leaf = firstPage; leaf < endPage; leaf++) {
      const isSeen = viewer.demand.isSeen(leaf);
      for (const { page, isAside } of viewer.binding.parts(leaf)) pages.set(page, isSeen && !isAside);
    }
    return pages;
  }

  /** Whether what is looked at is there, as far as it can be had. */
  isServed(pages) {
    const { stores, failed } = this.pages;
    return [...pages].every(([page, isSeen]) => !isSeen || failed.has(page) || stores.get(page)?.isBusy === false);
  }

  /** Notes whether what is looked at is there. */
  note(pages = this.pooled(this.viewer.state)) {
    if (!this.isServed(pages)) {
      clearTimeout(this.timer);
      this.timer = 0;
      this.isHeld = true;
    } else {
      this.timer ||= setTimeout(() => {
        this.isHeld = false;
        this.viewer.demand.look(this.viewer.state.isAtRest);
      }, rest);
    }
  }

  /** Keeps stores for the pages of the pool alone, and asks what is not known of them. */
  look(state) {
    const { stores, failed } = this.pages;
    const pages = this.pooled(state);
    for (const page of stores.keys()) if (!pages.has(page)) this.pages.drop(page);
    for (const page of this.openings.keys()) {
      // What came of one is the page's by now, and not what a later one would be.
      if (stores.has(page) || (!pages.has(page) && !this.targets.has(page))) this.callOff(page);
    }
    this.note(pages);
    for (const [page, isSeen] of pages) {
      if (stores.has(page) || failed.has(page) || (this.isHeld && !isSeen)) continue;
      const opening = this.openings.get(page) ?? this.open(page);
      opening.taken ??= this.take(page, opening);
    }
  }

  /** Asks about a page that nobody has asked about. */
  open(page) {
    const call = new AbortController();
    const opening = { call, store: this.find(page, call.signal) };
    this.openings.set(page, opening);
    return opening;
  }

  /** A store for a page, which belongs to none yet; null when it can't be had. */
  async find(page, signal) {
    const { pages } = this;
    // Whatever is to be waited for, the page in view stays as it is.
    const say = (...words) => {
      if (signal.aborted) return;
      pages.words.set(page, words);
      pages.changed();
    };
    const image = await this.describe(page, signal, say).catch((error) => {
      if (signal.aborted) return;
      pages.failed.add(page);
      say(error instanceof Unreachable ? 'The server can’t be reached. Trying again …' : error.message);
      pages.changed(false);
      if (error instanceof Unreachable) this.askAgain(page);
    });
    return image && !signal.aborted ? pages.store(image) : null;
  }

  /** Asks for a page again in a while, if it is wanted then. */
  askAgain(page) {
    const { viewer, pages } = this;
    const { visit } = pages;
    const failed = this.openings.get(page);
    setTimeout(() => {
      if (visit.signal.aborted) return;
      pages.failed.delete(page);
      if (this.openings.get(page) === failed) this.openings.delete(page);
      viewer.demand.look(viewer.state.isAtRest);
    }, pause);
  }

  /** Has a page's store for the page once it is there, if it is near the view then. */
  async take(page, opening) {
    const store = await opening.store;
    if (this.openings.get(page) === opening) this.openings.delete(page);
    if (!store || this.pages.stores.get(page) === store) return;
    const { viewer } = this;
    const { state } = viewer;
    const isWanted = state && !opening.call.signal.aborted && !this.pages.stores.has(page) && this.pooled(state).has(page);
    if (!isWanted) return store.close();
    this.pages.keep(page, store);
    viewer.demand.look(viewer.state.isAtRest);
    viewer.awake();
  }

  /** Waits until a page that is looked at is known, or can't be. */
  async settle(page) { await this.openings.get(page)?.taken; }

  /** Nobody wants to know any more. */
  callOff(page) {
    const { call, store, taken } = this.openings.get(page);
    this.openings.delete(page);
    call.abort();
    if (!taken) store.then((found) => { if (found && this.pages.stores.get(page) !== found) found.close(); });
  }

  /** Waits until a page has its coarsest tile, but no longer than `patience` milliseconds; those that it faces are asked for too. */
  async prepare(page, patience) {
    const { viewer, openings } = this;
    const { stores, failed } = this.pages;
    const targets = (this.targets = new Set([page, ...viewer.binding.parts(viewer.binding.leaf(page)).map((part) => part.page)]));
    const pages = this.pooled(viewer.state);
    for (const other of openings.keys()) if (!targets.has(other) && !pages.get(other)) this.callOff(other);
    for (const target of targets) if (!stores.has(target) && !openings.has(target) && (target === page || !failed.has(target))) this.open(target);
    const enough = new Promise((done) => { setTimeout(done, patience, null); });
    const store = stores.get(page) ?? await Promise.race([openings.get(page).store, enough]);
    if (store) await Promise.race([store.loadCoarsest(), enough]);
    if (this.targets === targets) this.targets = new Set();
    return stores.get(page) ?? store;
  }
}
