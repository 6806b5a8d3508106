// Which image a page's own address names.

/** The path below /view/ or /embed/, as it is written there. */
export function imageAddress(prefix) {
  const encoded = location.pathname.slice(location.pathname.indexOf(prefix) + prefix.length);
  return { source: `/images/${encoded}`, name: decodeURIComponent(encoded) };
}
