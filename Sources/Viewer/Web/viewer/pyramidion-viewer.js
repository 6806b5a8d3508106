// <pyramidion-viewer src="/images/{id}">: a zoomable image, or an album of them.
//
// Attributes: src; fit="fill" (opens aspect-filled); inset="top left bottom right" in points, kept
//   clear for toolbars; deep-link (notes the view in the address bar); wheel="engaged" (default: the
//   wheel zooms when the viewer has the focus) or "always"; bounces, directional-lock, paging,
//   deceleration-rate, double-tap, one-finger-zoom, two-finger-tap, tap-turns-pages, loupe: as the
//   properties below; cooperative: until it is zoomed, one finger scrolls the page it is on.
// Properties, in UIScrollView's words: zoomScale, minimumZoomScale, maximumZoomScale, contentOffset,
//   contentSize, contentInset (settable), visibleRect (image pixels), isTracking, isDragging,
//   isDecelerating, isZooming, page, pageCount, pagingEnabled, bounces, decelerationRate
//   ("normal", "fast"), doubleTap ("toggle", "step", "off"), oneFingerZoom ("up-in", "down-in",
//   "off"), twoFingerTap, tapTurnsPages, loupe ("on", "off"); and image (the JSON of the image in view), album (that of the album, or
//   null), fitScale, isAtFit, isSettled, isLoaded.
// Methods: setZoomScale(scale, {animated}), zoomTo(rect, {animated}) with a rect of image pixels,
//   setContentOffset(point, {animated}), scrollRectToVisible(rect, {animated}) in points of scaled
//   content, scrollToTop({animated}), goToPage(n, {animated}); zoomIn(), zoomOut(), zoomToFit(),
//   zoomToActualSize(), imagePoint(viewPoint), viewPoint(imagePoint), load(src), fragment().
// Events, bubbling: load, fail (detail.reason), willbegindragging, scroll, enddragging
//   (detail.decelerate), willbegindecelerating, enddecelerating, endscrollinganimation,
//   willbeginzooming, zoom, endzooming (detail.scale), pagechange (detail.page), settled, singletap
//   (detail.x, detail.y), tilesready (everything in view is sharp), help (the ? key).

import { Calculator, eventName, option } from './calculator.js';
import { coversAll, inPixels, readFragment } from './deep-link.js';
import { Demand } from './demand.js';
import { Indicators } from './indicators.js';
import { Input } from './input.js';
import { Loupe } from './loupe.js';
import { press } from './keys.js';
import { Readers } from './readers.js';
import { Renderer } from './renderer.js';
import { ScrollViewElement } from './scroll-view-element.js';
import { describe } from './source.js';
import { sheet } from './style.js';
import { TileStore } from './tile-store.js';

const pageSpacing = 24;
const poolSize = 3;
/** Milliseconds: between two looks at what is missing while the view moves, and two notes of it. */
const lookEvery = 140;
const noteEvery = 160;
/** Milliseconds that a page that is jumped to may take to have something to show. */
const patience = 2500;

const doubleTaps = { toggle: 0, step: 1, off: 2 };
const oneFingerZooms = { off: 0, 'up-in': 1, 'down-in': 2 };

