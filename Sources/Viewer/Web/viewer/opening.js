// Opens images and albums: their JSON, stores for their tiles, and the view that an address names.

import { Calculator } from './calculator.js';
import { coversAll, inPixels, readFragment } from './deep-link.js';
import { TileStore } from './tile-store.js';

const pageSpacing = 24;
const poolSize = 3;

export class Opening {
  constructor(viewer) { this.viewer = viewer; }

  /** Opens what has its JSON at an address; what was opened before is forgotten. */
  async load(src) {
    const { viewer } = this;
    viewer.forget();
    const opening = (viewer.opening = {});
    viewer.source = new URL(src, document.baseURI);
    try {
      const [calculator, found] = await Promise.all([Calculator.load(), viewer.describe(viewer.source)]);
      if (viewer.opening !== opening) return;
      viewer.calculator = calculator;
      if (found.type === 'album') {
        if (!found.pages.length) throw new Error('This folder holds no images yet. Put some into it and open it again.');
        viewer.album = found;
        await this.openAlbum(found, opening);
      } else {
        viewer.album = null;
        this.open(found, 1, 0);
      }
      if (viewer.opening !== opening) return;
      viewer.message.hidden = true;
      viewer.isLoaded = true;
      viewer.dispatch('load');
    } catch (error) {
      if (viewer.opening !== opening) return;
      viewer.fail(error instanceof TypeError ? 'The server can’t be reached. Try again in a moment.' : error.message);
    }
  }

  async openAlbum(album, opening) {
    const { viewer } = this;
    const wanted = viewer.hasAttribute('deep-link') ? readFragment(location.hash).page : null;
    const first = Math.min(wanted ?? Number(viewer.getAttribute('page') ?? 0), album.pages.length - 1);
    const image = await viewer.describe(new URL(album.pages[first].links.image, viewer.source));
    if (viewer.opening === opening) this.open(image, album.pages.length, first);
  }

  open(image, pageCount, page) {
    const { viewer } = this;
    const box = viewer.getBoundingClientRect();
    viewer.calculator.open(
      image.width, image.height, Math.max(1, box.width), Math.max(1, box.height), devicePixelRatio || 1,
      pageCount, poolSize, pageSpacing);
    viewer.configure();
    this.keep(page, this.store(image));
    if (page > 0) viewer.tell('goToPage', page, 0);
    viewer.screen.fit();
    if (viewer.getAttribute('fit') === 'fill') viewer.tell('setZoomScale', viewer.state.fillScale, NaN, NaN, 0);
    if (viewer.hasAttribute('deep-link')) this.restore(location.hash);
    if (viewer.dataset.iiifContent) this.restoreState(viewer.dataset.iiifContent, viewer.opening);
    viewer.demand.look(true);
    viewer.awake();
  }

  store(image) { return new TileStore(image, this.viewer.source, () => this.viewer.awake()); }

  /** Takes a page's image in: its size, and its tiles. */
  keep(page, store) {
    const { viewer } = this;
    viewer.stores.get(page)?.close();
    viewer.stores.set(page, store);
    viewer.handle(viewer.calculator.tell('setPage', page, store.image.width, store.image.height));
    viewer.readers.changed();
  }

  /** Shows what an IIIF content state names. */
  async restoreState(state, opening) {
    const { contentStateFragment } = await import('./content-state.js');
    if (this.viewer.opening === opening) this.restore(contentStateFragment(state));
  }

  /** Shows what a fragment names. */
  restore(fragment) {
    const { viewer } = this;
    if (!viewer.calculator) return;
    const { rect, page } = readFragment(fragment);
    const turned = page !== null && page !== viewer.page && page < viewer.pageCount
      ? viewer.goToPage(page, { animated: false }) : null;
    if (!rect) return;
    const show = () => {
      const { image } = viewer.state;
      const wanted = inPixels(rect, image);
      if (coversAll(wanted, image)) viewer.tell('setZoomScale', viewer.fitScale, NaN, NaN, 0);
      else viewer.zoomTo(wanted, { animated: false });
    };
    // The rectangle is one of the page's own pixels, so it waits for the page.
    if (turned) turned.then((isThere) => { if (isThere) show(); }); else show();
  }
}
