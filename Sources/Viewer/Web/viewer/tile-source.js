// Where the tiles of an image come from: one by one, or many in one answer. A store asks nothing
// else of a source, so that a file read by ranges or a tree of files can take the server's place.

import { parts } from './tile-stream.js';

/** Tiles are asked for by their addresses, {reduction, column, row}; `signal` calls it off. */
export class ServerTiles {
  /** links: of the JSON of /images/{id}; base: what they are relative to. */
  constructor({ tiles, viewportTiles }, base) {
    this.template = tiles;
    this.list = viewportTiles;
    this.base = base;
  }

  /** A tile, as it is stored or sent. */
  async tile({ reduction, column, row }, signal) {
    const path = this.template
      .replace('{reduction}', reduction).replace('{column}', column).replace('{row}', row);
    return (await this.get(new URL(path, this.base), signal)).blob();
  }

  /** Yields {reduction, column, row, blob} of tiles in their order, each as it comes. */
  async* tiles(addresses, signal) {
    const list = new URL(this.list, this.base);
    list.search = `tiles=${addresses.map((a) => `${a.reduction}/${a.column}_${a.row}`).join(',')}`;
    for await (const { location, type, bytes } of parts(await this.get(list, signal))) {
      const [, reduction, column, row] = /\/tiles\/(-?\d+)\/(\d+)_(\d+)\./.exec(location) ?? [];
      if (row) yield { reduction: +reduction, column: +column, row: +row, blob: new Blob([bytes], { type }) };
    }
  }

  async get(address, signal) {
    const response = await fetch(address, { signal });
    if (!response.ok) throw new Error(`${response.status}`);
    return response;
  }
}
