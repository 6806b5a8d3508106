// What a book has beside its pages: them in small, its parts, a search, and how it is read. It lies at
// the left of the window, and on a phone below.

import { element } from '../controls/dialogs.js';
import { addIcons, button } from '../controls/icons.js';
import { hasLetterKeys } from '../controls/letter-keys.js';
import { inset } from '../viewer/settings.js';
import '../controls/rare-icons.js';
import { Contents } from './contents.js';
import { PageThumbnails } from './thumbnails.js';
import { Reading } from './reading.js';
import { Search } from './search.js';
import { Sheets } from './sheets.js';

addIcons({
  book: 'M12 6.5C10 5 7 4.5 3.5 4.5v13c3.500 0 6.500.5 8.500 2 2-1.500 5-2 8.500-2v-13c-3.500 0-6.500.5-8.500 2zM12 6.500v13',
  pages: 'M4 4h6.500v7H4zM13.500 4H20v7h-6.500zM4 14h6.500v6H4zM13.500 14H20v6h-6.500z',
  contents: 'M4 6h.01M4 12h.01M4 18h.01M8 6h12M8 12h12M8 18h8',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500 20 20',
  reading: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  overview: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
});

const href = new URL('../style/book.css', import.meta.url);
await new Promise((done) => {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: done, onerror: done }));
});

const tabs = [
  ['pages', 'Pages', 'G'], ['contents', 'Contents', 'O'], ['search', 'Search', '/'], ['reading', 'Reading', 'R'],
];
const small = matchMedia('(max-width: 640px)');

