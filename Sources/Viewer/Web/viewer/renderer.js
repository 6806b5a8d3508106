// Draws pages on a canvas, in whole device pixels: neighbours share their edge at any zoom.

import { tileSet } from './calculator.js';

/** CATiledLayer's fade, in milliseconds. */
const fade = 250;
/** Device pixels from which on one of a tile is seen as the square that it is. */
const square = 4;
/** Of the squares under what is transparent, in points. */
const checker = 8;
const dark = matchMedia('(prefers-color-scheme: dark)');
/** Even and odd squares on a dark ground and on a light one. */
const squares = { dark: ['#6b7478', '#626a6e'], light: ['#fff', '#ece9e2'] };

export class Renderer {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d', { alpha: true });
    /** The view's tiles, as of the last frame. */
    this.tiles = [];
    /** What shows through what is transparent. */
    this.underlay = 'squares';
  }

  resize(width, height) {
    if (this.canvas.width === width && this.canvas.height === height) return;
    this.canvas.width = width;
    this.canvas.height = height;
  }

  clear() {
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
  }

  /**
   * Draws the pages of the pool's leaves that have a store. Then says whether a fade is under way, and so
   * another frame is due, and whether every tile in view is here. What is gone in the next frame
   * may be quick.
   */
  draw(calculator, { stores, binding }, ratio, now, fades, isQuick) {
    const { context, canvas } = this;
    const { firstPage, endPage } = calculator.state;
    this.quality = isQuick ? 'low' : 'high';
    this.ground = null;
    this.ratio = ratio;
    this.clear();
    this.isFading = false;
    this.isSharp = endPage > firstPage;
    for (let leaf = firstPage; leaf < endPage; leaf++) {
      const view = calculator.pageView(leaf);
      if (!view) continue;
      const left = Math.round(view.x * ratio);
      const top = Math.round(view.y * ratio);
      const width = Math.round((view.x + view.width) * ratio) - left;
      const height = Math.round((view.y + view.height) * ratio) - top;
      if (left >= canvas.width || left + width <= 0) continue;
      context.save();
      context.beginPath();
      context.rect(left, top, width, height);
      context.clip();
      context.translate(left, top);
      for (const { page, place } of binding.parts(leaf)) {
        const store = stores.get(page);
        this.scale = view.zoomScale * place.scale * ratio;
        if (store) this.drawPage(calculator, leaf, store, place, now, fades); else this.isSharp = false;
      }
      context.restore();
    }
  }

  drawPage(calculator, leaf, store, place, now, fades) {
    if (!calculator.tiles(leaf, place, tileSet.visible, 0, store.image, this.tiles)) {
      this.isSharp = false;
      return;
    }
    for (const tile of this.tiles) {
      const own = store.find(tile.reduction, tile.column, tile.row);
      this.isSharp &&= !!own;
      const alpha = !own ? 0 : fades ? Math.min(1, Math.max(0, now - own.since) / fade) : 1;
      if (store.isTransparent && own) this.checker(tile);
      if (alpha < 1) {
        const isCovered = this.drawCoarser(store, tile, store.image.tileSize);
        if (!own && !isCovered) this.drawFiner(store, tile, store.image.tileSize);
        if (!own && store.hasFailed(tile)) this.mark(tile);
      }
      if (own) {
        this.context.globalAlpha = alpha;
        this.place(own.bitmap, 0, 0, own.bitmap.width, own.bitmap.height, tile, this.scale * 2 ** tile.reduction >= square);
        this.context.globalAlpha = 1;
        this.isFading ||= alpha < 1;
      }
    }
  }

  place(bitmap, x, y, width, height, tile, isSquare = false) {
    const { context } = this;
    const across = tile.right - tile.left;
    const down = tile.bottom - tile.top;
    context.imageSmoothingEnabled = !isSquare && (across !== width || down !== height);
    context.imageSmoothingQuality = this.quality;
    context.drawImage(bitmap, x, y, width, height, tile.left, tile.top, across, down);
  }

  /** Squares under what is transparent, on which both dark and light can be seen. */
  checker({ left, top, right, bottom }) {
    this.ground ??= this.underlay === 'squares' ? this.makeGround(Math.round(checker * this.ratio))
      : this.underlay === 'light' ? '#fff' : '#16191b';
    this.context.fillStyle = this.ground;
    this.context.fillRect(left, top, right - left, bottom - top);
  }

  makeGround(side) {
    const tile = new OffscreenCanvas(2 * side, 2 * side);
    const context = tile.getContext('2d');
    const { colorScheme } = getComputedStyle(this.canvas);
    const isDark = colorScheme === 'dark' || (colorScheme !== 'light' && dark.matches);
    const [even, odd] = isDark ? squares.dark : squares.light;
    context.fillStyle = even;
    context.fillRect(0, 0, 2 * side, 2 * side);
    context.fillStyle = odd;
    for (const at of [0, side]) context.fillRect(at, at, side, side);
    return this.context.createPattern(tile, 'repeat');
  }

  /** The part of the nearest coarser tile that lies under a tile. */
  drawCoarser(store, tile, size) {
    for (let steps = 1; tile.reduction + steps <= store.coarsest; steps++) {
      const factor = 2 ** steps;
      const column = Math.floor(tile.column / factor);
      const row = Math.floor(tile.row / factor);
      const above = store.find(tile.reduction + steps, column, row);
      if (!above) continue;
      const pixel = 2 ** (tile.reduction + steps);
      const x = tile.source.x / pixel - column * size;
      const y = tile.source.y / pixel - row * size;
      const width = Math.min(tile.source.width / pixel, above.bitmap.width - x);
      const height = Math.min(tile.source.height / pixel, above.bitmap.height - y);
      if (width <= 0 || height <= 0) return false;
      this.place(above.bitmap, x, y, width, height, tile);
      return true;
    }
    return false;
  }

  /** What of the next finer level is here, for the moment after zooming out. */
  drawFiner(store, tile, size) {
    const reduction = tile.reduction - 1;
    const pixel = 2 ** reduction * size;
    const scaleX = (tile.right - tile.left) / tile.source.width;
    const scaleY = (tile.bottom - tile.top) / tile.source.height;
    for (const [dx, dy] of [[0, 0], [1, 0], [0, 1], [1, 1]]) {
      const below = store.find(reduction, tile.column * 2 + dx, tile.row * 2 + dy);
      if (!below) continue;
      const left = tile.left + ((tile.column * 2 + dx) * pixel - tile.source.x) * scaleX;
      const top = tile.top + ((tile.row * 2 + dy) * pixel - tile.source.y) * scaleY;
      const unit = 2 ** reduction;
      this.place(below.bitmap, 0, 0, below.bitmap.width, below.bitmap.height, {
        left: Math.round(left), top: Math.round(top),
        right: Math.round(left + below.bitmap.width * unit * scaleX),
        bottom: Math.round(top + below.bitmap.height * unit * scaleY),
      });
    }
  }

  /** A tile that could not be loaded: a corner folded, neither loud nor hidden. */
  mark(tile) {
    const { context } = this;
    const side = Math.min(24, tile.right - tile.left, tile.bottom - tile.top);
    context.fillStyle = '#c2410c';
    context.beginPath();
    context.moveTo(tile.left, tile.top);
    context.lineTo(tile.left + side, tile.top);
    context.lineTo(tile.left, tile.top + side);
    context.fill();
  }
}
