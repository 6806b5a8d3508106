// #xywh=x,y,w,h in image pixels, with &picture= for one of a folder's and &page= for a document's,
// &rotate= in degrees and &flip=1 for what is turned; pixel: and percent: forms are read too.

import { decoded } from './words.js';

/** {rect, page, picture, turn} of a fragment; rect in image pixels, or in percent of the image. */
export function readFragment(text) {
  const fields = new URLSearchParams(text.replace(/^#/, ''));
  const found = /^(?:(pixel|percent):)?(-?[\d.]+),(-?[\d.]+),([\d.]+),([\d.]+)$/.exec(fields.get('xywh') ?? '');
  const page = Number(fields.get('page'));
  const rect = found && {
    isPercent: found[1] === 'percent',
    x: Number(found[2]), y: Number(found[3]), width: Number(found[4]), height: Number(found[5]),
  };
  const isRect = rect && rect.width > 0 && rect.height > 0 && Number.isFinite(rect.x + rect.y);
  const quarters = Number(fields.get('rotate')) / 90;
  const turn = { quarters: Number.isInteger(quarters) ? quarters : 0, isMirrored: fields.get('flip') === '1' };
  return { rect: isRect ? rect : null, page: Number.isInteger(page) && page > 0 ? page - 1 : null, picture: fields.get('picture'), turn };
}

/** The fragment that leads back to a view; `place` is what it says of where in an album that is. Of a page that can't be had that is all. */
export function writeFragment(rect, place, { quarters, isMirrored }) {
  const numbers = rect && `xywh=${[rect.x, rect.y, rect.width, rect.height].map((n) => Math.round(n))}`;
  return `#${numbers ?? ''}${place}${quarters ? `&rotate=${90 * quarters}` : ''}${isMirrored ? '&flip=1' : ''}`;
}

/** A page of an album: pictures come and go in a folder, so theirs are called by their names. */
export function placeIn({ id, pages }, page) {
  return pages[page].id.startsWith(`${id};`) ? `&page=${page + 1}` : `&picture=${fileName(pages[page])}`;
}

/** Which page of an album a fragment names; null where it names none that is there. */
export function pageIn(pages, { page, picture }) {
  if (picture === null) return page;
  const found = pages.findIndex((one) => decoded(fileName(one)) === picture);
  return found < 0 ? null : found;
}

/** As addresses have it: what it is called need not be text. */
const fileName = ({ links }) => links.view.split(/%2F|\//i).at(-1);

export function inPixels(rect, image) {
  if (!rect.isPercent) return rect;
  return {
    x: rect.x / 100 * image.width, y: rect.y / 100 * image.height,
    width: rect.width / 100 * image.width, height: rect.height / 100 * image.height,
  };
}

/** A rectangle of the whole image, which any view then fits anew. */
export function coversAll(rect, image) {
  return rect.x <= 1 && rect.y <= 1 && rect.x + rect.width >= image.width - 1 && rect.y + rect.height >= image.height - 1;
}
