// Where one was in the lists that one has left in this tab: who comes back is there again.

const key = 'pyramidion.places';
const mostKept = 30;
/** Frames in which it is looked whether one is there. */
const looks = 12;
const address = () => location.pathname + location.search;

function read() {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(key) ?? '[]'));
  } catch {
    return new Map();
  }
}

/** Notes how long the list is, and which of its items lies where in the window. */
export function notePlace(list) {
  const items = [...list.children];
  const first = items.findIndex((item) => item.getBoundingClientRect().bottom > 0);
  const places = read();
  places.delete(address());
  if (scrollY > 0 && first >= 0) {
    places.set(address(), { count: items.length, first, top: items[first].getBoundingClientRect().top });
  }
  try {
    sessionStorage.setItem(key, JSON.stringify([...places].slice(-mostKept)));
  } catch {
    // The browser keeps nothing for this page: it will begin at its top.
  }
}

/** What was noted of this address: how many items there were, and a way back to them. */
export function placeBefore() {
  const place = read().get(address());
  return place && {
    count: place.count,
    async restore(list) {
      const item = list.children[place.first];
      // What has not been in sight yet is laid out on the way, and is then of another height.
      for (let count = 0; item && count < looks; count++) {
        const away = item.getBoundingClientRect().top - place.top;
        if (Math.abs(away) >= 1) scrollBy(0, away);
        await new Promise((done) => { requestAnimationFrame(done); });
      }
    },
  };
}
