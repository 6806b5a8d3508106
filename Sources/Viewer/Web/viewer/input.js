// Fingers, mouse, wheel and keys, handed to the calculator as they come.

/** Wheel deltas of lines and pages, in points. */
const lineHeight = 40;

export class Input {
  constructor(viewer, surface) {
    this.viewer = viewer;
    this.surface = surface;
    this.pointers = new Map();
    for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel']) {
      surface.addEventListener(type, (event) => this[type](event));
    }
    surface.addEventListener('lostpointercapture', (event) => this.pointercancel(event));
    surface.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    surface.addEventListener('contextmenu', (event) => {
      // A long press is the loupe's.
      if (this.pointers.size || viewer.isLoupeShown) event.preventDefault();
    });
    // A focus that came by hand needs no ring, whatever the browser thinks of a script's.
    for (const type of ['keydown', 'blur']) viewer.addEventListener(type, () => viewer.classList.remove('pointed'));
    viewer.addEventListener('keydown', (event) => { if (event.target === viewer) viewer.press(event); });
    // Safari's pinch on a trackpad.
    surface.addEventListener('gesturestart', (event) => event.preventDefault());
  }

  place(event) {
    const box = this.viewer.getBoundingClientRect();
    return this.viewer.orientation.inside(event.clientX - box.left, event.clientY - box.top, box.width, box.height);
  }

  pointerdown(event) {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    this.viewer.classList.add('pointed');
    this.viewer.focus({ preventScroll: true });
    const number = this.pointers.size ? Math.max(...this.pointers.values()) + 1 : 1;
    this.pointers.set(event.pointerId, number);
    this.surface.setPointerCapture(event.pointerId);
    this.viewer.forwardTouch('touchDown', number, ...this.place(event), event.timeStamp / 1000);
  }

  pointermove(event) {
    const number = this.pointers.get(event.pointerId);
    if (number === undefined) return;
    const samples = event.getCoalescedEvents?.() ?? [];
    for (const sample of samples.length ? samples : [event]) {
      this.viewer.forwardTouch('touchMoved', number, ...this.place(sample), sample.timeStamp / 1000);
    }
  }

  pointerup(event) {
    const number = this.pointers.get(event.pointerId);
    if (number === undefined) return;
    this.pointers.delete(event.pointerId);
    this.viewer.forwardTouch('touchUp', number, ...this.place(event), event.timeStamp / 1000);
  }

  pointercancel(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    this.pointers.clear();
    this.viewer.forwardTouch('touchesCancelled');
  }

  /** Zooms with Ctrl or Command always, and without where the viewer is engaged; else the page scrolls. */
  wheel(event) {
    const { viewer } = this;
    const isPinch = event.ctrlKey || event.metaKey;
    if (!isPinch && !viewer.isEngaged) {
      viewer.hint();
      return;
    }
    event.preventDefault();
    const unit = event.deltaMode === 1 ? lineHeight : event.deltaMode === 2 ? 400 : 1;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    // Wheels turn in steps and one way at a time; fingers on a trackpad do not.
    const isWheel = event.deltaMode !== 0 || (dx === 0 && Math.abs(dy) >= 50 && Number.isInteger(dy));
    if (isPinch || (isWheel && !event.shiftKey && !viewer.binding.scrolls)) {
      const speed = isPinch && !isWheel ? 0.01 : 0.0025;
      viewer.zoomBy(Math.exp(-Math.max(-400, Math.min(400, dy)) * speed), ...this.place(event));
    } else if (event.shiftKey && dx === 0) {
      viewer.scrollBy(...viewer.orientation.way(dy, 0));
    } else {
      viewer.scrollBy(...viewer.orientation.way(dx, dy));
    }
  }

  /** Until it is zoomed, a viewer that is one thing among others lets a finger scroll the page. */
  configure() {
    const { viewer } = this;
    const gives = viewer.hasAttribute('cooperative') && viewer.isAtFit;
    this.surface.style.touchAction = !gives ? 'none' : viewer.pagingEnabled ? 'pan-y' : 'pan-x pan-y';
  }
}