class PyramidionViewer extends ScrollViewElement {
  static observedAttributes = [
    'src', 'inset', 'bounces', 'directional-lock', 'paging', 'deceleration-rate', 'double-tap',
    'one-finger-zoom', 'two-finger-tap', 'tap-turns-pages', 'loupe', 'label', 'cooperative',
  ];

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    this.surface = document.createElement('canvas');
    this.surface.className = 'surface';
    this.surface.setAttribute('role', 'img');
    this.message = document.createElement('div');
    this.message.className = 'message';
    this.message.setAttribute('role', 'alert');
    this.message.hidden = true;
    this.hinted = document.createElement('div');
    this.hinted.className = 'hint';
    this.hinted.setAttribute('aria-hidden', 'true');
    const live = document.createElement('div');
    live.className = 'live';
    live.setAttribute('aria-live', 'polite');
    const slot = document.createElement('slot');
    root.append(this.surface);
    this.indicators = new Indicators(root);
    this.magnifier = new Loupe(root);
    root.append(this.message, this.hinted, live, slot);
    this.readers = new Readers(this, live);
    this.demand = new Demand(this);
    this.renderer = new Renderer(this.surface);
    this.input = new Input(this, this.surface);
    this.stores = new Map();
    this.frame = this.frame.bind(this);
    this.sized = () => this.size();
    this.still = matchMedia('(prefers-reduced-motion: reduce)');
    this.lastLook = 0;
    this.wasSharp = false;
  }

  connectedCallback() {
    if (!this.hasAttribute('tabindex')) this.tabIndex = 0;
    this.readers.connect();
    this.observer ??= new ResizeObserver((entries) => this.resized(entries[0]));
    try {
      this.observer.observe(this, { box: 'device-pixel-content-box' });
    } catch {
      this.observer.observe(this);
    }
    this.stillChanged = () => this.set(option.reducesMotion, this.still.matches ? 1 : 0);
    this.still.addEventListener('change', this.stillChanged);
    this.hashChanged = () => { if (this.hasAttribute('deep-link')) this.restore(location.hash); };
    addEventListener('hashchange', this.hashChanged);
    if (this.hasAttribute('src') && !this.source) this.load(this.getAttribute('src'));
  }

  disconnectedCallback() {
    this.observer.disconnect();
    this.ratioQuery?.removeEventListener('change', this.sized);
    this.still.removeEventListener('change', this.stillChanged);
    removeEventListener('hashchange', this.hashChanged);
    cancelAnimationFrame(this.pending);
    this.pending = 0;
    this.source = null;
    this.forget();
  }

  attributeChangedCallback(name, before, value) {
    if (before === value) return;
    if (name === 'src') {
      if (this.isConnected && value) this.load(value);
    } else if (name === 'label') {
      this.setAttribute('aria-label', value);
    } else if (this.calculator) {
      this.configure();
      this.awake();
    }
  }

  // MARK: opening

  /** Opens an image or an album by the address of its JSON. */
  async load(src) {
    this.forget();
    const opening = (this.opening = {});
    this.source = new URL(src, document.baseURI);
    try {
      const [calculator, document] = await Promise.all([Calculator.load(), this.describe(this.source)]);
      if (this.opening !== opening) return;
      this.calculator = calculator;
      if (document.type === 'album') {
        if (!document.pages.length) throw new Error('This folder holds no images yet.');
        this.album = document;
        await this.openAlbum(document, opening);
      } else {
        this.album = null;
        this.open(document, 1, 0);
      }
      if (this.opening !== opening) return;
      this.message.hidden = true;
      this.isLoaded = true;
      this.dispatch('load');
    } catch (error) {
      if (this.opening !== opening) return;
      this.fail(error instanceof TypeError ? 'The server can’t be reached. Try again in a moment.' : error.message);
    }
  }

  describe(address) { return describe(address, (text) => this.say(text)); }

  async openAlbum(album, opening) {
    const wanted = this.hasAttribute('deep-link') ? readFragment(location.hash).page : null;
    const first = Math.min(wanted ?? Number(this.getAttribute('page') ?? 0), album.pages.length - 1);
    const image = await this.describe(new URL(album.pages[first].links.image, this.source));
    if (this.opening !== opening) return;
    this.open(image, album.pages.length, first);
  }

  open(image, pageCount, page) {
    const box = this.getBoundingClientRect();
    this.ratio = devicePixelRatio || 1;
    this.calculator.ask(
      'open', image.width, image.height, Math.max(1, box.width), Math.max(1, box.height), this.ratio,
      pageCount, poolSize, pageSpacing);
    this.configure();
    this.adopt(page, image);
    if (page > 0) this.tell('goToPage', page, 0);
    this.size();
    const state = this.calculator.state;
    if (this.getAttribute('fit') === 'fill') this.tell('setZoomScale', state.fillScale, NaN, NaN, 0);
    if (this.hasAttribute('deep-link')) this.restore(location.hash);
    this.demand.look(true);
    this.awake();
  }

  /** Takes a page's image in: its size, and a store for its tiles. */
  adopt(page, image) {
    const store = new TileStore(image, this.source, () => this.awake());
    this.keep(page, store);
  }

  keep(page, store) {
    this.stores.get(page)?.close();
    this.stores.set(page, store);
    this.handle(this.calculator.tell('setPage', page, store.image.width, store.image.height));
    this.readers.changed();
  }

  restore(hash) {
    const { rect, page } = readFragment(hash);
    if (!this.calculator) return;
    const turned = page !== null && page !== this.page && page < this.pageCount
      ? this.goToPage(page, { animated: false }) : null;
    if (!rect) return;
    const show = () => {
      const { image } = this.calculator.state;
      const wanted = inPixels(rect, image);
      if (coversAll(wanted, image)) this.tell('setZoomScale', this.fitScale, NaN, NaN, 0);
      else this.zoomTo(wanted, { animated: false });
    };
    // The rectangle is one of the page's own pixels, so it waits for the page.
    if (turned) turned.then((isThere) => { if (isThere) show(); }); else show();
  }

  forget() {
    for (const store of this.stores.values()) store.close();
    this.stores.clear();
    this.calculator = null;
    this.isLoaded = false;
    this.wasSharp = false;
    this.demand.forget();
    this.turning = this.turningTo = null;
    clearTimeout(this.noteTimer);
    this.magnifier.end();
  }

  fail(reason) {
    this.say(reason);
    this.dispatch('fail', { reason });
  }

  say(text) {
    this.message.textContent = text;
    this.message.hidden = false;
  }

  configure() {
    const is = (name, standard) => (this.getAttribute(name) ?? standard);
    this.set(option.bounces, is('bounces', 'true') === 'false' ? 0 : 1);
    this.set(option.directionalLock, this.hasAttribute('directional-lock') ? 1 : 0);
    this.set(option.decelerationRate, is('deceleration-rate', 'normal') === 'fast' ? 1 : 0);
    this.set(option.doubleTap, doubleTaps[is('double-tap', 'toggle')] ?? 0);
    this.set(option.oneFingerZoom, oneFingerZooms[is('one-finger-zoom', 'up-in')] ?? 1);
    this.set(option.twoFingerTap, is('two-finger-tap', 'on') === 'off' ? 0 : 1);
    this.set(option.tapTurnsPages, is('tap-turns-pages', 'on') === 'off' ? 0 : 1);
    this.set(option.paging, is('paging', 'on') === 'off' ? 0 : 1);
    this.set(option.loupe, is('loupe', 'on') === 'off' ? 0 : 1);
    this.set(option.reducesMotion, this.still.matches ? 1 : 0);
    const [top = 0, left = 0, bottom = 0, right = 0] = is('inset', '0 0 0 0').split(/[\s,]+/).map(Number);
    this.handle(this.calculator.tell('setInset', top, left, bottom, right, 1, 1));
    this.inset = { top, left, bottom, right };
    this.input.configure();
  }

  set(number, value) { if (this.calculator) this.handle(this.calculator.tell('setOption', number, value)); }

  // MARK: size

  resized(entry) {
    this.exact = entry.devicePixelContentBoxSize?.[0];
    this.size();
  }

  /** Another screen or the browser's own zoom changes the ratio, and not always the size. */
  watchRatio() {
    this.ratio = devicePixelRatio || 1;
    this.ratioQuery?.removeEventListener('change', this.sized);
    this.ratioQuery = matchMedia(`(resolution: ${this.ratio}dppx)`);
    this.ratioQuery.addEventListener('change', this.sized);
  }

  /** The canvas's device pixels, as the browser lays them out where it says so. */
  devicePixels(box) {
    const width = Math.round(box.width * this.ratio);
    const height = Math.round(box.height * this.ratio);
    const { inlineSize, blockSize } = this.exact ?? {};
    // It rounds by a pixel either way; one that is of another ratio or an older size is not meant.
    const agrees = Math.abs(inlineSize - width) <= 1 && Math.abs(blockSize - height) <= 1;
    return agrees ? { width: inlineSize, height: blockSize } : { width, height };
  }

  size() {
    const box = this.getBoundingClientRect();
    if (!this.calculator || box.width < 1 || box.height < 1) return;
    this.watchRatio();
    this.handle(this.calculator.tell('resize', box.width, box.height, this.ratio));
    const pixels = this.devicePixels(box);
    this.renderer.resize(pixels.width, pixels.height);
    this.draw(performance.now());
    this.demand.look(true);
    this.awake();
  }

  // MARK: time

  awake() { this.pending ||= requestAnimationFrame(this.frame); }

  frame() {
    this.pending = 0;
    if (!this.calculator) return;
    const now = performance.now();
    this.handle(this.calculator.tell('advance', now / 1000));
    const { state } = this.calculator;
    const { isFading, isSharp } = this.draw(now, !state.isAtRest || this.wasFading);
    // The picture that stays is drawn with care.
    if (state.isAtRest && this.wasFading && !isFading) this.draw(now, false);
    this.wasFading = isFading;
    this.classList.toggle('dragging', state.isDragging);
    this.demand.measure(state, now);
    if (!state.isAtRest && now - this.demand.lastLook > lookEvery) this.demand.look(false);
    const isReady = state.isAtRest && isSharp && !isFading;
    if (isReady && !this.wasSharp) this.dispatch('tilesready');
    this.wasSharp = isReady;
    if (!state.isAtRest || state.isWaiting || isFading) this.awake();
  }

  draw(now, isQuick = false) {
    const state = this.calculator.state;
    const pages = [];
    for (let page = state.firstPage; page < state.endPage; page++) {
      pages.push({ page, store: this.stores.get(page) });
    }
    this.indicators.update(this.calculator, this.inset);
    return this.renderer.draw(this.calculator, pages, this.ratio, now, !this.still.matches, isQuick);
  }

  // MARK: events

  /** Hands a touch on. */
  touch(name, ...numbers) {
    if (!this.calculator) return;
    this.handle(this.calculator.tell(name, ...numbers));
    this.awake();
  }

  /** Asks for something as of now: the clock stood still while nothing moved. */
  tell(name, ...numbers) {
    if (!this.calculator) return;
    this.handle(this.calculator.tell('advance', performance.now() / 1000));
    this.handle(this.calculator.tell(name, ...numbers));
    this.awake();
  }

  handle(events) {
    for (const { kind, value, x, y } of events) {
      const name = eventName[kind];
      if (!name) continue;
      const point = { x, y };
      switch (name) {
        case 'scroll': case 'zoom':
          this.indicators.show();
          this.wasSharp = false;
          break;
        case 'loupebegin': this.magnifier.begin(this, point); break;
        case 'loupemove': this.magnifier.move(point); break;
        case 'loupeend': case 'loupecancel': this.magnifier.end(); break;
        case 'pagechange': this.demand.look(false); this.readers.changed(); break;
        case 'willbegindragging': this.turning = this.turningTo = null; break;
        case 'settled': this.settled(); break;
      }
      this.dispatch(name, { decelerate: value === 1, scale: value, page: value, ...point });
    }
  }

  /** A wheel comes to rest at every notch: what that asks for and notes comes once for them all. */
  settled() {
    const now = performance.now();
    const isBurst = now - this.settledAt < lookEvery;
    this.settledAt = now;
    this.turningTo = null;
    this.demand.settled(isBurst);
    this.readers.changed();
    this.input.configure();
    clearTimeout(this.noteTimer);
    if (!this.hasAttribute('deep-link')) return;
    this.noteTimer = setTimeout(() => {
      if (this.isLoaded) history.replaceState(history.state, '', this.fragment());
    }, noteEvery);
  }

  /** Says for a moment why the wheel has scrolled the page. */
  hint() {
    this.hinted.textContent = `${/Mac/.test(navigator.platform) ? '⌘' : 'Ctrl'} and the wheel zoom`;
    this.hinted.classList.add('shown');
    clearTimeout(this.hintTimer);
    this.hintTimer = setTimeout(() => this.hinted.classList.remove('shown'), 1400);
  }

  dispatch(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }

  // MARK: what others ask for

  get isLoupeShown() { return this.magnifier.isShown; }
  get isEngaged() { return this.getAttribute('wheel') === 'always' || this.matches(':focus'); }

  /**
   * Turns to a page, counted from 0, once there is something of it to show: until then the page
   * before stays. Answers a promise of whether it has begun to turn.
   */
  goToPage(page, { animated = true } = {}) {
    const target = Math.max(0, Math.min(this.pageCount - 1, page));
    if (!this.calculator || !Number.isInteger(target)) return Promise.resolve(false);
    this.turningTo = target;
    const turning = (this.turning = {});
    const turn = (store) => {
      // Its size is known before it is in view.
      if (store && this.stores.get(target) !== store) this.keep(target, store);
      this.tell('goToPage', target, animated ? 1 : 0);
      this.demand.look(false);
      return true;
    };
    if (this.demand.isReady(target)) return Promise.resolve(turn(null));
    return this.demand.prepare(target, patience).then((store) => {
      if (this.turning === turning && this.calculator) return turn(store);
      if (store && this.stores.get(target) !== store) store.close();
      return false;
    });
  }

  /** Turns some pages on from where the last turn leads. */
  turnPages(step) { return this.goToPage((this.turningTo ?? this.page) + step); }

  /** The loupe without a finger: it comes in the middle, arrows move it. */
  toggleLoupe() {
    if (this.magnifier.isShown) {
      this.magnifier.end();
      this.keyLoupe = null;
      return;
    }
    if (!this.calculator) return;
    const { bounds } = this.state;
    this.keyLoupe = { x: bounds.width / 2, y: bounds.height / 2 };
    this.magnifier.begin(this, this.keyLoupe);
  }

  arrow(across, down) {
    if (!this.magnifier.isShown || !this.keyLoupe) return this.nudge(across / 8, down / 8);
    const { bounds } = this.state;
    this.keyLoupe.x = Math.max(0, Math.min(bounds.width, this.keyLoupe.x + across * 16));
    this.keyLoupe.y = Math.max(0, Math.min(bounds.height, this.keyLoupe.y + down * 16));
    this.magnifier.move(this.keyLoupe);
  }

  press(event) { press(this, event); }
}

customElements.define('pyramidion-viewer', PyramidionViewer);
export { PyramidionViewer };
