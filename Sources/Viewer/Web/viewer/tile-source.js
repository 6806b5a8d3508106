// Where the tiles of an image come from: one by one, or many in one answer. A store asks nothing
// else of a source, so that a file read by ranges or a tree of files can take the server's place.

const decoder = new TextDecoder();

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

/** Reads a multipart answer while it comes: yields {location, type, bytes} for each part. */
async function* parts(response) {
  const boundary = /boundary=([^;]+)/.exec(response.headers.get('content-type'))?.[1];
  if (!boundary) throw new Error('the answer has no parts');
  const reader = response.body.getReader();
  let held = new Uint8Array(0);
  let isOver = false;

  async function more() {
    const { value, done } = await reader.read();
    if (done) { isOver = true; return; }
    const joined = new Uint8Array(held.length + value.length);
    joined.set(held);
    joined.set(value, held.length);
    held = joined;
  }

  function headEnd() {
    for (let i = 0; i + 3 < held.length; i++) {
      if (held[i] === 13 && held[i + 1] === 10 && held[i + 2] === 13 && held[i + 3] === 10) return i;
    }
    return -1;
  }

  try {
    for (;;) {
      let end = headEnd();
      while (end < 0 && !isOver) { await more(); end = headEnd(); }
      if (end < 0) return;
      const head = decoder.decode(held.subarray(0, end));
      const field = (name) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1].trim();
      const length = Number(field('content-length'));
      held = held.subarray(end + 4);
      while (held.length < length && !isOver) await more();
      if (held.length < length) throw new Error('the answer was cut short');
      yield { location: field('content-location'), type: field('content-type'), bytes: held.slice(0, length) };
      held = held.subarray(length);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
