// The screen that a viewer is on: its size in points and in device pixels, and their ratio.

export class Screen {
  /** fitted: called with the element's box, and its size in device pixels. */
  constructor(element, fitted) {
    this.element = element;
    this.fitted = fitted;
    this.fit = this.fit.bind(this);
    this.observer = new ResizeObserver(([entry]) => {
      this.exact = entry.devicePixelContentBoxSize?.[0];
      this.fit();
    });
  }

  connect() {
    try {
      this.observer.observe(this.element, { box: 'device-pixel-content-box' });
    } catch {
      this.observer.observe(this.element);
    }
  }

  disconnect() {
    this.observer.disconnect();
    this.query?.removeEventListener('change', this.fit);
  }

  /** Another screen or the browser's own zoom changes the ratio, and not always the size. */
  watchRatio() {
    const ratio = (this.ratio = devicePixelRatio || 1);
    this.query?.removeEventListener('change', this.fit);
    this.query = matchMedia(`(resolution: ${ratio}dppx)`);
    this.query.addEventListener('change', this.fit);
  }

  /** The canvas's device pixels, as the browser lays them out where it says so. */
  devicePixels(box) {
    const width = Math.round(box.width * this.ratio);
    const height = Math.round(box.height * this.ratio);
    const { inlineSize, blockSize } = this.exact ?? {};
    // It rounds by a pixel either way; one that is of another ratio or an older size is not meant.
    const agrees = Math.abs(inlineSize - width) <= 1 && Math.abs(blockSize - height) <= 1;
    return agrees ? { width: inlineSize, height: blockSize } : { width, height };
  }

  fit() {
    const box = this.element.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) return;
    this.watchRatio();
    this.fitted(box, this.devicePixels(box));
  }
}
