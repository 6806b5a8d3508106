// What the image is and how close we are.

import { element } from './dialogs.js';

const format = new Intl.NumberFormat('en');

export class Caption {
  constructor(viewer) {
    this.viewer = viewer;
    this.panel = element('aside', { className: 'caption', hidden: true, ariaLabel: 'About this image' });
    document.body.append(this.panel);
    for (const type of ['load', 'zoom', 'settled', 'pagechange']) viewer.addEventListener(type, () => this.update());
  }

  toggle() {
    this.panel.hidden = !this.panel.hidden;
    this.update();
  }

  update() {
    const { image, zoomScale, visibleRect } = this.viewer;
    if (this.panel.hidden || !image) return;
    const scale = zoomScale * devicePixelRatio;
    const level = image.levels.findLast((l) => l.scale >= scale * (1 - 1e-6)) ?? image.levels[0];
    const rows = {
      Name: image.id.split('/').at(-1),
      Size: `${format.format(image.width)} × ${format.format(image.height)} pixels, ${format.format(Math.round(image.width * image.height / 1e6))} megapixels`,
      Zoom: `${format.format(Math.round(zoomScale * 1000) / 10)} %`,
      Level: `${level.reduction} of ${image.levels.length - 1}: ${format.format(level.width)} × ${format.format(level.height)}`,
      View: [visibleRect.x, visibleRect.y, visibleRect.width, visibleRect.height].map((n) => format.format(Math.round(n))).join(', '),
    };
    this.panel.replaceChildren(element('dl', {}, ...Object.entries(rows).flatMap(([name, value]) => [
      element('dt', { textContent: name }), element('dd', { textContent: value }),
    ])));
  }
}
