// A clock that stands still until a test lets time pass, and fingers that move by it. It comes
// before every script of a page: the time that the page reads, that of its events, and the frames
// that it asks for are the test's. Timers and the network keep real time.
(() => {
  const frame = 16;
  let now = 1000;
  let asked = [];
  let count = 0;

  performance.now = () => now;
  Object.defineProperty(Event.prototype, 'timeStamp', { get: () => now });
  window.requestAnimationFrame = (callback) => {
    asked.push({ number: ++count, callback });
    return count;
  };
  window.cancelAnimationFrame = (number) => { asked = asked.filter((one) => one.number !== number); };

  /** Lets milliseconds pass with one frame at their end. */
  const step = (milliseconds = frame) => {
    now += milliseconds;
    const due = asked;
    asked = [];
    for (const { callback } of due) callback(now);
  };

  /** Lets milliseconds pass, frame by frame. */
  const pass = (milliseconds) => {
    for (let left = milliseconds; left > 0; left -= frame) step(Math.min(frame, left));
  };

  /** Lets frames pass that the page asks for, two seconds of them at most, until a test holds. */
  const until = (test) => {
    for (let frames = 0; frames < 125 && asked.length && !test(); frames++) step();
    return test();
  };

  // The elements that fingers came down on, by the numbers of their pointers. They are not the
  // browser's, so it would refuse to capture them.
  const firstPointer = 1000;
  const targets = new Map();
  const capture = Element.prototype.setPointerCapture;
  Element.prototype.setPointerCapture = function (pointer) {
    if (!targets.has(pointer)) capture.call(this, pointer);
  };

  const elementAt = (x, y) => {
    let found = document.elementFromPoint(x, y);
    for (;;) {
      const inner = found?.shadowRoot?.elementFromPoint(x, y);
      if (!inner || inner === found) return found;
      found = inner;
    }
  };

  /** All fingers come down, move or lift together; the n-th is at the n-th point. */
  const fingers = (type, points) => {
    points.forEach(([x, y], index) => {
      const pointerId = firstPointer + index;
      if (type === 'pointerdown') targets.set(pointerId, elementAt(x, y));
      targets.get(pointerId).dispatchEvent(new PointerEvent(type, {
        pointerId, pointerType: 'touch', isPrimary: index === 0, clientX: x, clientY: y,
        bubbles: true, cancelable: true, composed: true, button: type === 'pointermove' ? -1 : 0,
        buttons: type === 'pointerup' || type === 'pointercancel' ? 0 : 1,
      }));
      if (type === 'pointerup' || type === 'pointercancel') targets.delete(pointerId);
    });
  };

  /** Samples in order: milliseconds to let pass, type, points. */
  const play = (samples) => {
    for (const [milliseconds, type, points] of samples) {
      if (milliseconds > 0) step(milliseconds);
      fingers(type, points);
    }
  };

  window.clock = { pass, play, until };
})();
