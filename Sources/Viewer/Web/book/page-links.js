// Where pages lead: each place is a real link, for Tab, for whoever reads aloud and for the browser's
// own menu. What is dragged, pinched or held on one moves the page, as beside it.

import { ask } from '../viewer/source.js';
import { element } from '../controls/dialogs.js';

export const style = `
  .link { position: absolute; pointer-events: auto; border-radius: 2px; outline: none; -webkit-user-drag: none; }
  .link:hover { background: #4a90e22e; }
  .link:focus-visible { box-shadow: 0 0 0 var(--rim) #1a62c4; }
  @media (forced-colors: active) { .link:focus-visible { outline: var(--rim) solid Highlight; } }
`;
/** Points and milliseconds that a press on a link may take, and pages whose links are kept. */
const slop = 10;
const patience = 500;
const most = 40;
const isSafe = (url) => /^(https?|mailto):/i.test(url);

export class PageLinks {
  constructor(viewer, book) {
    this.viewer = viewer;
    this.getBook = book;
    this.known = new Map();
    const { stage } = viewer;
    // Before the page hears of it: what follows a link is no tap on the page.
    stage.addEventListener('pointermove', (event) => { if (this.press && this.distance(event) > slop) this.press = null; }, true);
    stage.addEventListener('pointerup', (event) => this.lift(event), true);
    for (const type of ['load', 'fail']) viewer.addEventListener(type, () => this.known.clear());
  }

  distance({ clientX, clientY }) { return Math.hypot(clientX - this.press.x, clientY - this.press.y); }

  get book() { return this.getBook(); }

  /** Whether a book's pages may lead anywhere, and where is known by now. */
  get isWanted() {
    const { kind, layout, links } = this.book?.album ?? {};
    return !!layout && (kind === 'pdf' || !!links?.text);
  }

  /** Asks where a page leads, once its words are known. */
  async askFor({ number, image, call: { signal } }) {
    const { viewer } = this;
    if (this.known.has(number) || !this.isWanted) return;
    this.known.set(number, []);
    if (this.known.size > most) this.known.delete(this.known.keys().next().value);
    const { book } = this;
    const address = new URL(book.album.pages[number].links.image, viewer.source);
    address.pathname += '/links';
    const answer = await ask(address, { signal }).catch(() => null);
    const found = answer?.ok ? await answer.json().catch(() => null) : null;
    if (this.book !== book) return;
    if (!found) return this.known.delete(number);
    const scale = [image.width / found.width, image.height / found.height];
    this.known.set(number, (found.links ?? []).map((link) => ({ ...link, box: link.box.map((side, at) => side * scale[at % 2]) })));
  }

  /** Lays a page's links over it. */
  write({ number, image, links }) {
    const here = (this.known.get(number) ?? []).map((link) => this.make(link, image)).filter(Boolean);
    links.replaceChildren(...here);
  }

  make({ box: [x, y, width, height], page, url, text }, image) {
    const { viewer, book } = this;
    const where = page ? `Page ${book.label(page - 1)}` : url;
    if (!page && !isSafe(url)) return null;
    const made = element('a', { className: 'link', href: page ? book.leadTo?.(page) ?? `#page=${page}` : url, title: where, ariaLabel: text ? `${text}, ${where}` : where, draggable: false });
    if (!page) Object.assign(made, { target: '_blank', rel: 'noopener noreferrer' });
    Object.assign(made.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px`, touchAction: viewer.surface.style.touchAction });
    const { surface } = viewer;
    made.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      this.press = this.press ? null : { id: event.pointerId, link: made, x: event.clientX, y: event.clientY, time: event.timeStamp };
      surface.dispatchEvent(new PointerEvent(event.type, event));
    });
    made.addEventListener('wheel', (event) => {
      if (!surface.dispatchEvent(new WheelEvent(event.type, event))) event.preventDefault();
    }, { passive: false });
    made.addEventListener('keydown', (event) => { if (event.key === 'Enter') event.stopPropagation(); });
    made.addEventListener('focus', () => {
      // Browsers scroll what has the focus into sight; here the page moves under its frame.
      viewer.scrollTo(0, 0);
      if (!made.matches(':focus-visible')) return;
      const { x: left, y: top, width: across, height: down } = viewer.onLeaf({ x, y, width, height });
      const { zoomScale } = viewer;
      viewer.scrollRectToVisible({ x: left * zoomScale, y: top * zoomScale, width: across * zoomScale, height: down * zoomScale }, { animated: false });
    });
    made.addEventListener('click', (event) => {
      // The press that was heard already may come once more, as a click.
      const isEcho = event.isTrusted && event.timeStamp - this.followed < patience;
      const isTurn = page && !book.leadTo;
      if (isTurn || isEcho) event.preventDefault();
      if (isTurn && !isEcho) viewer.goToPage(page - 1, { animated: false });
    });
    return made;
  }

  lift(event) {
    const { press, viewer } = this;
    this.press = null;
    if (!press || press.id !== event.pointerId || event.timeStamp - press.time > patience) return;
    event.stopPropagation();
    viewer.surface.dispatchEvent(new PointerEvent('pointercancel', event));
    this.followed = event.timeStamp;
    press.link.click();
  }
}
