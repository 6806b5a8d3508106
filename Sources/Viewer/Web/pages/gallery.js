// Folders and images: a page of names at a time, thumbnails as they come into sight.

import { element } from '../controls/dialogs.js';
import { icon } from '../controls/icons.js';
import '../controls/rare-icons.js';
import { bytesInWords } from '../viewer/bytes.js';
import { Refusal, ask } from '../viewer/source.js';
import { decoded } from '../viewer/words.js';
import { root } from './address.js';
import { notePlace, placeBefore } from './places.js';
import { Rows } from './rows.js';
import { Thumbnails } from './thumbnails.js';

const find = (id) => document.getElementById(id);
const list = find('entries');
const message = find('message');
const rows = new Rows(list);
const thumbnails = new Thumbnails(takeShape);
/** Names that are asked for at once, and the most that may be. */
const fewest = 200;
const most = 1000;
let asked;

function say(text) {
  message.textContent = text;
  message.hidden = !text;
}

/**
 * What a listing is asked for, and what its page's address says: no more than must be said. A folder
 * is called as addresses have it: its name need not be text.
 */
function queryOf(folder, search = '', more = {}) {
  const query = new URLSearchParams(more);
  if (search) query.set('search', search);
  const [sort, order] = find('sort').value.split(' ');
  if (sort !== 'name') query.set('sort', sort);
  if (order) query.set('order', order);
  return [folder && `folder=${folder}`, query].filter(String).join('&');
}

function addressOf(folder, search) {
  const query = queryOf(folder, search);
  return query ? `${root}?${query}` : root;
}

/** The path below /view/ that a link leads to. */
const pathOf = ({ view }) => view.slice(view.lastIndexOf('/view/') + 6);