export class Desk {
  constructor(viewer, bar) {
    this.viewer = viewer;
    const { query } = viewer;
    this.sheets = new Sheets(viewer);
    this.panel = element('aside', { className: 'side shelf', hidden: true, ariaLabel: 'Book' });
    this.tabs = tabs.map(([name, label, key]) => {
      const tab = button(name, label, () => this.show(name), key);
      tab.append(element('span', { textContent: label }));
      tab.setAttribute('role', 'tab');
      tab.id = `tab-${name}`;
      tab.setAttribute('aria-controls', `panel-${name}`);
      return tab;
    });
    this.list = element('div', { className: 'tabs', role: 'tablist', ariaLabel: 'Book' }, ...this.tabs);
    this.list.addEventListener('keydown', (event) => this.walk(event));
    this.close = button('close', 'Close', () => this.toggle(false), 'Esc');
    this.overview = button('overview', 'Overview', () => this.widen(!this.isOverview));
    this.overview.classList.add('widen');
    this.panel.append(element('div', { className: 'head' }, this.list, this.overview, this.close));
    const place = (name) => {
      const made = element('div', { className: `page ${name}`, id: `panel-${name}`, role: 'tabpanel', hidden: true });
      made.setAttribute('aria-labelledby', `tab-${name}`);
      this.panel.append(made);
      return made;
    };
    const pages = place('pages');
    this.parts = {
      pages: new PageThumbnails(viewer, pages), contents: new Contents(viewer, place('contents')),
      search: new Search(viewer, place('search')), reading: new Reading(viewer, place('reading'), this.sheets),
    };
    // Who has found the page wants to see it.
    for (const part of [this.parts.pages, this.parts.contents, this.parts.search]) part.went = () => { if (small.matches || this.isOverview) this.toggle(false); };
    this.panel.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      if (this.isOverview) this.widen(false); else this.toggle(false);
    });
    this.opener = button('book', 'Pages, contents and search', () => this.toggle(), 'O');
    this.opener.ariaExpanded = 'false';
    this.opener.classList.add('book');
    bar.after(this.opener);
    document.body.append(this.panel);
    addEventListener('keydown', (event) => this.press(event));
    addEventListener('resize', () => this.fit(true));
    for (const type of ['load', 'fail']) viewer.addEventListener(type, () => this.update());
    addEventListener('hashchange', () => this.restore(new URLSearchParams(location.hash.slice(1)).get('q')));
    // What a book has to search in is known last.
    viewer.addEventListener('bind', () => this.restore(this.wanted));
    this.update();
    this.restore(query);
  }

  get isOpen() { return !this.panel.hidden; }
  get isOverview() { return this.panel.classList.contains('overview'); }

  /** There is one where a book is open. */
  update() {
    this.fit(true);
    const { book } = this.viewer;
    this.opener.hidden = !book;
    if (book) book.excerpt = () => this.sheets.excerpt();
    if (!this.viewer.book) this.toggle(false);
  }

  /** What the address says that is looked for. */
  restore(words) {
    const { search } = this.parts;
    const { book } = this.viewer;
    if (!words || words === search.words || !book) return;
    this.wanted = this.viewer.query = words;
    if (!book.album.links.search) return;
    this.wanted = null;
    search.field.value = words;
    search.isRestored = true;
    this.show('search');
    search.look(words).finally(() => { search.isRestored = false; });
  }

  toggle(is = !this.isOpen) {
    if (is) return this.show(this.name ?? (this.viewer.book.album.links.outline ? 'contents' : 'pages'));
    if (!this.isOpen) return;
    const held = this.panel.contains(document.activeElement);
    this.panel.hidden = true;
    this.panel.classList.remove('overview');
    this.opener.ariaExpanded = 'false';
    this.fit();
    if (held) (this.back?.isConnected && this.back !== document.body ? this.back : this.viewer).focus?.();
  }

  show(name) {
    if (!this.isOpen) this.back = document.activeElement;
    const wasOpen = this.isOpen;
    this.name = name;
    this.panel.hidden = false;
    this.opener.ariaExpanded = 'true';
    for (const tab of this.tabs) {
      const is = tab.id === `tab-${name}`;
      tab.ariaSelected = String(is);
      tab.tabIndex = is ? 0 : -1;
    }
    for (const page of this.panel.querySelectorAll('.page')) page.hidden = page.id !== `panel-${name}`;
    this.overview.hidden = name !== 'pages' || small.matches;
    if (name !== 'pages') this.panel.classList.remove('overview');
    this.fit();
    this.parts[name].shown();
    if (!wasOpen && !this.panel.contains(document.activeElement)) this.tabs.find((tab) => tab.ariaSelected === 'true').focus({ preventScroll: true });
  }

  /** All pages side by side over the whole window, and back. */
  widen(is) {
    this.panel.classList.toggle('overview', is);
    this.overview.setAttribute('aria-pressed', String(is));
    this.fit();
    this.parts.pages.shown();
  }

  /** The book stands beside what is open, or above it; `isNew` where others have told anew what bars cover. */
  fit(isNew = false) {
    const { viewer } = this;
    const now = inset(viewer);
    if (isNew || !this.covered) this.bare = now;
    this.covered = this.isOpen && !this.isOverview;
    const { right, top } = this.panel.getBoundingClientRect();
    const beside = small.matches ? { bottom: Math.max(this.bare.bottom, innerHeight - top) } : { left: right };
    const wanted = { ...this.bare, ...(this.covered && beside) };
    if (wanted.left !== now.left || wanted.bottom !== now.bottom) viewer.contentInset = wanted;
  }

  walk(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const here = this.tabs.indexOf(document.activeElement);
    const next = (here + step + this.tabs.length) % this.tabs.length;
    this.show(tabs[next][0]);
    this.tabs[next].focus();
  }

  press(event) {
    if (!this.viewer.book || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches?.('input, select, textarea, dialog *')) return;
    const key = event.key.toUpperCase();
    const isLetter = /^[A-Z]$/.test(key);
    if (isLetter && !hasLetterKeys() && event.target !== this.viewer) return;
    const name = tabs.find(([, , shortcut]) => shortcut === key)?.[0];
    if (name) {
      event.preventDefault();
      if (this.isOpen && this.name === name) this.toggle(false); else this.show(name);
    } else if (key === 'T') {
      event.preventDefault();
      this.sheets.selects = !this.sheets.selects;
      this.parts.reading.shown();
    } else if (key === 'ESCAPE' && this.isOpen && !document.fullscreenElement) {
      event.preventDefault();
      this.toggle(false);
    }
  }
}

