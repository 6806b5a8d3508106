// How the picture shows: turned, mirrored, brighter, with more contrast, on another ground.

import { element } from './dialogs.js';
import { grounds, setGround } from './ground.js';
import { button } from './icons.js';
import './rare-icons.js';

const underlays = { squares: 'Squares', dark: 'Dark', light: 'Light' };

export class Adjust {
  constructor(viewer) {
    this.viewer = viewer;
    const { orientation } = viewer;
    const turn = (by) => viewer.turn({ quarters: orientation.quarters + by });
    const left = button('turn', 'Turn left', () => turn(-1));
    const right = button('turn', 'Turn right', () => turn(1));
    right.classList.add('mirrored');
    const flip = button('flip', 'Mirror', () => viewer.turn({ isMirrored: !orientation.isMirrored }));
    const close = button('close', 'Close adjustments', () => this.toggle(), 'Esc');
    this.sliders = ['Brightness', 'Contrast'].map((name) => {
      const slider = element('input', { type: 'range', min: 20, max: 240, value: 100, ariaLabel: name });
      slider.addEventListener('input', () => this.show());
      return slider;
    });
    this.ground = this.choice(grounds, document.documentElement.dataset.ground ?? '', (name) => setGround(name));
    this.under = this.choice(underlays, viewer.underlay, (name) => { viewer.underlay = name; });
    const reset = element('button', { type: 'button', className: 'item', textContent: 'As it was' });
    reset.addEventListener('click', () => this.reset());
    const row = (name, field) => element('label', {}, element('span', { textContent: name }), field);
    this.behind = row('Transparent parts', this.under);
    this.panel = element('aside', { className: 'side adjust', hidden: true, ariaLabel: 'Adjust' },
      element('div', { className: 'turns' }, left, right, flip, close),
      row('Brightness', this.sliders[0]), row('Contrast', this.sliders[1]), row('Ground', this.ground), this.behind, reset);
    this.panel.addEventListener('keydown', (event) => { if (event.key === 'Escape') this.toggle(); });
    document.body.append(this.panel);
    viewer.addEventListener('pagechange', () => this.show());
  }

  choice(words, chosen, choose) {
    const select = element('select', {});
    for (const [name, text] of Object.entries(words)) select.append(element('option', { value: name, textContent: text, selected: name === chosen }));
    select.addEventListener('change', () => {
      choose(select.value);
      this.viewer.awake();
    });
    return select;
  }

  toggle() {
    this.panel.hidden = !this.panel.hidden;
    this.behind.hidden = !this.viewer.isTransparent;
    if (this.panel.hidden) {
      this.opener?.focus?.();
    } else {
      this.opener = document.activeElement;
      this.panel.querySelector('button').focus();
    }
  }

  show() { [this.viewer.brightness, this.viewer.contrast] = this.sliders.map(({ value }) => value / 100); }

  reset() {
    for (const slider of this.sliders) slider.value = 100;
    this.show();
    this.viewer.turn({ quarters: 0, isMirrored: false });
  }
}
