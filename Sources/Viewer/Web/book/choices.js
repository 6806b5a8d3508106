// How somebody reads each book in this browser, where that is not as the book has it.

const place = 'pyramidion.books';
/** Books that are remembered: those that were changed last. */
const most = 200;
const allowed = { layout: ['single', 'spreads', 'scroll'], direction: ['ltr', 'rtl', 'ttb', 'btt'], cover: ['alone', 'paired'], shift: [0, 1] };

function all() {
  try {
    const found = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(found) ? found.filter((one) => typeof one?.[0] === 'string' && one[1]) : [];
  } catch {
    return [];
  }
}

/** What was chosen for a book: some of layout, direction, cover and shift. */
export function chosen(id) {
  const choice = all().find(([name]) => name === id)?.[1] ?? {};
  return Object.fromEntries(Object.entries(allowed).filter(([name, values]) => values.includes(choice[name])).map(([name]) => [name, choice[name]]));
}

/** Remembers what is not as the book itself has it. */
export function keep(id, choice, declared) {
  const other = Object.entries(choice).filter(([name, value]) => value !== declared[name]);
  const rest = all().filter(([name]) => name !== id);
  if (other.length) rest.push([id, Object.fromEntries(other)]);
  try {
    localStorage.setItem(place, JSON.stringify(rest.slice(-most)));
  } catch {
    // It is read so until the page is left.
  }
}
