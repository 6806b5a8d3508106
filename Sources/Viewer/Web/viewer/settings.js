// What attributes say, in the calculator's numbers.

import { option } from './calculator.js';

/** An attribute, its option, what its words stand for, and what all others do. */
const table = [
  ['bounces', option.bounces, { false: 0 }, 1],
  ['deceleration-rate', option.decelerationRate, { fast: 1 }, 0],
  ['double-tap', option.doubleTap, { toggle: 0, step: 1, off: 2 }, 3],
  ['one-finger-zoom', option.oneFingerZoom, { off: 0, 'down-in': 2 }, 1],
  ['two-finger-tap', option.zoomsOutOnTwoFingerTap, { off: 0 }, 1],
  ['tap-turns-pages', option.tapTurnsPages, { off: 0 }, 1],
  ['paging', option.paging, { off: 0 }, 1],
  ['loupe', option.loupe, { off: 0 }, 1],
];

export const settingNames = [...table.map(([name]) => name), 'directional-lock', 'inset', 'cooperative', 'underlay', 'brightness', 'contrast'];

/** [option, number] of each setting. */
export function settings(element) {
  const found = table.map(([name, number, words, others]) => [number, words[element.getAttribute(name)] ?? others]);
  return [...found, [option.directionalLock, element.hasAttribute('directional-lock') ? 1 : 0]];
}

/** What toolbars cover, in points. */
export function inset(element) {
  const [top = 0, left = 0, bottom = 0, right = 0] = (element.getAttribute('inset') ?? '0').split(/[\s,]+/).map(Number);
  return { top, left, bottom, right };
}

/** What is done to the picture's light and dark, as a style; empty where nothing is. */
export function filter({ brightness, contrast }) {
  const wanted = Object.entries({ brightness, contrast }).filter(([, factor]) => factor >= 0 && factor !== 1);
  return wanted.map(([name, factor]) => `${name}(${factor})`).join(' ');
}
