// The book's parts as a tree: branches open when asked for, the part in view is marked, and a word
// leaves those that have it.

import { element } from '../controls/dialogs.js';
import { ask } from '../viewer/source.js';
import { Rows } from './rows.js';

const height = 38;

export class Contents {
  constructor(viewer, place) {
    this.viewer = viewer;
    this.place = place;
    this.field = element('input', { type: 'search', placeholder: 'Find a part', ariaLabel: 'Find a part' });
    this.scroller = element('div', { className: 'scroller' });
    this.note = element('p', { className: 'quiet', hidden: true });
    place.append(element('div', { className: 'field' }, this.field), this.note, this.scroller);
    this.rows = new Rows(this.scroller, { role: 'tree', ariaLabel: 'Contents' }, (row) => this.row(row));
    this.rows.resized = () => this.rows.update();
    this.open = new Set();
    this.field.addEventListener('input', () => this.list());
    this.scroller.addEventListener('keydown', (event) => this.press(event));
    viewer.addEventListener('pagechange', () => { if (place.checkVisibility()) this.mark(); });
  }

  async shown() {
    const { links } = this.viewer.book.album;
    if (this.asked !== this.viewer.book) {
      this.asked = this.viewer.book;
      this.parts = [];
      const answer = links.outline && await ask(new URL(links.outline, this.viewer.source)).catch(() => null);
      const found = answer?.ok ? await answer.json().catch(() => null) : null;
      this.take(found?.outline ?? [], 0, null);
      this.missing = found?.missing;
      // What is short is seen whole.
      if (this.parts.length <= 60) for (const part of this.parts) if (part.isBranch) this.open.add(part);
    }
    this.list();
    this.mark(true);
  }

  /** Every part, in its order: {title, page, depth, parent, isBranch}. */
  take(entries, depth, parent) {
    for (const { title, page, parts = [] } of entries) {
      const part = { title, page: page === null ? null : page - 1, depth, parent, isBranch: parts.length > 0 };
      this.parts.push(part);
      this.take(parts, depth + 1, part);
    }
  }

  /** The parts that are in sight: below open branches, or with the word in them. */
  list() {
    const word = this.field.value.trim().toLowerCase();
    const isOpen = (part) => !part.parent || (this.open.has(part.parent) && isOpen(part.parent));
    this.lines = word ? this.parts.filter(({ title }) => title.toLowerCase().includes(word)) : this.parts.filter(isOpen);
    this.isFiltered = !!word;
    this.note.hidden = this.lines.length > 0 && !this.missing;
    this.note.textContent = this.missing
      ? `The server could not read all of the contents: ${this.missing}`
      : word ? `No part is called “${this.field.value.trim()}”.` : 'This book does not tell its parts.';
    this.field.parentElement.hidden = !this.parts.length;
    this.current = this.here();
    this.rows.show(this.lines.length, height);
  }

  /** The part that the page in view belongs to: the last that begins on it or before, as deep as shows. */
  here() {
    const { page } = this.viewer;
    let found = null;
    for (const part of this.parts) if (part.page !== null && part.page <= page && (!found || part.page >= found.page)) found = part;
    while (found && !this.lines.includes(found)) found = found.parent;
    return found;
  }

  mark(isCentered = false) {
    const before = this.current;
    this.current = this.here();
    for (const part of [before, this.current]) if (part) this.rows.renew(this.lines.indexOf(part));
    if (this.current && (isCentered || !this.scroller.matches(':hover, :focus-within'))) this.rows.reveal(this.lines.indexOf(this.current), isCentered);
  }

  row(row) {
    const part = this.lines[row];
    const { viewer } = this;
    const made = element('div', { className: 'part', role: 'treeitem', title: part.title });
    made.setAttribute('aria-level', part.depth + 1);
    made.tabIndex = part === (this.current ?? this.lines[0]) ? 0 : -1;
    made.style.setProperty('--depth', this.isFiltered ? 0 : part.depth);
    const twist = element('span', { className: 'twist' });
    twist.setAttribute('aria-hidden', 'true');
    if (part.isBranch && !this.isFiltered) {
      made.ariaExpanded = String(this.open.has(part));
      twist.addEventListener('click', (event) => {
        event.stopPropagation();
        this.twist(part);
      });
    }
    if (part === this.current) made.setAttribute('aria-current', 'true');
    const label = part.page === null ? '' : viewer.book.label(part.page);
    made.append(twist, element('span', { className: 'name', dir: 'auto', textContent: part.title }), element('small', { textContent: label }));
    made.addEventListener('click', () => this.go(part));
    return made;
  }

  go(part) {
    if (part.page === null) return this.twist(part);
    this.viewer.goToPage(part.page, { animated: false });
    this.went?.();
  }

  twist(part, is = !this.open.has(part)) {
    if (is) this.open.add(part); else this.open.delete(part);
    this.list();
    this.focus(part);
  }

  focus(part) { this.rows.reveal(this.lines.indexOf(part))?.focus(); }

  press(event) {
    const row = Number(event.target.closest?.('[data-row]')?.dataset.row ?? NaN);
    const part = this.lines[row];
    if (!part) return;
    const act = {
      ArrowDown: () => this.lines[row + 1] && this.focus(this.lines[row + 1]),
      ArrowUp: () => this.lines[row - 1] && this.focus(this.lines[row - 1]),
      Home: () => this.focus(this.lines[0]),
      End: () => this.focus(this.lines.at(-1)),
      ArrowRight: () => {
        if (!part.isBranch || this.isFiltered) return;
        if (this.open.has(part)) this.focus(this.lines[row + 1]); else this.twist(part, true);
      },
      ArrowLeft: () => {
        if (part.isBranch && this.open.has(part) && !this.isFiltered) this.twist(part, false);
        else if (part.parent && this.lines.includes(part.parent)) this.focus(part.parent);
      },
      Enter: () => this.go(part),
      ' ': () => this.go(part),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
}
