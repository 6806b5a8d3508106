// What an address holds: the JSON of an image or album, waited for while the image is being cut.

import { decoded, nameInWords } from './words.js';

/** A sentence for people on why there is nothing to show; any other error is a fault of ours. */
export class Refusal extends Error {}

/** Another attempt may find the server where this one has not. */
export class Unreachable extends Refusal {}

/** How often a server is asked that has too much to do, and one that lacks what it needs. */
const tries = { busy: 60, lacking: 6 };
/** Milliseconds after which something is said of an answer that has not come. */
const silence = 500;

const lasting = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

/** Fetches; that the server can't be reached is a refusal. */
export async function ask(address, options) {
  try {
    return await fetch(address, options);
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    throw new Unreachable('The server can’t be reached. Try again in a moment.');
  }
}

/**
 * Answers the JSON at a URL; `say` is told what is being waited for: words, its share, and a picture of
 * it. With a `count` of 1 nothing is begun that is not waited for: who leaves takes it along.
 */
export async function describe(address, signal, say, count = 0) {
  const name = nameInWords(decoded(address.pathname.split('/images/').at(-1)));
  const asked = new URL(address);
  // That an image waits is no error, and none for the console; other refusals are asked for in words.
  asked.searchParams.set('missing', 'empty');
  asked.searchParams.set('preview', 'data');
  // A document's first pages show before all of them are known.
  asked.searchParams.set('sizes', 'later');
  let words = [`${name}\nOpening …`];
  const slow = setTimeout(() => say(...words), silence);
  try {
    for (;; count++) {
      const began = Date.now();
      // So many seconds the server may hold the answer back, before it says how far the image is.
      asked.searchParams.set('wait', count ? 1 : 0);
      const response = await ask(asked, { headers: { Accept: 'application/json' }, signal });
      if (response.status === 204) {
        asked.searchParams.delete('missing');
        continue;
      }
      const found = await response.json().catch(() => null);
      const { error, progress } = found ?? {};
      if (response.ok && found && !progress) return found;
      const waiting = import('./waiting.js');
      if (progress && !count) {
        // How far it is, is only said of what takes longer: it is waited for at once.
        waiting.then(({ preparing }) => { words = preparing(name, progress); }, () => {});
        continue;
      }
      const { preparing, reason } = await waiting;
      // Whatever else it says is no matter of waiting a little.
      const isBusy = !error?.detail || /^too (much|many) /.test(error.detail);
      const most = isBusy ? tries.busy : tries.lacking;
      if (!progress && (response.status !== 503 || count > most)) throw new Refusal(reason(response, error));
      words = progress ? preparing(name, progress)
        : [isBusy ? 'The server has much to do. Trying again …' : `The server can’t make this image ready now. Trying again …\n(${error.detail})`];
      if (count) {
        clearTimeout(slow);
        say(...words);
      }
      const pause = progress ? 1000 : 1000 * (Number(response.headers.get('retry-after')) || 3);
      await lasting(pause - (Date.now() - began));
      signal.throwIfAborted();
    }
  } finally {
    clearTimeout(slow);
  }
}

/** The same of an image: of a document within an album the first page stands for it. */
export async function describeImage(address, ...more) {
  const found = await describe(address, ...more);
  return found.type === 'album' ? describe(new URL(found.pages[0].links.image, address), ...more) : found;
}
