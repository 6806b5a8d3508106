// Four arrows, for whoever can't drag.

import { button } from './icons.js';
import './rare-icons.js';

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  .pad { right: calc(var(--edge) + 58px); grid-template-columns: repeat(3, 40px); }
  .pad :nth-child(1) { grid-area: 1 / 2; } .pad :nth-child(2) { grid-area: 2 / 1; } .pad :nth-child(3) { grid-area: 2 / 3; } .pad :nth-child(4) { grid-area: 3 / 2; }
  @media (max-width: 640px), (max-height: 440px) { .view:not(.embed) .pad { right: var(--edge); } }
`);

let pad;

/** Shows the arrows beside a place, or takes them away. */
export function togglePad(viewer, place) {
  pad ??= makePad(viewer, place);
  pad.hidden = !pad.hidden;
}

function makePad(viewer, place) {
  document.adoptedStyleSheets.push(sheet);
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
