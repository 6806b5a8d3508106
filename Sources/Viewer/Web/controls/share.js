// Links to this view, code to embed it, and the image's addresses in every protocol.

import { ask } from '../viewer/source.js';
import { writeContentState } from '../viewer/content-state.js';
import { copyable, element, openDialog } from './dialogs.js';

export function linkToView(viewer) {
  const address = new URL(location.href);
  address.hash = viewer.fragment();
  return address.href;
}

export function openShare(viewer) {
  const { image } = viewer;
  const full = (path) => new URL(path, location.href).href;
  const embed = new URL(image.links.embed, location.href);
  embed.hash = viewer.fragment();
  const code = `<iframe src="${embed.href}" title="${image.id.replace(/"/g, '&quot;')}" width="800" height="600" loading="lazy" allow="fullscreen"></iframe>`;
  openDialog('Share', (body) => {
    body.append(copyable('Link to this view', linkToView(viewer)));
    // Where the system has a way of its own to hand links on, that is what people know.
    if (navigator.share) {
      const hand = element('button', { type: 'button', className: 'primary', textContent: 'Share with …' });
      hand.addEventListener('click', () => navigator.share({ title: document.title, url: linkToView(viewer) }).catch(() => {}));
      body.append(element('p', { className: 'row' }, hand));
    }
    body.append(
      element('details', {}, element('summary', { textContent: 'Put it on a page' }), copyable('Code to embed it', code)),
      element('details', {}, element('summary', { textContent: 'Open it in another viewer' }),
        copyable('IIIF content state', writeContentState(full(image.links.iiif3.replace('/info.json', '')), fragmentForOthers(viewer))),
        copyable('IIIF Image 3', full(image.links.iiif3)),
        copyable('IIIF Image 2', full(image.links.iiif2)),
        copyable('Deep Zoom', full(image.links.dzi)),
        copyable('Zoomify', full(image.links.zoomify)),
        copyable('XYZ tiles', full(image.links.xyz))));
  });
}

/** What of a rectangle of image pixels lies in the image, in whole pixels of its finest level, which IIIF counts. */
function within({ levels: [finest] }, rect) {
  const of = (number) => Math.round(number * finest.scale);
  const [x, y] = [Math.max(0, of(rect.x)), Math.max(0, of(rect.y))];
  const width = Math.max(1, Math.min(finest.width - x, of(rect.width)));
  const height = Math.max(1, Math.min(finest.height - y, of(rect.height)));
  return { x, y, width, height };
}

/** A view as those have it who count in other pixels: in percent where a page can be drawn finer than it is counted. */
function fragmentForOthers(viewer) {
  const { width, height, levels } = viewer.image;
  if (levels[0].scale === 1) return viewer.fragment();
  const inPercent = (number, at) => Number((100 * number / (at % 2 ? height : width)).toFixed(4));
  return viewer.fragment().replace(/xywh=([-\d,]+)/, (_, numbers) => `xywh=percent:${numbers.split(',').map(inPercent)}`);
}

/** The IIIF address of a rectangle of image pixels, no larger than the server makes them. */
export function regionAddress(image, rect, format = 'jpg') {
  const base = image.links.iiif3.replace(/info\.json$/, '');
  const { x, y, width, height } = within(image, rect);
  return new URL(`${base}${x},${y},${width},${height}/max/0/default.${format}`, location.href).href;
}

/** As large as the server makes a picture of a size: in the nearest whole pixels that its limits allow. */
function allowed({ width, height }, { maxWidth = Infinity, maxHeight = Infinity, maxArea = Infinity }) {
  const scale = Math.min(1, maxWidth / width, maxHeight / height, Math.sqrt(maxArea / (width * height)));
  const sizes = [Math.round, Math.floor].map((whole) => ({ width: Math.max(1, whole(width * scale)), height: Math.max(1, whole(height * scale)) }));
  return sizes.find((size) => size.width <= maxWidth && size.height <= maxHeight && size.width * size.height <= maxArea) ?? sizes[1];
}

/** What a picture's file is called, without its kind. */
function fileName(id) {
  const [, name, page] = /^(.+?)(?:;(\d+))?$/s.exec(id.split('/').at(-1)) ?? ['', 'image'];
  return name.replace(/(.)\.[^.]+$/, '$1') + (page ? `, page ${page}` : '');
}

export async function openDownload(viewer) {
  const { image } = viewer;
  const limits = await ask(new URL(image.links.iiif3, location.href)).then((answer) => answer.json()).catch(() => ({}));
  const name = fileName(image.id);
  const inWords = ({ width, height }) => `${width.toLocaleString('en')} × ${height.toLocaleString('en')}`;
  const link = (text, rect, file, href, more = '') => {
    const size = allowed(rect, limits);
    const sizes = size.width < rect.width || size.height < rect.height ? `${inWords(size)} of ${inWords(rect)}` : inWords(rect);
    return element('a', { className: 'choice', href, download: file }, element('strong', { textContent: text }), element('small', { textContent: `${sizes} pixels${more}` }));
  };
  const seen = within(image, viewer.visibleRect);
  openDialog('Download', (body) => {
    body.append(
      link('This part, as JPEG', seen, `${name}-view.jpg`, regionAddress(image, viewer.visibleRect)),
      link('This part, as PNG', seen, `${name}-view.png`, regionAddress(image, viewer.visibleRect, 'png'), ': as they are, in a larger file'),
      link('The whole image, as JPEG', image.levels[0], `${name}.jpg`, new URL(image.links.download, location.href).href));
  });
}
