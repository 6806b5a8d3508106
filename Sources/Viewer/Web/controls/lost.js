// Says that the server is silent while a picture is looked at, which tries to get the rest of it all the
// same. Loaded beforehand: once the server is silent nothing can be.

/** Milliseconds that it stays after a tile was asked for in vain; it is asked for more often. */
const patience = 6000;

/** Listens to a viewer. */
export function watch(viewer) {
  const line = Object.assign(document.createElement('p'), { role: 'status', hidden: true });
  line.style.cssText = 'position: fixed; z-index: 5; left: 50%; bottom: 84px; translate: -50% 0; margin: 0; padding: 9px 18px;'
    + 'border-radius: 99px; background: #000c; color: #fff; white-space: nowrap; pointer-events: none';
  document.body.append(line);
  let timer;
  const show = (isShown) => {
    clearTimeout(timer);
    if (line.hidden === isShown) line.textContent = isShown ? 'The server does not answer. Trying again …' : '';
    line.hidden = !isShown;
    if (isShown) timer = setTimeout(show, patience, false);
  };
  viewer.addEventListener('lost', () => show(true));
  viewer.addEventListener('tilesready', () => show(false));
}
