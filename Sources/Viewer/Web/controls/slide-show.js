// One picture after the other, until somebody takes over.

/** Milliseconds that each is looked at, once all of it is there. */
const each = 5000;
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

  next() {
    this.timer = setTimeout(async () => {
      const { viewer } = this;
      const { binding, page, pageCount } = viewer;
      const isLast = binding.isLast?.(page, 1) ?? page + 1 >= pageCount;
      if (viewer.isSettled) await viewer.goToPage(isLast ? 0 : binding.onward(page, 1), { animated: !isLast });
      if (this.isOn) this.next();
    }, each);
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
