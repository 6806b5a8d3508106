// How the book is read: its layout and direction, its paper, and whether a drag selects its words.

import { element } from '../controls/dialogs.js';

const layouts = { single: 'One page', spreads: 'Facing pages', scroll: 'Scrolling' };
const directions = { ltr: 'Left to right', rtl: 'Right to left' };
const papers = { '': 'As it is', sepia: 'Sepia', dark: 'Dark' };

export class Reading {
  constructor(viewer, place, sheets) {
    this.viewer = viewer;
    this.place = place;
    this.layout = this.choice('Pages', layouts, (layout) => viewer.book.choose({ layout }));
    this.direction = this.choice('Direction', directions, (direction) => viewer.book.choose({ direction }));
    this.cover = this.toggle('The cover stands alone', (is) => viewer.book.choose({ cover: is ? 'alone' : 'paired' }));
    this.shift = this.toggle('Pair pages one later', (is) => viewer.book.choose({ shift: is ? 1 : 0 }));
    this.paper = this.choice('Paper', papers, (paper) => { viewer.surface.dataset.paper = paper; });
    this.text = this.toggle('Dragging selects words', (is) => { sheets.selects = is; }, 'T');
    this.sheets = sheets;
    this.note = element('p', { className: 'quiet' });
    place.append(element('div', { className: 'scroller reading' }, this.layout.field, this.note, this.cover.field, this.shift.field, this.direction.field, this.paper.field, this.text.field));
    for (const type of ['bind', 'load']) viewer.addEventListener(type, () => { if (viewer.book) this.shown(); });
  }

  choice(name, words, choose) {
    const inputs = Object.entries(words).map(([value, text]) => {
      const input = element('input', { type: 'radio', name: `reading-${name}`, value });
      input.addEventListener('change', () => choose(value));
      return element('label', {}, input, element('span', { textContent: text }));
    });
    const field = element('fieldset', {}, element('legend', { textContent: name }), element('div', { className: 'choices' }, ...inputs));
    return { field, set: (value) => { for (const input of field.querySelectorAll('input')) input.checked = input.value === value; } };
  }

  toggle(text, choose, key = '') {
    const input = element('input', { type: 'checkbox' });
    input.addEventListener('change', () => choose(input.checked));
    return { input, field: element('label', { className: 'toggle' }, input, element('span', { textContent: text }), key ? element('kbd', { textContent: key }) : '') };
  }

  shown() {
    const { book } = this.viewer;
    const { layout, direction, cover, shift } = book.choice;
    this.layout.set(layout);
    this.direction.set(direction === 'rtl' ? 'rtl' : 'ltr');
    this.cover.input.checked = cover === 'alone';
    this.shift.input.checked = shift === 1;
    this.paper.set(this.viewer.surface.dataset.paper ?? '');
    this.text.input.checked = this.sheets.selects;
    this.text.field.hidden = !book.album.links.text;
    for (const { field } of [this.cover, this.shift]) field.hidden = layout !== 'spreads';
    this.direction.field.hidden = layout === 'scroll';
    this.note.hidden = layout !== 'spreads' || book.layout === 'spreads';
    this.note.textContent = 'This window is too narrow for two: they show one by one until it is wider.';
  }
}
