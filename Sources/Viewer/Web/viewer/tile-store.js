// Tiles of one image: loaded centre first, at most six at a time, decoded off the main thread, a
// bounded number kept.

import { parts } from './tile-stream.js';

const simultaneous = 6;
const attempts = 4;
const kept = 360;

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
    this.loading = new Map();
    this.stream = null;
    this.timers = new Set();
  }

  static key(reduction, column, row) { return `${reduction}/${column}_${row}`; }

  /** The decoded tile, if it is here; asking for it keeps it. */
  find(reduction, column, row) {
    const key = TileStore.key(reduction, column, row);
    const tile = this.tiles.get(key);
    if (tile?.bitmap) {
      this.tiles.delete(key);
      this.tiles.set(key, tile);
      return tile;
    }
    return null;
  }

  hasFailed(reduction, column, row) {
    return (this.tiles.get(TileStore.key(reduction, column, row))?.failures ?? 0) >= attempts;
  }

  isMissing(tile) {
    const key = TileStore.key(tile.reduction, tile.column, tile.row);
    return !this.tiles.get(key)?.bitmap && !this.loading.has(key) && !this.stream?.keys.has(key);
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
    this.wanted = tiles.filter((t) => this.isMissing(t) && !this.hasFailed(t.reduction, t.column, t.row));
    this.next();
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
    this.tiles.get(key)?.bitmap?.close();
    this.tiles.delete(key);
    this.tiles.set(key, { bitmap, shown: 0, failures: 0 });
    for (const [oldest, tile] of this.tiles) {
      if (this.tiles.size <= kept) break;
      tile.bitmap?.close();
      this.tiles.delete(oldest);
    }
    this.changed();
  }

  /** Tried again later, each time after twice as long. */
  fail(key, tile) {
    const failures = (this.tiles.get(key)?.failures ?? 0) + 1;
    this.tiles.set(key, { bitmap: null, shown: 0, failures });
    this.changed();
    if (failures >= attempts) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.wanted.push(tile);
      this.next();
    }, 500 * 2 ** failures);
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
    try {
      const address = new URL(this.image.links.viewportTiles, this.base);
      address.search = query;
      const response = await fetch(address, { signal: stream.abort.signal });
      if (!response.ok) throw new Error(`${response.status}`);
      for await (const part of parts(response)) {
        const found = /\/tiles\/(-?\d+)\/(\d+_\d+)\./.exec(part.location);
        if (!found) continue;
        const key = `${found[1]}/${found[2]}`;
        await this.keep(key, new Blob([part.bytes], { type: part.type }));
        stream.keys.delete(key);
      }
    } catch {
      // What did not come is asked for one by one.
    } finally {
      if (this.stream === stream) this.stream = null;
      if (!stream.abort.signal.aborted) {
        stream.keys.clear();
        this.wanted.push(...tiles.filter((t) => this.isMissing(t)));
        this.next();
      }
    }
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
    for (const tile of this.tiles.values()) tile.bitmap?.close();
    this.tiles.clear();
    this.wanted = [];
  }
}
