import '../viewer/pyramidion-viewer.js';
import { button, icon } from '../controls/icons.js';
import { toast } from '../controls/toast.js';
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
  const words = viewer.book?.album.title ?? viewer.image?.title ?? nameInWords(viewer.image?.id ?? viewer.pages.album?.pages[viewer.page].id ?? name);
  document.title = `${words} · Pyramidion`;
  find('title').textContent = words;
  if (viewer.image?.resolution) scaleBar();
  if (viewer.book) besides().catch(() => {}); else if (viewer.image?.detail && /;\d+$/.test(viewer.image.id)) loneLinks().catch(() => {});
}

find('home').append(icon('home'));
// Back to the list that one came from, with what was looked for there; who loads the page anew
// comes from it still.
const isGallery = (address) => address?.split(/[?#]/)[0] === location.origin + root;
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

// What few visits need is loaded when it is first asked for, and again where it could not be had.
const once = (make) => {
  let made;
  return () => (made ??= make().catch((error) => {
    made = null;
    throw error;
  }));
};
const sheet = (name) => new Promise((done, fail) => {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', onload: done });
  link.onerror = () => {
    link.remove();
    fail(new Error(`${name}.css can’t be had`));
  };
  link.href = new URL(`../style/${name}.css`, import.meta.url);
  document.head.append(link);
});
const style = once(() => sheet('tools'));
const tool = async (loading) => (await Promise.all([loading, style()]))[0];
/** What nobody has asked for is tried again until it is there. */
const eventually = (make) => make().catch(() => setTimeout(() => eventually(make), 5000));
/** Whoever has asked is told what became of it. */
const orSay = (action) => async (...words) => {
  try {
    await action(...words);
  } catch (error) {
    console.error(error);
    toast('This could not be loaded. Try again, or open the page anew.');
  }
};
const crop = once(async () => new (await tool(import('../controls/crop.js'))).Crop(viewer));
const caption = once(async () => new (await tool(import('../controls/caption.js'))).Caption(viewer));
const adjust = once(async () => new (await tool(import('../controls/adjust.js'))).Adjust(viewer));
const minimap = once(async () => new (await import('../controls/minimap.js')).Minimap(viewer, find('minimap')));
viewer.addEventListener('zoom', () => { if (!viewer.isAtFit) minimap().catch(() => {}); });
const scaleBar = once(async () => new (await import('../controls/scale-bar.js')).ScaleBar(viewer));
const loneLinks = once(async () => (await import('../book/lone-page.js')).layLinks(viewer));
const desk = once(async () => new (await tool(import('../book/desk.js'))).Desk(viewer, find('home')));
// What lies beside a book's pages comes once they are there, unless somebody looks for something.
const besides = once(async () => {
  await (viewer.query || viewer.wasSharp || new Promise((done) => {
    for (const type of ['tilesready', 'fail']) viewer.addEventListener(type, done, { once: true });
    setTimeout(done, 1000);
  }));
  await desk();
});
const bars = once(async () => {
  sheet('print').catch(() => {});
  (await import('../controls/lost.js')).watch(viewer);
  return new (await import('../controls/retiring.js')).Retiring(viewer);
});
// Well before they first go, and after all that is waited for.
for (const type of ['tilesready', 'fail']) viewer.addEventListener(type, () => setTimeout(() => eventually(bars), 1500), { once: true });
const slideShow = once(async () => new (await tool(import('../controls/slide-show.js'))).SlideShow(viewer, await bars()));
const openHelp = orSay(async () => (await tool(import('../controls/help.js'))).openHelp());

const ready = (action) => async () => { if (viewer.image) await action(); };
const actions = Object.fromEntries(Object.entries({
  crop: ready(async () => (await crop()).toggle()),
  bookmarks: ready(async () => (await tool(import('../controls/bookmarks.js'))).openBookmarks(viewer)),
  share: ready(async () => (await tool(import('../controls/share.js'))).openShare(viewer)),
  download: ready(async () => (await tool(import('../controls/share.js'))).openDownload(viewer)),
  info: ready(async () => (await caption()).toggle()),
  loupe: ready(() => {
    viewer.focus();
    viewer.toggleLoupe();
  }),
  adjust: ready(async () => (await adjust()).toggle()),
  help: openHelp,
  full: async () => (await import('../controls/full-screen.js')).fullScreen(viewer),
  show: async () => { if (viewer.pageCount > 1) (await slideShow()).start(); },
}).map(([name, action]) => [name, orSay(action)]));
const full = button('full', 'Full screen', actions.full, 'F');
full.classList.add('wide');
full.hidden = !document.fullscreenEnabled;
addEventListener('fullscreenchange', () => full.setAttribute('aria-pressed', String(!!document.fullscreenElement)));
const more = button('more', 'More', orSay(async () => {
  // From then on it opens by itself.
  if (!more.popoverTargetElement) {
    (await tool(import('../controls/menu.js'))).openMore(more, viewer, actions, zoomActions);
  }
}));
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
viewer.addEventListener('fail', async () => (await import('../controls/way-out.js')).show(viewer, find('home').href));

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
// Where the middle button pastes, who drags by it means nothing of the kind.
let isOfMouse = false;
addEventListener('pointerdown', ({ button: pressed }) => { isOfMouse = pressed === 1; }, true);
addEventListener('keydown', () => { isOfMouse = false; }, true);
addEventListener('paste', (event) => { if (!isOfMouse) take(event, event.clipboardData); });
addEventListener('drop', (event) => take(event, event.dataTransfer));
addEventListener('dragover', (event) => event.preventDefault());

title();
viewer.setAttribute('src', source);
