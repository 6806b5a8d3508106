// What screen readers are told: what this is, and where we are once it has come to rest.

import { nameInWords } from './words.js';

const pause = 400;

export class Readers {
  constructor(viewer, live) {
    this.viewer = viewer;
    this.live = live;
    // An application takes all keys, so it is one only while the keys are its own.
    viewer.addEventListener('focus', () => viewer.setAttribute('role', 'application'));
    viewer.addEventListener('blur', () => viewer.setAttribute('role', 'region'));
  }

  connect() {
    this.viewer.setAttribute('role', 'region');
    this.viewer.setAttribute('aria-roledescription', 'zoomable image');
  }

  changed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.announce(), pause);
  }

  announce() {
    const { viewer } = this;
    if (!viewer.isLoaded || !viewer.image) return;
    const name = viewer.getAttribute('label') ?? nameInWords(viewer.image.id);
    viewer.surface.setAttribute('aria-label', name);
    if (!viewer.hasAttribute('label')) viewer.setAttribute('aria-label', name);
    const page = viewer.pageCount > 1 ? `Page ${viewer.page + 1} of ${viewer.pageCount}, ` : '';
    this.live.textContent = `${page}zoom ${Math.round(viewer.zoomScale * 100)} %, showing ${this.place()}`;
  }

  /** Which part of the image is in view, in words. */
  place() {
    const { image, visibleRect: view } = this.viewer;
    const third = (start, length, whole, names) => {
      if (length > 0.95 * whole) return '';
      const middle = (start + length / 2) / whole;
      return names[middle < 0.4 ? 0 : middle > 0.6 ? 2 : 1];
    };
    const down = third(view.y, view.height, image.height, ['top', '', 'bottom']);
    const across = third(view.x, view.width, image.width, ['left', '', 'right']);
    if (view.width > 0.95 * image.width && view.height > 0.95 * image.height) return 'all of it';
    return `${down} ${across}`.trim() || 'the middle';
  }
}
