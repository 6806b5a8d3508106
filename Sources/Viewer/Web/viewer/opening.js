// Opens images and albums: their JSON, stores for their tiles, and the view that an address names.

import { Calculator } from './calculator.js';
import { coversAll, inPixels, pageIn, readFragment } from './deep-link.js';
import { Refusal, describe } from './source.js';

export class Opening {
  constructor(viewer, pages) {
    this.viewer = viewer;
    this.pages = pages;
  }

  /** Opens what has its JSON at an address; what was opened before is forgotten. */
  async load(src) {
    const { viewer, pages } = this;
    viewer.forget();
    const visit = pages.begin(new URL(src, document.baseURI));
    // What an address names of a document is made ready while that is looked up.
    if (viewer.hasAttribute('deep-link') && /page=/.test(location.hash)) {
      import('../book/binding.js');
      (globalThis.pyramidionHasten ? Promise.resolve() : import('./hasten.js')).then(() => globalThis.pyramidionHasten(pages.base, visit));
    }
    const say = (...words) => { if (!visit.aborted) viewer.say(...words); };
    try {
      const [calculator, found] = await Promise.all([Calculator.load(), describe(pages.base, visit, say)]);
      visit.throwIfAborted();
      if (found.type === 'album') await (await import('./album.js')).openAlbum(viewer, calculator, found, visit, say);
      else viewer.show(calculator, pages.store(found), 1, 0);
      viewer.addEventListener('miss', async () => (await import('../book/renewal.js')).lookAgain(viewer, visit), { signal: visit });
      viewer.message.hidden = !pages.failed.size;
      viewer.isLoaded = true;
      if (viewer.hasAttribute('deep-link')) this.restore(location.hash);
      if (viewer.dataset.iiifContent) this.restoreState(viewer.dataset.iiifContent, visit);
      viewer.dispatch('load');
    } catch (error) {
      if (visit.aborted) return;
      if (!(error instanceof Refusal)) console.error(error);
      viewer.fail(error instanceof Refusal ? error.message
        : `The viewer itself has failed, which says nothing of the image. Opening it again may help.\n(${error.message})`);
    }
  }

  /** Shows what an IIIF content state names. */
  async restoreState(state, visit) {
    const { contentStateFragment } = await import('./content-state.js');
    if (!visit.aborted) this.restore(contentStateFragment(state));
  }

  /** Shows what a fragment names. */
  restore(fragment) {
    const { viewer } = this;
    if (!viewer.state) return;
    const { rect, turn, ...place } = readFragment(fragment);
    const page = viewer.album ? pageIn(viewer.album.pages, place) : place.page;
    const turned = page !== null && page !== viewer.page && page < viewer.pageCount
      ? viewer.goToPage(page, { animated: false }) : null;
    // A picture that has gone takes its region along.
    if (!rect || (viewer.album && place.picture !== null && page === null)) return;
    const show = () => {
      viewer.turn(turn);
      const image = viewer.image ?? viewer.state.image;
      const wanted = inPixels(rect, image);
      if (coversAll(wanted, image)) viewer.command('setZoomScale', viewer.fitScale, NaN, NaN, 0);
      else viewer.zoomTo(wanted, { animated: false });
    };
    // The rectangle is one of the page's own pixels, so it waits for the page.
    if (turned) turned.then((isThere) => { if (isThere) show(); }); else show();
  }
}
