// The pages in small: two beside each other in the panel, as many as fit in the overview; what faces
// each other in the book does so here.

import { element } from '../controls/dialogs.js';
import { Pictures } from './pictures.js';
import { Rows } from './rows.js';

/** Points: of a page at least, between two, and of the line below it. */
const narrowest = 104;
const narrowestInOverview = 132;
const room = 14;
const line = 30;
/** Heights by widths beyond which a page is shown within. */
const tallest = 1.6;

export class PageThumbnails {
  constructor(viewer, place) {
    this.viewer = viewer;
    this.place = place;
    this.rows = new Rows(place, { role: 'list', ariaLabel: 'Pages' }, (row) => this.row(row));
    this.rows.resized = () => this.layOut();
    this.pictures = new Pictures(viewer);
    this.rows.seen = () => this.pictures.later(0);
    place.addEventListener('keydown', (event) => this.press(event));
    for (const type of ['pagechange', 'bind', 'hits']) viewer.addEventListener(type, () => this.changed(type));
  }

  /** Opened: the page in view is in the middle. */
  shown() {
    this.layOut();
    this.rows.reveal(this.rowOf(this.viewer.page), true);
  }

  changed(type) {
    if (!this.place.checkVisibility()) return;
    if (type === 'bind') return this.shown();
    if (type === 'hits') return this.layOut();
    const row = this.rowOf(this.viewer.page);
    for (const made of this.place.querySelectorAll('[aria-current]')) made.removeAttribute('aria-current');
    this.place.querySelector(`[data-page="${this.viewer.page}"]`)?.setAttribute('aria-current', 'page');
    if (!this.place.matches(':hover, :focus-within')) this.rows.reveal(row);
  }

  /** Pages by their places: of pairs the first one's is even, or odd where it stands alone on the other side. */
  slots() {
    const { binding, pageCount } = this.viewer;
    const isPaired = binding.firsts && binding.leaves < pageCount;
    if (!isPaired) return Array.from({ length: pageCount }, (_, page) => page);
    const slots = [];
    for (let leaf = 0; leaf < binding.leaves; leaf++) {
      const pages = binding.pagesOf(leaf);
      // A page by itself is a right one where the next pair begins behind it, as covers are.
      if (pages.length === 1) slots.push(...(leaf === 0 ? [null, pages[0]] : [pages[0], null])); else slots.push(...pages);
    }
    return slots;
  }

  layOut() {
    const { viewer, place } = this;
    const width = place.clientWidth - 2 * room;
    if (width < 1 || !viewer.book) return;
    this.pageSlots = this.slots();
    const isWide = place.closest('.overview');
    const columns = Math.max(2, Math.floor((width + room) / ((isWide ? narrowestInOverview : narrowest) + room)));
    this.columns = columns - columns % 2;
    this.width = Math.floor((width - room * (this.columns - 1)) / this.columns);
    const { pages } = viewer.book;
    const shapes = pages.slice(0, 40).map(({ width: across, height: down }) => down / across);
    this.height = Math.round(this.width * Math.min(tallest, Math.max(...shapes)));
    this.rowsAt = new Map(this.pageSlots.flatMap((page, slot) => (page === null ? [] : [[page, Math.floor(slot / this.columns)]])));
    this.rows.show(Math.ceil(this.pageSlots.length / this.columns), this.height + line + room);
  }

  rowOf(page) { return this.rowsAt?.get(page) ?? 0; }

  row(row) {
    const made = element('div', { className: 'leaves' });
    const slots = this.pageSlots.slice(row * this.columns, (row + 1) * this.columns);
    if (this.viewer.binding.isReversed) made.dir = 'rtl';
    for (const page of slots) made.append(page === null ? element('span', { className: 'blank' }) : this.page(page));
    made.style.setProperty('--width', `${this.width}px`);
    made.style.setProperty('--height', `${this.height}px`);
    return made;
  }

  page(page) {
    const { viewer } = this;
    const { links } = viewer.book.album.pages[page];
    const label = viewer.book.label(page);
    const picture = element('img', { alt: '', decoding: 'async', draggable: false });
    this.pictures.load(picture, new URL(links.thumbnail, viewer.source).href);
    const { width, height } = viewer.book.pages[page];
    const scale = Math.min(this.width / width, this.height / height);
    picture.style.width = `${width * scale}px`;
    picture.style.height = `${height * scale}px`;
    picture.addEventListener('load', () => picture.classList.add('here'));
    const count = viewer.book.hits?.get(page) ?? 0;
    const made = element('button', { type: 'button', className: 'leaf', ariaLabel: `Page ${label}${count ? `, ${count} found` : ''}` }, picture, element('span', { textContent: label }));
    if (count) made.append(element('b', { textContent: count }));
    made.dataset.page = page;
    made.tabIndex = page === viewer.page ? 0 : -1;
    if (page === viewer.page) made.setAttribute('aria-current', 'page');
    made.addEventListener('click', () => {
      viewer.goToPage(page);
      this.went?.();
    });
    return element('div', { role: 'listitem' }, made);
  }

  press(event) {
    const here = Number(event.target.dataset?.page ?? NaN);
    if (Number.isNaN(here)) return;
    const side = this.viewer.binding.isReversed ? -1 : 1;
    const slot = this.pageSlots.indexOf(here);
    const to = { ArrowRight: slot + side, ArrowLeft: slot - side, ArrowDown: slot + this.columns, ArrowUp: slot - this.columns, Home: 0, End: this.pageSlots.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const step = to < slot ? -1 : 1;
    let found = Math.max(0, Math.min(this.pageSlots.length - 1, to));
    while (this.pageSlots[found] === null) found += step;
    const page = this.pageSlots[found];
    if (page === undefined) return;
    this.rows.reveal(this.rowOf(page))?.querySelector(`[data-page="${page}"]`)?.focus();
  }
}
