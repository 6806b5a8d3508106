// A page of a document in a view of its own: its links lead to the others' own views.

import { Sheets } from './sheets.js';

/** The page as if it were all of a book, as far as links go by that. */
function lone({ links: { view }, source }) {
  return {
    album: { kind: 'pdf', layout: 'single', links: {}, pages: [{ links: { image: source } }] },
    label: (page) => String(page + 1),
    leadTo: (page) => new URL(view, source).pathname.replace(/(;|%3B)\d+$/i, `$1${page}`),
  };
}

export function layLinks(viewer) {
  const pages = new WeakMap();
  new Sheets(viewer, () => {
    const { image } = viewer;
    if (!image || viewer.album || viewer.list) return null;
    if (!pages.has(image)) pages.set(image, lone({ links: image.links, source: viewer.source }));
    return pages.get(image);
  });
}
