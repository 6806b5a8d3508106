"""The few gestures that are proved with the browser's own fingers, in real time.

Everything that can be computed of a gesture is proved on a stepped clock; here it is seen that the
browser's touches reach the viewer as those do.
"""
import json
import time

import pytest

import hands
from hands import names, offset, rest, show, state

# A busy machine delivers some taps too late for a double tap.
pytestmark = pytest.mark.flaky(reruns=2)


class RealFinger:
    """Fingers by the browser's protocol: samples have times of their own, however fast they come."""

    def __init__(self, page, pace=0.016):
        self.page = page
        self.pace = pace
        self.time = time.time()

    def send(self, kind, points):
        self.page.call(
            "Input.dispatchTouchEvent", type=kind, timestamp=self.time,
            touchPoints=[{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)])
        self.time += self.pace

    def down(self, *points):
        self.points = list(points)
        self.send("touchStart", self.points)
        return self

    def move(self, *points, steps=8):
        begin = self.points
        for step in range(1, steps + 1):
            part = step / steps
            self.points = [
                (x + (to_x - x) * part, y + (to_y - y) * part)
                for (x, y), (to_x, to_y) in zip(begin, points)]
            self.send("touchMove", self.points)
        # The browser hands samples on frame by frame.
        self.page.wait(
            f"{json.dumps(self.points)}.every(([x, y]) => samples.slice(-4).some("
            "([, , otherX, otherY]) => Math.hypot(x - otherX, y - otherY) < 0.005))")
        return self

    def up(self):
        self.send("touchEnd", [])
        return self

    def pause(self, seconds):
        self.time += seconds
        return self


@pytest.fixture
def real(page):
    """A touched page in real time, whose image reaches beyond the view on all sides."""
    opened = page(touch=True, is_stepped=False)
    hands.record(opened)
    show(opened, 0.8, 700, 400)
    return opened


def test_a_drag_moves_the_image_as_far_as_the_finger(real):
    real.run("viewer.loupe = 'off'")
    before = offset(real)
    finger = RealFinger(real).down((500, 400)).move((310, 330))
    way = hands.dragged(hands.samples(real))
    assert offset(real) == pytest.approx([before[0] - way[0], before[1] - way[1]])
    assert abs(way[0]) > 170
    finger.up()


def test_a_flick_coasts(real):
    RealFinger(real).down((520, 350)).move((460, 320)).up()
    rest(real)
    assert names(real) == [
        "willbegindragging", "scroll", "enddragging", "willbegindecelerating", "scroll",
        "enddecelerating", "settled"]


def test_a_pinch_zooms(real):
    RealFinger(real).down((300, 300), (400, 300)).move((280, 300), (420, 300)).up()
    assert state(real)["zoomScale"] == pytest.approx(0.8 * 1.4, rel=0.001)


def test_a_double_tap_shows_all_of_it(real):
    tap = RealFinger(real).down((420, 330)).pause(0.04).up().pause(0.08)
    tap.down((420, 330)).pause(0.04).up()
    real.wait("told.some((e) => e.type === 'endzooming')")
    rest(real)
    assert state(real)["zoomScale"] == pytest.approx(state(real)["fitScale"])


def test_a_long_press_brings_the_loupe(real):
    finger = RealFinger(real).down((400, 300))
    real.wait("viewer.isLoupeShown")
    finger.up()
    real.wait("!viewer.isLoupeShown")
    assert names(real) == ["loupebegin", "loupeend"]
