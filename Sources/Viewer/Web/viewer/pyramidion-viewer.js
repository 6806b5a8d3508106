// <pyramidion-viewer src="/images/{id}">: a zoomable image, or an album of them.
//
// Attributes: src; fit="fill" (opens aspect-filled); inset="top left bottom right" in points, kept
//   clear for toolbars; deep-link (notes the view in the address bar); wheel="engaged" (default: the
//   wheel zooms when the viewer has the focus) or "always"; bounces, directional-lock, paging,
//   deceleration-rate, double-tap, one-finger-zoom, loupe: as the properties below.
// Properties, in UIScrollView's words: zoomScale, minimumZoomScale, maximumZoomScale, contentOffset,
//   contentSize, contentInset (settable), visibleRect (image pixels), isTracking, isDragging,
//   isDecelerating, isZooming, page, pageCount, pagingEnabled, bounces, decelerationRate
//   ("normal", "fast"), doubleTap ("toggle", "step"), oneFingerZoom ("up-in", "down-in", "off"),
//   loupe ("on", "off"); and image (the JSON of the image in view), album (that of the album, or
//   null), fitScale, isAtFit, isSettled, isLoaded.
// Methods: setZoomScale(scale, {animated}), zoomTo(rect, {animated}) with a rect of image pixels,
//   setContentOffset(point, {animated}), scrollRectToVisible(rect, {animated}) in points of scaled
//   content, scrollToTop({animated}), goToPage(n, {animated}); zoomIn(), zoomOut(), zoomToFit(),
//   zoomToActualSize(), imagePoint(viewPoint), viewPoint(imagePoint), load(src), fragment().
// Events, bubbling: load, fail (detail.reason), willbegindragging, scroll, enddragging
//   (detail.decelerate), willbegindecelerating, enddecelerating, endscrollinganimation,
//   willbeginzooming, zoom, endzooming (detail.scale), pagechange (detail.page), settled, singletap
//   (detail.x, detail.y), tilesready (everything in view is sharp), help (the ? key).

import { Calculator, eventName, option, tileSet } from './calculator.js';
import { inPixels, readFragment, writeFragment } from './deep-link.js';
import { Indicators } from './indicators.js';
import { Input } from './input.js';
import { Loupe } from './loupe.js';
import { Renderer } from './renderer.js';
import { sheet } from './style.js';
import { TileStore } from './tile-store.js';

const pageSpacing = 24;
const poolSize = 3;
const step = 1.5;
/** Milliseconds: between two looks at what is missing while the view moves; rest before prefetch. */
const lookEvery = 140;
const restBeforePrefetch = 700;
/** Moving faster than so many views a second, only the coarse level is asked for. */
const tooFast = 1.5;

const doubleTaps = { toggle: 0, step: 1, off: 2 };
const oneFingerZooms = { off: 0, 'up-in': 1, 'down-in': 2 };

class PyramidionViewer extends HTMLElement {
  static observedAttributes = [
    'src', 'inset', 'bounces', 'directional-lock', 'paging', 'deceleration-rate', 'double-tap',
    'one-finger-zoom', 'loupe', 'label',
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
    this.message.hidden = true;
    this.live = document.createElement('div');
    this.live.className = 'live';
    this.live.setAttribute('aria-live', 'polite');
    const slot = document.createElement('slot');
    root.append(this.surface);
    this.indicators = new Indicators(root);
    this.magnifier = new Loupe(root);
    root.append(this.message, this.live, slot);
    this.renderer = new Renderer(this.surface);
    this.input = new Input(this, this.surface);
    this.stores = new Map();
    this.sizes = new Map();
    this.frame = this.frame.bind(this);
    this.still = matchMedia('(prefers-reduced-motion: reduce)');
    this.lastLook = 0;
    this.speed = 0;
  }

