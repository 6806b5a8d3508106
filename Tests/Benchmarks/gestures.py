"""A reading by gestures: fingers turn pages and pinch, keys search; what is counted are late frames."""
import time

from viewer import WINDOW

# Milliseconds: a frame is due every 16.7, and one that comes later than this was missed.
LATE = 25
PAGES = 20
ZOOMS = (2, 1.5, 2, 0.5, 0.2)
WORDS = ("foreach", "decoration", "transparency")

RECORDER = f"""
  window.frames = {{ count: 0, late: [] }};
  {{
    let last = performance.now();
    const look = (now) => {{
      frames.count++;
      if (now - last > {LATE}) frames.late.push(now - last);
      last = now;
      requestAnimationFrame(look);
    }};
    requestAnimationFrame(look);
  }}
  0
"""


def read(page, turn, search):
    """Reads twenty pages, zooms five times and searches three words.

    `turn` is the way of a finger that turns a page, `search` opens where words are typed.
    """
    middle = {"x": WINDOW[0] // 2, "y": WINDOW[1] // 2}
    page.run(RECORDER)
    for _ in range(PAGES):
        page.call("Input.synthesizeScrollGesture", **middle, **turn, speed=2400, gestureSourceType="touch")
        time.sleep(0.4)
    for factor in ZOOMS:
        page.call("Input.synthesizePinchGesture", **middle, scaleFactor=factor, relativeSpeed=600, gestureSourceType="touch")
        time.sleep(0.6)
    for word in WORDS:
        search()
        time.sleep(0.5)
        page.call("Input.insertText", text=word)
        page.key("Enter", code="Enter", windowsVirtualKeyCode=13)
        time.sleep(1.5)
        page.key("Escape", code="Escape", windowsVirtualKeyCode=27)
    return page.run("frames")
