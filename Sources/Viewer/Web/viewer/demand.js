// Which tiles are asked for, and when: a view at rest as one stream, a moving one tile by tile.

import { tileSet } from './calculator.js';

/** Milliseconds of rest before the level above is asked for, and before what lies around. */
const restBeforeParents = 1500;
const restBeforeRing = 2500;
/** Milliseconds after the last of many rests, where the first ones are still waited for. */
const afterBurst = 140;
/** Moving faster than so many views a second, only the coarse level is asked for. */
const tooFast = 1.5;
/** Fewer missing tiles than this come one by one. */
const fewest = 3;

export class Demand {
  /** calculator: answers the view's, or null while nothing is open. */
  constructor(pages, calculator) {
    this.pages = pages;
    this.calculator = calculator;
    this.lastLook = 0;
    this.speed = 0;
    /** Sees to the pages near the view where there are several. */
    this.pool = null;
  }

  forget() {
    clearTimeout(this.prefetchTimer);
    clearTimeout(this.burstTimer);
    this.pool?.forget();
    this.pool = null;
    this.lastNow = this.speed = 0;
  }

  /** Notes how fast the view moves. */
  measure(state, now) {
    const { x, y } = state.contentOffset;
    if (this.lastNow && now > this.lastNow) {
      const moved = Math.hypot(x - this.lastX, y - this.lastY);
      const views = moved / Math.max(1, Math.min(state.bounds.width, state.bounds.height));
      this.speed = views / ((now - this.lastNow) / 1000);
    }
    this.lastX = x;
    this.lastY = y;
    this.lastNow = now;
  }

  /** The view rests; in a burst of rests it is asked for at once only by who has all of the one before. */
  settled(isBurst) {
    this.speed = 0;
    clearTimeout(this.burstTimer);
    if (isBurst && this.isWaiting) this.burstTimer = setTimeout(() => this.look(true), afterBurst);
    else this.look(true);
  }

  /** Whether tiles of the leaf in view are still to come. */
  get isWaiting() {
    const state = this.calculator()?.state;
    return !!state && this.parts(state.page).some(({ store }) => store.isWaitedFor);
  }

  look(isSettled) {
    const state = this.calculator()?.state;
    if (!state || this.isAway) return;
    this.lastLook = performance.now();
    for (let leaf = state.firstPage; leaf < state.endPage; leaf++) {
      for (const part of this.parts(leaf)) {
        const { store } = part;
        if (leaf === state.page) this.lookAt(part, state, isSettled);
        // The one that covers all of the page comes first.
        else if (!this.pool?.isHeld || this.isSeen(leaf)) store.want([store.coarsestTile, ...this.tiles(part, tileSet.placeholder)]);
      }
    }
    this.pool?.look(state);
    clearTimeout(this.prefetchTimer);
    if (isSettled) this.prefetchTimer = setTimeout(() => this.prefetch(), restBeforeParents);
  }

  /** Whether something of a leaf is in view. */
  isSeen(leaf) {
    const view = this.calculator().pageView(leaf);
    return !!view && view.x < view.width && view.x + view.width > 0;
  }

  /** What lies on a leaf and has a store: {leaf, place, store}. */
  parts(leaf) {
    const { stores, binding } = this.pages;
    return binding.parts(leaf).flatMap(({ page, place }) => (stores.has(page) ? { leaf, place, store: stores.get(page) } : []));
  }

  tiles({ leaf, place, store }, set, rings = 0) {
    return this.calculator().tiles(leaf, place, set, rings, store.image) ?? [];
  }

  lookAt(part, state, isSettled) {
    const { store } = part;
    const visible = this.tiles(part, tileSet.visible);
    // What lies on it out of sight has something to show once it is in sight.
    if (!visible.length) return store.want([store.coarsestTile]);
    // What moves by itself has a place where it will rest: that is asked for on the way.
    const isOnItsWay = !isSettled && !state.isTracking && !state.isAtRest;
    const isFast = !isSettled && this.speed > tooFast;
    const goal = isOnItsWay ? this.tiles(part, tileSet.goal) : visible;
    store.cache.makeRoom(goal.length);
    store.stopStaleStreams(goal);
    if (isFast && !isOnItsWay) {
      store.want(this.tiles(part, tileSet.placeholder));
      return;
    }
    const missing = goal.filter((tile) => store.isMissing(tile));
    const base = missing.length > 0 && !this.hasAnything(store, visible)
      ? this.tiles(part, tileSet.placeholder).filter((tile) => store.isMissing(tile)) : [];
    const fresh = missing.filter((tile) => !store.hasFailedOnce(tile));
    if ((isSettled || isOnItsWay) && fresh.length >= fewest) store.stream([...base, ...fresh]);
    // One by one comes what no stream brings, and what is passed slowly enough to be seen.
    store.want([...base, ...goal, ...(state.isDecelerating && !isFast ? visible : [])]);
  }

  /** Whether something can be drawn under every tile until it is here. */
  hasAnything(store, visible) {
    return visible.every((tile) => {
      for (let r = tile.reduction; r <= store.coarsest; r++) {
        const factor = 2 ** (r - tile.reduction);
        if (store.find(r, Math.floor(tile.column / factor), Math.floor(tile.row / factor))) return true;
      }
      return false;
    });
  }

  /** In a quiet moment: the level above the view, and when it lasts a ring of tiles around it. */
  prefetch(isLong = false) {
    const state = this.calculator()?.state;
    const parts = state ? this.parts(state.page) : [];
    if (!parts.length || !state.isAtRest) return;
    if (parts.some(({ store }) => store.isBusy)) {
      this.prefetchTimer = setTimeout(() => this.prefetch(isLong), restBeforeParents);
      return;
    }
    for (const part of parts) {
      const { store } = part;
      const ahead = isLong ? this.tiles(part, tileSet.prefetch, 1)
        : parents(this.tiles(part, tileSet.visible), store.coarsest);
      store.stream(ahead.filter((tile) => store.isMissing(tile)), true);
    }
    if (!isLong) this.prefetchTimer = setTimeout(() => this.prefetch(true), restBeforeRing - restBeforeParents);
  }
}

/** The tiles of the next coarser level that lie over some. */
function parents(tiles, coarsest) {
  const found = new Map();
  for (const { reduction, column, row } of tiles) {
    if (reduction >= coarsest) continue;
    const parent = { reduction: reduction + 1, column: column >> 1, row: row >> 1 };
    found.set(`${parent.column}_${parent.row}`, parent);
  }
  return [...found.values()];
}