  connectedCallback() {
    if (!this.hasAttribute('tabindex')) this.tabIndex = 0;
    this.setAttribute('role', 'application');
    this.setAttribute('aria-roledescription', 'zoomable image');
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
    this.still.removeEventListener('change', this.stillChanged);
    removeEventListener('hashchange', this.hashChanged);
    cancelAnimationFrame(this.pending);
    this.pending = 0;
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

  /** The JSON of an image or album; an image that is being cut is asked for again. */
  async describe(address) {
    for (let tries = 0; ; tries++) {
      const response = await fetch(address, { headers: { Accept: 'application/json' } });
      if (response.ok) return response.json();
      const detail = (await response.json().catch(() => null))?.error?.detail;
      if (response.status !== 503 || tries > 60) {
        throw new Error(response.status === 404
          ? 'There is no image at this address. It may have been moved or renamed.'
          : `The image can’t be shown: ${detail ?? response.statusText}.`);
      }
      this.say(`${detail ?? 'The image is being prepared'} …`);
      const seconds = Number(response.headers.get('retry-after')) || 3;
      await new Promise((done) => { setTimeout(done, seconds * 1000); });
    }
  }

  async openAlbum(album, opening) {
    const wanted = this.hasAttribute('deep-link') ? readFragment(location.hash).page : null;
    const first = Math.min(wanted ?? Number(this.getAttribute('page') ?? 0), album.pages.length - 1);
    const image = await this.describe(new URL(album.pages[first].links.image, this.source));
    if (this.opening !== opening) return;
    this.open(image, album.pages.length, first);
  }

  open(image, pageCount, page) {
    const box = this.getBoundingClientRect();
    this.ratio = this.ratio || devicePixelRatio || 1;
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
    this.look(true);
    this.awake();
  }

  /** Takes a page's image in: its size, and a store for its tiles. */
  adopt(page, image) {
    const store = new TileStore(image, this.source, () => this.awake());
    store.coarsest = image.levels.at(-1).reduction;
    this.stores.get(page)?.close();
    this.stores.set(page, store);
    this.handle(this.calculator.tell('setPage', page, image.width, image.height));
    this.describeToReaders();
  }

  restore(hash) {
    const { rect, page } = readFragment(hash);
    if (!this.calculator) return;
    if (page !== null && page !== this.page && page < this.pageCount) this.goToPage(page, { animated: false });
    if (rect) this.zoomTo(inPixels(rect, this.calculator.state.image), { animated: false });
  }

  forget() {
    for (const store of this.stores.values()) store.close();
    this.stores.clear();
    this.calculator = null;
    this.isLoaded = false;
    clearTimeout(this.prefetchTimer);
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
    this.set(option.loupe, is('loupe', 'on') === 'off' ? 0 : 1);
    this.set(option.reducesMotion, this.still.matches ? 1 : 0);
    const [top = 0, left = 0, bottom = 0, right = 0] = is('inset', '0 0 0 0').split(/[\s,]+/).map(Number);
    this.handle(this.calculator.tell('setInset', top, left, bottom, right, 1, 1));
    this.inset = { top, left, bottom, right };
  }

  set(number, value) { if (this.calculator) this.handle(this.calculator.tell('setOption', number, value)); }

  // MARK: size

  resized(entry) {
    const box = entry.contentRect;
    const exact = entry.devicePixelContentBoxSize?.[0];
    this.pixels = exact
      ? { width: exact.inlineSize, height: exact.blockSize }
      : { width: Math.round(box.width * devicePixelRatio), height: Math.round(box.height * devicePixelRatio) };
    this.ratio = devicePixelRatio || 1;
    this.size();
  }

  size() {
    const box = this.getBoundingClientRect();
    if (!this.calculator || box.width < 1 || box.height < 1) return;
    this.handle(this.calculator.tell('resize', box.width, box.height, this.ratio));
    const pixels = this.pixels ?? { width: Math.round(box.width * this.ratio), height: Math.round(box.height * this.ratio) };
    this.renderer.resize(pixels.width, pixels.height);
    this.draw(performance.now());
    this.look(true);
    this.awake();
  }

  // MARK: time

  awake() { this.pending ||= requestAnimationFrame(this.frame); }

  frame() {
    this.pending = 0;
    if (!this.calculator) return;
    const now = performance.now();
    this.handle(this.calculator.tell('advance', now / 1000));
    const isFading = this.draw(now);
    const state = this.calculator.state;
    this.classList.toggle('dragging', state.isDragging);
    this.measureSpeed(state, now);
    if (!state.isAtRest && now - this.lastLook > lookEvery) this.look(false);
    if (!state.isAtRest || isFading) this.awake();
    else this.tellWhenSharp();
  }

  draw(now) {
    const state = this.calculator.state;
    const pages = [];
    for (let page = state.firstPage; page < state.endPage; page++) {
      pages.push({ page, store: this.stores.get(page) });
    }
    this.indicators.update(this.calculator, this.inset);
    return this.renderer.draw(this.calculator, pages, this.ratio, now, !this.still.matches);
  }

  measureSpeed(state, now) {
    const { x, y } = state.contentOffset;
    if (this.lastPlace && now > this.lastPlace.now) {
      const moved = Math.hypot(x - this.lastPlace.x, y - this.lastPlace.y);
      const views = moved / Math.max(1, Math.min(state.bounds.width, state.bounds.height));
      this.speed = views / ((now - this.lastPlace.now) / 1000);
    }
    this.lastPlace = { x, y, now };
  }

  // MARK: tiles

  /** Asks for what is missing: a view at rest as one stream, a moving one tile by tile. */
  look(isSettled) {
    if (!this.calculator) return;
    this.lastLook = performance.now();
    const state = this.calculator.state;
    this.pool(state);
    for (let page = state.firstPage; page < state.endPage; page++) {
      const store = this.stores.get(page);
      if (!store) continue;
      if (page !== state.page) {
        store.want(this.calculator.tiles(page, tileSet.placeholder, 0, store.image.tileSize)?.tiles ?? []);
        continue;
      }
      this.lookAt(page, store, state, isSettled);
    }
    clearTimeout(this.prefetchTimer);
    if (isSettled) this.prefetchTimer = setTimeout(() => this.prefetch(), restBeforePrefetch);
  }

  lookAt(page, store, state, isSettled) {
    const size = store.image.tileSize;
    const base = this.calculator.tiles(page, tileSet.placeholder, 0, size)?.tiles ?? [];
    if (!isSettled && this.speed > tooFast) {
      store.want(base);
      return;
    }
    const visible = this.calculator.tiles(page, tileSet.visible, 0, size)?.tiles ?? [];
    const missing = visible.filter((tile) => store.isMissing(tile));
    if (!isSettled || missing.length < 3) {
      store.want(missing.length && !this.hasAnything(store, visible) ? [...base, ...visible] : visible);
      return;
    }
    const withBase = !this.hasAnything(store, visible);
    store.want([]);
    store.streamView(this.streamQuery(state, missing, withBase), withBase ? [...base, ...missing] : missing);
  }

  /** Whether something can be drawn under every tile until it is here. */
  hasAnything(store, visible) {
    return visible.every((tile) => {
      for (let r = tile.reduction; r <= store.coarsest; r++) {
        const factor = 2 ** (r - tile.reduction);
        if (store.find(r, Math.floor(tile.column / factor), Math.floor(tile.row / factor))) return true;
      }
      return false;
    });
  }

  /** The rectangle round what is missing, at the scale that leads to the same level. */
  streamQuery(state, missing, withBase) {
    const left = Math.min(...missing.map((t) => t.source.x));
    const top = Math.min(...missing.map((t) => t.source.y));
    const right = Math.max(...missing.map((t) => t.source.x + t.source.width));
    const bottom = Math.max(...missing.map((t) => t.source.y + t.source.height));
    const scale = 2 ** -missing[0].reduction;
    const query = new URLSearchParams({
      rect: [left, top, right - left, bottom - top].join(','),
      zoom: String(scale), minimumZoom: String(scale), maximumZoom: String(Math.max(1, scale)), prefetch: '0',
    });
    if (!withBase) query.set('placeholder', 'false');
    return query.toString();
  }

  /** In a quiet moment: a ring of tiles round the view, and the level above it. */
  prefetch() {
    const state = this.calculator?.state;
    const store = state && this.stores.get(state.page);
    if (!store || !state.isAtRest || store.isBusy) return;
    const size = store.image.tileSize;
    const ring = this.calculator.tiles(state.page, tileSet.prefetch, 1, size)?.tiles ?? [];
    const visible = this.calculator.tiles(state.page, tileSet.visible, 0, size)?.tiles ?? [];
    const parents = new Map();
    for (const tile of visible) {
      if (tile.reduction >= store.coarsest) continue;
      const parent = { reduction: tile.reduction + 1, column: tile.column >> 1, row: tile.row >> 1 };
      parents.set(`${parent.column}_${parent.row}`, parent);
    }
    store.want([...visible, ...parents.values(), ...ring]);
  }

  /** Keeps stores for the pages of the pool alone, and asks what is not known of them. */
  pool(state) {
    for (const [page, store] of this.stores) {
      if (page < state.firstPage || page >= state.endPage) { store.close(); this.stores.delete(page); }
    }
    if (!this.album) return;
    for (let page = state.firstPage; page < state.endPage; page++) {
      if (this.stores.has(page) || this.sizes.get(page) === this.opening) continue;
      this.sizes.set(page, this.opening);
      this.describe(new URL(this.album.pages[page].links.image, this.source)).then((image) => {
        const now = this.calculator?.state;
        if (!now || page < now.firstPage || page >= now.endPage) return;
        this.adopt(page, image);
        this.look(now.isAtRest);
        this.awake();
      }, () => {}).finally(() => this.sizes.delete(page));
    }
  }

  tellWhenSharp() {
    const store = this.stores.get(this.page);
    if (!store || store.isBusy || this.sharpAt === store.tiles.size + this.settledCount / 1e6) return;
    this.sharpAt = store.tiles.size + this.settledCount / 1e6;
    this.dispatch('tilesready');
  }

  // MARK: events

  /** Hands a touch on. */
  touch(name, ...numbers) {
    if (!this.calculator) return;
    this.tell(name, ...numbers);
  }

  tell(name, ...numbers) {
    if (!this.calculator) return;
    this.handle(this.calculator.tell(name, ...numbers));
    this.awake();
  }

  handle(events) {
    for (const { kind, value, x, y } of events) {
      const name = eventName[kind];
      if (!name) continue;
      const point = { x, y };
      switch (name) {
        case 'scroll': case 'zoom': this.indicators.show(); break;
        case 'loupebegin':
          this.magnifier.begin(this.surface, this.ratio);
          this.magnifier.move(point, this.calculator.state.bounds);
          break;
        case 'loupemove': this.magnifier.move(point, this.calculator.state.bounds); break;
        case 'loupeend': case 'loupecancel': this.magnifier.end(); break;
        case 'pagechange': this.look(false); this.describeToReaders(); break;
        case 'settled': this.settled(); break;
      }
      this.dispatch(name, { decelerate: value === 1, scale: value, page: value, ...point });
    }
  }

  settled() {
    this.settledCount = (this.settledCount ?? 0) + 1;
    this.speed = 0;
    this.look(true);
    this.describeToReaders();
    if (this.hasAttribute('deep-link') && this.isLoaded) history.replaceState(history.state, '', this.fragment());
  }

  dispatch(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }

  describeToReaders() {
    clearTimeout(this.readersTimer);
    this.readersTimer = setTimeout(() => {
      if (!this.calculator || !this.image) return;
      const percent = Math.round(this.zoomScale * 100);
      const page = this.pageCount > 1 ? `Page ${this.page + 1} of ${this.pageCount}, ` : '';
      const name = this.image.id.split('/').at(-1);
      this.surface.setAttribute('aria-label', this.getAttribute('label') ?? name);
      if (!this.hasAttribute('label')) this.setAttribute('aria-label', name);
      this.live.textContent = `${page}zoom ${percent} %`;
    }, 400);
  }

  // MARK: what others ask for

  get state() { return this.calculator?.state; }
  get image() { return this.stores.get(this.page)?.image ?? null; }
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
  get visibleRect() { return this.state?.visibleRect; }
  get isTracking() { return this.state?.isTracking ?? false; }
  get isDragging() { return this.state?.isDragging ?? false; }
  get isDecelerating() { return this.state?.isDecelerating ?? false; }
  get isZooming() { return this.state?.isZooming ?? false; }
  get isAtFit() { return this.state?.isAtFit ?? true; }
  get isSettled() { return this.state?.isAtRest ?? false; }
  get page() { return this.state?.page ?? 0; }
  get pageCount() { return this.state?.pageCount ?? 0; }
  get pagingEnabled() { return this.pageCount > 1; }
  get bounces() { return this.getAttribute('bounces') !== 'false'; }
  set bounces(is) { this.setAttribute('bounces', String(is)); }
  get decelerationRate() { return this.getAttribute('deceleration-rate') ?? 'normal'; }
  set decelerationRate(rate) { this.setAttribute('deceleration-rate', rate); }
  get doubleTap() { return this.getAttribute('double-tap') ?? 'toggle'; }
  set doubleTap(way) { this.setAttribute('double-tap', way); }
  get oneFingerZoom() { return this.getAttribute('one-finger-zoom') ?? 'up-in'; }
  set oneFingerZoom(way) { this.setAttribute('one-finger-zoom', way); }
  get loupe() { return this.getAttribute('loupe') ?? 'on'; }
  set loupe(is) { this.setAttribute('loupe', is); }
  get isLoupeShown() { return this.magnifier.isShown; }
  get isEngaged() { return this.getAttribute('wheel') === 'always' || this.matches(':focus'); }

  setZoomScale(scale, { animated = true } = {}) { this.tell('setZoomScale', scale, NaN, NaN, animated ? 1 : 0); }
  zoomBy(factor, x = NaN, y = NaN, { animated = false } = {}) { this.tell('zoomBy', factor, x, y, animated ? 1 : 0); }
  zoomIn() { this.zoomBy(step, NaN, NaN, { animated: true }); }
  zoomOut() { this.zoomBy(1 / step, NaN, NaN, { animated: true }); }
  zoomToFit() { this.setZoomScale(this.fitScale); }
  zoomToActualSize() { this.setZoomScale(1 / this.ratio); }
  zoomTo({ x, y, width, height }, { animated = true } = {}) { this.tell('zoomTo', x, y, width, height, animated ? 1 : 0); }
  setContentOffset({ x, y }, { animated = true } = {}) { this.tell('setContentOffset', x, y, animated ? 1 : 0); }
  scrollBy(dx, dy) { this.tell('scrollBy', dx, dy); }
  scrollRectToVisible({ x, y, width, height }, { animated = true } = {}) {
    this.tell('scrollRectToVisible', x, y, width, height, animated ? 1 : 0);
  }
  scrollToTop({ animated = true } = {}) { this.tell('scrollToTop', animated ? 1 : 0); }
  goToPage(page, { animated = true } = {}) {
    this.tell('goToPage', page, animated ? 1 : 0);
    this.look(false);
  }

  /** A view point in image pixels, and back. */
  imagePoint({ x, y }) {
    const { contentOffset, zoomScale } = this.state;
    return { x: (x + contentOffset.x) / zoomScale, y: (y + contentOffset.y) / zoomScale };
  }
  viewPoint({ x, y }) {
    const { contentOffset, zoomScale } = this.state;
    return { x: x * zoomScale - contentOffset.x, y: y * zoomScale - contentOffset.y };
  }

  /** The fragment that leads back to this view. */
  fragment() { return writeFragment(this.visibleRect, this.page, this.pageCount); }

  /** Scrolls by a share of the view, as a key does. */
  nudge(across, down) {
    const { goal, bounds } = this.state;
    this.setContentOffset({ x: goal.x + across * bounds.width, y: goal.y + down * bounds.height });
  }

  showLoupe() {
    const { bounds } = this.state;
    this.keyLoupe = { x: bounds.width / 2, y: bounds.height / 2 };
    this.magnifier.begin(this.surface, this.ratio);
    this.magnifier.move(this.keyLoupe, bounds);
  }

  arrow(across, down) {
    if (!this.magnifier.isShown || !this.keyLoupe) return this.nudge(across / 8, down / 8);
    const { bounds } = this.state;
    this.keyLoupe.x = Math.max(0, Math.min(bounds.width, this.keyLoupe.x + across * 16));
    this.keyLoupe.y = Math.max(0, Math.min(bounds.height, this.keyLoupe.y + down * 16));
    this.magnifier.move(this.keyLoupe, bounds);
  }

  get keys() { return keys; }
}

const keys = {
  ArrowLeft() { this.arrow(-1, 0); },
  ArrowRight() { this.arrow(1, 0); },
  ArrowUp() { this.arrow(0, -1); },
  ArrowDown() { this.arrow(0, 1); },
  '+'() { this.zoomIn(); },
  '='() { this.zoomIn(); },
  '-'() { this.zoomOut(); },
  0() { this.zoomToFit(); },
  1() { this.zoomToActualSize(); },
  PageUp() { if (this.pageCount > 1) this.goToPage(this.page - 1); else this.nudge(0, -0.875); },
  PageDown() { if (this.pageCount > 1) this.goToPage(this.page + 1); else this.nudge(0, 0.875); },
  ' '(event) { if (event.shiftKey) keys.PageUp.call(this); else keys.PageDown.call(this); },
  Home() { if (this.pageCount > 1) this.goToPage(0); else this.scrollToTop(); },
  End() {
    if (this.pageCount > 1) return this.goToPage(this.pageCount - 1);
    const { contentSize, bounds } = this.state;
    this.setContentOffset({ x: this.contentOffset.x, y: contentSize.height - bounds.height });
  },
  l() { if (this.magnifier.isShown) this.magnifier.end(); else this.showLoupe(); },
  Escape() { this.magnifier.end(); this.keyLoupe = null; },
  '?'() { this.dispatch('help'); },
};

customElements.define('pyramidion-viewer', PyramidionViewer);
export { PyramidionViewer };
