// The screen that a viewer is on: its size in points and in device pixels, and their ratio.

export class Screen {
  constructor(viewer) {
    this.viewer = viewer;
    this.fit = this.fit.bind(this);
    this.observer = new ResizeObserver(([entry]) => {
      this.exact = entry.devicePixelContentBoxSize?.[0];
      this.fit();
    });
  }

  connect() {
    try {
      this.observer.observe(this.viewer, { box: 'device-pixel-content-box' });
    } catch {
      this.observer.observe(this.viewer);
    }
  }

  disconnect() {
    this.observer.disconnect();
    this.query?.removeEventListener('change', this.fit);
  }

  /** Another screen or the browser's own zoom changes the ratio, and not always the size. */
  watchRatio() {
    const ratio = (this.viewer.ratio = devicePixelRatio || 1);
    this.query?.removeEventListener('change', this.fit);
    this.query = matchMedia(`(resolution: ${ratio}dppx)`);
    this.query.addEventListener('change', this.fit);
  }

  /** The canvas's device pixels, as the browser lays them out where it says so. */
  devicePixels(box) {
    const width = Math.round(box.width * this.viewer.ratio);
    const height = Math.round(box.height * this.viewer.ratio);
    const { inlineSize, blockSize } = this.exact ?? {};
    // It rounds by a pixel either way; one that is of another ratio or an older size is not meant.
    const agrees = Math.abs(inlineSize - width) <= 1 && Math.abs(blockSize - height) <= 1;
    return agrees ? { width: inlineSize, height: blockSize } : { width, height };
  }

  fit() {
    const { viewer } = this;
    const box = viewer.getBoundingClientRect();
    if (!viewer.calculator || box.width < 1 || box.height < 1) return;
    this.watchRatio();
    viewer.handle(viewer.calculator.tell('resize', box.width, box.height, viewer.ratio));
    const pixels = this.devicePixels(box);
    viewer.renderer.resize(pixels.width, pixels.height);
    viewer.draw(performance.now());
    viewer.demand.look(true);
    viewer.awake();
  }
}
