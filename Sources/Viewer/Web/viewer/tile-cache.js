// Tiles that are here: a bounded number decoded, and a bounded number of bytes as they came.

const fewestKept = 320;
/** Bytes of tiles that are kept as they came, when there is no room for them decoded. */
const mostPacked = 32 << 20;

export class TileCache {
  constructor() {
    /** By their keys, what was used last at the end: {bitmap, since}; the time from which it fades in. */
    this.decoded = new Map();
    this.packed = new Map();
    this.packedBytes = 0;
    this.kept = fewestKept;
  }

  /** Never keeps fewer than a view and its surroundings, however large it is. */
  makeRoom(inView) { this.kept = Math.max(fewestKept, 2 * inView); }

  /** The decoded tile, if it is here; asking for it keeps it. */
  find(key) {
    const tile = this.decoded.get(key);
    if (tile) renew(this.decoded, key, tile);
    return tile ?? null;
  }

  has(key) { return this.decoded.has(key) || this.packed.has(key); }

  /**
   * Decodes a tile and keeps it both ways, as large as `size`: what lies beyond the image is cut off;
   * those `needed` stay, however long ago they were drawn. It is there in full at once unless it `fades`.
   */
  async add(key, blob, size, needed, fades) {
    const bitmap = await createImageBitmap(blob, 0, 0, ...size);
    if (this.isClosed) {
      bitmap.close();
      return;
    }
    this.decoded.get(key)?.bitmap.close();
    renew(this.decoded, key, { bitmap, since: fades ? performance.now() : -Infinity });
    for (const [oldest, tile] of this.decoded) {
      if (this.decoded.size <= this.kept) break;
      if (needed.has(oldest)) continue;
      tile.bitmap.close();
      this.decoded.delete(oldest);
    }
    this.pack(key, blob);
  }

  /** As it came a tile takes little room: who comes back need not ask for it again. */
  pack(key, blob) {
    this.unpack(key);
    this.packed.set(key, blob);
    this.packedBytes += blob.size;
    for (const oldest of this.packed.keys()) {
      if (this.packedBytes <= mostPacked) break;
      this.unpack(oldest);
    }
  }

  /** Takes a tile out of those that are kept as they came. */
  unpack(key) {
    this.packedBytes -= this.packed.get(key)?.size ?? 0;
    this.packed.delete(key);
  }

  close() {
    for (const { bitmap } of this.decoded.values()) bitmap.close();
    this.decoded.clear();
    this.packed.clear();
    this.packedBytes = 0;
    this.isClosed = true;
  }
}

/** Puts a value at the end of a map. */
function renew(map, key, value) {
  map.delete(key);
  map.set(key, value);
}
