// One picture after the other, until somebody takes over.

/** Milliseconds that each is looked at, once all of it is there. */
const each = 5000;
/** Milliseconds after which it is looked whether there is anything to look at. */
const glance = 400;
const takeovers = ['pointerdown', 'keydown', 'wheel'];

export class SlideShow {
  constructor(viewer, bars) {
    this.viewer = viewer;
    this.bars = bars;
    this.stop = this.stop.bind(this);
  }

  async start() {
    this.stop();
    this.isOn = true;
    for (const type of takeovers) addEventListener(type, this.stop, { capture: true });
    this.bars.retire(true);
    this.next();
    try {
      await document.documentElement.requestFullscreen?.();
      this.lock = await navigator.wakeLock?.request('screen');
    } catch {
      // It goes on in the window, and as long as the screen is lit.
    }
  }

  next(due = performance.now() + each) {
    this.timer = setTimeout(async () => {
      const { viewer } = this;
      // What can't be shown is passed over.
      if (performance.now() < due && !viewer.pages.failed.has(viewer.page)) return this.next(due);
      const to = this.onward();
      if (viewer.isSettled) await viewer.goToPage(to, { animated: to > viewer.page });
      if (this.isOn) this.next();
    }, glance);
  }

  /** The first page ahead that isn't known to be without a picture. */
  onward() {
    const { binding, page, pageCount, pages: { failed } } = this.viewer;
    const after = (from) => (binding.isLast?.(from, 1) ?? from + 1 >= pageCount) ? 0 : binding.onward(from, 1);
    let to = after(page);
    for (let steps = 0; failed.has(to) && steps < pageCount; steps++) to = after(to);
    return to;
  }

  stop() {
    if (!this.isOn) return;
    this.isOn = false;
    clearTimeout(this.timer);
    for (const type of takeovers) removeEventListener(type, this.stop, { capture: true });
    this.lock?.release();
    this.lock = null;
    this.bars.wake();
  }
}
