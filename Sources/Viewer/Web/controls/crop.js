// A rectangle with handles, number fields and proportions; what it holds is downloaded through IIIF.

import { button } from './icons.js';
import './rare-icons.js';
import { copy, element } from './dialogs.js';
import { regionAddress } from './share.js';

const ratios = { Free: 0, '1 : 1': 1, '4 : 3': 4 / 3, '3 : 2': 3 / 2, '16 : 9': 16 / 9, '3 : 4': 3 / 4 };
const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];

export class Crop {
  constructor(viewer) {
    this.viewer = viewer;
    this.update = this.update.bind(this);
  }

  get isOpen() { return !!this.frame; }

  toggle() { if (this.isOpen) this.close(); else this.open(); }

  open() {
    const { viewer } = this;
    const view = viewer.freeRect;
    this.ratio = 0;
    this.rect = this.rounded({
      x: view.x + view.width / 4, y: view.y + view.height / 4, width: view.width / 2, height: view.height / 2,
    });
    this.frame = element('div', { className: 'crop', tabIndex: 0, role: 'group', ariaLabel: 'Crop: arrow keys move it' });
    for (const handle of handles) {
      const grip = element('span', { className: `grip ${handle}` });
      grip.addEventListener('pointerdown', (event) => this.drag(event, handle));
      this.frame.append(grip);
    }
    this.frame.addEventListener('pointerdown', (event) => { if (event.target === this.frame) this.drag(event, 'all'); });
    this.frame.addEventListener('keydown', (event) => this.key(event));
    viewer.append(this.frame);
    this.panel = this.makePanel();
    document.body.append(this.panel);
    for (const type of ['scroll', 'zoom', 'settled']) viewer.addEventListener(type, this.update);
    this.opener = document.activeElement;
    this.update();
    this.fields.x.focus();
  }

  close() {
    for (const type of ['scroll', 'zoom', 'settled']) this.viewer.removeEventListener(type, this.update);
    this.frame.remove();
    this.panel.remove();
    this.frame = null;
    this.opener?.focus?.();
  }

  makePanel() {
    this.fields = {};
    const panel = element('form', { className: 'crop-panel', ariaLabel: 'Crop' });
    for (const [name, label] of Object.entries({ x: 'Left', y: 'Top', width: 'Width', height: 'Height' })) {
      const field = element('input', { type: 'number', min: 0, step: 1, name });
      field.addEventListener('input', () => {
        this.rect = this.rounded({ ...this.rect, [name]: Number(field.value) || 0 }, name);
        this.update(name);
      });
      this.fields[name] = field;
      panel.append(element('label', {}, element('span', { textContent: label }), field));
    }
    const choice = element('select', { name: 'ratio' });
    for (const name of Object.keys(ratios)) choice.append(element('option', { textContent: name, value: name }));
    choice.addEventListener('change', () => {
      this.ratio = ratios[choice.value];
      this.rect = this.rounded(this.rect, 'width');
      this.update();
    });
    this.link = element('a', { className: 'primary', textContent: 'Download', download: 'crop.jpg' });
    const take = element('button', { type: 'button', textContent: 'Copy address' });
    take.addEventListener('click', () => copy(this.link.href, 'Address'));
    panel.append(
      element('label', {}, element('span', { textContent: 'Proportions' }), choice), this.link, take,
      button('close', 'Close crop', () => this.close(), 'Esc'));
    panel.addEventListener('submit', (event) => event.preventDefault());
    panel.addEventListener('keydown', (event) => { if (event.key === 'Escape') this.close(); });
    return panel;
  }

  /** Whole pixels inside the image, in proportion; `led` is the side that was changed. */
  rounded(rect, led = 'width') {
    const { image } = this.viewer;
    let { width, height } = rect;
    if (this.ratio) {
      if (led === 'height') width = height * this.ratio; else height = width / this.ratio;
      const shrink = Math.min(1, image.width / width, image.height / height);
      width *= shrink;
      height *= shrink;
    }
    width = Math.max(1, Math.min(image.width, Math.round(width)));
    height = Math.max(1, Math.min(image.height, Math.round(height)));
    const x = Math.max(0, Math.min(image.width - width, Math.round(rect.x)));
    const y = Math.max(0, Math.min(image.height - height, Math.round(rect.y)));
    return { x, y, width, height };
  }

  update(typing) {
    if (!this.frame) return;
    const corner = this.viewer.viewPoint(this.rect);
    const scale = this.viewer.zoomScale;
    Object.assign(this.frame.style, {
      transform: `translate(${corner.x}px, ${corner.y}px)`,
      width: `${this.rect.width * scale}px`, height: `${this.rect.height * scale}px`,
    });
    for (const [name, field] of Object.entries(this.fields)) {
      if (name !== typing) field.value = this.rect[name];
    }
    this.link.href = regionAddress(this.viewer.image, this.rect);
  }

  drag(event, handle) {
    event.preventDefault();
    event.stopPropagation();
    const start = { ...this.rect };
    const from = { x: event.clientX, y: event.clientY };
    const grip = event.target;
    grip.setPointerCapture(event.pointerId);
    const move = (moved) => {
      const scale = this.viewer.zoomScale;
      const [dx, dy] = this.viewer.orientation.way((moved.clientX - from.x) / scale, (moved.clientY - from.y) / scale);
      const rect = { ...start };
      if (handle === 'all') { rect.x += dx; rect.y += dy; }
      if (handle.includes('e')) rect.width = Math.max(1, start.width + dx);
      if (handle.includes('s')) rect.height = Math.max(1, start.height + dy);
      if (handle.includes('w')) { rect.width = Math.max(1, start.width - dx); rect.x = start.x + start.width - rect.width; }
      if (handle.includes('n')) { rect.height = Math.max(1, start.height - dy); rect.y = start.y + start.height - rect.height; }
      this.rect = this.rounded(rect, handle === 'n' || handle === 's' ? 'height' : 'width');
      this.update();
    };
    const end = () => {
      grip.removeEventListener('pointermove', move);
      grip.removeEventListener('pointerup', end);
      grip.removeEventListener('pointercancel', end);
    };
    grip.addEventListener('pointermove', move);
    grip.addEventListener('pointerup', end);
    grip.addEventListener('pointercancel', end);
  }

  key(event) {
    const step = (event.shiftKey ? 32 : 4) / this.viewer.zoomScale;
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    if (event.key === 'Escape') { this.close(); return; }
    if (!moves[event.key]) return;
    const move = this.viewer.orientation.way(...moves[event.key]);
    event.preventDefault();
    event.stopPropagation();
    this.rect = this.rounded({ ...this.rect, x: this.rect.x + move[0], y: this.rect.y + move[1] });
    this.update();
  }
}
