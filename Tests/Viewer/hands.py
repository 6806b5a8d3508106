"""Fingers on a page: samples with times of their own, and what came of them."""
import json
import math

EVENTS = [
    "willbegindragging", "scroll", "enddragging", "willbegindecelerating", "enddecelerating",
    "endscrollinganimation", "willbeginzooming", "zoom", "endzooming", "pagechange", "settled",
    "singletap", "doubletap", "twofingertap", "loupebegin", "loupemove", "loupeend", "loupecancel",
]


def ready(page):
    """Waits until the image is open and at rest."""
    page.wait("window.viewer?.isLoaded && viewer.isSettled && (viewer.pageCount < 2 || !window.pager || pager.childElementCount)")


def sharp(page):
    """Waits until all that is in view is there in full, and no fade goes on."""
    ready(page)
    page.wait("viewer.wasSharp")


def noted(page):
    """Waits until the address leads to what is in view, and not to what was before."""
    page.wait("location.hash === viewer.fragment()")


def drawn(page):
    """Waits until what was asked of the page is on the screen."""
    page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def retiring(page):
    """Waits until the bars know how to go, and go no more by themselves, however long a test takes."""
    page.run("{ const wait = setTimeout; window.setTimeout = (act, pause) => (pause === 3500 ? 0 : wait(act, pause)); }")
    # What tells that the server is silent comes with them.
    page.wait("document.querySelector('body > p[role=status]:not(.toast)')")
    page.run("new Promise((done) => setTimeout(done))")
    page.run("dispatchEvent(new Event('focusin'))")


def record(page):
    page.run(
        """
        window.samples = [];
        window.told = [];
        const forward = viewer.forwardTouch.bind(viewer);
        viewer.forwardTouch = (name, ...numbers) => { samples.push([name, ...numbers]); forward(name, ...numbers); };
        for (const type of %s) {
          viewer.addEventListener(type, ({ detail }) => {
            const { isTracking, isDragging, isDecelerating, isZooming } = viewer;
            told.push({ type, detail, isTracking, isDragging, isDecelerating, isZooming });
          });
        }
        """ % json.dumps(EVENTS))


def state(page):
    return page.run("viewer.state")


def offset(page):
    return page.run("[viewer.contentOffset.x, viewer.contentOffset.y]")


def told(page):
    return page.run("told")


def names(page):
    """Kinds of events in order; of equal ones in a row one stays."""
    names = [event["type"] for event in told(page)]
    return [name for i, name in enumerate(names) if i == 0 or names[i - 1] != name]


def samples(page):
    """(name, finger, x, y, seconds) as the viewer got them."""
    return page.run("samples")


def rest(page):
    page.wait("viewer.isSettled && !viewer.isTracking && !viewer.state.isWaiting")


def show(page, zoom, x=None, y=None):
    """Zooms and scrolls at once, with nothing recorded of it."""
    page.run(f"viewer.setZoomScale({zoom}, {{ animated: false }})")
    if x is not None:
        page.run(f"viewer.setContentOffset({{ x: {x}, y: {y} }}, {{ animated: false }})")
    rest(page)
    page.run("window.samples && (samples.length = told.length = 0)")


def menu(page):
    """Opens the list of what is wanted now and then."""
    page.run("{ const more = document.querySelector('[aria-label=More]'); more.focus(); more.click(); }")
    page.wait("document.querySelector('.menu:popover-open')")


def click(page, label, opens):
    """Clicks a button as a hand does, where need be in the menu, and waits for what it opens."""
    button = f"document.querySelector('[aria-label=\"{label}\"]')"
    if not page.run(f"!!{button}?.checkVisibility()"):
        menu(page)
    page.run(f"{button}.focus(); {button}.click()")
    page.wait(f"document.querySelector('{opens}')")


class Finger:
    """One or two fingers whose samples are `pace` seconds apart on the page's stepped clock."""

    def __init__(self, page, pace=0.016):
        self.page = page
        self.pace = pace

    def play(self, *samples):
        self.page.run(f"clock.play({json.dumps(samples)})")
        return self

    def down(self, *points):
        self.points = list(points)
        return self.play((0, "pointerdown", self.points))

    def move(self, *points, steps=8):
        """All fingers go on straight lines to new places."""
        begin = self.points
        samples = []
        for step in range(1, steps + 1):
            part = step / steps
            self.points = [
                (x + (to_x - x) * part, y + (to_y - y) * part)
                for (x, y), (to_x, to_y) in zip(begin, points)]
            samples.append((1000 * self.pace, "pointermove", self.points))
        return self.play(*samples)

    def hold(self, seconds=0.2):
        """Stays: what speed there was is forgotten."""
        return self.pause(seconds)

    def up(self):
        return self.play((1000 * self.pace, "pointerup", self.points))

    def cancel(self):
        return self.play((1000 * self.pace, "pointercancel", self.points))

    def pause(self, seconds):
        self.page.run(f"clock.pass({1000 * seconds})")
        return self


def tap(page, *points, finger=None):
    # Soon after another tap it would belong to that.
    finger = finger or Finger(page).pause(0.5)
    return finger.down(*points).pause(0.04).up()


def dragged(recorded, slop=10):
    """How far the content follows one finger: its way less the slop, along the way it began with."""
    moves = [s for s in recorded if s[0] in ("touchDown", "touchMoved")]
    _, _, start_x, start_y, _ = moves[0]
    for _, _, x, y, _ in moves[1:]:
        way = math.hypot(x - start_x, y - start_y)
        if way > slop:
            anchor = (start_x + (x - start_x) * slop / way, start_y + (y - start_y) * slop / way)
            break
    else:
        return (0, 0)
    last = moves[-1]
    return (last[2] - anchor[0], last[3] - anchor[1])


def velocity(recorded, window=0.1, stillness=0.05):
    """Points per second at release, as the samples' own times tell."""
    moves = [s for s in recorded if s[0] in ("touchDown", "touchMoved")]
    release = next(s for s in recorded if s[0] == "touchUp")
    last = moves[-1]
    if release[4] - last[4] > stillness:
        return (0, 0)
    first = next(s for s in moves if last[4] - s[4] <= window)
    seconds = last[4] - first[4]
    return ((last[2] - first[2]) / seconds, (last[3] - first[3]) / seconds) if seconds else (0, 0)


def rubber_band(distance, dimension):
    """What shows of a pull past the edge."""
    return (1 - 1 / (distance * 0.55 / dimension + 1)) * dimension


def coasting(speed, factor=0.998):
    """How far a speed in points per second carries."""
    return -speed / (1000 * math.log(factor))
