// The viewport calculator: viewport.wasm and names for the numbers it speaks in.

let compiled;

/** One view's calculator; each has a module instance, and so memory, of its own. */
export class Calculator {
  static async load() {
    compiled ??= WebAssembly.compileStreaming(fetch(new URL('../viewport.wasm', import.meta.url)));
    const instance = await WebAssembly.instantiate(await compiled, {});
    return new Calculator(instance.exports);
  }

  constructor(exports) {
    this.exports = exports;
    if (exports.interfaceVersion() !== 1) throw new Error('viewport.wasm is of another version');
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

  /** Calls an export that changes the view and tells events: a list of {kind, value, x, y}. */
  tell(name, ...numbers) {
    this.known = null;
    const told = this.ask(name, ...numbers) ?? [];
    const events = [];
    for (let i = 0; i + 3 < told.length; i += 4) {
      events.push({ kind: told[i], value: told[i + 1], x: told[i + 2], y: told[i + 3] });
    }
    return events;
  }

  /** How the view is; read once after each change. */
  get state() { return (this.known ??= this.read()); }

  read() {
    const s = this.ask('state');
    const flags = s[21];
    return {
      zoomScale: s[0], minimumZoomScale: s[1], maximumZoomScale: s[2], fitScale: s[3],
      fillScale: s[4],
      contentOffset: { x: s[5], y: s[6] },
      contentSize: { width: s[7], height: s[8] },
      contentInset: { top: s[9], left: s[10], bottom: s[11], right: s[12] },
      adjustedContentInset: { top: s[13], left: s[14], bottom: s[15], right: s[16] },
      visibleRect: { x: s[17], y: s[18], width: s[19], height: s[20] },
      isTracking: !!(flags & 1), isDragging: !!(flags & 2), isDecelerating: !!(flags & 4),
      isZooming: !!(flags & 8), isAtRest: !!(flags & 32), tapTurnsPage: !!(flags & 64),
      isAtFit: !!(flags & 128), isWaiting: !!(flags & 256),
      page: s[22], activePage: s[23], firstPage: s[24], endPage: s[25], pageCount: s[26],
      goal: { zoomScale: s[27], x: s[28], y: s[29] },
      loupe: Number.isNaN(s[30]) ? null : { x: s[30], y: s[31] },
      clock: s[32], bounds: { width: s[33], height: s[34] },
      image: { width: s[38], height: s[39] },
    };
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
   * Tiles of a page, centre first; device pixels from the page's own corner. They are written into
   * `tiles`, whose objects are used again.
   */
  tiles(page, set, rings, tileSize, tiles = []) {
    const t = this.ask('tiles', page, set, rings, tileSize);
    if (!t) return null;
    let count = 0;
    for (let i = 6; i + 9 < t.length; i += 10) {
      const tile = (tiles[count++] ??= { source: {} });
      tile.reduction = t[0];
      tile.column = t[i];
      tile.row = t[i + 1];
      tile.source.x = t[i + 2];
      tile.source.y = t[i + 3];
      tile.source.width = t[i + 4];
      tile.source.height = t[i + 5];
      tile.left = t[i + 6];
      tile.top = t[i + 7];
      tile.right = t[i + 8];
      tile.bottom = t[i + 9];
    }
    tiles.length = count;
    return { reduction: t[0], width: t[1], height: t[2], columns: t[3], rows: t[4], tiles };
  }
}

export const tileSet = { visible: 0, placeholder: 1, prefetch: 2, goal: 3 };

/** Options of the calculator by their numbers. */
export const option = {
  bounces: 2, directionalLock: 6, decelerationRate: 7, reducesMotion: 9, doubleTap: 11,
  twoFingerTap: 12, oneFingerZoom: 13, loupe: 15, tapTurnsPages: 16, paging: 21,
};

/** Kinds of events, in UIScrollViewDelegate's words. */
export const eventName = {
  1: 'willbegindragging', 2: 'scroll', 3: 'enddragging', 4: 'willbegindecelerating',
  5: 'enddecelerating', 6: 'endscrollinganimation', 7: 'willbeginzooming', 8: 'zoom',
  9: 'endzooming', 10: 'scrolltotop', 13: 'settled', 14: 'singletap', 15: 'doubletap',
  16: 'twofingertap', 17: 'loupebegin', 18: 'loupemove', 19: 'loupeend', 20: 'loupecancel',
  21: 'pagechange',
};
