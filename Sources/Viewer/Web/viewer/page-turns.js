// Turning to a page: once there is something of it to show, until then the page before stays.

/** Milliseconds that a page that is jumped to may take to have something to show. */
const patience = 2500;

export class PageTurns {
  constructor(viewer, pages, demand) {
    this.viewer = viewer;
    this.pages = pages;
    this.demand = demand;
  }

  /** Whoever turns now is overtaken. */
  forget() { this.latest = this.target = null; }

  /** It has come to rest: the next turn counts from the page in view. */
  settled() { this.target = null; }

  /** Answers a promise of whether it has begun to turn to a page, counted from 0. */
  go(page, animated) {
    const { viewer, pages, demand } = this;
    const target = Math.max(0, Math.min(viewer.pageCount - 1, page));
    if (!viewer.state || !Number.isInteger(target)) return Promise.resolve(false);
    this.target = target;
    const ours = (this.latest = {});
    const turn = (store) => {
      // Its size is known before it is in view.
      if (store) pages.keep(target, store);
      pages.binding.go(viewer, target, animated ? 1 : 0);
      demand.look(false);
      return true;
    };
    if (pages.isReady(target)) return Promise.resolve(turn(null));
    return demand.pool.prepare(target, patience).then((store) => this.latest === ours && !!viewer.state && turn(store));
  }

  /** Some pages on from where the last turn leads. */
  step(count) { return this.go(this.pages.binding.onward(this.target ?? this.viewer.page, count), true); }
}
