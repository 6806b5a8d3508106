// UIScrollView's words: what can be read of a viewer and asked of it. The element itself has the rest.

import { placeIn, writeFragment } from './deep-link.js';
import { press } from './keys.js';
import { whole } from './pages.js';

const step = 1.5;

/** The rectangle that fills the whole view while another one fits between its bars. */
function around({ x, y, width, height }, { bounds, minimumZoomScale, maximumZoomScale }, { top, left, bottom, right }) {
  const free = { width: bounds.width - left - right, height: bounds.height - top - bottom };
  const fits = Math.min(free.width / width, free.height / height);
  // Where bars leave nothing, or nothing is asked for, the calculator has the word.
  if (!(fits > 0 && fits < Infinity)) return { x, y, width, height };
  const scale = Math.max(minimumZoomScale, Math.min(maximumZoomScale, fits));
  return {
    x: x + width / 2 - (left + free.width / 2) / scale, y: y + height / 2 - (top + free.height / 2) / scale,
    width: bounds.width / scale, height: bounds.height / scale,
  };
}

export class ScrollViewElement extends HTMLElement {
  get state() { return this.calculator?.state; }
  get image() { return this.pages.stores.get(this.page)?.image ?? null; }
  get zoomScale() { return this.state?.zoomScale ?? 1; }
  set zoomScale(scale) { this.setZoomScale(scale, { animated: false }); }
  get minimumZoomScale() { return this.state?.minimumZoomScale ?? 1; }
  get maximumZoomScale() { return this.state?.maximumZoomScale ?? 1; }
  get fitScale() { return this.state?.fitScale ?? 1; }
  get contentOffset() { return this.state?.contentOffset; }
  set contentOffset(point) { this.setContentOffset(point, { animated: false }); }
  get contentSize() { return this.state?.contentSize; }
  get contentInset() { return this.state?.contentInset; }
  set contentInset({ top, left, bottom, right }) { this.setAttribute('inset', [top, left, bottom, right].join(' ')); }
  get visibleRect() { return this.place === whole ? this.state?.visibleRect : this.shown({ top: 0, left: 0, bottom: 0, right: 0 }); }
  /** Where the page in view lies among what is zoomed with it, and how large it is there. */
  get place() { return this.binding.place(this.page); }
  get binding() { return this.pages.binding; }
  get isTracking() { return this.state?.isTracking ?? false; }
  get isDragging() { return this.state?.isDragging ?? false; }
  get isDecelerating() { return this.state?.isDecelerating ?? false; }
  get isZooming() { return this.state?.isZooming ?? false; }
  get isAtFit() { return this.state?.isAtFit ?? true; }
  get isSettled() { return this.state?.isAtRest ?? false; }
  get page() { return this.state ? this.binding.page(this.state) : 0; }
  get pageCount() { return this.state ? this.binding.count ?? this.state.pageCount : 0; }
  get pagingEnabled() { return this.pageCount > 1 && this.getAttribute('paging') !== 'off'; }
  get bounces() { return this.getAttribute('bounces') !== 'false'; }
  set bounces(is) { this.setAttribute('bounces', String(is)); }
  get decelerationRate() { return this.getAttribute('deceleration-rate') ?? 'normal'; }
  set decelerationRate(rate) { this.setAttribute('deceleration-rate', rate); }
  get doubleTap() { return this.getAttribute('double-tap') ?? 'approach'; }
  set doubleTap(way) { this.setAttribute('double-tap', way); }
  get oneFingerZoom() { return this.getAttribute('one-finger-zoom') ?? 'up-in'; }
  set oneFingerZoom(way) { this.setAttribute('one-finger-zoom', way); }
  get twoFingerTap() { return this.getAttribute('two-finger-tap') ?? 'on'; }
  set twoFingerTap(is) { this.setAttribute('two-finger-tap', is); }
  get tapTurnsPages() { return this.getAttribute('tap-turns-pages') ?? 'on'; }
  set tapTurnsPages(is) { this.setAttribute('tap-turns-pages', is); }
  get loupe() { return this.getAttribute('loupe') ?? 'on'; }
  set loupe(is) { this.setAttribute('loupe', is); }
  get underlay() { return this.getAttribute('underlay') ?? 'squares'; }
  set underlay(is) { this.setAttribute('underlay', is); }
  get brightness() { return Number(this.getAttribute('brightness') ?? 1); }
  set brightness(factor) { this.setAttribute('brightness', factor); }
  get contrast() { return Number(this.getAttribute('contrast') ?? 1); }
  set contrast(factor) { this.setAttribute('contrast', factor); }

