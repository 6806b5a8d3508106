// Leaves that are turned: a page on each, or two that face each other. Where reading goes from the
// right the last leaf is the leftmost one: all that fingers do is mirrored by that.

import { BoxLine, lastAt, spreads } from './geometry.js';

export class Leaves {
  constructor(viewer, book, isPaired) {
    this.viewer = viewer;
    this.book = book;
    this.count = book.count;
    this.isReversed = book.choice.direction === 'rtl';
    const isAlone = (page) => book.alone.has(page) || book.pages[page].width > book.pages[page].height;
    /** The first page of each spread, in the order of reading. */
    this.firsts = isPaired ? spreads(this.count, book.choice, isAlone) : book.pages.map((_, page) => page);
    this.leaves = this.firsts.length;
    /** What the calculator has been told of how large leaves are. */
    this.sizes = new Map();
    this.tell = () => this.tellSizes();
    viewer.addEventListener('pagechange', this.tell);
  }

  end() { this.viewer.removeEventListener('pagechange', this.tell); }

  /** A spread by its leaf, and the other way round. */
  turned(number) { return this.isReversed ? this.leaves - 1 - number : number; }

  spread(page) { return lastAt(this.firsts, page); }
  leaf(page) { return this.turned(this.spread(page)); }

  /** The pages of a spread, in the order of reading. */
  pagesOf(spread) {
    const first = this.firsts[spread];
    return Array.from({ length: (this.firsts[spread + 1] ?? this.count) - first }, (_, at) => first + at);
  }

  layOut(spread) { return new BoxLine(this.pagesOf(spread).map((page) => this.book.pages[page]), this.isReversed ? 'rtl' : 'ltr'); }

  size(leaf) {
    const { width, height } = this.layOut(this.turned(leaf)).size;
    return { width: Math.max(1, width), height: Math.max(1, height) };
  }

  open() {
    this.sizes.clear();
    this.tellSizes();
  }

  show(page) { this.go(this.viewer, page, 0); }

  /** The page in the middle of a closer look; else the one that was gone to, or the first one in view. */
  page({ page: leaf, activePage, isAtFit, contentOffset, zoomScale, bounds }) {
    const spread = this.turned(leaf);
    if (!isAtFit && leaf === activePage) {
      const line = this.layOut(spread);
      const middle = (contentOffset.x + bounds.width / 2) / zoomScale;
      const at = line.boxes.findIndex((_, box) => middle >= line.frame(box).x && middle < line.frame(box).x + line.frame(box).width);
      if (at >= 0) return this.firsts[spread] + at;
    }
    return this.wanted !== undefined && this.spread(this.wanted) === spread ? this.wanted : this.firsts[spread] ?? 0;
  }

  parts(leaf) {
    const spread = this.turned(leaf);
    const line = this.layOut(spread);
    return this.pagesOf(spread).map((page, at) => ({ page, place: this.within(page, line.frame(at)) }));
  }

  place(page) {
    const spread = this.spread(page);
    return this.within(page, this.layOut(spread).frame(page - this.firsts[spread]));
  }

  /** An image fills its page, whatever its pixels. */
  within(page, { x, y, width }) {
    const image = this.viewer.pages.stores.get(page)?.image;
    return { x, y, scale: width / (image?.width ?? width) };
  }

  /** The page that some turns lead to; beyond either end there is nothing. */
  onward(page, count) { return this.firsts[Math.max(0, Math.min(this.leaves - 1, this.spread(page) + count))]; }

  isLast(page, count) { return this.onward(page, count) === this.firsts[this.spread(page)]; }

  go(viewer, page, animated) {
    const leaf = this.leaf(page);
    this.wanted = page;
    this.tellSize(leaf);
    viewer.command('goToPage', leaf, animated);
    this.tellSizes();
  }

  /** A page whose image is of other proportions than was known changes its leaf. */
  known(viewer, page, { width, height }) {
    const box = this.book.pages[page];
    if (Math.abs(box.width / box.height - width / height) * height > 2) this.book.pages[page] = { width: box.height * width / height, height: box.height };
    this.tellSizes();
  }

  tellSizes() {
    const { state } = this.viewer;
    for (const leaf of this.sizes.keys()) if (leaf < state.firstPage || leaf >= state.endPage) this.sizes.delete(leaf);
    for (let leaf = state.firstPage; leaf < state.endPage; leaf++) this.tellSize(leaf);
  }

  tellSize(leaf) {
    const { viewer } = this;
    const { width, height } = this.size(leaf);
    const words = `${width} ${height}`;
    if (this.sizes.get(leaf) === words) return;
    this.sizes.set(leaf, words);
    // The leaf in view opens anew when it is told.
    const { activePage, image } = viewer.state;
    if (leaf === activePage && image.width === width && image.height === height) return;
    viewer.change('setPage', leaf, width, height);
  }
}
