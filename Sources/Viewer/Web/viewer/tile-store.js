// The tiles of one image: what is wanted of its source, centre first, at most six at a time, and
// what has come.

import { TileCache } from './tile-cache.js';

const simultaneous = 6;
const attempts = 4;
/** Milliseconds before the second attempt; each later one waits twice as long. */
const firstPause = 500;
/** Milliseconds after which a tile that was given up may be asked for again. */
const forgiveness = 30_000;
/** Tiles that one stream is asked for: its address must not grow too long. */
const mostInStream = 400;
/** Milliseconds that tiles may be taken in for before a frame gets its turn. */
const longest = 4;

/** Milliseconds in which a tile comes at once: whoever waits for a view would have to wait for its fade too. */
const atOnce = 1000;

/** Lets what waits go first. */
const pause = () => globalThis.scheduler?.yield?.() ?? new Promise((go) => { setTimeout(go); });

const keyOf = ({ reduction, column, row }) => `${reduction}/${column}_${row}`;

export class TileStore {
  /**
   * image: the JSON of /images/{id}; source: where its tiles come from; changed: called when a tile
   * has come or failed, with whether the server can't be reached.
   */
  constructor(image, source, changed) {
    this.image = image;
    this.source = source;
    this.changed = changed;
    this.cache = new TileCache();
    this.wanted = [];
    /** Keys of the view's tiles, whether they have come or not. */
    this.current = new Set();
    /** When each of those that are not here was first wanted. */
    this.since = new Map();
    this.loading = new Map();
    this.failed = new Map();
    this.streams = new Set();
    this.timers = new Set();
    this.unpacking = new Set();
  }

  get coarsestTile() { return { reduction: this.coarsest, column: 0, row: 0 }; }

  get coarsest() { return this.image.levels.at(-1).reduction; }

  /** Tiles of a format that has holes may have some. */
  get isTransparent() { return !/\.jpg(\?|$)/.test(this.image.links.tiles); }

  /** Whether there is anything to show. */
  get isEmpty() { return this.cache.decoded.size === 0; }

  /** The decoded tile, if it is here; asking for it keeps it. */
  find(reduction, column, row) { return this.cache.find(keyOf({ reduction, column, row })); }

  /** Given up for now. */
  hasFailed(tile) { return (this.failed.get(keyOf(tile))?.count ?? 0) >= attempts; }

  hasFailedOnce(tile) { return this.failed.has(keyOf(tile)); }

  isMissing(tile) {
    const key = keyOf(tile);
    return !this.cache.has(key) && !this.loading.has(key) && !this.isStreaming(key);
  }

  isStreaming(key) {
    for (const stream of this.streams) if (stream.keys.has(key)) return true;
    return false;
  }

  /** From now on these are wanted, in this order; what else was under way one by one is aborted. */
  want(tiles) {
    const keys = new Set(tiles.map(keyOf));
    for (const [key, abort] of this.loading) if (!keys.has(key)) { abort.abort(); this.loading.delete(key); }
    this.current = keys;
    const now = performance.now();
    this.since = new Map([...keys].map((key) => [key, this.since.get(key) ?? now]));
    for (const tile of tiles) this.unpack(tile);
    this.wanted = tiles.filter((t) => this.isMissing(t) && this.isDue(t));
    this.next();
  }

  /** A tile that has failed waits for its turn, and one given up for better times. */
  isDue(tile) {
    const failure = this.failed.get(keyOf(tile));
    return !failure || performance.now() >= failure.due;
  }

  /** The coarsest tile, there or on its way; over when it has come or failed. */
  async loadCoarsest() {
    await this.unpack(this.coarsestTile);
    if (this.isMissing(this.coarsestTile)) await this.stream([this.coarsestTile]);
  }

  next() {
    while (this.loading.size < simultaneous && this.wanted.length) {
      const tile = this.wanted.shift();
      if (this.isMissing(tile)) this.load(tile);
    }
  }

  async load(tile) {
    const key = keyOf(tile);
    const abort = new AbortController();
    this.loading.set(key, abort);
    try {
      await this.keep(tile, await this.source.tile(tile, abort.signal));
    } catch (error) {
      if (!abort.signal.aborted) this.fail(key, tile, error);
    } finally {
      if (this.loading.get(key) === abort) this.loading.delete(key);
      this.next();
    }
  }