  setZoomScale(scale, { animated = true } = {}) { this.command('setZoomScale', scale, NaN, NaN, animated ? 1 : 0); }
  zoomBy(factor, x = NaN, y = NaN, { animated = false } = {}) { this.command('zoomBy', factor, x, y, animated ? 1 : 0); }
  zoomIn() { this.zoomBy(step, NaN, NaN, { animated: true }); }
  zoomOut() { this.zoomBy(1 / step, NaN, NaN, { animated: true }); }
  zoomToFit() { this.setZoomScale(this.fitScale); }
  zoomToActualSize() { this.setZoomScale(1 / this.ratio); }
  /** Shows a rectangle of image pixels as large as fits the part of the view that bars leave free. */
  zoomTo(rect, { animated = true } = {}) {
    if (!this.state) return;
    const { x, y, width, height } = around(this.onLeaf(rect), this.state, this.inset);
    this.command('zoomTo', x, y, width, height, animated ? 1 : 0);
  }
  /** A rectangle of image pixels among what is zoomed with it. */
  onLeaf(rect) {
    const { x, y, scale } = this.place;
    return { x: x + rect.x * scale, y: y + rect.y * scale, width: rect.width * scale, height: rect.height * scale };
  }
  setContentOffset({ x, y }, { animated = true } = {}) { this.command('setContentOffset', x, y, animated ? 1 : 0); }
  scrollBy(dx, dy) { this.command('scrollBy', dx, dy); }
  scrollRectToVisible({ x, y, width, height }, { animated = true } = {}) {
    this.command('scrollRectToVisible', x, y, width, height, animated ? 1 : 0);
  }
  scrollToBottom({ animated = true } = {}) {
    const { contentSize, bounds } = this.state;
    this.setContentOffset({ x: this.contentOffset.x, y: contentSize.height + this.inset.bottom - bounds.height }, { animated });
  }
  scrollToTop({ animated = true } = {}) { this.command('scrollToTop', animated ? 1 : 0); }

  /** A view point in image pixels, and back. */
  imagePoint({ x, y }) {
    const { contentOffset, zoomScale } = this.state;
    const { place } = this;
    return { x: ((x + contentOffset.x) / zoomScale - place.x) / place.scale, y: ((y + contentOffset.y) / zoomScale - place.y) / place.scale };
  }
  viewPoint({ x, y }) {
    const { contentOffset, zoomScale } = this.state;
    const { place } = this;
    return { x: (place.x + x * place.scale) * zoomScale - contentOffset.x, y: (place.y + y * place.scale) * zoomScale - contentOffset.y };
  }

  /** The fragment that leads back to this view. */
  fragment() {
    const place = this.album && this.pageCount > 1 ? placeIn(this.album, this.page) : '';
    return writeFragment(this.image && this.freeRect, place, this.orientation) + (this.query ? `&q=${encodeURIComponent(this.query)}` : '');
  }

  /** What of the image shows where no bar is; all that shows, where that is nothing. */
  get freeRect() {
    const rect = this.shown(this.inset);
    return rect.width > 0 && rect.height > 0 ? rect : this.visibleRect;
  }

  /** What of the image shows within insets, in its pixels. */
  shown({ top, left, bottom, right }) {
    const { contentOffset, zoomScale, bounds } = this.state;
    const { width: across, height: down } = this.image ?? this.state.image;
    const { x: originX, y: originY, scale } = this.place;
    const part = (offset, before, length, after, origin, size) => {
      const pixel = (point) => (point / zoomScale - origin) / scale;
      const from = Math.max(0, pixel(offset + before));
      return [from, Math.min(size, pixel(offset + length - after)) - from];
    };
    const [x, width] = part(contentOffset.x, left, bounds.width, right, originX, across);
    const [y, height] = part(contentOffset.y, top, bounds.height, bottom, originY, down);
    return { x, y, width, height };
  }

  /** Scrolls by a share of the view, as a key does. */
  nudge(across, down) {
    if (!this.state) return;
    const { goal, bounds } = this.state;
    this.setContentOffset({ x: goal.x + across * bounds.width, y: goal.y + down * bounds.height });
  }

  /** Device pixels a point. */
  get ratio() { return this.screen.ratio; }
  get album() { return this.pages.album?.isList ? null : this.pages.album; }
  /** The list that the image in view was joined to. */
  get list() { return this.pages.album?.isList ? this.pages.album : null; }
  /** What addresses in the image's JSON are relative to. */
  get source() { return this.pages.base; }
  /** Whether the image in view may have holes. */
  get isTransparent() { return this.pages.stores.get(this.page)?.isTransparent ?? false; }
  get isLoupeShown() { return this.magnifier.isShown; }
  get isEngaged() { return this.getAttribute('wheel') === 'always' || this.matches(':focus'); }

  /** Turns to a page, counted from 0; answers a promise of whether it has begun to turn. */
  // Whoever flies over pages asks for each of them on the way.
  goToPage(page, { animated = Math.abs(page - this.page) < 3 } = {}) { return this.pageTurns.go(page, animated); }

  /** Turns some pages on from where the last turn leads. */
  turnPages(count) { return this.pageTurns.step(count); }

  /** The loupe without a finger. */
  toggleLoupe() { if (this.calculator) this.magnifier.toggle(this); }

  /** What an arrow key does: it moves a loupe that came without a finger, else the view, or turns the page that is in view whole. */
  arrow(across, down) {
    if (this.magnifier.nudge(across, down)) return;
    [across, down] = this.orientation.way(across, down);
    const hasRoom = this.contentSize?.width > this.state?.bounds.width;
    if (across && this.pageCount > 1 && !hasRoom) this.turnPages(this.binding.isReversed ? -across : across); else this.nudge(across / 8, down / 8);
  }

  press(event) { press(this, event); }
}
