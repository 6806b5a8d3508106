// Where the server is, and which image a page's own address names.

import { decoded } from '../viewer/words.js';

/** The path below which all our addresses lie: a proxy may have given us one of its own. */
export const root = new URL('../../', import.meta.url).pathname;

/** The path below /view/ or /embed/, as it is written there. */
export function imageAddress(prefix) {
  const encoded = location.pathname.slice(location.pathname.indexOf(prefix) + prefix.length).replace(/\/$/, '');
  return { source: `${root}images/${encoded}`, encoded, name: decoded(encoded) };
}
