// Says for a moment why the wheel has scrolled the page.

/** Milliseconds that it is there. */
const patience = 1400;

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  .hint { position: absolute; left: 50%; bottom: 24px; translate: -50% 0; padding: 8px 16px; border-radius: 99px; white-space: nowrap;
    background: #000c; color: #fff; font: .9rem/1.4 system-ui, sans-serif; opacity: 0; transition: opacity .25s; pointer-events: none; }
  .hint.shown { opacity: 1; }
  @media (prefers-reduced-motion: reduce) { .hint { transition: none; } }
`);

export class Hint {
  constructor({ shadowRoot }) {
    shadowRoot.adoptedStyleSheets.push(sheet);
    this.element = Object.assign(document.createElement('div'), { className: 'hint' });
    this.element.setAttribute('aria-hidden', 'true');
    this.element.textContent = `${/Mac/.test(navigator.platform) ? '⌘' : 'Ctrl'} and the wheel zoom`;
    shadowRoot.append(this.element);
  }

  show() {
    this.element.classList.add('shown');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.element.classList.remove('shown'), patience);
  }
}
