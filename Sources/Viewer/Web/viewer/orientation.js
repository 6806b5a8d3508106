// The picture turned by quarters, and mirrored before that: all that moves with it lies on a stage,
// which is turned as a whole. Points and sizes of the stage are the calculator's, those of the view
// are the window's.

export class Orientation {
  /** Quarters, clockwise. */
  quarters = 0;
  isMirrored = false;

  get isTurned() { return this.quarters > 0 || this.isMirrored; }

  /** Takes other values in; answers whether they are other ones. */
  take({ quarters = this.quarters, isMirrored = this.isMirrored }) {
    const before = [this.quarters, this.isMirrored];
    this.quarters = ((Math.round(quarters) || 0) % 4 + 4) % 4;
    this.isMirrored = !!isMirrored;
    return before[0] !== this.quarters || before[1] !== this.isMirrored;
  }

  /** The stage's size for a view's, and the other way round. */
  size({ width, height }) { return this.quarters % 2 ? { width: height, height: width } : { width, height }; }

  /** What leads from the stage to a view of that size, as canvases and styles take it. */
  matrix(width, height) {
    const stage = this.size({ width, height });
    const [a, b, c, d, e, f] = [
      [1, 0, 0, 1, 0, 0], [0, 1, -1, 0, width, 0], [-1, 0, 0, -1, width, height], [0, -1, 1, 0, 0, height],
    ][this.quarters];
    return this.isMirrored ? [-a, -b, c, d, e + a * stage.width, f + b * stage.width] : [a, b, c, d, e, f];
  }

  /** Where a point of a view of that size lies on the stage. */
  inside(x, y, width, height) {
    const [a, b, c, d, e, f] = this.matrix(width, height);
    return [a * (x - e) + b * (y - f), c * (x - e) + d * (y - f)];
  }

  /** The same of a way. */
  way(across, down) {
    const [a, b, c, d] = this.matrix(0, 0);
    return [a * across + b * down, c * across + d * down];
  }

  /** What bars cover of the stage. */
  inset({ top, right, bottom, left }) {
    const clockwise = [top, right, bottom, left];
    const sides = clockwise.map((_, side) => clockwise[(side + this.quarters) % 4]);
    const [up, after, down, before] = sides;
    return { top: up, right: this.isMirrored ? before : after, bottom: down, left: this.isMirrored ? after : before };
  }
}
