// All pages on one leaf, one behind the other, which scrolls. Only those in sight have tiles, and
// nothing is there for each of the others: any number of pages scrolls alike.

import { BoxLine, lastAt } from './geometry.js';

/** Between two pages, as a part of the first one's width. */
const gap = 0.03;
/** Points beyond which a column is no wider when it opens: lines of text grow too long to read. */
const widest = 900;
/** Pages on either side of those in sight that are asked for. */
const around = 1;
/** The calculator's rule for tiny images, and how far one zooms beyond a page that fits. */
const wholePixels = 5;
const closest = 5;
const types = ['scroll', 'zoom', 'settled'];

export class Column {
  scrolls = true;
  leaves = 1;

  constructor(viewer, book) {
    this.viewer = viewer;
    this.book = book;
    this.count = book.count;
    // What is turned to a side goes down when it scrolls, unless the book itself says how it does.
    const direction = book.declared.layout === 'scroll' ? book.choice.direction : 'ttb';
    this.line = new BoxLine(book.pages, direction, gap * book.pages[0].width);
    this.follow = () => {
      this.limit();
      this.tellPage();
    };
    for (const type of types) viewer.addEventListener(type, this.follow);
  }

  end() { for (const type of types) this.viewer.removeEventListener(type, this.follow); }

  leaf() { return 0; }

  size() {
    const { width, height } = this.line.size;
    return { width: Math.max(1, width), height: Math.max(1, height) };
  }

  open() {}

  /** Zoomed out a page fits, not all of them. */
  limit() {
    const { viewer, line } = this;
    const { bounds } = viewer.state;
    const { top, left, bottom, right } = viewer.inset;
    const page = this.book.pages[0];
    const [across, down] = line.isVertical ? [line.breadth, page.height] : [page.width, line.breadth];
    const fit = Math.max(1e-6, Math.min((bounds.width - left - right) / across, (bounds.height - top - bottom) / down));
    // Who looks closely at what is drawn goes on as closely to what is not.
    const most = Math.max(this.most ?? 1, viewer.sharpest);
    if (fit === this.fit && most === this.most) return;
    [this.fit, this.most] = [fit, most];
    viewer.change('setLimits', wholePixels, fit, Math.max(most, closest * fit));
  }

  show(page) {
    const { viewer, line } = this;
    this.limit();
    const { bounds } = viewer.state;
    const { left, right } = viewer.inset;
    const wide = Math.min(bounds.width - left - right, widest) / line.breadth;
    viewer.setZoomScale(line.isVertical ? Math.max(this.fit, wide) : this.fit, { animated: false });
    this.go(viewer, page, 0);
  }

  /** What shows, along the order of reading. */
  stretch({ contentOffset, zoomScale, bounds }) {
    const { line } = this;
    const [offset, size] = line.isVertical ? [contentOffset.y, bounds.height] : [contentOffset.x, bounds.width];
    const [from, to] = [offset / zoomScale, (offset + size) / zoomScale];
    return line.isReversed ? [line.length - to, line.length - from] : [from, to];
  }

  /** The page in the middle of what shows. */
  page(state) {
    const [from, to] = this.stretch(state);
    return lastAt(this.line.starts, (from + to) / 2);
  }

  parts() {
    const [from, to] = this.stretch(this.viewer.state);
    const { starts } = this.line;
    const [top, last] = [lastAt(starts, from), lastAt(starts, to)];
    const first = Math.max(0, top - around);
    const end = Math.min(this.count, last + around + 1);
    return Array.from({ length: end - first }, (_, at) => first + at)
      .map((page) => ({ page, place: this.place(page), isAside: page < top || page > last }));
  }

  place(page) {
    const { x, y, width } = this.line.frame(page);
    const image = this.viewer.pages.stores.get(page)?.image;
    return { x, y, scale: width / (image?.width ?? width) };
  }

  onward(page, count) { return page + count; }

  isLast(page, count) { return page + count < 0 || page + count >= this.count; }

  /** Shows a page from its beginning on; what is smaller than the view lies in its middle. */
  go(viewer, page, animated) {
    const { state, inset } = viewer;
    const { zoomScale, bounds, contentOffset } = state;
    const { x, y, width, height } = this.line.frame(page);
    const along = (begin, size, before, room) => begin * zoomScale - before - Math.max(0, room - size * zoomScale) / 2;
    const goal = this.line.isVertical
      ? { x: contentOffset.x, y: along(y, height, inset.top, bounds.height - inset.top - inset.bottom) }
      : { x: along(x, width, inset.left, bounds.width - inset.left - inset.right), y: contentOffset.y };
    viewer.setContentOffset(goal, { animated: !!animated });
    this.tellPage();
  }

  /** Where images come is known already; one of other proportions fills its page's width. */
  known() { this.limit(); }

  tellPage() {
    const { page } = this.viewer;
    if (page === this.last) return;
    const isFirst = this.last === undefined;
    this.last = page;
    if (!isFirst) this.viewer.dispatch('pagechange', { page });
  }
}
