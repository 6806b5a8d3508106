// Opens an album: at the page that the address names, and bound as a book where it is one.

import { pageIn, readFragment } from './deep-link.js';
import { Pool } from './pool.js';
import { Refusal } from './source.js';

export async function openAlbum(viewer, calculator, album, visit, say) {
  const { pages, demand } = viewer;
  if (!album.pages.length) throw new Refusal('This folder holds no images yet. Put some into it and open it again.');
  pages.album = album;
  demand.pool = new Pool(viewer);
  const wanted = viewer.hasAttribute('deep-link') ? pageIn(album.pages, readFragment(location.hash)) : null;
  const first = Math.min(wanted ?? Number(viewer.getAttribute('page') ?? 0), album.pages.length - 1);
  const image = await demand.pool.describe(first, visit, say).catch((error) => {
    // The others may be sound: this page alone says what is wrong with it.
    if (!(error instanceof Refusal) || album.pages.length < 2) throw error;
    pages.failed.add(first);
    pages.words.set(first, [error.message]);
  });
  visit.throwIfAborted();
  viewer.show(calculator, image && pages.store(image), album.pages.length, first);
  if (album.layout || /pdf|cbz|epub/.test(album.kind)) (await import('../book/binding.js')).bind(viewer, album, visit);
}
