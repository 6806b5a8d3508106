// Our own icons: strokes on a grid of 24.

const paths = {
  folder: 'M3 7a2 2 0 0 1 2-2h4l2 2.5h8a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
  home: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  actual: 'M6 8l2-1v10M16 8l2-1v10M12 10v.5M12 14v.5',
  share: 'M12 15V4M8 8l4-4 4 4M5 13v6h14v-6',
  crop: 'M7 3v14h14M3 7h14v14',
  bookmark: 'M7 4h10v16l-5-4-5 4z',
  loupe: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20',
  full: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5M9 9l-5-5M15 9l5-5M9 15l-5 5M15 15l5 5',
  help: 'M9 9.5a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 1.8M12 17.5v.2',
  info: 'M12 11v6M12 7.5v.2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  up: 'M5 15l7-7 7 7',
  down: 'M5 9l7 7 7-7',
  move: 'M12 3v18M3 12h18M9.5 5.5 12 3l2.5 2.5M9.5 18.5 12 21l2.5-2.5M5.5 9.5 3 12l2.5 2.5M18.5 9.5 21 12l-2.5 2.5',
  close: 'M6 6l12 12M18 6L6 18',
  download: 'M12 4v11M8 11l4 4 4-4M5 19h14',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
};

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
