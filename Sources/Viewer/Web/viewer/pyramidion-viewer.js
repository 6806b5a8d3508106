// <pyramidion-viewer src="/images/{id}">: a zoomable image, or an album of them.
//
// Attributes: src; fit="fill" (opens aspect-filled); inset="top left bottom right" in points, kept
//   clear for toolbars; deep-link (notes the view in the address bar); data-iiif-content (opens on
//   the region that an IIIF content state names); wheel="engaged" (default: the
//   wheel zooms when the viewer has the focus) or "always"; bounces, directional-lock, paging,
//   deceleration-rate, double-tap, one-finger-zoom, two-finger-tap, tap-turns-pages, loupe, underlay,
//   brightness, contrast: as the properties below; cooperative: until it is zoomed, one finger scrolls the page it is on.
// Properties, in UIScrollView's words: zoomScale, minimumZoomScale, maximumZoomScale, contentOffset,
//   contentSize, contentInset (settable), visibleRect (image pixels), isTracking, isDragging,
//   isDecelerating, isZooming, page, pageCount, pagingEnabled, bounces, decelerationRate
//   ("normal", "fast"), doubleTap ("approach": to where nothing is empty, then closer in steps;
//   "toggle", "step", "off"), oneFingerZoom ("up-in", "down-in",
//   "off"), twoFingerTap, tapTurnsPages, loupe ("on", "off"), underlay (of what is transparent: "squares", "dark", "light"),
//   brightness, contrast (1 is as it is); and image (the JSON of the image in view), album (that of the album, or
//   null), list (that the image was joined to, or null), freeRect (the part of visibleRect that bars leave free), fitScale, isAtFit, isSettled, isLoaded.
// Methods: setZoomScale(scale, {animated}), zoomTo(rect, {animated}) with a rect of image pixels
//   for the part that bars leave free, setContentOffset(point, {animated}), scrollRectToVisible(rect, {animated}) in points of scaled
//   content, scrollToTop({animated}), goToPage(n, {animated}); zoomIn(), zoomOut(), zoomToFit(),
//   zoomToActualSize(), imagePoint(viewPoint), viewPoint(imagePoint), load(src), fragment(),
//   turn({quarters, isMirrored}).
// Events, bubbling: load, fail (detail.reason), willbegindragging, scroll, enddragging
//   (detail.decelerate), willbegindecelerating, enddecelerating, endscrollinganimation,
//   willbeginzooming, zoom, endzooming (detail.scale), pagechange (detail.page), settled, turn, singletap
//   (detail.x, detail.y), tilesready (everything in view is sharp), help (the ? key).

import { eventName, option } from './calculator.js';
import { Demand } from './demand.js';
import { Indicators } from './indicators.js';
import { Input } from './input.js';
import { Lens } from './lens.js';
import { Opening } from './opening.js';
import { Orientation } from './orientation.js';
import { PageTurns } from './page-turns.js';
import { Pages } from './pages.js';
import { Readers } from './readers.js';
import { Renderer } from './renderer.js';
import { Screen } from './screen.js';
import { ScrollViewElement } from './scroll-view-element.js';
import { filter, inset, settingNames, settings } from './settings.js';
import { sheet } from './style.js';

/** Milliseconds: between two looks at what is missing while the view moves, and two notes of it. */
const lookEvery = 140;
const noteEvery = 160;
/** Between two frames of a view at rest whose tiles come. */
const drawEvery = 80;
const pageSpacing = 24;
/** The calculator's rule for how far one zooms, and for how tiny images fit. */
const wholePixels = 5;
/** Pages that have a view of their own. */
const poolSize = 3;

