import '../viewer/pyramidion-viewer.js';
import { button, icon } from '../controls/icons.js';
import { hasLetterKeys } from '../controls/letter-keys.js';
import { needsImage, pageControls, zoomControls } from '../controls/zoom-controls.js';
import { nameInWords } from '../viewer/words.js';
import { imageAddress, root } from './address.js';

const find = (id) => document.getElementById(id);
const viewer = find('viewer');
const { source, name } = imageAddress('/view/');

function title() {
  const words = nameInWords(viewer.album ? viewer.image?.id ?? name : name);
  document.title = `${words} · Pyramidion`;
  find('title').textContent = words;
}

find('home').append(icon('home'));
// Back to the list that one came from, with what was looked for there.
const before = URL.canParse(document.referrer) ? new URL(document.referrer) : null;
find('home').href = before?.origin === location.origin && before.pathname === root ? before
  : `${root}${name.includes('/') ? `?folder=${encodeURIComponent(name.split('/').slice(0, -1).join('/'))}` : ''}`;
find('title').addEventListener('click', () => viewer.scrollToTop());
zoomControls(viewer, find('zoomer'));
pageControls(viewer, find('pager'));

// Of a document among other images an album shows the first page.
const whole = Object.assign(document.createElement('a'), { hidden: true });
find('bar').append(whole);
function leadToAllPages() {
  const { album, image, page } = viewer;
  whole.hidden = !(album && image?.pages > 1 && image.id.startsWith(`${album.id}/`));
  if (whole.hidden) return;
  whole.href = album.pages[page].links.view;
  whole.textContent = `All ${image.pages} pages`;
}
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
const minimap = once(async () => new (await import('../controls/minimap.js')).Minimap(viewer, find('minimap')));
viewer.addEventListener('zoom', () => { if (!viewer.isAtFit) minimap(); });
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
  download: ready(openDownload), info: ready(async () => (await caption()).toggle()), loupe: ready(() => loupe()), help: openHelp, full: fullScreen,
};
const full = button('full', 'Full screen', actions.full, 'F');
full.hidden = !document.fullscreenEnabled;
addEventListener('fullscreenchange', () => full.setAttribute('aria-pressed', String(!!document.fullscreenElement)));
find('tools').append(
  button('info', 'About this image', actions.info, 'I'),
  button('loupe', 'Loupe', actions.loupe, 'L'),
  button('crop', 'Crop', actions.crop, 'C'),
  button('bookmark', 'Bookmarks', actions.bookmarks, 'B'),
  button('share', 'Share', actions.share, 'S'),
  button('download', 'Download', actions.download, 'D'),
  full,
  button('help', 'Help', actions.help, '?'));

const letters = { c: 'crop', b: 'bookmarks', f: 'full', s: 'share', d: 'download', i: 'info' };
addEventListener('keydown', (event) => {
  if (event.target.matches?.('input, select, textarea, dialog *') || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^[a-z]$/i.test(event.key) && !hasLetterKeys() && event.target !== viewer) return;
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
for (const type of ['load', 'pagechange', 'settled']) {
  viewer.addEventListener(type, () => {
    title();
    leadToAllPages();
  });
}

// What can't be shown is no dead end.
const wayOut = Object.assign(document.createElement('a'), { className: 'primary way-out', href: find('home').href, textContent: 'All images', hidden: true });
viewer.after(wayOut);
viewer.addEventListener('fail', () => { wayOut.hidden = false; });
viewer.addEventListener('load', () => { wayOut.hidden = true; });

// Toolbars keep clear of the image, and get out of its way while it moves.
function inset() {
  const [bar, zoomer] = [find('bar').getBoundingClientRect(), find('zoomer').getBoundingClientRect()];
  // On a small window all lies in rows at the bottom.
  const bottom = zoomer.width > zoomer.height ? innerHeight - zoomer.top : 0;
  viewer.contentInset = { top: bar.height, left: 0, bottom, right: 0 };
}
for (const type of ['load', 'fail']) viewer.addEventListener(type, inset);
addEventListener('resize', inset);
inset();
for (const [type, isQuiet] of [['willbegindragging', true], ['willbeginzooming', true], ['settled', false]]) {
  viewer.addEventListener(type, () => document.body.classList.toggle('quiet-bars', isQuiet));
}

// IIIF content states lead to their region: in the address, pasted, or dropped.
const region = async (state) => (await import('../viewer/content-state.js')).contentStateFragment(state);
const state = new URLSearchParams(location.search).get('iiif-content');
if (state && !location.hash) history.replaceState(null, '', (await region(state)) || location.href);
async function take(event, data) {
  if (!data || event.target.matches?.('input, dialog *')) return;
  event.preventDefault();
  location.hash = (await region(data.getData('text/plain'))) || location.hash;
}
addEventListener('paste', (event) => take(event, event.clipboardData));
addEventListener('drop', (event) => take(event, event.dataTransfer));
addEventListener('dragover', (event) => event.preventDefault());

title();
viewer.setAttribute('src', source);
