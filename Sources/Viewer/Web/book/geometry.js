// Which pages of a book are seen together, and where they lie: as the calculator's `Pairing` and
// `BoxLine` have it on the server, held to the same vectors. It is loaded with books alone.

/** Densities that scanners and cameras really mean. */
const plausible = (density) => density >= 30 && density <= 2400;

/** The first page of each spread; `isAlone` says which pages are no half of one. */
export function spreads(count, { cover, shift }, isAlone) {
  const before = (cover === 'paired' ? 0 : 1) + shift;
  const firsts = [];
  for (let page = 0; page < count;) {
    firsts.push(page);
    page += page >= before && page + 1 < count && !isAlone(page) && !isAlone(page + 1) ? 2 : 1;
  }
  return firsts;
}

/** The last of some rising numbers that is no larger than a place; the first where none is. */
export function lastAt(numbers, place) {
  let [start, end] = [0, numbers.length];
  while (start < end) {
    const middle = (start + end) >> 1;
    if (numbers[middle] <= place) start = middle + 1; else end = middle;
  }
  return Math.max(0, start - 1);
}

/** Boxes one behind the other in a direction, each in the middle across. */
export class BoxLine {
  constructor(boxes, direction, spacing = 0) {
    this.boxes = boxes;
    this.isVertical = direction === 'ttb' || direction === 'btt';
    this.isReversed = direction === 'rtl' || direction === 'btt';
    /** Where each begins along the order of reading. */
    this.starts = [];
    this.length = this.breadth = 0;
    for (const { width, height } of boxes) {
      const [along, across] = this.isVertical ? [height, width] : [width, height];
      const start = this.starts.length ? this.length + spacing : 0;
      this.starts.push(start);
      this.length = start + along;
      this.breadth = Math.max(this.breadth, across);
    }
  }

  get size() { return this.isVertical ? { width: this.breadth, height: this.length } : { width: this.length, height: this.breadth }; }

  frame(at) {
    const { width, height } = this.boxes[at];
    const start = this.starts[at];
    const place = this.isReversed ? this.length - start - (this.isVertical ? height : width) : start;
    return this.isVertical
      ? { x: (this.breadth - width) / 2, y: place, width, height } : { x: place, y: (this.breadth - height) / 2, width, height };
  }
}

/** How large pages are beside each other: by what they measure, where all say so; else all are as high as the first that is known. */
export function pageSizes({ sizes = [], pages }) {
  const known = sizes.find(([width]) => width) ?? [3, 4, null];
  const isPhysical = sizes.length > 0 && sizes.every(([, , density]) => plausible(density));
  const found = [];
  for (const [width, height, density, count] of sizes) {
    const [across, down] = width ? [width, height] : known;
    const scale = isPhysical ? known[2] / density : known[1] / down;
    for (let i = 0; i < count && found.length < pages.length; i++) found.push({ width: across * scale, height: down * scale });
  }
  while (found.length < pages.length) found.push({ width: known[0], height: known[1] });
  return found;
}
