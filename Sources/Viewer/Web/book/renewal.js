// What is open may be replaced by another. Then pages of two books would lie side by side, or tiles of
// two pictures, and some would be missed for ever: who notices takes the new one whole.

import { describe, describeImage } from '../viewer/source.js';
import { toast } from '../controls/toast.js';

/** Milliseconds between two looks at whether what is open is still the same. */
const pause = 4000;

/** Watches over a document as long as it is open. */
export function watch(viewer, { edition }, visit) {
  if (!edition) return;
  let last = performance.now();
  const isAnother = (found) => found && found.edition !== edition;
  const ask = (address) => describe(new URL(address, viewer.source), visit, () => {}).catch(() => null);

  const look = async (isMissed) => {
    const now = performance.now();
    const images = [...viewer.pages.stores.values()].map(({ image }) => image);
    const isSuspect = isMissed || images.some(isAnother);
    // What lies open may be of another file by now, and only its next tile would show it.
    if (visit.aborted || (now - last < pause && !(isSuspect && !look.wasSuspect))) return;
    last = now;
    look.wasSuspect = isSuspect;
    if (!isSuspect && !(viewer.image && isAnother(await ask(viewer.pages.album.pages[viewer.page].links.image)))) return;
    const album = await ask(viewer.source);
    if (!visit.aborted && isAnother(album)) renew(viewer, album);
  };
  const signal = { signal: visit };
  for (const type of ['settled', 'pagechange', 'tilesready']) viewer.addEventListener(type, () => look(false), signal);
  viewer.addEventListener('miss', () => look(true), signal);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) look(false); }, signal);
}

/** When images were last asked after that miss tiles. */
const looks = new WeakMap();

/** Shows what has taken an image's place, where that is why tiles of it are missed. */
export function lookAgain(viewer, visit) {
  const { album, base, stores } = viewer.pages;
  // A document is watched over as a whole.
  if (album?.edition) return;
  const now = performance.now();
  for (const [page, { image, failed }] of stores) {
    if (!failed.size || now - (looks.get(image) ?? -Infinity) < pause) continue;
    looks.set(image, now);
    const address = album ? new URL(album.pages[page].links.image, base) : base;
    describeImage(address, visit, () => {}).then(({ version }) => {
      // It may have become a page of a list by now, or be out of sight.
      const [place] = [...stores].find(([, store]) => store.image === image) ?? [];
      if (visit.aborted || version === image.version || place === undefined) return;
      toast('The image was replaced by another, which is open now.');
      if (!viewer.pages.album) return viewer.load(base);
      viewer.pages.drop(place);
      viewer.demand.look(true);
    }, () => {});
  }
}

/** Opens what has taken a document's place, at the page in view. */
export function renew(viewer, { pages }) {
  const page = Math.min(viewer.page, (pages?.length ?? 1) - 1);
  // Where one was in the other says nothing of this one.
  if (viewer.hasAttribute('deep-link')) history.replaceState(history.state, '', `#page=${page + 1}`);
  else viewer.setAttribute('page', page);
  toast('The document was replaced by another, which is open now.');
  viewer.load(viewer.source);
}
