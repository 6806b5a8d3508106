// Folders and images: a page of names at a time, thumbnails as they come into sight.

import { element } from '../controls/dialogs.js';
import { icon } from '../controls/icons.js';
import { Refusal, ask } from '../viewer/source.js';
import { bytesInWords } from '../viewer/words.js';
import { root } from './address.js';
import { notePlace, placeBefore } from './places.js';
import { Thumbnails } from './thumbnails.js';

const find = (id) => document.getElementById(id);
const list = find('entries');
const message = find('message');
const thumbnails = new Thumbnails();
/** Names that are asked for at once, and the most that may be. */
const fewest = 200;
const most = 1000;
let asked;

function say(text) {
  message.textContent = text;
  message.hidden = !text;
}

function addressOf(folder, search = '') {
  const query = new URLSearchParams();
  if (folder) query.set('folder', folder);
  if (search) query.set('search', search);
  return query.size ? `${root}?${query}` : root;
}

function path(folder) {
  const where = find('where');
  where.replaceChildren(element('a', { href: root, textContent: 'Images' }));
  let so = '';
  for (const part of folder ? folder.split('/') : []) {
    so += (so && '/') + part;
    where.append(' / ', element('a', { href: addressOf(so), textContent: part }));
  }
  where.lastElementChild?.setAttribute('aria-current', 'page');
  document.title = `${folder ? folder.split('/').at(-1) : 'Images'} · Pyramidion`;
}

function card(entry) {
  const isFolder = entry.type === 'folder';
  const picture = isFolder ? element('span', { className: 'thumbnail folder' }, icon('folder')) : thumbnails.frame(entry);
  const href = isFolder ? addressOf(entry.id) : entry.links.view;
  const note = isFolder ? 'Folder' : bytesInWords(entry.bytes);
  const link = element('a', { href }, picture, element('span', { className: 'name', textContent: entry.name }), element('small', { textContent: note }));
  const item = element('li', {}, link);
  if (isFolder) item.append(element('a', { className: 'album', href: entry.links.view, textContent: 'Open as album' }));
  return item;
}

const end = new IntersectionObserver((entries) => { if (entries.some((e) => e.isIntersecting)) more(); }, { rootMargin: '800px' });
const mark = element('li', { className: 'end', ariaHidden: 'true' });

async function more() {
  const question = asked;
  if (question.isBusy || question.next === null) return;
  question.isBusy = true;
  const limit = Math.max(fewest, Math.min(most, question.wanted - list.children.length));
  const query = new URLSearchParams({ folder: question.folder, limit });
  if (question.search) query.set('search', question.search);
  if (question.next) query.set('cursor', question.next);
  try {
    const response = await ask(`${root}images?${query}`);
    if (!response.ok) throw new Refusal(response.status === 404 ? 'There is no such folder. It may have been moved or renamed.' : 'The list can’t be read. Try again in a moment.');
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
    if (!(error instanceof Refusal)) console.error(error);
    say(error instanceof Refusal ? error.message : `This page itself has failed. Opening it again may help.\n(${error.message})`);
  } finally {
    question.isBusy = false;
  }
}

/** Lists what is in a folder, at least as many as are `wanted`. */
async function show(folder, search, wanted = 0) {
  const question = (asked = { folder, search, wanted, next: '', isBusy: false });
  path(folder);
  do await more(); while (question === asked && question.next && list.children.length < wanted);
}

const query = new URLSearchParams(location.search);
const folder = query.get('folder') ?? '';
let timer;
find('search').value = query.get('search') ?? '';
find('search').addEventListener('input', ({ target }) => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const search = target.value.trim();
    // Who comes back finds what they looked for.
    history.replaceState(history.state, '', addressOf(folder, search));
    show(folder, search);
  }, 180);
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

// Whoever opens something gets all connections for it.
addEventListener('click', (event) => {
  const isHere = !(event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (isHere && event.target.closest('a')) thumbnails.stop();
});
addEventListener('pagehide', () => {
  thumbnails.stop();
  notePlace(list);
});
addEventListener('pageshow', () => thumbnails.resume());

history.scrollRestoration = 'manual';
const before = placeBefore();
await show(folder, find('search').value, before?.count);
before?.restore(list);
