// Turning to a page: once there is something of it to show, until then the page before stays.

/** Milliseconds that a page that is jumped to may take to have something to show. */
const patience = 2500;

export class PageTurns {
  constructor(viewer) { this.viewer = viewer; }

  /** Whoever turns now is overtaken. */
  forget() { this.turning = this.target = null; }

  /** It has come to rest: the next turn counts from the page in view. */
  settled() { this.target = null; }

  /** Answers a promise of whether it has begun to turn to a page, counted from 0. */
  go(page, animated) {
    const { viewer } = this;
    const target = Math.max(0, Math.min(viewer.pageCount - 1, page));
    if (!viewer.calculator || !Number.isInteger(target)) return Promise.resolve(false);
    this.target = target;
    const turning = (this.turning = {});
    const turn = (store) => {
      // Its size is known before it is in view.
      if (store && viewer.stores.get(target) !== store) viewer.opener.keep(target, store);
      viewer.tell('goToPage', target, animated ? 1 : 0);
      viewer.demand.look(false);
      return true;
    };
    if (viewer.demand.isReady(target)) return Promise.resolve(turn(null));
    return viewer.demand.prepare(target, patience).then((store) => {
      if (this.turning === turning && viewer.calculator) return turn(store);
      if (store && viewer.stores.get(target) !== store) store.close();
      return false;
    });
  }

  /** Some pages on from where the last turn leads. */
  step(count) { return this.go((this.target ?? this.viewer.page) + count, true); }
}