function path(folder) {
  const where = find('where');
  where.replaceChildren(element('a', { href: root, textContent: 'Images' }));
  let so = '';
  const parts = folder.split(/%2F|\//i).filter(Boolean);
  for (const part of parts) {
    so += (so && '%2F') + part;
    where.append(' / ', element('a', { href: addressOf(so), textContent: decoded(part) }));
  }
  where.lastElementChild?.setAttribute('aria-current', 'page');
  document.title = `${parts.length ? decoded(parts.at(-1)) : 'Images'} · Pyramidion`;
}

/** Proportions that lie in a row with others: what is longer or taller is shown whole within them. */
const [tallest, longest] = [0.5, 5];
/** Of what is known of no size, and of pages. */
const [usual, upright] = [1.4, 0.72];

function giveShape(item, ratio) {
  item.style.setProperty('--ratio', Math.max(tallest, Math.min(longest, ratio)).toFixed(4));
}

/** What a listing knows no size of takes the proportions of its picture once that is there. */
function takeShape(frame, ratio) {
  const item = frame.closest('li:not(.folder)');
  if (!item) return;
  giveShape(item, ratio);
  rows.layOutAnew();
}

function card(entry) {
  if (entry.type === 'folder') return folderCard(entry);
  const { name, width, height, bytes, links } = entry;
  const place = placeOf(links);
  const more = place ? `in ${place}` : bytesInWords(bytes);
  const label = element('span', { className: 'label' }, element('span', { className: 'name', dir: 'auto', textContent: name }), element('small', { textContent: more }));
  const item = element('li', {}, element('a', { href: links.view, title: place ? `${name}, ${more}` : name }, thumbnails.frame(entry), label));
  giveShape(item, width && height ? width / height : /\.pdf$/i.test(name) ? upright : usual);
  return item;
}

/** The folder that something found lies in, as one goes there from where it was looked for. */
function placeOf(links) {
  if (!asked.search) return '';
  const folders = decoded(pathOf(links)).split('/').slice(0, -1);
  return folders.slice(decoded(asked.folder).split('/').filter(Boolean).length).join('/');
}

function folderCard({ name, cover, count, more, links }) {
  const picture = links.thumbnail ? thumbnails.frame({ name: cover, links }) : element('span', { className: 'thumbnail' }, icon('folder'));
  const link = element('a', { href: addressOf(pathOf(links)) }, picture, element('span', { className: 'name', dir: 'auto', textContent: name }));
  const place = placeOf(links);
  const note = !count ? 'Folder' : count === 1 ? '1 image' : `${count.toLocaleString('en')}${more ? '+' : ''} images`;
  const under = element('span', { className: 'under' }, element('small', { textContent: place ? `${note}, in ${place}` : note }));
  // Of some it is not known.
  if (count !== 0) under.append(element('a', { className: 'album', href: links.view, textContent: 'Open as album' }));
  return element('li', { className: 'folder' }, link, under);
}

/** Images begin a row of their own. */
function cards(entries) {
  const made = entries.map(card);
  const first = made.findIndex((item) => !item.classList.contains('folder'));
  const before = first > 0 ? made[first - 1] : list.lastElementChild;
  if (first >= 0 && before?.classList.contains('folder')) made.splice(first, 0, element('li', { className: 'break', role: 'presentation' }));
  return made;
}

const end = new IntersectionObserver((entries) => { if (entries.some((e) => e.isIntersecting)) more(); }, { rootMargin: '800px' });

async function more() {
  const question = asked;
  if (question.isBusy || question.next === null) return;
  question.isBusy = true;
  const limit = Math.max(fewest, Math.min(most, question.wanted - list.children.length));
  const query = queryOf(question.folder, question.search, { limit, ...(question.next && { cursor: question.next }) });
  try {
    const response = await ask(`${root}images?${query}`);
    if (!response.ok) throw new Refusal(response.status === 404 ? 'There is no such folder. It may have been moved or renamed.' : 'The list can’t be read. Try again in a moment.');
    const page = await response.json();
    if (question !== asked) return;
    // What was there stays until there is something else.
    if (question.next === '') list.replaceChildren();
    question.next = page.next;
    list.append(...cards(page.entries));
    rows.layOut();
    // It may never have been out of sight, and then nobody would tell that it is in it.
    end.unobserve(find('end'));
    end.observe(find('end'));
    if (list.children.length) say('');
    else if (!question.search) say('There are no images here yet. Put some into the folder that is served; they show up by themselves.');
    else {
      say(`No name here has “${question.search}” in it.`);
      if (question.folder) message.append('\n', element('a', { href: addressOf('', question.search), textContent: 'Look in all folders' }));
    }
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
/** As the address has it, with blanks as our links write them. */
const folder = (/[?&]folder=([^&]*)/.exec(location.search)?.[1] ?? '').replaceAll('+', '%20');
let timer;
find('search').value = query.get('search') ?? '';
find('sort').value = `${query.get('sort') ?? 'name'} ${query.get('order') ?? ''}`.trim();
if (!find('sort').value) find('sort').value = 'name';

/** Lists what is looked for now; who comes back to the address finds the same. */
function look() {
  const search = find('search').value.trim();
  history.replaceState(history.state, '', addressOf(folder, search));
  show(folder, search);
}
find('search').addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(look, 180);
});
find('sort').addEventListener('change', look);

// Arrows walk through the rows as through a list of pictures.
list.addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('li > a:first-child')];
  const here = links.indexOf(document.activeElement);
  if (here < 0) return;
  const next = { ArrowRight: here + 1, ArrowLeft: here - 1, ArrowDown: inRow(links, here, 1), ArrowUp: inRow(links, here, -1), Home: 0, End: links.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  links[Math.max(0, Math.min(links.length - 1, next))].focus();
});

/** The number of the link of the next row, or of the one before, that lies nearest above or below. */
function inRow(links, here, step) {
  const box = (at) => links[at].getBoundingClientRect();
  const middle = (at) => box(at).left + box(at).width / 2;
  const isOn = (at, row) => Math.abs(box(at).top - row) < 2;
  let first = here;
  while (links[first] && isOn(first, box(here).top)) first += step;
  if (!links[first]) return here;
  let best = first;
  for (let at = first; links[at] && isOn(at, box(first).top); at += step) {
    if (Math.abs(middle(at) - middle(here)) < Math.abs(middle(best) - middle(here))) best = at;
  }
  return best;
}

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
