// Folders and images: a page of names at a time, thumbnails as they come into sight.

import { element } from '../controls/dialogs.js';
import { icon } from '../controls/icons.js';
import { root } from './address.js';

const find = (id) => document.getElementById(id);
const list = find('entries');
const message = find('message');
let asked;

function say(text) {
  message.textContent = text;
  message.hidden = !text;
}

function path(folder) {
  const where = find('where');
  where.replaceChildren(element('a', { href: root, textContent: 'Images' }));
  let so = '';
  for (const part of folder ? folder.split('/') : []) {
    so += (so && '/') + part;
    where.append(' / ', element('a', { href: `${root}?folder=${encodeURIComponent(so)}`, textContent: part }));
  }
  where.lastElementChild?.setAttribute('aria-current', 'page');
  document.title = `${folder ? folder.split('/').at(-1) : 'Images'} · Pyramidion`;
}

const sizes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
function bytes(count) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  while (count >= 1000 && unit < units.length - 1) { count /= 1000; unit++; }
  return `${sizes.format(count)} ${units[unit]}`;
}

// A picture is asked for while its card is in sight, and given up when it has gone before it came.
const sight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const image = target.querySelector('img');
    image.isNear = isIntersecting;
    if (isIntersecting) show(image); else image.removeAttribute('src');
  }
}, { rootMargin: '240px' });

function show(image) {
  // A refusal would be an error in the console; this way it is no picture and nothing more.
  if (!image.hasAttribute('src')) image.src = `${image.dataset.address}?missing=empty`;
}

/** Milliseconds before a picture that could not be had is asked for again; then twice as long. */
const firstPause = 4000;
const attempts = 4;

function thumbnail(entry, picture) {
  const image = element('img', { decoding: 'async', alt: '' });
  const none = element('span', { textContent: 'No preview', hidden: true });
  let failures = 0;
  const fails = (is) => {
    picture.classList.toggle('broken', is);
    image.hidden = is;
    none.hidden = !is;
  };
  image.dataset.address = entry.links.thumbnail;
  image.addEventListener('error', () => {
    fails(true);
    failures += 1;
    image.removeAttribute('src');
    // It may be being prepared.
    if (failures < attempts) setTimeout(() => { if (image.isNear) show(image); }, firstPause * 2 ** (failures - 1));
  });
  image.addEventListener('load', () => {
    fails(false);
    image.classList.add('here');
    sight.unobserve(picture);
  });
  sight.observe(picture);
  picture.append(none);
  return image;
}

function card(entry) {
  const picture = element('span', { className: 'thumbnail' });
  if (entry.type === 'folder') {
    picture.classList.add('folder');
    picture.append(icon('folder'));
  } else {
    picture.append(thumbnail(entry, picture));
  }
  const href = entry.type === 'folder' ? `${root}?folder=${encodeURIComponent(entry.id)}` : entry.links.view;
  const note = entry.type === 'folder' ? 'Folder' : bytes(entry.bytes);
  const link = element('a', { href }, picture, element('span', { className: 'name', textContent: entry.name }), element('small', { textContent: note }));
  const item = element('li', {}, link);
  if (entry.type === 'folder') item.append(element('a', { className: 'album', href: entry.links.view, textContent: 'Open as album' }));
  return item;
}

const end = new IntersectionObserver((entries) => { if (entries.some((e) => e.isIntersecting)) more(); }, { rootMargin: '800px' });
const mark = element('li', { className: 'end', ariaHidden: 'true' });

async function more() {
  const question = asked;
  if (question.isBusy || question.next === null) return;
  question.isBusy = true;
  const query = new URLSearchParams({ folder: question.folder, limit: '200' });
  if (question.search) query.set('search', question.search);
  if (question.next) query.set('cursor', question.next);
  try {
    const response = await fetch(`${root}images?${query}`);
    if (!response.ok) throw new Error(response.status === 404 ? 'There is no such folder. It may have been moved or renamed.' : 'The list can’t be read. Try again in a moment.');
    const page = await response.json();
    if (question !== asked) return;
    // What was there stays until there is something else.
    if (question.next === '') list.replaceChildren();
    question.next = page.next;
    list.append(...page.entries.map(card));
    if (page.next !== null) list.append(mark); else mark.remove();
    // It may never have been out of sight, and then nobody would tell that it is in it.
    end.unobserve(mark);
    end.observe(mark);
    if (list.children.length) say('');
    else say(question.search ? `No name here has “${question.search}” in it.` : 'There are no images here yet. Put some into the folder that is served; they show up by themselves.');
  } catch (error) {
    if (question !== asked) return;
    if (question.next === '') list.replaceChildren();
    say(error instanceof TypeError ? 'The server can’t be reached. Try again in a moment.' : error.message);
  } finally {
    question.isBusy = false;
  }
}

function ask(search) {
  const folder = new URLSearchParams(location.search).get('folder') ?? '';
  asked = { folder, search, next: '', isBusy: false };
  path(folder);
  more();
}

let timer;
find('search').addEventListener('input', (event) => {
  clearTimeout(timer);
  timer = setTimeout(() => ask(event.target.value.trim()), 180);
});

// Arrows walk through the grid as through a list of pictures.
list.addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('li > a:first-child')];
  const here = links.indexOf(document.activeElement);
  if (here < 0) return;
  const top = (link) => link.getBoundingClientRect().top;
  const secondRow = links.findIndex((link) => top(link) !== top(links[0]));
  const columns = secondRow < 0 ? links.length : secondRow;
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns, Home: -here, End: links.length - 1 - here }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  links[Math.max(0, Math.min(links.length - 1, here + step))].focus();
});
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.matches('input')) return;
  event.preventDefault();
  find('search').focus();
});

ask('');
