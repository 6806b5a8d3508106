// Four arrows, for whoever can't drag.

import { button } from './icons.js';
import './rare-icons.js';

let pad;

/** Shows the arrows beside a place, or takes them away. */
export function togglePad(viewer, place) {
  pad ??= makePad(viewer, place);
  pad.hidden = !pad.hidden;
}

function makePad(viewer, place) {
  const made = document.createElement('div');
  made.className = 'pad';
  made.hidden = true;
  made.setAttribute('role', 'group');
  made.setAttribute('aria-label', 'Move the image');
  for (const [name, label, x, y] of [['up', 'Up', 0, -1], ['left', 'Left', -1, 0], ['right', 'Right', 1, 0], ['down', 'Down', 0, 1]]) {
    made.append(button(name, label, () => viewer.arrow(x, y)));
  }
  place.after(made);
  return made;
}
