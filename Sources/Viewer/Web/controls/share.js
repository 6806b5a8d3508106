// Links to this view, code to embed it, and the image's addresses in every protocol.

import { writeContentState } from '../viewer/content-state.js';
import { nameInWords } from '../viewer/words.js';
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
        copyable('IIIF content state', writeContentState(full(image.links.iiif3.replace('/info.json', '')), viewer.fragment())),
        copyable('IIIF Image 3', full(image.links.iiif3)),
        copyable('IIIF Image 2', full(image.links.iiif2)),
        copyable('Deep Zoom', full(image.links.dzi)),
        copyable('Zoomify', full(image.links.zoomify)),
        copyable('XYZ tiles', full(image.links.xyz))));
  });
}

/** The IIIF address of a rectangle of image pixels, no larger than the server makes them. */
export function regionAddress(image, rect, format = 'jpg') {
  const base = image.links.iiif3.replace(/info\.json$/, '');
  const [x, y] = [Math.max(0, Math.round(rect.x)), Math.max(0, Math.round(rect.y))];
  const width = Math.max(1, Math.min(image.width - x, Math.round(rect.width)));
  const height = Math.max(1, Math.min(image.height - y, Math.round(rect.height)));
  return new URL(`${base}${x},${y},${width},${height}/max/0/default.${format}`, location.href).href;
}

export function openDownload(viewer) {
  const { image } = viewer;
  const name = nameInWords(image.id).replace(/\.[^.,]*(?=,|$)/, '');
  const link = (text, note, href, file) => element('a', { className: 'choice', href, download: file }, element('strong', { textContent: text }), element('small', { textContent: note }));
  const size = ({ width, height }) => `${Math.round(width).toLocaleString('en')} × ${Math.round(height).toLocaleString('en')} pixels`;
  openDialog('Download', (body) => {
    body.append(
      link('What you see, as JPEG', size(viewer.visibleRect), regionAddress(image, viewer.visibleRect), `${name}-view.jpg`),
      link('What you see, as PNG', 'Every pixel as it is, and a larger file', regionAddress(image, viewer.visibleRect, 'png'), `${name}-view.png`),
      link('The whole image', `As large as the server makes it, of ${size(image)}`, new URL(image.links.download, location.href).href, `${name}.jpg`));
  });
}
