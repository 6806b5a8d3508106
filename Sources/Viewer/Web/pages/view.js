import '../viewer/pyramidion-viewer.js';
import { openBookmarks } from '../controls/bookmarks.js';
import { Caption } from '../controls/caption.js';
import { Crop } from '../controls/crop.js';
import { hasLetterKeys, openHelp } from '../controls/help.js';
import { button, icon } from '../controls/icons.js';
import { Minimap } from '../controls/minimap.js';
import { openDownload, openShare } from '../controls/share.js';
import { pageControls, zoomControls } from '../controls/zoom-controls.js';
import { contentStateFragment } from '../viewer/deep-link.js';
import { imageAddress } from './address.js';

const find = (id) => document.getElementById(id);
const viewer = find('viewer');
const { source, name } = imageAddress('/view/');

function title() {
  const words = (viewer.album ? viewer.image?.id ?? name : name).split('/').at(-1);
  document.title = `${words} · Pyramidion`;
  find('title').textContent = words;
}

find('home').append(icon('home'));
find('home').href = `/${name.includes('/') ? `?folder=${encodeURIComponent(name.split('/').slice(0, -1).join('/'))}` : ''}`;
find('title').addEventListener('click', () => viewer.scrollToTop());
zoomControls(viewer, find('zoomer'));
pageControls(viewer, find('pager'));
new Minimap(viewer, find('minimap'));
const crop = new Crop(viewer);
const caption = new Caption(viewer);

async function fullScreen() {
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  } catch {
    // Some browsers have none; the button then does nothing.
  }
  viewer.focus();
}

function loupe() {
  viewer.focus();
  viewer.toggleLoupe();
}

const ready = (action) => () => { if (viewer.image) action(); };
const actions = {
  crop: ready(() => crop.toggle()), bookmarks: ready(() => openBookmarks(viewer)), share: ready(() => openShare(viewer)),
  download: ready(() => openDownload(viewer)), info: ready(() => caption.toggle()), loupe: ready(() => loupe()), help: openHelp, full: fullScreen,
};
find('tools').append(
  button('info', 'About this image', actions.info, 'I'),
  button('loupe', 'Loupe', actions.loupe, 'L'),
  button('crop', 'Crop', actions.crop, 'C'),
  button('bookmark', 'Bookmarks', actions.bookmarks, 'B'),
  button('share', 'Share', actions.share, 'S'),
  button('download', 'Download', actions.download, 'D'),
  button('full', 'Full screen', actions.full, 'F'),
  button('help', 'Help', actions.help, '?'));

const letters = { c: 'crop', b: 'bookmarks', f: 'full', s: 'share', d: 'download', i: 'info' };
addEventListener('keydown', (event) => {
  if (event.target.matches?.('input, select, textarea, dialog *') || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^[a-z]$/i.test(event.key) && !hasLetterKeys() && event.target !== viewer) return;
  const action = actions[letters[event.key.toLowerCase()]];
  if (action) {
    event.preventDefault();
    action();
  } else if (event.target === document.body) {
    // Nothing else has the focus, so keys are the image's.
    viewer.press(event);
  }
});
viewer.addEventListener('help', openHelp);
for (const type of ['load', 'pagechange']) viewer.addEventListener(type, title);

// Toolbars keep clear of the image, and get out of its way while it moves.
function inset() {
  const [bar, tools] = [find('bar').getBoundingClientRect(), find('tools').getBoundingClientRect()];
  // On a narrow window the tools lie at the bottom.
  const bottom = tools.top > bar.bottom ? innerHeight - tools.top : 0;
  viewer.contentInset = { top: bar.height, left: 0, bottom, right: 0 };
}
addEventListener('resize', inset);
inset();
for (const [type, isQuiet] of [['willbegindragging', true], ['willbeginzooming', true], ['settled', false]]) {
  viewer.addEventListener(type, () => document.body.classList.toggle('quiet-bars', isQuiet));
}

const state = new URLSearchParams(location.search).get('iiif-content');
if (state && !location.hash) history.replaceState(null, '', contentStateFragment(state) || location.href);

title();
viewer.setAttribute('src', source);
