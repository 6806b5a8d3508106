// What is wanted now and then, behind one button.

import { button } from './icons.js';
import './rare-icons.js';

/** What else can be done with what is in view; `others` are added before the last. */
export function openMore(opener, viewer, actions, others) {
  openMenu(opener, [
    ['play', 'Slide show', actions.show, 'P', () => viewer.pageCount > 1],
    ['adjust', 'Adjust', actions.adjust, 'A'],
    ['loupe', 'Loupe', actions.loupe, 'L'],
    ['crop', 'Crop', actions.crop, 'C'],
    ['bookmark', 'Bookmarks', actions.bookmarks, 'B'],
    ...others,
    ['help', 'Help', actions.help, '?'],
  ]);
}

/**
 * Gives a button its list of actions, and opens it: [icon, label, action, key], and whether there is
 * something for it to act on.
 */
function openMenu(opener, actions) {
  const list = document.createElement('div');
  list.className = 'menu';
  list.popover = 'auto';
  list.setAttribute('role', 'group');
  list.setAttribute('aria-label', opener.getAttribute('aria-label'));
  for (const [icon, name, act, key, isThere = () => true] of actions) {
    const line = item(icon, name, () => {
      // The focus is back at the button before something else takes it from there.
      list.hidePopover();
      act();
    }, key);
    list.addEventListener('beforetoggle', () => { line.hidden = !isThere(); });
    list.append(line);
  }
  list.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const items = [...list.children].filter((one) => !one.hidden);
    const next = items.indexOf(document.activeElement) + step;
    items.at(next % items.length)?.focus();
  });
  document.body.append(list);
  opener.popoverTargetElement = list;
  list.showPopover();
}

/** A button as a line of a list, in words. */
function item(name, label, action, key) {
  const made = button(name, label, action, key);
  made.className = 'item';
  made.title = '';
  made.append(label);
  if (key) made.append(Object.assign(document.createElement('kbd'), { textContent: key }));
  return made;
}
