// Opens an album: at the page that the address names, and bound as a book where it is one.

import { pageIn, readFragment } from './deep-link.js';
import { Pool } from './pool.js';
import { Refusal } from './source.js';

const binding = () => import('../book/binding.js');

export async function openAlbum(viewer, calculator, album, visit, say) {
  const { pages, demand } = viewer;
  const { length } = album.pages;
  if (!length) throw new Refusal('This folder holds no images yet. Put some into it and open it again.');
  pages.album = album;
  const pool = (demand.pool = new Pool(viewer));
  const wanted = viewer.hasAttribute('deep-link') ? pageIn(album.pages, readFragment(location.hash)) : null;
  const first = Math.min(wanted ?? Number(viewer.getAttribute('page') ?? 0), length - 1);
  const { layout } = album.foreseen ?? album;
  const isBook = layout || /pdf|cbz|epub|djvu/.test(album.kind);
  const { bind } = isBook ? await binding() : {};
  visit.throwIfAborted();
  if (layout && layout !== 'single') {
    // What faces it is asked for with it, and nothing on the way there.
    demand.isAway = true;
    viewer.show(calculator, null, length, first);
    bind(viewer, album, visit);
    demand.isAway = false;
    demand.look(true);
    await pool.settle(first);
    return visit.throwIfAborted();
  }
  const image = await pool.describe(first, visit, say).catch((error) => {
    // The others may be sound: this page alone says what is wrong with it.
    if (!(error instanceof Refusal) || length < 2) throw error;
    pages.failed.add(first);
    pages.words.set(first, [error.message]);
  });
  visit.throwIfAborted();
  viewer.show(calculator, image && pages.store(image), length, first);
  bind?.(viewer, album, visit);
}
