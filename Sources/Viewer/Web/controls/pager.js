// Which page is in view, the way to its neighbors, and to any by its number.

import { button } from './icons.js';

export class Pager {
  constructor(viewer, place) {
    this.viewer = viewer;
    this.place = place;
    this.left = button('left', 'Previous page', () => viewer.turnPages(this.isReversed ? 1 : -1), 'PageUp');
    this.right = button('right', 'Next page', () => viewer.turnPages(this.isReversed ? -1 : 1), 'PageDown');
    this.number = document.createElement('input');
    this.number.type = 'text';
    this.number.inputMode = 'numeric';
    this.number.setAttribute('aria-label', 'Page');
    this.count = document.createElement('span');
    place.append(this.left, this.number, this.count, this.right);
    this.number.addEventListener('change', () => this.go());
    this.number.addEventListener('focus', () => this.number.select());
    for (const type of ['load', 'fail', 'pagechange', 'settled', 'bind']) viewer.addEventListener(type, () => this.update());
    this.update();
  }

  go() {
    const { viewer } = this;
    const { book } = viewer;
    const page = book ? book.find(this.number.value) ?? -1 : Math.round(Number(this.number.value)) - 1;
    if (page >= 0 && page < viewer.pageCount) viewer.goToPage(page, { animated: false });
    this.update();
  }

  update() {
    const { page, pageCount, binding, book } = this.viewer;
    this.place.hidden = pageCount < 2;
    const label = book?.album.labels ? book.label(page) : String(page + 1);
    if (document.activeElement !== this.number) this.number.value = label;
    this.number.style.minWidth = `calc(${String(pageCount).length}ch + 20px)`;
    this.number.inputMode = book?.album.labels ? 'text' : 'numeric';
    this.count.textContent = label === String(page + 1) ? `of ${pageCount}` : `(${page + 1} of ${pageCount})`;
    this.isReversed = !!binding.isReversed;
    const [back, next] = this.isReversed ? [this.right, this.left] : [this.left, this.right];
    this.label(back, 'Previous page', 'PageUp', this.isEnd(-1));
    this.label(next, 'Next page', 'PageDown', this.isEnd(1));
  }

  label(button, text, key, isDisabled) {
    button.title = `${text} (${key})`;
    button.ariaLabel = text;
    button.setAttribute('aria-keyshortcuts', key);
    button.disabled = isDisabled;
  }

  /** Whether there is nothing more to turn to. */
  isEnd(count) {
    const { page, pageCount, binding } = this.viewer;
    return binding.isLast?.(page, count) ?? (page + count < 0 || page + count >= pageCount);
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
