// Bars go while one looks at the picture, and come back at a tap, a pointer's move or a key. They
// stay in the page, for whoever hears it; and with less motion wanted they stay in sight.

/** Milliseconds for which nothing has been asked of them. */
const patience = 3500;
const bars = ':is(.bar, .group, .zoomer, .pager, .pad, .minimap)';
/** Of what is open beside the picture nothing goes. */
const panels = 'dialog[open], :popover-open, .crop-panel, .side:not([hidden])';
const still = matchMedia('(prefers-reduced-motion: reduce)');

export class Retiring {
  constructor(viewer) {
    this.viewer = viewer;
    addEventListener('pointermove', (event) => { if (event.pointerType !== 'touch' && !event.buttons) this.moved(event); });
    addEventListener('pointerdown', (event) => {
      this.isTouch = event.pointerType === 'touch';
      if (this.isTouch) this.isOver = false;
      if (!this.isTouch || event.target.closest?.(bars)) this.wake();
    });
    for (const type of ['keydown', 'focusin']) addEventListener(type, () => this.wake());
    viewer.addEventListener('singletap', () => {
      if (this.isTouch && !this.isAlone) this.retire(); else this.wake();
    });
    // What is moved by hand is looked at; once all of it shows, nothing lies on it.
    for (const type of ['willbegindragging', 'willbeginzooming']) {
      viewer.addEventListener(type, () => { if (viewer.isTracking && !viewer.isAtFit) this.retire(); });
    }
    viewer.addEventListener('settled', () => { if (this.isTouch && viewer.isAtFit && viewer.pageCount < 2) this.wake(); });
    for (const type of ['load', 'fail']) viewer.addEventListener(type, () => this.wake());
    this.wake();
  }

  get isAlone() { return document.body.classList.contains('alone'); }

  /** Browsers tell of moves, too, when the page has moved under a pointer that lies still. */
  moved({ screenX, screenY, target }) {
    if (screenX === this.x && screenY === this.y) return;
    [this.x, this.y] = [screenX, screenY];
    this.isOver = !!target.closest?.(bars);
    this.wake();
  }

  wake() {
    document.body.classList.remove('alone');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.retire() || this.wake(), patience);
  }

  /** Answers whether they have gone; where nobody wants them, even if something in them has the focus. */
  retire(isWanted = false) {
    const isInUse = this.isOver || document.querySelector(`${bars} :focus-visible, ${panels}`);
    if (!isWanted && (still.matches || isInUse || !this.viewer.isLoaded)) return false;
    clearTimeout(this.timer);
    document.body.classList.add('alone');
    return true;
  }
}
