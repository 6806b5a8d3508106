// Which page is in view, the way to its neighbors, and to any by its number.

import { button } from './icons.js';

export class Pager {
  constructor(viewer, place) {
    this.viewer = viewer;
    this.place = place;
    this.back = button('left', 'Previous page', () => viewer.turnPages(-1), 'PageUp');
    this.next = button('right', 'Next page', () => viewer.turnPages(1), 'PageDown');
    this.number = document.createElement('input');
    this.number.type = 'number';
    this.number.min = 1;
    this.number.setAttribute('aria-label', 'Page');
    this.count = document.createElement('span');
    place.append(this.back, this.number, this.count, this.next);
    this.number.addEventListener('change', () => this.go());
    for (const type of ['load', 'fail', 'pagechange', 'settled']) viewer.addEventListener(type, () => this.update());
    this.update();
  }

  go() {
    const { viewer } = this;
    const page = Math.round(Number(this.number.value)) - 1;
    if (page >= 0 && page < viewer.pageCount) viewer.goToPage(page, { animated: false });
    this.update();
  }

  update() {
    const { page, pageCount } = this.viewer;
    this.place.hidden = pageCount < 2;
    this.number.max = pageCount;
    if (document.activeElement !== this.number) this.number.value = page + 1;
    this.count.textContent = `of ${pageCount}`;
    this.back.disabled = page === 0;
    this.next.disabled = page >= pageCount - 1;
  }
}

/** Of a document among other images the first page shows; a link leads to all of them. */
export function leadToDocuments(viewer, bar) {
  const whole = Object.assign(document.createElement('a'), { hidden: true });
  bar.append(whole);
  const update = () => {
    const { album, list, image, page } = viewer;
    whole.hidden = !(image?.pages > 1 && (list || album?.id && image.id.startsWith(`${album.id}/`)));
    if (whole.hidden) return;
    whole.href = (list ?? album).pages[page].links.view;
    whole.textContent = `All ${image.pages} pages`;
  };
  for (const type of ['load', 'pagechange', 'settled']) viewer.addEventListener(type, update);
  update();
}
