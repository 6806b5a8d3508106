// Pictures of pages in small come a few at a time, once what is looked at is there: they share the
// browser's few connections with it. Those whose place has gone are called off.

/** Pictures that are loaded at a time. */
const atOnce = 3;
/** Milliseconds after which is looked again whether what is looked at is there. */
const pause = 60;

export class Pictures {
  constructor(viewer) {
    this.viewer = viewer;
    /** Images with their addresses, in the order in which they come. */
    this.waiting = new Map();
    this.loading = new Set();
  }

  /** Has an image loaded that is put into the page now. */
  load(image, address) {
    this.waiting.set(image, address);
    for (const type of ['load', 'error']) {
      image.addEventListener(type, () => {
        this.loading.delete(image);
        this.later(0);
      }, { once: true });
    }
    this.later(0);
  }

  later(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.next(), milliseconds);
  }

  next() {
    for (const image of this.loading) {
      if (image.isConnected) continue;
      image.removeAttribute('src');
      this.loading.delete(image);
    }
    for (const [image, address] of this.waiting) {
      if (!image.isConnected) {
        this.waiting.delete(image);
        continue;
      }
      if (this.viewer.demand.pool?.isHeld) return this.later(pause);
      if (this.loading.size === atOnce) return;
      this.waiting.delete(image);
      this.loading.add(image);
      image.src = address;
    }
  }
}
