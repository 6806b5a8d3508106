// Tiles of one image: loaded centre first, at most six at a time, decoded off the main thread, a
// bounded number kept.

import { parts } from './tile-stream.js';

const simultaneous = 6;
const attempts = 4;
/** Milliseconds before the second attempt; each later one waits twice as long. */
const firstPause = 500;
/** Milliseconds after which a tile that was given up may be asked for again. */
const forgiveness = 30_000;
const fewestKept = 360;

export class TileStore {
  /**
   * image: the JSON of /images/{id}; base: what its addresses are relative to;
   * changed: called when a tile has come or failed.
   */
  constructor(image, base, changed) {
    this.image = image;
    this.base = base;
    this.changed = changed;
    this.tiles = new Map();
    this.wanted = [];
    /** Keys of the view's tiles, whether they have come or not. */
    this.current = new Set();
    this.loading = new Map();
    this.failed = new Map();
    this.stream = null;
    this.timers = new Set();
    this.kept = fewestKept;
  }

  get coarsestTile() { return { reduction: this.coarsest, column: 0, row: 0 }; }

  get coarsest() { return this.image.levels.at(-1).reduction; }

  /** Never keeps fewer than a view and its surroundings, however large it is. */
  makeRoom(inView) { this.kept = Math.max(fewestKept, 2 * inView); }

  static key(reduction, column, row) { return `${reduction}/${column}_${row}`; }

  /** The decoded tile, if it is here; asking for it keeps it. */
  find(reduction, column, row) {
    const key = TileStore.key(reduction, column, row);
    const tile = this.tiles.get(key);
    if (!tile) return null;
    this.tiles.delete(key);
    this.tiles.set(key, tile);
    return tile;
  }

  /** Given up for now. */
  hasFailed(reduction, column, row) {
    return (this.failed.get(TileStore.key(reduction, column, row))?.count ?? 0) >= attempts;
  }

  hasFailedOnce(tile) { return this.failed.has(TileStore.key(tile.reduction, tile.column, tile.row)); }

  isMissing(tile) {
    const key = TileStore.key(tile.reduction, tile.column, tile.row);
    return !this.tiles.has(key) && !this.loading.has(key) && !this.stream?.keys.has(key);
  }

  address(tile) {
    const path = this.image.links.tiles
      .replace('{reduction}', tile.reduction).replace('{column}', tile.column).replace('{row}', tile.row);
    return new URL(path, this.base);
  }

  /** From now on these are wanted, in this order; what else was under way one by one is aborted. */
  want(tiles) {
    const keys = new Set(tiles.map((t) => TileStore.key(t.reduction, t.column, t.row)));
    for (const [key, abort] of this.loading) if (!keys.has(key)) { abort.abort(); this.loading.delete(key); }
    this.current = keys;
    this.wanted = tiles.filter((t) => this.isMissing(t) && this.isDue(t));
    this.next();
  }

  /** A tile that has failed waits for its turn, and one given up for better times. */
  isDue(tile) {
    const failure = this.failed.get(TileStore.key(tile.reduction, tile.column, tile.row));
    return !failure || performance.now() >= failure.due;
  }

  /** The coarsest tile, there or on its way; over when it has come or failed. */
  async loadCoarsest() {
    if (this.isMissing(this.coarsestTile)) await this.load(this.coarsestTile);
  }

  next() {
    while (this.loading.size < simultaneous && this.wanted.length) {
      const tile = this.wanted.shift();
      if (this.isMissing(tile)) this.load(tile);
    }
  }

  async load(tile) {
    const key = TileStore.key(tile.reduction, tile.column, tile.row);
    const abort = new AbortController();
    this.loading.set(key, abort);
    try {
      const response = await fetch(this.address(tile), { signal: abort.signal });
      if (!response.ok) throw new Error(`${response.status}`);
      await this.keep(key, await response.blob());
    } catch (error) {
      if (!abort.signal.aborted) this.fail(key, tile);
    } finally {
      if (this.loading.get(key) === abort) this.loading.delete(key);
      this.next();
    }
  }

  async keep(key, blob) {
    const bitmap = await createImageBitmap(blob);
    if (this.isClosed) {
      bitmap.close();
      return;
    }
    this.tiles.get(key)?.bitmap.close();
    this.tiles.delete(key);
    this.tiles.set(key, { bitmap, shown: 0 });
    this.failed.delete(key);
    for (const [oldest, tile] of this.tiles) {
      if (this.tiles.size <= this.kept) break;
      tile.bitmap.close();
      this.tiles.delete(oldest);
    }
    this.changed();
  }

  /** Tried again later, each time after twice as long, while it is in view. */
  fail(key, tile) {
    const count = (this.failed.get(key)?.count ?? 0) + 1;
    const isOver = count >= attempts;
    const pause = isOver ? forgiveness : firstPause * 2 ** (count - 1);
    // One that was given up gets one more chance after its pause, not all of them.
    this.failed.set(key, { count, due: performance.now() + pause });
    this.changed();
    if (isOver) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (!this.current.has(key) || !this.isMissing(tile)) return;
      this.wanted.push(tile);
      this.next();
    }, pause);
    this.timers.add(timer);
  }

  /** One answer for many tiles: `query` is asked of viewport/tiles. */
  async streamView(query, tiles) {
    this.stopStream();
    const stream = {
      abort: new AbortController(),
      keys: new Set(tiles.map((t) => TileStore.key(t.reduction, t.column, t.row))),
    };
    this.stream = stream;
    for (const key of stream.keys) this.current.add(key);
    const decoded = [];
    try {
      const address = new URL(this.image.links.viewportTiles, this.base);
      address.search = query;
      const response = await fetch(address, { signal: stream.abort.signal });
      if (!response.ok) throw new Error(`${response.status}`);
      for await (const part of parts(response)) {
        const found = /\/tiles\/(-?\d+)\/(\d+_\d+)\./.exec(part.location);
        if (!found) continue;
        const key = `${found[1]}/${found[2]}`;
        const kept = this.keep(key, new Blob([part.bytes], { type: part.type }));
        decoded.push(kept.then(() => stream.keys.delete(key), () => {}));
      }
    } catch {
      // What did not come is asked for one by one.
    } finally {
      await Promise.all(decoded);
      if (this.stream === stream) this.stream = null;
      if (!stream.abort.signal.aborted) {
        stream.keys.clear();
        this.wanted.push(...tiles.filter((t) => this.isMissing(t) && this.isDue(t)));
        this.next();
        this.changed();
      }
    }
  }

  /** Aborts a stream of which nothing is in view any more. */
  stopStaleStream(visible) {
    if (!this.stream) return;
    const { keys } = this.stream;
    if (!visible.some((t) => keys.has(TileStore.key(t.reduction, t.column, t.row)))) this.stopStream();
  }

  stopStream() {
    this.stream?.abort.abort();
    this.stream = null;
  }

  get isBusy() { return this.loading.size > 0 || this.stream !== null || this.wanted.length > 0; }

  close() {
    this.stopStream();
    for (const abort of this.loading.values()) abort.abort();
    for (const timer of this.timers) clearTimeout(timer);
    for (const tile of this.tiles.values()) tile.bitmap.close();
    this.tiles.clear();
    this.wanted = [];
    this.isClosed = true;
  }
}
