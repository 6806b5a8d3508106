// Rows of pictures that end with the window, whatever their proportions. A picture that does not fit
// where it would stand makes its row lower, or the row before it higher: whichever changes less.

const number = (style, name) => parseFloat(style.getPropertyValue(name));

export class Rows {
  constructor(list) {
    this.list = list;
    new ResizeObserver(() => this.layOut()).observe(list);
  }

  /** Lays out all of it once more before it is next painted, however often it is asked for. */
  layOutAnew() {
    this.begin = undefined;
    this.turn ??= requestAnimationFrame(() => {
      this.turn = undefined;
      this.layOut();
    });
  }

  /** Lays out what has come since; all of it where the window has changed. */
  layOut() {
    const style = getComputedStyle(this.list);
    const width = this.list.clientWidth;
    const [height, room] = [number(style, '--row'), number(style, '--room')];
    const shape = `${width} ${height} ${room}`;
    // In the list as it was before, what came last may have stood in a row that was not full.
    const isSame = shape === this.shape && this.begin?.parentNode === this.list;
    this.shape = shape;
    let row = [];
    let ratios = 0;
    /** Heights, in those that rows like to have, with so many pictures of so many heights in width. */
    const fit = (count, sum) => (width - 2 * room * count - 0.5) / sum / height;
    const close = () => {
      const all = fit(row.length, ratios);
      for (const item of row) item.style.setProperty('--fit', all);
      row = [];
      ratios = 0;
    };
    for (let item = isSame ? this.begin : this.list.firstElementChild; item; item = item.nextElementSibling) {
      const ratio = number(item.style, '--ratio');
      if (!ratio) continue;
      const low = fit(row.length + 1, ratios + ratio);
      if (row.length && low < 1 && fit(row.length, ratios) * low < 1) close();
      row.push(item);
      ratios += ratio;
      if (row.length === 1) this.begin = item;
      if (fit(row.length, ratios) <= 1) close();
    }
    for (const item of row) item.style.removeProperty('--fit');
  }
}
