// The viewport calculator: viewport.wasm, and layout.js with names for the numbers it speaks in.

import { ask } from './source.js';
import { event, field, flag, interfaceVersion } from '../layout.js';

export { option, tileSet } from '../layout.js';

let compiled;

/** One view's calculator; each has a module instance, and so memory, of its own. */
export class Calculator {
  static async load() {
    // What could not be had once may be there the next time.
    compiled ??= WebAssembly.compileStreaming(ask(new URL('../viewport.wasm', import.meta.url)))
      .catch((error) => { compiled = null; throw error; });
    const instance = await WebAssembly.instantiate(await compiled, {});
    return new Calculator(instance.exports);
  }

  constructor(exports) {
    this.exports = exports;
    if (exports.interfaceVersion() !== interfaceVersion) throw new Error('viewport.wasm is of another version');
    // Memory never grows, so one window on the answers is good for ever.
    this.output = new Float64Array(exports.memory.buffer, exports.output());
  }

  /** Calls an export on this view; answers its numbers, or null when it did nothing. */
  ask(name, ...numbers) {
    const count = this.exports[name](0, ...numbers);
    return count < 0 ? null : this.output.subarray(0, count);
  }

  /** Calls an export that knows of no view. */
  formula(name, ...numbers) {
    const count = this.exports[name](...numbers);
    return count < 0 ? null : this.output.subarray(0, count);
  }

  /** Opens an image or an album in place of the one before. */
  open(...numbers) {
    this.known = null;
    this.ask('open', ...numbers);
  }

  /** Calls an export that changes the view and answers the events that follow: a list of {kind, value, x, y}. */
  change(name, ...numbers) {
    this.known = null;
    const found = this.ask(name, ...numbers) ?? [];
    const events = [];
    for (let i = 0; i + 3 < found.length; i += 4) {
      events.push({ kind: found[i], value: found[i + 1], x: found[i + 2], y: found[i + 3] });
    }
    return events;
  }

  /** How the view is; read once after each change. */
  get state() { return (this.known ??= this.read()); }

  read() {
    const numbers = this.ask('state');
    const at = (name) => numbers[field[name]];
    const point = (name) => ({ x: at(`${name}X`), y: at(`${name}Y`) });
    const size = (name) => ({ width: at(`${name}Width`), height: at(`${name}Height`) });
    const edges = (name) => ({
      top: at(`${name}Top`), left: at(`${name}Left`), bottom: at(`${name}Bottom`), right: at(`${name}Right`),
    });
    const state = {
      zoomScale: at('zoomScale'), minimumZoomScale: at('minimumZoomScale'),
      maximumZoomScale: at('maximumZoomScale'), fitScale: at('fitScale'), fillScale: at('fillScale'),
      contentOffset: point('offset'), contentSize: size('content'),
      contentInset: edges('inset'), adjustedContentInset: edges('adjustedInset'),
      visibleRect: { ...point('visible'), ...size('visible') },
      page: at('page'), activePage: at('activePage'), firstPage: at('firstPage'), endPage: at('endPage'),
      pageCount: at('pageCount'), goal: { zoomScale: at('goalZoomScale'), ...point('goal') },
      loupe: Number.isNaN(at('loupeX')) ? null : point('loupe'),
      clock: at('clock'), bounds: size('bounds'), image: size('image'),
      strip: { offset: at('stripOffset'), stride: at('stripStride') },
    };
    for (const name in flag) state[name] = !!(at('flags') & flag[name]);
    return state;
  }

  /** How a page of the pool shows: its frame in the view, zoom scale, offset, image size. */
  pageView(page) {
    const p = this.ask('pageView', page);
    return p && {
      x: p[0], y: p[1], width: p[2], height: p[3], zoomScale: p[4], offsetX: p[5], offsetY: p[6],
      image: { width: p[7], height: p[8] },
    };
  }

  /**
   * Tiles of an image that lies on a leaf, centre first; device pixels from the leaf's own corner. They
   * are written into `tiles`, whose objects are used again. What can be drawn finer than the image is
   * asked for in the pixels of its finest level, for the calculator knows none that is finer than 0.
   */
  tiles(leaf, { x, y, scale }, set, rings, { tileSize, width, height, detail = 0 }, tiles = []) {
    const unit = 2 ** detail;
    const t = this.ask('partTiles', leaf, set, rings, tileSize, x, y, scale / unit, width * unit, height * unit);
    if (!t) return null;
    let count = 0;
    for (let i = 6; i + 9 < t.length; i += 10) {
      const tile = (tiles[count++] ??= { source: {} });
      tile.reduction = t[0] - detail;
      tile.column = t[i];
      tile.row = t[i + 1];
      tile.source.x = t[i + 2] / unit;
      tile.source.y = t[i + 3] / unit;
      tile.source.width = t[i + 4] / unit;
      tile.source.height = t[i + 5] / unit;
      tile.left = t[i + 6];
      tile.top = t[i + 7];
      tile.right = t[i + 8];
      tile.bottom = t[i + 9];
    }
    tiles.length = count;
    return tiles;
  }
}

/** Kinds of events, as the element calls them. */
export const eventName = {
  [event.willBeginDragging]: 'willbegindragging', [event.didScroll]: 'scroll',
  [event.didEndDragging]: 'enddragging', [event.willBeginDecelerating]: 'willbegindecelerating',
  [event.didEndDecelerating]: 'enddecelerating', [event.didEndScrollingAnimation]: 'endscrollinganimation',
  [event.willBeginZooming]: 'willbeginzooming', [event.didZoom]: 'zoom', [event.didEndZooming]: 'endzooming',
  [event.didScrollToTop]: 'scrolltotop', [event.settled]: 'settled', [event.singleTap]: 'singletap',
  [event.doubleTap]: 'doubletap', [event.twoFingerTap]: 'twofingertap', [event.loupeBegan]: 'loupebegin',
  [event.loupeMoved]: 'loupemove', [event.loupeEnded]: 'loupeend', [event.loupeCancelled]: 'loupecancel',
  [event.pageChanged]: 'pagechange',
};
