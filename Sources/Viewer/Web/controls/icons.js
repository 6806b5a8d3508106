// Our own icons: strokes on a grid of 24. Those that few visits need are added by who needs them.

const paths = {
  home: 'M14.5 5l-7 7 7 7',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  share: 'M12 15V4M8 8l4-4 4 4M5 13v6h14v-6',
  full: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5M9 9l-5-5M15 9l5-5M9 15l-5 5M15 15l5 5',
  info: 'M12 11v6M12 7.5v.2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  download: 'M12 4v11M8 11l4 4 4-4M5 19h14',
  more: 'M5 11a1 1 0 1 0 .01 0zM12 11a1 1 0 1 0 .01 0zM19 11a1 1 0 1 0 .01 0z',
};

export function addIcons(more) { Object.assign(paths, more); }

export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', paths[name]);
  svg.append(path);
  return svg;
}

/** A button with an icon, its name and its key. */
export function button(name, label, action, key) {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'button';
  made.title = key ? `${label} (${key})` : label;
  made.setAttribute('aria-label', label);
  if (key) made.setAttribute('aria-keyshortcuts', key);
  made.append(icon(name));
  made.addEventListener('click', action);
  return made;
}
