// What hands and keys can do.

import { element, openDialog } from './dialogs.js';
import { hasLetterKeys, setLetterKeys } from './letter-keys.js';

const gestures = [
  ['Drag', 'move; flick to coast'],
  ['Pinch, Ctrl + wheel', 'zoom about the fingers'],
  ['Double tap', 'closer, and back'],
  ['Two-finger tap', 'a step out'],
  ['Double tap and drag', 'zoom with one finger: up is closer'],
  ['Long press', 'the loupe'],
];
const keys = [
  ['← ↑ → ↓', 'move; ← → turn pages that are in view whole'], ['+ −', 'zoom'], ['0', 'show all'], ['1', 'actual size'], ['Page ↑ ↓', 'turn pages'],
  ['Home, End', 'first and last page, or top and bottom'], ['L', 'loupe; arrows move it'], ['C', 'crop'],
  ['B', 'bookmarks'], ['P', 'slide show'], ['A', 'turn, mirror, brighten'], ['S', 'share'], ['D', 'download'], ['I', 'about this image'], ['G, O, /, R', 'of a book: pages, contents, search, reading'], ['T', 'of a book: dragging selects words'], ['F', 'full screen'], ['?', 'this help'], ['Esc', 'close'],
];

export function openHelp() {
  openDialog('Hands and keys', (body) => {
    for (const list of [gestures, keys]) {
      const rows = list.flatMap(([what, does]) => [element('dt', { textContent: what }), element('dd', { textContent: does })]);
      body.append(element('dl', { className: 'help' }, ...rows));
    }
    const letters = element('input', { type: 'checkbox', checked: hasLetterKeys() });
    letters.addEventListener('change', () => { if (!setLetterKeys(letters.checked)) letters.checked = true; });
    body.append(element('label', { className: 'switch' }, letters, ' Letters are keys'));
  });
}
