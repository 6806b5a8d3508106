// #xywh=x,y,w,h in image pixels, with &page= for albums, &rotate= in degrees and &flip=1 for what is
// turned; pixel: and percent: forms are read too.

/** {rect, page, turn} of a fragment; rect in image pixels, or in percent of the image. */
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
  return { rect: isRect ? rect : null, page: Number.isInteger(page) && page > 0 ? page - 1 : null, turn };
}

/** The fragment that leads back to a view. */
export function writeFragment(rect, page, pageCount, { quarters, isMirrored }) {
  const numbers = [rect.x, rect.y, rect.width, rect.height].map((n) => Math.round(n));
  const paged = pageCount > 1 ? `&page=${page + 1}` : '';
  return `#xywh=${numbers.join(',')}${paged}${quarters ? `&rotate=${90 * quarters}` : ''}${isMirrored ? '&flip=1' : ''}`;
}

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
