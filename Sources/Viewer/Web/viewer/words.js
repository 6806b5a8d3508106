// Names, as people read them.

/** What stands in an address, for people: bytes that are no text show as such. */
export const decoded = (text) => new URLSearchParams(`=${text.replace(/[+&]/g, encodeURIComponent)}`).get('');

/** What an image is called by its id: the file's name, and of a document's page its number too. */
export function nameInWords(id) {
  const [, name, page] = /^(.+?)(?:;(\d+))?$/s.exec(id.split('/').at(-1)) ?? ['', id];
  return page ? `${name}, page ${page}` : name;
}
