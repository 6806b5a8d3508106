// How long a part of what shows is, where the picture tells how many of its pixels make a meter.

import { lengthInWords, roundLength } from './lengths.js';

/** Points that the bar is long at most, and the part of the window. */
const longest = 150;
const share = 0.3;

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  .scale-bar { position: absolute; z-index: 1; left: 50%; bottom: max(14px, env(safe-area-inset-bottom)); transform: translateX(-50%); margin: 0; padding: 0 0 3px;
    border: solid #fff; border-width: 0 2px 2px; color: #fff; font-size: .8rem; font-variant-numeric: tabular-nums; line-height: 1; text-align: center; white-space: nowrap;
    filter: drop-shadow(0 0 1px #000) drop-shadow(0 0 2px #000a); pointer-events: none; }
  .scale-bar span { display: inline-block; min-width: max-content; margin: 0 -50px; }
  @media (max-width: 640px) { .view:not(.embed) .scale-bar { bottom: calc(66px + env(safe-area-inset-bottom, 0px)); } }
  .view:has(.crop-panel) .scale-bar { visibility: hidden; }
  @media (forced-colors: active) { .scale-bar { border-color: CanvasText; color: CanvasText; background: Canvas; filter: none; } }
  @media print { .scale-bar { bottom: 13vh; } }
`);

export class ScaleBar {
  constructor(viewer) {
    this.viewer = viewer;
    this.label = document.createElement('span');
    this.bar = Object.assign(document.createElement('div'), { className: 'scale-bar', role: 'img' });
    this.bar.append(this.label);
    document.adoptedStyleSheets.push(sheet);
    viewer.after(this.bar);
    for (const type of ['load', 'fail', 'zoom', 'settled', 'pagechange']) viewer.addEventListener(type, () => this.update());
    addEventListener('resize', () => this.update());
    this.update();
  }

  update() {
    const { image, zoomScale } = this.viewer;
    const pixels = image?.resolution?.pixelsPerMeter;
    this.bar.hidden = !(pixels > 0);
    if (this.bar.hidden) return;
    const length = roundLength(Math.min(longest, share * innerWidth) / zoomScale / pixels);
    this.bar.style.width = `${length * pixels * zoomScale}px`;
    this.label.textContent = lengthInWords(length);
    this.bar.setAttribute('aria-label', `Scale: the bar is ${this.label.textContent} long`);
  }
}
