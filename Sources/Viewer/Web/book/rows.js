// A list of any length: only the rows in sight are in the page.

import { element } from '../controls/dialogs.js';

/** Rows above and below those in sight that are there too. */
const around = 3;

export class Rows {
  /** scroller: what scrolls; make: answers the element of a row, by its number. */
  constructor(scroller, fields, make) {
    this.scroller = scroller;
    this.make = make;
    this.list = element('div', { className: 'rows', ...fields });
    this.there = new Map();
    scroller.append(this.list);
    scroller.addEventListener('scroll', () => this.update(), { passive: true });
    new ResizeObserver(() => this.resized?.()).observe(scroller);
  }

  /** So many rows of a height in points from now on; all are made anew. */
  show(count, height) {
    Object.assign(this, { count, height });
    this.list.style.height = `${count * height}px`;
    for (const row of this.there.values()) row.remove();
    this.there.clear();
    this.update();
  }

  /** Makes one row anew, if it is there. */
  renew(row) {
    this.there.get(row)?.remove();
    this.there.delete(row);
    this.update();
  }

  update() {
    const { scroller, list, count, height, there } = this;
    if (!count || !scroller.clientHeight) return;
    const top = scroller.scrollTop - list.offsetTop;
    const first = Math.max(0, Math.floor(top / height) - around);
    const end = Math.min(count, Math.ceil((top + scroller.clientHeight) / height) + around);
    const held = document.activeElement?.closest?.('[data-row]');
    for (const [row, made] of there) {
      // What has the focus stays, however far away.
      if ((row >= first && row < end) || made === held) continue;
      made.remove();
      there.delete(row);
    }
    for (let row = first; row < end; row++) if (!there.has(row)) this.put(row);
    this.seen?.(first, end);
  }

  put(row) {
    const made = this.make(row);
    made.dataset.row = row;
    made.style.transform = `translateY(${row * this.height}px)`;
    this.there.set(row, made);
    // In their order, for whoever goes through them by keys or by ear.
    const next = [...this.there.entries()].filter(([other]) => other > row).sort(([a], [b]) => a - b)[0];
    this.list.insertBefore(made, next?.[1] ?? null);
  }

  /** Scrolls no more than it must for a row to be in sight; answers its element. */
  reveal(row, isCentered = false) {
    const { scroller, list, height } = this;
    if (!(row >= 0 && row < this.count)) return null;
    const top = list.offsetTop + row * height;
    const room = scroller.clientHeight;
    if (isCentered) scroller.scrollTop = top - (room - height) / 2;
    else if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + height > scroller.scrollTop + room) scroller.scrollTop = top + height - room;
    this.update();
    return this.there.get(row) ?? null;
  }
}
