import '../viewer/pyramidion-viewer.js';
import { button, icon } from '../controls/icons.js';
import { Retiring } from '../controls/retiring.js';
import { needsImage, pageControls, zoomControls } from '../controls/zoom-controls.js';
import { nameInWords } from '../viewer/words.js';
import { imageAddress, root } from './address.js';

/** What somebody has chosen in this browser. */
function kept(name) {
  try {
    return localStorage.getItem(`pyramidion.${name}`) ?? '';
  } catch {
    return '';
  }
}

document.documentElement.dataset.ground = kept('ground');
const find = (id) => document.getElementById(id);
const viewer = find('viewer');
const { source, encoded, name } = imageAddress('/view/');

function title() {
  const words = viewer.image?.title ?? nameInWords(viewer.image?.id ?? viewer.list?.pages[viewer.page].id ?? name);
  document.title = `${words} · Pyramidion`;
  find('title').textContent = words;
  if (viewer.image?.resolution) scaleBar();
}

find('home').append(icon('home'));
// Back to the list that one came from, with what was looked for there; who loads the page anew
// comes from it still.
const isGallery = (address) => URL.canParse(address) && new URL(address).origin === location.origin && new URL(address).pathname === root;
const gallery = [document.referrer, history.state?.gallery].find(isGallery);
if (gallery) history.replaceState({ ...history.state, gallery }, '');
const folder = encoded.split(/%2F|\//i).slice(0, -1).join('%2F');
find('home').href = gallery ?? `${root}${folder && `?folder=${folder}`}`;
// Its neighbors there are its neighbors here.
if (gallery) {
  viewer.addEventListener('load', async () => {
    if (viewer.pageCount === 1) (await import('./neighbors.js')).joinNeighbors(viewer, new URL(gallery).search);
  }, { once: true });
}
find('title').addEventListener('click', () => viewer.scrollToTop());
// Not a place in the page, whose address says what is in view.
find('skip').addEventListener('click', (event) => {
  event.preventDefault();
  viewer.focus();
});
const zoomActions = zoomControls(viewer, find('zoomer'));
pageControls(viewer, find('pager'), find('bar'));

needsImage(viewer, find('tools'));

// What few visits need is loaded when it is first asked for.
const once = (make) => {
  let made;
  return () => (made ??= make());
};
const style = once(() => new Promise((done) => {
  const href = new URL('../style/tools.css', import.meta.url);
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: done, onerror: done }));
}));
const tool = async (name) => (await Promise.all([import(`../controls/${name}.js`), style()]))[0];
const crop = once(async () => new (await tool('crop')).Crop(viewer));
const caption = once(async () => new (await tool('caption')).Caption(viewer));
const adjust = once(async () => new (await tool('adjust')).Adjust(viewer));
const minimap = once(async () => new (await import('../controls/minimap.js')).Minimap(viewer, find('minimap')));
viewer.addEventListener('zoom', () => { if (!viewer.isAtFit) minimap(); });
const scaleBar = once(async () => new (await import('../controls/scale-bar.js')).ScaleBar(viewer));
const bars = new Retiring(viewer);
const slideShow = once(async () => new (await tool('slide-show')).SlideShow(viewer, bars));
const openBookmarks = async () => (await tool('bookmarks')).openBookmarks(viewer);
const openShare = async () => (await tool('share')).openShare(viewer);
const openDownload = async () => (await tool('share')).openDownload(viewer);
const openHelp = async () => (await tool('help')).openHelp();

async function fullScreen() {
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  } catch {
    // Refused: the page stays as it is.
  }
  viewer.focus();
}

function loupe() {
  viewer.focus();
  viewer.toggleLoupe();
}

const ready = (action) => () => { if (viewer.image) action(); };
const actions = {
  crop: ready(async () => (await crop()).toggle()), bookmarks: ready(openBookmarks), share: ready(openShare),
  download: ready(openDownload), info: ready(async () => (await caption()).toggle()), loupe: ready(() => loupe()), adjust: ready(async () => (await adjust()).toggle()), help: openHelp, full: fullScreen,
  show: async () => { if (viewer.pageCount > 1) (await slideShow()).start(); },
};
const full = button('full', 'Full screen', actions.full, 'F');
full.classList.add('wide');
full.hidden = !document.fullscreenEnabled;
addEventListener('fullscreenchange', () => full.setAttribute('aria-pressed', String(!!document.fullscreenElement)));
const more = button('more', 'More', async () => {
  // From then on it opens by itself.
  if (!more.popoverTargetElement) {
    (await tool('menu')).openMenu(more, [
      ['play', 'Slide show', actions.show, 'P', () => viewer.pageCount > 1],
      ['adjust', 'Adjust', actions.adjust, 'A'],
      ['loupe', 'Loupe', actions.loupe, 'L'],
      ['crop', 'Crop', actions.crop, 'C'],
      ['bookmark', 'Bookmarks', actions.bookmarks, 'B'],
      ...zoomActions,
      ['help', 'Help', actions.help, '?'],
    ]);
  }
});
find('tools').append(
  button('share', 'Share', actions.share, 'S'),
  button('download', 'Download', actions.download, 'D'),
  button('info', 'About this image', actions.info, 'I'),
  full,
  more);

const letters = { a: 'adjust', p: 'show', c: 'crop', b: 'bookmarks', f: 'full', s: 'share', d: 'download', i: 'info' };
addEventListener('keydown', (event) => {
  if (event.target.matches?.('input, select, textarea, dialog *') || event.ctrlKey || event.metaKey || event.altKey) return;
  // Unless somebody who speaks to the computer has switched them off.
  if (/^[a-z]$/i.test(event.key) && kept('letter-keys') === 'off' && event.target !== viewer) return;
  const action = actions[letters[event.key.toLowerCase()]];
  if (event.key === 'Escape' && document.fullscreenElement && !event.defaultPrevented) {
    document.exitFullscreen();
  } else if (action) {
    event.preventDefault();
    action();
  } else if (event.target === document.body) {
    // Nothing else has the focus, so keys are the image's.
    viewer.press(event);
  }
});
viewer.addEventListener('help', openHelp);
for (const type of ['load', 'pagechange', 'settled']) viewer.addEventListener(type, title);

// What can't be shown is no dead end.
const wayOut = Object.assign(document.createElement('a'), { className: 'primary way-out', href: find('home').href, textContent: 'All images', hidden: true });
viewer.after(wayOut);
viewer.addEventListener('fail', () => { wayOut.hidden = false; });
viewer.addEventListener('load', () => { wayOut.hidden = true; });

// All of the picture shows between the bars; closer it runs under them, until they go.
function inset() {
  const [bar, tools] = [find('bar').getBoundingClientRect(), find('tools').getBoundingClientRect()];
  viewer.contentInset = { top: bar.height, left: 0, bottom: tools.top > bar.bottom ? innerHeight - tools.top : 0, right: 0 };
}
for (const type of ['load', 'fail']) viewer.addEventListener(type, inset);
addEventListener('resize', inset);
inset();

// IIIF content states lead to their region: in the address, pasted, or dropped.
const states = () => import('./content-states.js');
if (location.search.includes('iiif-content') && !location.hash) await (await states()).takeFromAddress();
const take = (event, data) => {
  if (!data || event.target.matches?.('input, dialog *')) return;
  event.preventDefault();
  const text = data.getData('text/plain');
  states().then(({ follow }) => follow(text));
};
addEventListener('paste', (event) => take(event, event.clipboardData));
addEventListener('drop', (event) => take(event, event.dataTransfer));
addEventListener('dragover', (event) => event.preventDefault());

title();
viewer.setAttribute('src', source);
