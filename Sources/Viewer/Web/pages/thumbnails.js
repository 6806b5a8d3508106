// Small pictures of what is in sight: two at a time, let go when they leave it before they came.

import { element } from '../controls/dialogs.js';

const simultaneous = 2;
/** Milliseconds before a picture that could not be had is asked for again; then twice as long. */
const firstPause = 4000;
const attempts = 4;
/** Milliseconds between two looks at an image that is being prepared. */
const patience = 2000;
/** Sides that are asked for, in pixels. */
const sides = [256, 512, 768, 1024];
/** Names of files that may have holes, which JPEG has not. */
const mayBeTransparent = /\.(png|webp|gif|svg|avif)$/i;

export class Thumbnails {
  /** @param shaped Is told the frame and the proportions of a picture whose size was not known. */
  constructor(shaped) {
    this.shaped = shaped;
    /** Cards in sight that have no picture yet and whose turn has come. */
    this.due = new Set();
    this.loading = new Map();
    this.cards = new WeakMap();
    this.sight = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) this.enter(target); else this.leave(target);
      }
      this.next();
    }, { rootMargin: '240px' });
  }

  /** A frame that gets an entry's picture once it comes into sight. */
  frame(entry) {
    const image = element('img', { alt: '', hidden: true });
    const note = element('span', { className: 'note', hidden: true });
    const frame = element('span', { className: `thumbnail${mayBeTransparent.test(entry.name) ? ' airy' : ''}` }, image, note);
    this.cards.set(frame, { entry, image, note, failures: 0 });
    this.sight.observe(frame);
    return frame;
  }

  enter(frame) {
    this.cards.get(frame).isNear = true;
    if (!this.isStopped) this.due.add(frame);
  }

  leave(frame) {
    const card = this.cards.get(frame);
    card.isNear = false;
    clearTimeout(card.timer);
    this.due.delete(frame);
    this.loading.get(frame)?.abort();
  }

  next() {
    for (const frame of this.due) {
      if (this.loading.size >= simultaneous) return;
      this.due.delete(frame);
      this.load(frame);
    }
  }

  async load(frame) {
    const card = this.cards.get(frame);
    const abort = new AbortController();
    this.loading.set(frame, abort);
    try {
      const response = await fetch(this.address(frame, card), { signal: abort.signal });
      if (response.status === 200) await this.show(frame, card, await response.blob());
      else if (response.status === 202) this.wait(frame, card, (await response.json()).progress);
      else this.fail(frame, card);
    } catch {
      if (!abort.signal.aborted) this.fail(frame, card);
    } finally {
      this.loading.delete(frame);
      this.next();
    }
  }

  /** As many pixels as the screen has; a refusal would be an error in the console. */
  address(frame, { entry, isWaiting }) {
    const pixels = Math.max(frame.clientWidth, frame.clientHeight) * devicePixelRatio;
    const side = sides.find((side) => side >= 0.8 * pixels) ?? sides.at(-1);
    let address = entry.links.thumbnail.replace('!256,256', `!${side},${side}`);
    if (mayBeTransparent.test(entry.name)) address = address.replace(/jpg$/, 'webp');
    return `${address}?missing=empty&wait=${isWaiting ? '0&preview=data' : 1}`;
  }

  async show(frame, card, blob) {
    const { image } = card;
    image.src = URL.createObjectURL(blob);
    try {
      await image.decode();
    } finally {
      URL.revokeObjectURL(image.src);
    }
    this.say(card, '');
    image.hidden = false;
    if (!card.entry.width) this.shaped(frame, image.naturalWidth / image.naturalHeight);
    frame.classList.remove('early', 'large');
    // What has not the pixels stays as small as it is.
    const isSmall = Math.max(image.naturalWidth, image.naturalHeight) * 2 < Math.max(frame.clientWidth, frame.clientHeight) * devicePixelRatio;
    frame.classList.add('here', ...(isSmall ? [] : ['large']));
    this.sight.unobserve(frame);
  }

  /** The image is being prepared: it fills in by itself. */
  wait(frame, card, { share, state, preview }) {
    card.isWaiting = true;
    if (preview?.startsWith('data:')) {
      Object.assign(card.image, { src: preview, hidden: false });
      frame.classList.add('early', 'large');
    }
    this.say(card, state === 'waiting' ? 'Waiting …' : `Being prepared … ${Math.round(share * 100)} %`);
    this.again(frame, card, patience);
  }

  fail(frame, card) {
    card.failures += 1;
    this.say(card, 'No preview');
    if (card.failures < attempts) this.again(frame, card, firstPause * 2 ** (card.failures - 1));
  }

  again(frame, card, pause) {
    card.timer = setTimeout(() => {
      if (card.isNear) this.enter(frame);
      this.next();
    }, pause);
  }

  say({ note }, text) {
    note.textContent = text;
    note.hidden = !text;
  }

  /** Something else needs the connections. */
  stop() {
    this.isStopped = true;
    this.due.clear();
    for (const abort of this.loading.values()) abort.abort();
  }

  /** The page is looked at again. */
  resume() {
    if (!this.isStopped) return;
    this.isStopped = false;
    for (const frame of document.querySelectorAll('.thumbnail')) {
      const card = this.cards.get(frame);
      if (card?.isNear && !frame.classList.contains('here')) this.enter(frame);
    }
    this.next();
  }
}
