// How much a file holds, as people read it.

const format = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export function bytesInWords(count) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  while (count >= 1000 && unit < units.length - 1) { count /= 1000; unit++; }
  return `${format.format(count)} ${units[unit]}`;
}
