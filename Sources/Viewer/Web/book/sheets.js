// What lies on the pages in view: hits of a search, and their words, to be selected, copied and read
// out. A sheet of its own lies over each page, as large as its image and scaled with it.

import { ask } from '../viewer/source.js';
import { element } from '../controls/dialogs.js';
import { PageLinks, style as linkStyle } from './page-links.js';

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  .sheet { position: absolute; top: 0; left: 0; transform-origin: 0 0; pointer-events: none; }
  .sheet.marked, .selects .sheet { mix-blend-mode: multiply; }
  .mark { position: absolute; border-radius: 2px; background: #ffe27a; }
  .mark.current { background: #ffa94d; }
  .line { position: absolute; margin: 0; color: transparent; white-space: pre; transform-origin: 0 0; line-height: 1; font-family: sans-serif; cursor: text; }
  .selects .line { pointer-events: auto; user-select: text; -webkit-user-select: text; touch-action: auto; }
  .line::selection { background: #4a90e266; color: transparent; }
  canvas.surface[data-paper=sepia] { filter: sepia(.5) brightness(.96); }
  canvas.surface[data-paper=dark] { filter: invert(.9) hue-rotate(180deg); }
  canvas.surface[data-paper=dark] ~ .sheet { mix-blend-mode: normal; }
  canvas.surface[data-paper=dark] ~ .sheet .mark { opacity: .4; }
  @media (forced-colors: active) { .sheet.sheet { mix-blend-mode: normal; } .mark { background: none; outline: 2px solid Highlight; } }
${linkStyle}`);
/** Points around a hit, at any zoom. */
const rim = 2;
/** Milliseconds that a page rests before its words are asked for, and pages whose words are kept. */
const rest = 350;
const most = 40;

export class Sheets {
  /** book: of whose pages one or some are in view; null while none is. */
  constructor(viewer, book = () => viewer.book) {
    this.viewer = viewer;
    this.getBook = book;
    this.there = new Map();
    this.words = new Map();
    this.links = new PageLinks(viewer, book);
    viewer.shadowRoot.adoptedStyleSheets.push(sheet);
    const wake = () => { this.pending ||= requestAnimationFrame(() => this.frame()); };
    for (const type of ['scroll', 'zoom', 'settled', 'pagechange', 'tilesready', 'bind', 'turn', 'willbegindragging']) viewer.addEventListener(type, wake);
    viewer.addEventListener('hits', () => {
      for (const made of this.there.values()) this.mark(made);
      wake();
    });
    viewer.addEventListener('settled', () => this.ask());
    // What a book has to be read is known last.
    for (const type of ['tilesready', 'bind']) viewer.addEventListener(type, () => this.ask());
    for (const type of ['load', 'fail']) viewer.addEventListener(type, () => this.forget());
    this.wake = wake;
    wake();
  }

  get book() { return this.getBook(); }

  forget() {
    for (const { page, call } of this.there.values()) {
      call.abort();
      page.remove();
    }
    this.there.clear();
    this.words.clear();
  }

  /** Whether words are selected by a drag; else it moves the page. */
  get selects() { return this.viewer.stage.classList.contains('selects'); }

  set selects(is) {
    this.viewer.stage.classList.toggle('selects', is);
    if (!is) getSelection()?.removeAllRanges();
    this.ask();
  }

  /** The pages in sight, with where their images' corners lie and how large their pixels are, in points. */
  inSight() {
    const { viewer } = this;
    const { calculator, binding, state, pages } = viewer;
    const found = [];
    if (!state) return found;
    for (let leaf = state.firstPage; leaf < state.endPage; leaf++) {
      const view = calculator.pageView(leaf);
      if (!view || view.x >= view.width || view.x + view.width <= 0) continue;
      for (const { page, place } of binding.parts(leaf)) {
        const image = pages.stores.get(page)?.image;
        if (!image) continue;
        const scale = place.scale * view.zoomScale;
        const [x, y] = [view.x + place.x * view.zoomScale - view.offsetX, view.y + place.y * view.zoomScale - view.offsetY];
        if (x < view.width && y < view.height && x + image.width * scale > 0 && y + image.height * scale > 0) found.push({ page, image, x, y, scale });
      }
    }
    return found;
  }

  frame() {
    this.pending = 0;
    const seen = this.inSight();
    const pages = new Set(seen.map(({ page }) => page));
    for (const [number, made] of this.there) {
      if (pages.has(number)) continue;
      made.call.abort();
      made.page.remove();
      this.there.delete(number);
    }
    for (const { page, image, x, y, scale } of seen) {
      const made = this.there.get(page) ?? this.make(page, image);
      made.page.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
      // What it is written into is styled anew, all of its lines.
      if (scale !== made.scale) made.page.style.setProperty('--rim', `${rim / scale}px`);
      made.scale = scale;
    }
    if (this.viewer.state && !this.viewer.isSettled) this.wake();
  }

  make(number, image) {
    const page = element('div', { className: 'sheet' });
    page.style.width = `${image.width}px`;
    page.style.height = `${image.height}px`;
    const made = { number, page, image, call: new AbortController(), marks: element('div'), links: element('div'), text: element('div', { role: 'document', ariaLabel: `Page ${this.book.label(number)}` }) };
    page.append(made.marks, made.text, made.links);
    this.viewer.stage.append(page);
    this.there.set(number, made);
    this.mark(made);
    const words = this.words.get(number);
    if (words) this.write(made, words); else this.ask();
    this.links.write(made);
    return made;
  }

  mark({ number, page, marks }) {
    const here = (this.book?.marks ?? []).filter((mark) => mark.page === number);
    // Whoever turns pages that blend with what lies under them waits for every frame of it.
    page.classList.toggle('marked', here.length > 0);
    marks.replaceChildren(...here.flatMap(({ boxes, isCurrent }) => boxes.map(([x, y, width, height]) => {
      const made = element('div', { className: isCurrent ? 'mark current' : 'mark' });
      Object.assign(made.style, { left: `calc(${x}px - var(--rim))`, top: `calc(${y}px - var(--rim))`, width: `calc(${width}px + 2 * var(--rim))`, height: `calc(${height}px + 2 * var(--rim))` });
      return made;
    })));
  }

  /** Asks for the words of pages that are looked at, once their pictures are there. */
  ask() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.viewer.demand.pool?.isHeld) return this.ask();
      for (const made of this.there.values()) this.askFor(made).then(() => this.lead(made));
    }, rest);
  }

  async askFor({ number, image, call: { signal } }) {
    const { viewer, book } = this;
    if (this.words.has(number) || !book?.album.links.text) return;
    const words = [];
    this.words.set(number, words);
    if (this.words.size > most) this.words.delete(this.words.keys().next().value);
    const address = new URL(book.album.pages[number].links.image, viewer.source);
    address.pathname += '/text';
    const answer = await ask(address, { signal }).catch(() => null);
    const found = answer?.ok ? await answer.json().catch(() => null) : null;
    // It may be read by then: whoever comes back asks again.
    if (!found) return this.words.delete(number);
    words.push(...found.lines.filter(({ box }) => box).map(({ text, box }) => ({ text, box: box.map((side, at) => side * (at % 2 ? image.height / found.height : image.width / found.width)) })));
    const made = this.there.get(number);
    if (made) this.write(made, words);
  }

  /** Lays over a page where it leads, which its words tell too. */
  async lead(asking) {
    await this.links.askFor(asking);
    const { number } = asking;
    const made = this.there.get(number);
    if (made && made.links.childElementCount === 0) this.links.write(made);
  }

  /** A line of text lies over its picture: as high, and stretched to its width. */
  write({ text }, lines) {
    text.replaceChildren(...lines.map(({ text: words, box: [x, y, , height] }) => {
      const line = element('p', { className: 'line', textContent: words });
      Object.assign(line.style, { left: `${x}px`, top: `${y}px`, fontSize: `${height}px` });
      return line;
    }));
    const made = [...text.children];
    // All are measured before any is changed: each change would have the next one laid out again.
    made.map((line) => line.offsetWidth).forEach((own, at) => {
      if (own > 0) made[at].style.transform = `scaleX(${lines[at].box[2] / own})`;
    });
  }

  /** The first words that show of a page. */
  excerpt() {
    const { page, visibleRect: { x, y, width, height } } = this.viewer;
    const lines = (this.words.get(page) ?? []).filter(({ box: [left, top, across, down] }) => left + across > x && left < x + width && top + down / 2 > y && top + down / 2 < y + height);
    const words = lines.slice(0, 3).map(({ text }) => text).join(' ');
    return words.length > 90 ? `${words.slice(0, 88).replace(/\s\S*$/, '')} …` : words;
  }
}
