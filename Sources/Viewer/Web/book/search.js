// Where words stand in the book: hits with what is around them, as they come; also while the book is
// still being read.

import { element } from '../controls/dialogs.js';
import { button } from '../controls/icons.js';
import { ask } from '../viewer/source.js';
import { Rows } from './rows.js';

const height = 74;
/** Milliseconds without a key after which is searched, and until a book that is being read is asked again. */
const pause = 220;
const again = 900;

export class Search {
  constructor(viewer, place) {
    this.viewer = viewer;
    this.place = place;
    this.field = element('input', { type: 'search', placeholder: 'Search the book', ariaLabel: 'Search the book' });
    this.back = button('up', 'Previous hit', () => this.step(-1), 'Shift+Enter');
    this.next = button('down', 'Next hit', () => this.step(1), 'Enter');
    this.note = element('p', { className: 'quiet', role: 'status' });
    this.share = element('progress', { hidden: true, ariaLabel: 'Read so far' });
    this.scroller = element('div', { className: 'scroller' });
    place.append(element('div', { className: 'field' }, this.field, this.back, this.next), this.note, this.share, this.scroller);
    this.rows = new Rows(this.scroller, { role: 'list', ariaLabel: 'Hits' }, (row) => this.row(row));
    this.rows.resized = () => this.rows.update();
    this.rows.seen = (first, end) => { if (this.hits.length && end > this.hits.length - 20) this.more(); };
    this.forget();
    this.field.addEventListener('input', () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.look(this.field.value), pause);
    });
    this.field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      if (this.field.value.trim() === this.words) this.step(event.shiftKey ? -1 : 1); else this.look(this.field.value);
    });
    viewer.addEventListener('load', () => { this.field.value = ''; this.forget(); });
  }

  shown() {
    this.rows.update();
    this.place.classList.toggle('empty', !this.words);
    if (!this.viewer.book.album.links.search) this.say('This book has no words that could be searched.');
    if (!matchMedia('(pointer: coarse)').matches || !this.words) this.field.focus();
    this.field.select();
  }

  forget() {
    this.visit?.abort();
    this.words = '';
    this.hits = [];
    this.total = 0;
    this.current = -1;
    this.nextPart = null;
    this.rows.show(0, height);
    this.say('');
    this.showMarks();
  }

  say(text, share = null) {
    this.note.textContent = text;
    this.note.hidden = !text;
    this.share.hidden = share === null;
    if (share !== null) this.share.value = share;
  }

  /** Tells the pages, and the address, what is marked. */
  showMarks() {
    const { viewer, hits, words } = this;
    this.back.disabled = this.next.disabled = !hits.length;
    const { book } = viewer;
    if (!book) return;
    const counts = new Map();
    for (const { page } of hits) counts.set(page - 1, (counts.get(page - 1) ?? 0) + 1);
    book.hits = counts;
    book.marks = hits.map((hit, at) => ({ page: hit.page - 1, boxes: hit.boxes, isCurrent: at === this.current }));
    viewer.query = words;
    viewer.dispatch('hits');
  }

  /** Looks for words; the first hit from the page in view on is the current one. */
  async look(text) {
    const words = text.trim();
    clearTimeout(this.timer);
    if (words === this.words && this.hits.length) return;
    const { viewer } = this;
    this.forget();
    if (!words || !viewer.book?.album.links.search) return;
    this.words = viewer.query = words;
    const visit = (this.visit = new AbortController());
    const address = new URL(viewer.book.album.links.search, viewer.source);
    address.searchParams.set('q', words);
    this.say('Searching …');
    let complete = 0;
    do {
      const found = await this.ask(address, visit);
      if (!found || visit.signal.aborted) return;
      complete = found.complete;
      this.unreadable = found.unreadable ?? 0;
      this.take(found, this.hits.length > found.hits.length ? this.hits : found.hits);
      this.report(complete);
      if (complete < 1) await new Promise((done) => { setTimeout(done, again); });
    } while (complete < 1 && !visit.signal.aborted);
  }

  async ask(address, visit) {
    try {
      const answer = await ask(address, { signal: visit.signal });
      const found = await answer.json().catch(() => null);
      if (answer.ok && found) return found;
      this.say(found?.error?.detail ?? 'The search has failed. Try again in a moment.');
    } catch (error) {
      if (!visit.signal.aborted) this.say(error.message);
    }
    return null;
  }

  take(found, hits) {
    const isFirst = !this.hits.length;
    const before = this.hits[this.current];
    this.hits = hits;
    this.total = found.total;
    this.nextPart = hits === found.hits ? found.next : this.nextPart;
    if (isFirst && hits.length) {
      const from = hits.findIndex(({ page }) => page - 1 >= this.viewer.page);
      this.rows.show(hits.length, height);
      this.choose(Math.max(0, from), this.field !== document.activeElement && !this.isRestored);
      return;
    }
    if (before) this.current = hits.findIndex((hit) => same(hit, before));
    this.rows.show(hits.length, height);
    this.showMarks();
  }

  report(complete) {
    const { total } = this;
    const words = !total ? `“${this.words}” is not in this book.` : total === 1 ? 'Once' : `${total.toLocaleString('en')} times`;
    if (complete < 1) this.say(`${total ? words : 'Nothing yet'} · the book is still being read, ${Math.round(complete * 100)} %`, complete);
    else this.say((total && this.current >= 0 ? `${(this.current + 1).toLocaleString('en')} of ${total.toLocaleString('en')}` : words) + this.left);
    this.complete = complete;
    this.place.classList.toggle('empty', false);
  }

  /** Whether the document lets nobody have its words: hits are told by their pages alone. */
  get isKept() { return !this.viewer.book.album.links.text; }

  /** What could not be searched, or may not be told. */
  get left() {
    const { unreadable: count } = this;
    const unsearched = count ? ` · ${count === 1 ? 'a page' : `${count.toLocaleString('en')} pages`} can’t be searched` : '';
    return unsearched + (this.isKept && this.total ? ' · the document forbids that its text is taken out, so only the places are shown' : '');
  }

  /** The next hundred, once somebody has come near the end of those that are here. */
  async more() {
    if (!this.nextPart || this.isBusy) return;
    this.isBusy = true;
    const { visit } = this;
    const found = await this.ask(new URL(this.nextPart, this.viewer.source), visit);
    this.isBusy = false;
    if (!found || visit.signal.aborted) return;
    this.hits = [...this.hits, ...found.hits];
    this.nextPart = found.next;
    this.rows.count = this.hits.length;
    this.rows.list.style.height = `${this.hits.length * height}px`;
    this.rows.update();
    this.showMarks();
  }

  /** Makes a hit the current one; goes to it without a change of zoom, and scrolls only if it is out of sight. */
  async choose(at, goes = true) {
    const before = this.current;
    this.current = at;
    for (const row of [before, at]) this.rows.renew(row);
    this.rows.reveal(at);
    this.report(this.complete ?? 1);
    this.showMarks();
    if (!goes) return;
    const { viewer } = this;
    const hit = this.hits[at];
    await viewer.goToPage(hit.page - 1, { animated: false });
    const [x, y, width, height] = hit.boxes[0] ?? [];
    if (width) reveal(viewer, around({ x, y, width, height }));
  }

  async step(count) {
    if (!this.hits.length) return;
    let to = this.current + count;
    if (to >= this.hits.length) await this.more();
    if (to < 0) to = this.hits.length - 1;
    this.choose(to % this.hits.length);
  }

  row(row) {
    const hit = this.hits[row];
    const words = this.isKept ? [`Page ${hit.label}`] : [`… ${hit.before} `, element('mark', { textContent: hit.match }), ` ${hit.after} …`];
    const made = element('button', { type: 'button', className: 'hit' }, element('span', { dir: 'auto' }, ...words), element('small', { textContent: hit.label }));
    made.setAttribute('aria-label', this.isKept ? words[0] : `Page ${hit.label}: ${hit.before} ${hit.match} ${hit.after}`);
    if (row === this.current) made.setAttribute('aria-current', 'true');
    made.addEventListener('click', () => {
      this.choose(row);
      this.went?.();
    });
    made.addEventListener('keydown', (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      this.rows.reveal(row + step)?.focus();
    });
    const item = element('div', { role: 'listitem' }, made);
    item.focus = () => made.focus();
    return item;
  }
}

/** Scrolls no more than it must for a rectangle of image pixels to be in sight. */
function reveal(viewer, rect) {
  const { zoomScale } = viewer;
  const { x, y, width, height } = viewer.onLeaf(rect);
  viewer.scrollRectToVisible({ x: x * zoomScale, y: y * zoomScale, width: width * zoomScale, height: height * zoomScale }, { animated: false });
}

/** What is around a word is seen with it. */
function around({ x, y, width, height }) {
  return { x: Math.max(0, x - 4 * height), y: Math.max(0, y - 3 * height), width: width + 8 * height, height: 7 * height };
}

const same = (one, other) => one.page === other.page && String(one.boxes) === String(other.boxes);
