// Views that somebody wants to come back to: kept in this browser, taken along as JSON.

import { button } from './icons.js';
import { element, openDialog, save } from './dialogs.js';
import { toast } from './toast.js';
import { root } from '../pages/address.js';

const place = 'pyramidion.bookmarks';

export function read() {
  try {
    const found = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(found) ? found.filter(isBookmark) : [];
  } catch {
    return [];
  }
}

function isBookmark(item) {
  return item && typeof item.image === 'string' && typeof item.name === 'string' && /^#xywh=/.test(item.view ?? '');
}

function write(bookmarks) {
  try {
    localStorage.setItem(place, JSON.stringify(bookmarks));
  } catch {
    toast('The browser keeps nothing for this page: bookmarks will be gone when you leave.');
  }
}

/** Takes in what was exported; what is there already stays once. */
export function merge(text) {
  const found = JSON.parse(text);
  const items = (Array.isArray(found) ? found : found.bookmarks ?? []).filter(isBookmark);
  const known = read();
  const added = items.filter((item) => !known.some((k) => k.image === item.image && k.view === item.view));
  write([...known, ...added.map(({ image, name, view, made, label, words }) => ({ image, name, view, made, ...ofBook(label, words) }))]);
  return added.length;
}

/** What is printed on a page, and its words, as far as they are texts of their own. */
function ofBook(label, words) {
  return Object.fromEntries(Object.entries({ label, words }).filter(([, text]) => typeof text === 'string' && text).map(([key, text]) => [key, text.slice(0, 200)]));
}

export function add(viewer, name) {
  const image = viewer.album?.id ?? viewer.image.id;
  const { book, page } = viewer;
  const more = book ? ofBook(book.label(page), book.excerpt?.()) : {};
  write([...read(), { image, name, view: viewer.fragment(), made: new Date().toISOString(), ...more }]);
}

export function openBookmarks(viewer) {
  openDialog('Bookmarks', (body, dialog) => {
    const list = element('ul', { className: 'bookmarks' });
    const fill = () => {
      list.replaceChildren();
      const all = read();
      for (const item of all) {
        const encoded = encodeURIComponent(item.image);
        const { label, words } = ofBook(item.label, item.words);
        const where = label ? `${item.image}, page ${label}` : item.image;
        const link = element('a', { href: `${root}view/${encoded}${item.view}` }, item.name, element('small', { textContent: where }));
        if (words) link.append(element('small', { className: 'excerpt', textContent: `“${words}”` }));
        link.addEventListener('click', () => { if (item.image === (viewer.album?.id ?? viewer.image.id)) dialog.close(); });
        const remove = button('trash', `Remove ${item.name}`, () => {
          write(read().filter((other) => other.image !== item.image || other.view !== item.view || other.made !== item.made));
          fill();
        });
        list.append(element('li', {}, link, remove));
      }
      if (!all.length) list.append(element('li', { className: 'quiet-text', textContent: 'No bookmarks yet. Find a view you like, give it a name, and keep it.' }));
    };
    const name = element('input', { type: 'text', required: !viewer.book, maxLength: 120, placeholder: viewer.book ? `Page ${viewer.book.label(viewer.page)}` : 'Name of this view', ariaLabel: 'Name of this view' });
    const form = element('form', { className: 'row' }, name, element('button', { textContent: 'Keep' }));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      add(viewer, name.value.trim() || (viewer.book ? `Page ${viewer.book.label(viewer.page)}` : 'View'));
      name.value = '';
      fill();
    });
    const file = element('input', { type: 'file', accept: 'application/json', ariaLabel: 'Import bookmarks' });
    file.addEventListener('change', async () => {
      try {
        toast(`${merge(await file.files[0].text())} bookmarks added`);
      } catch {
        toast('That file holds no bookmarks of ours.');
      }
      fill();
    });
    const out = element('button', { type: 'button', textContent: 'Export' });
    out.addEventListener('click', () => save('bookmarks.json', 'application/json', JSON.stringify(read(), null, 2)));
    body.append(form, list, element('div', { className: 'row' }, out, element('label', { className: 'file', textContent: 'Import' }, file)));
    fill();
  });
}
