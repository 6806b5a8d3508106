// Has the page of a document made ready that an address names, while what will show it is still coming.
// Pages have this in themselves, where it waits for nothing: so it imports and exports nothing.

globalThis.pyramidionHasten ??= (() => {
  /** What was asked for before there was a viewer, which need not ask as well. */
  const early = new Set();

  /** Asks for a page of the document at `base`, and in a wide view for the one that faces it in most books; whoever is to show them asks for itself. */
  return (base, signal, isEarly = false) => {
    const page = Number(new URLSearchParams(location.hash.slice(1)).get('page')) - 1;
    if (!(page >= 0 && Number.isInteger(page))) return;
    const facing = innerWidth > innerHeight && page ? [page + (page % 2 || -1)] : [];
    for (const each of [page, ...facing]) {
      const address = new URL(base);
      address.pathname += `;${each + 1}`;
      // There may be no such page, which is no error of anybody's.
      address.search = 'missing=empty&wait=5';
      if (early.delete(address.href)) continue;
      if (isEarly) early.add(address.href);
      fetch(address, { signal }).catch(() => {});
    }
  };
})();
