// What the image says of itself, what it is and how close we are: the picture in small, and words and
// numbers below it.

import { nameInWords } from '../viewer/words.js';
import { detailRows } from './details.js';
import { element } from './dialogs.js';

const format = new Intl.NumberFormat('en');
const side = 150;
const margin = 20;
const spacing = 8;

export class Caption {
  constructor(viewer) {
    this.viewer = viewer;
    this.picture = element('img', { alt: '', width: side, height: side });
    this.list = element('dl');
    this.content = element('div', {}, this.picture, this.list);
    this.panel = element('aside', { className: 'caption side', hidden: true, tabIndex: 0, ariaLabel: 'About this image' }, this.content);
    document.body.append(this.panel);
    for (const type of ['load', 'zoom', 'settled', 'pagechange']) viewer.addEventListener(type, () => this.update());
    addEventListener('resize', () => this.layOut());
    this.panel.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      this.toggle();
    });
  }

  /** Whoever opens it by a key reads on in it, and is back where they were once it is closed. */
  toggle() {
    this.panel.hidden = !this.panel.hidden;
    this.opener?.setAttribute('aria-expanded', String(!this.panel.hidden));
    this.update();
    if (!this.panel.hidden) {
      this.back = document.activeElement;
      if (this.back?.matches(':focus-visible')) this.panel.focus();
    } else if (this.panel.contains(document.activeElement) || document.activeElement === document.body) {
      this.back?.focus?.();
    }
  }

  get opener() { return document.querySelector('[aria-label="About this image"]:is(button)'); }

  update() {
    const { image, zoomScale, visibleRect } = this.viewer;
    const { problems } = this.viewer.album ?? {};
    if (this.panel.hidden || !image) return;
    const scale = zoomScale * devicePixelRatio;
    const level = image.levels.findLast((l) => l.scale >= scale * (1 - 1e-6)) ?? image.levels[0];
    const rows = {
      ...Object.fromEntries(detailRows(image)),
      ...(problems && { 'Wrong with what is said of it': problems.join('\n') }),
      Name: nameInWords(image.id),
      Size: `${format.format(image.width)} × ${format.format(image.height)} pixels, ${format.format(Math.round(image.width * image.height / 1e5) / 10)} megapixels`,
      Zoom: `${format.format(Math.round(zoomScale * 1000) / 10)} %`,
      Level: `${level.reduction} of ${image.levels.length - 1}: ${format.format(level.width)} × ${format.format(level.height)}`,
      View: [visibleRect.x, visibleRect.y, visibleRect.width, visibleRect.height].map((n) => format.format(Math.round(n))).join(', '),
    };
    this.list.replaceChildren(...Object.entries(rows).flatMap(([name, value]) => {
      const className = name === 'Title' ? 'title' : '';
      return [element('dt', { className, textContent: name }), element('dd', { className }, value)];
    }));
    const source = new URL(image.links.thumbnail, this.viewer.source).href;
    if (this.picture.src !== source) this.picture.src = source;
    this.layOut();
  }

  /** The panel's width decides where the text wraps, and the text's height how high it all is. */
  layOut() {
    const width = this.panel.clientWidth;
    const { calculator } = this.viewer;
    if (this.panel.hidden || !calculator || !width) return;
    const place = (part, fields) => { for (const [name, value] of Object.entries(fields)) part.style[name] = `${value}px`; };
    const [labelWidth] = calculator.formula('caption', width, 0);
    place(this.list, { left: margin, top: margin + side + spacing, width: labelWidth });
    place(this.picture, { left: (width - side) / 2, top: margin, width: side, height: side });
    const [, , height] = calculator.formula('caption', width, this.list.getBoundingClientRect().height);
    place(this.content, { height });
  }
}