class PyramidionViewer extends ScrollViewElement {
  static observedAttributes = ['src', 'label', ...settingNames];

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    const part = (name, attribute, value, tag = 'div', place = root) => {
      const made = document.createElement(tag);
      made.className = name;
      made.setAttribute(attribute, value);
      place.append(made);
      return made;
    };
    this.stage = part('stage', 'role', 'presentation');
    this.orientation = new Orientation();
    this.surface = part('surface', 'role', 'img', 'canvas', this.stage);
    this.indicators = new Indicators(this.stage);
    this.magnifier = new Lens(this.stage);
    this.stage.append(document.createElement('slot'));
    this.message = part('message', 'role', 'alert');
    this.message.hidden = true;
    const live = part('live', 'aria-live', 'polite');
    live.id = 'where';
    this.surface.setAttribute('aria-describedby', live.id);
    this.readers = new Readers(this, live);
    this.awake = this.awake.bind(this);
    this.frame = this.frame.bind(this);
    this.pages = new Pages({ changed: (isLost) => this.tileArrived(isLost), known: (page, image) => this.known(page, image) });
    this.opening = new Opening(this, this.pages);
    this.screen = new Screen(this, (box, pixels) => this.fitted(box, pixels));
    this.demand = new Demand(this.pages, () => this.calculator);
    this.pageTurns = new PageTurns(this, this.pages, this.demand);
    this.renderer = new Renderer(this.surface);
    this.input = new Input(this, this.surface);
    this.still = matchMedia('(prefers-reduced-motion: reduce)');
    this.wasSharp = false;
  }

  connectedCallback() {
    if (!this.hasAttribute('tabindex')) this.tabIndex = 0;
    this.readers.connect();
    this.screen.connect();
    this.stillChanged = () => this.set(option.reducesMotion, this.still.matches ? 1 : 0);
    this.still.addEventListener('change', this.stillChanged);
    this.hashChanged = () => { if (this.hasAttribute('deep-link')) this.opening.restore(location.hash); };
    addEventListener('hashchange', this.hashChanged);
    if (this.hasAttribute('src') && !this.isOpen) this.load(this.getAttribute('src'));
  }

  disconnectedCallback() {
    this.screen.disconnect();
    this.still.removeEventListener('change', this.stillChanged);
    removeEventListener('hashchange', this.hashChanged);
    cancelAnimationFrame(this.pending);
    this.pending = 0;
    this.isOpen = false;
    this.forget();
  }

  attributeChangedCallback(name, before, value) {
    if (before === value) return;
    if (name === 'src') {
      if (this.isConnected && value) this.load(value);
    } else if (name === 'label') {
      this.setAttribute('aria-label', value);
    } else {
      this.configure();
    }
  }

  // MARK: opening

  /** Opens an image or an album by the address of its JSON. */
  load(src) {
    this.isOpen = true;
    return this.opening.load(src);
  }

  /** Shows an image, alone or as a page among others; without a store it is as large as any page. */
  show(calculator, store, pageCount, page) {
    this.calculator = calculator;
    this.layOut(store?.image ?? { width: 3, height: 4 }, pageCount);
    if (store) this.pages.keep(page, store);
    if (page > 0) this.command('goToPage', page, 0);
    this.screen.fit();
    if (this.getAttribute('fit') === 'fill') this.setZoomScale(this.state.fillScale, { animated: false });
  }

  /** Opens so many leaves of a size. */
  layOut({ width, height }, count) {
    const box = this.orientation.size(this.getBoundingClientRect());
    this.calculator.open(
      width, height, Math.max(1, box.width), Math.max(1, box.height), devicePixelRatio || 1,
      count, poolSize, pageSpacing);
    this.most = null;
    this.limit();
    this.configure();
  }

  /** Points for one of the content at which what is drawn on the leaf in view has one for each of its finest pixels. */
  get sharpest() {
    return Math.max(0, ...this.demand.parts(this.state.page).map(({ place, store }) => 2 ** store.image.detail / place.scale || 0));
  }

  /** As close as there is something to see. */
  limit() {
    if (this.binding.scrolls) return;
    const { sharpest } = this;
    const most = sharpest ? Math.max(sharpest, 5 * this.fitScale) : NaN;
    if (Object.is(most, this.most)) return;
    this.most = most;
    this.change('setLimits', wholePixels, NaN, most);
  }

  /** Turns the picture to so many quarters, clockwise, and mirrors it; what shows stays in the middle. */
  turn(how) {
    if (!this.orientation.take(how) || !this.calculator) return;
    this.configure();
    this.screen.fit();
    this.dispatch('turn');
    this.settled();
  }

  /** A page's image has come to be known. */
  known(page, image) {
    this.binding.known(this, page, image);
    this.limit();
    this.readers.changed();
  }

  /** The view has another size or lies on another screen. */
  fitted(box, pixels) {
    if (!this.calculator) return;
    const size = this.orientation.size(box);
    Object.assign(this.stage.style, {
      transform: this.orientation.isTurned ? `matrix(${this.orientation.matrix(box.width, box.height)})` : '',
      width: `${size.width}px`, height: `${size.height}px`,
    });
    this.change('resize', size.width, size.height, this.ratio);
    this.limit();
    const { width, height } = this.orientation.size(pixels);
    this.renderer.resize(width, height);
    this.draw(performance.now());
    this.demand.look(true);
    this.awake();
  }

  forget() {
    this.pages.close();
    this.book = null;
    this.dropEarly();
    this.renderer.clear();
    this.calculator = null;
    this.isLoaded = false;
    this.wasSharp = false;
    this.shownWords = undefined;
    this.demand.forget();
    this.pageTurns.forget();
    clearTimeout(this.noteTimer);
    this.magnifier.end();
  }

  fail(reason) {
    this.dropEarly();
    this.say(reason);
    this.dispatch('fail', { reason });
  }

  /**
   * Says why there is nothing to see: in a line, and more below it; `share` is done of what is waited
   * for, and `show` shows what there is to see of it.
   */
  say(text, share = null, show = null) {
    const [what, ...more] = text.split('\n');
    const line = Object.assign(document.createElement('strong'), { textContent: what });
    const parts = [line, more.length ? `\n${more.join('\n')}` : ''];
    if (share !== null) parts.push(Object.assign(document.createElement('progress'), { value: share }));
    this.message.ariaLive = null;
    show?.(this);
    this.message.replaceChildren(...parts);
    this.message.hidden = false;
  }

  /** What stood for the picture goes. */
  dropEarly() {
    this.early?.remove();
    this.early = null;
    this.message.className = 'message';
  }

  /** A page that is still empty says why. */
  explain(page) {
    const words = this.pages.stores.has(page) ? undefined : this.pages.words.get(page);
    if (words === this.shownWords) return;
    this.shownWords = words;
    if (words) return this.say(...words);
    this.message.hidden = true;
    this.dropEarly();
  }

  configure() {
    if (!this.calculator) return;
    for (const [number, value] of settings(this)) this.set(number, value);
    this.set(option.reducesMotion, this.still.matches ? 1 : 0);
    this.inset = this.orientation.inset(inset(this));
    const { top, left, bottom, right } = this.inset;
    this.change('setInset', top, left, bottom, right, 1, 1);
    this.input.configure();
    this.renderer.underlay = this.underlay;
    this.surface.style.filter = filter(this);
    this.awake();
  }

  set(number, value) { if (this.calculator) this.change('setOption', number, value); }

  // MARK: time

  awake() { this.pending ||= requestAnimationFrame(this.frame); }

  /** Tiles that come one after another share a frame, for frames are dear; the last one has its own. */
  tileArrived(isLost) {
    if (isLost !== undefined) this.dispatch(isLost ? 'lost' : 'miss');
    const store = this.pages.stores.get(this.page);
    const isAll = this.renderer.tiles.every(({ reduction, column, row }) => store?.find(reduction, column, row));
    if (isAll || !this.state?.isAtRest) return this.awake();
    this.sharedFrame ??= setTimeout(() => {
      this.sharedFrame = null;
      this.awake();
    }, drawEvery);
  }

  frame() {
    this.pending = 0;
    if (!this.calculator) return;
    const now = performance.now();
    this.change('advance', now / 1000);
    const { state } = this.calculator;
    const { wasFading } = this;
    this.draw(now, !state.isAtRest || wasFading);
    const { isFading, isSharp } = this.renderer;
    // The picture that stays is drawn with care.
    if (state.isAtRest && wasFading && !isFading) this.draw(now);
    this.wasFading = isFading;
    this.classList.toggle('dragging', state.isDragging);
    this.demand.measure(state, now);
    this.explain(this.page);
    if (!state.isAtRest && now - this.demand.lastLook > lookEvery) this.demand.look(false);
    if (this.demand.pool?.isHeld) this.demand.pool.note();
    const isReady = state.isAtRest && isSharp && !isFading;
    if (this.early && this.isLoaded && (isReady || !this.isAtFit)) this.dropEarly();
    if (isReady && !this.wasSharp) this.dispatch('tilesready');
    this.wasSharp = isReady;
    if (!state.isAtRest || state.isWaiting || isFading) this.awake();
  }

  draw(now, isQuick = false) {
    this.indicators.update(this.calculator, this.inset);
    this.renderer.draw(this.calculator, this.pages, this.ratio, now, !this.still.matches, isQuick);
  }

  // MARK: events

  /** Hands a touch on. */
  forwardTouch(name, ...numbers) {
    if (!this.calculator) return;
    this.change(name, ...numbers);
    this.awake();
  }

  /** Asks for something as of now: the clock stood still while nothing moved. */
  command(name, ...numbers) {
    if (!this.calculator) return;
    this.change('advance', performance.now() / 1000);
    this.change(name, ...numbers);
    this.awake();
  }

  /** Has the calculator change the view, and tells what came of it. */
  change(name, ...numbers) { this.handle(this.calculator.change(name, ...numbers)); }

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
        case 'pagechange': this.turn({ quarters: 0, isMirrored: false }); this.demand.look(false); this.readers.changed(); break;
        case 'willbegindragging': this.pageTurns.forget(); break;
        case 'settled': this.settled(); break;
      }
      this.dispatch(name, { decelerate: value === 1, scale: value, page: this.page, ...point });
    }
  }

  /** A wheel comes to rest at every notch: what is noted of that comes once for them all, and what is asked for too where it takes its time. */
  settled() {
    const now = performance.now();
    const isBurst = now - this.settledAt < lookEvery;
    this.settledAt = now;
    this.limit();
    this.pageTurns.settled();
    this.demand.settled(isBurst);
    this.readers.changed();
    this.input.configure();
    clearTimeout(this.noteTimer);
    if (!this.hasAttribute('deep-link')) return;
    this.noteTimer = setTimeout(() => {
      const address = this.list?.pages[this.page].links.view ?? '';
      if (this.isLoaded) history.replaceState(history.state, '', address + this.fragment());
    }, noteEvery);
  }

  /** Says for a moment why the wheel has scrolled the page. */
  async hint() {
    const { Hint } = await import('./hint.js');
    (this.hinted ??= new Hint(this)).show();
  }

  dispatch(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }
}

customElements.define('pyramidion-viewer', PyramidionViewer);
export { PyramidionViewer };
