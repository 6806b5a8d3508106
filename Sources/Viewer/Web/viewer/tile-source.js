// Where the tiles of an image come from: one by one, or many in one answer. A store asks nothing
// else of a source, so that a file read by ranges or a tree of files can take the server's place.

/** Of one character a byte. */
const decoder = new TextDecoder('latin1');

/** Tiles are asked for by their addresses, {reduction, column, row}; `signal` calls it off. */
export class ServerTiles {
  /** Of an image, the JSON of /images/{id}; base: what its links are relative to. */
  constructor({ version, links: { tiles, viewportTiles } }, base) {
    this.template = tiles;
    this.list = viewportTiles;
    this.base = base;
    this.version = version;
  }

  /** A tile of another picture, which has taken the image's place, is none of its own. */
  check(told) { if (told && !told.includes(this.version)) throw new Error('replaced'); }

  /** A tile, as it is stored or sent. */
  async tile({ reduction, column, row }, signal) {
    const path = this.template
      .replace('{reduction}', reduction).replace('{column}', column).replace('{row}', row);
    const response = await this.get(new URL(path, this.base), signal);
    this.check(response.headers.get('etag'));
    return response.blob();
  }

  /** Yields {reduction, column, row, blob} of tiles in their order, each as it comes. */
  async* tiles(addresses, signal) {
    const list = new URL(this.list, this.base);
    list.search = `tiles=${addresses.map((a) => `${a.reduction}/${a.column}_${a.row}`).join(',')}&edges=padded`;
    for await (const { location, type, bytes } of parts(await this.get(list, signal))) {
      this.check(location);
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

  try {
    for (;;) {
      // Far more than a head takes, and far less than what may have come.
      const [head, rest] = decoder.decode(held.subarray(0, 4096)).split('\r\n\r\n', 2);
      if (rest === undefined) {
        if (isOver) return;
        await more();
        continue;
      }
      const field = (name) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1].trim();
      const length = Number(field('content-length'));
      held = held.subarray(head.length + 4);
      while (held.length < length && !isOver) await more();
      if (held.length < length) throw new Error('the answer was cut short');
      yield { location: field('content-location'), type: field('content-type'), bytes: held.slice(0, length) };
      held = held.subarray(length);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