  /** Pixels of a tile that are the image's. */
  size({ reduction, column, row }) {
    const { levels, tileSize } = this.image;
    const { width, height } = levels.find((level) => level.reduction === reduction);
    return [Math.min(tileSize, width - column * tileSize), Math.min(tileSize, height - row * tileSize)];
  }

  async keep(tile, blob) {
    const key = keyOf(tile);
    const fades = performance.now() - (this.since.get(key) ?? Infinity) > atOnce;
    await this.cache.add(key, blob, this.size(tile), this.current, fades);
    if (this.cache.isClosed) return;
    this.since.delete(key);
    this.failed.delete(key);
    this.changed();
  }

  /** Decodes a tile again that is here as it came. */
  async unpack(tile) {
    const key = keyOf(tile);
    const blob = this.cache.packed.get(key);
    if (!blob || this.cache.decoded.has(key) || this.unpacking.has(key)) return;
    this.unpacking.add(key);
    try {
      await this.keep(tile, blob);
    } catch {
      this.cache.unpack(key);
      this.fail(key, tile);
    } finally {
      this.unpacking.delete(key);
    }
  }

  /** Tried again later, each time after twice as long, while it is in view. */
  fail(key, tile, error) {
    // What fetch throws where there is nobody: no fault of the tile's.
    const isLost = error instanceof TypeError;
    const count = (this.failed.get(key)?.count ?? 0) + !isLost;
    const pause = count >= attempts ? forgiveness : firstPause * 2 ** (isLost || count - 1);
    // One that was given up gets one more chance after its pause, not all of them.
    this.failed.set(key, { count, due: performance.now() + pause });
    this.changed(isLost);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (!this.current.has(key) || !this.isMissing(tile)) return;
      this.wanted.push(tile);
      this.next();
    }, pause);
    this.timers.add(timer);
  }

  /** One answer for many tiles, in their order; ahead of need when nobody looks at them yet. */
  async stream(tiles, isAhead = false) {
    if (tiles.length > mostInStream) this.stream(tiles.slice(mostInStream), isAhead);
    tiles = tiles.slice(0, mostInStream);
    if (!tiles.length) return;
    const stream = { abort: new AbortController(), keys: new Set(tiles.map(keyOf)), isAhead };
    this.streams.add(stream);
    if (!isAhead) {
      for (const key of stream.keys) {
        this.current.add(key);
        if (!this.since.has(key)) this.since.set(key, performance.now());
      }
    }
    const decoded = [];
    let began = performance.now();
    try {
      for await (const tile of this.source.tiles(tiles, stream.abort.signal)) {
        const key = keyOf(tile);
        decoded.push(this.keep(tile, tile.blob).then(() => stream.keys.delete(key), () => {}));
        if (performance.now() - began > longest) {
          await pause();
          began = performance.now();
        }
      }
    } catch {
      // What did not come is asked for one by one.
    } finally {
      await Promise.all(decoded);
      this.streams.delete(stream);
      if (!stream.abort.signal.aborted && !isAhead) {
        this.wanted.push(...tiles.filter((t) => this.isMissing(t) && this.isDue(t)));
        this.next();
        this.changed();
      }
    }
  }

  /** Aborts what is loaded ahead, and streams of which nothing is needed any more. */
  stopStaleStreams(needed) {
    const keys = new Set(needed.map(keyOf));
    for (const stream of this.streams) {
      if (stream.isAhead || ![...stream.keys].some((key) => keys.has(key))) this.stop(stream);
    }
  }

  stop(stream) {
    stream.abort.abort();
    this.streams.delete(stream);
  }

  stopStreams() { for (const stream of this.streams) this.stop(stream); }

  get isBusy() { return this.loading.size > 0 || this.streams.size > 0 || this.wanted.length > 0; }

  /** The same, but for what is loaded ahead. */
  get isWaitedFor() { return this.loading.size > 0 || this.wanted.length > 0 || [...this.streams].some(({ isAhead }) => !isAhead); }

  close() {
    this.stopStreams();
    for (const abort of this.loading.values()) abort.abort();
    for (const timer of this.timers) clearTimeout(timer);
    this.wanted = [];
    this.cache.close();
  }
}
