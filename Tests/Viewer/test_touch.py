"""Every gesture of a finger or two, against the calculator's formulas."""
import math

import pytest

import hands
from hands import Finger, dragged, offset, rest, samples, show, state, tap


def near(point, other, tolerance=0.51):
    return all(abs(a - b) <= tolerance for a, b in zip(point, other))


def test_a_drag_moves_the_image_as_far_as_the_finger(zoomed):
    before = offset(zoomed)
    finger = Finger(zoomed).down((500, 400)).move((310, 330)).hold()
    way = dragged(samples(zoomed))
    assert near(offset(zoomed), (before[0] - way[0], before[1] - way[1]), 0.01)
    assert abs(way[0]) > 170
    finger.up()
    rest(zoomed)
    assert near(offset(zoomed), (before[0] - way[0], before[1] - way[1]), 0.01)


def test_less_than_ten_points_move_nothing(zoomed):
    before = offset(zoomed)
    Finger(zoomed).down((500, 400)).move((493, 400), steps=2).up()
    rest(zoomed)
    assert offset(zoomed) == before


@pytest.mark.parametrize("rate,factor", [("normal", 0.998), ("fast", 0.99)])
def test_a_flick_coasts_to_its_computed_rest(zoomed, rate, factor):
    zoomed.run(f"viewer.decelerationRate = '{rate}'")
    before = offset(zoomed)
    Finger(zoomed).down((520, 350)).move((460, 320), steps=8).up()
    recorded = samples(zoomed)
    way, speed = dragged(recorded), hands.velocity(recorded)
    assert math.hypot(*speed) > 300
    rest(zoomed)
    moved = [a - b for a, b in zip(offset(zoomed), before)]
    expected = [-w - hands.coasting(s, factor) for w, s in zip(way, speed)]
    assert math.dist(moved, expected) < 0.05 * math.hypot(*expected), (moved, expected)


def test_a_touch_stops_what_coasts(zoomed):
    Finger(zoomed).down((560, 350)).move((460, 350), steps=6).up()
    zoomed.wait("viewer.isDecelerating")
    finger = Finger(zoomed).down((400, 300))
    assert zoomed.run("[viewer.isTracking, viewer.isDecelerating]") == [True, False]
    held = offset(zoomed)
    finger.pause(0.2).up()
    rest(zoomed)
    assert offset(zoomed) == held


def test_pulled_past_its_edge_the_image_follows_as_a_rubber_band_and_springs_back(zoomed):
    show(zoomed, 0.8, 0, 400)
    start = offset(zoomed)
    finger = Finger(zoomed).down((100, 300)).move((360, 300)).hold()
    way = dragged(samples(zoomed))[0]
    assert near(offset(zoomed), (-hands.rubber_band(way, 800), start[1]), 0.01)
    finger.up()
    rest(zoomed)
    assert near(offset(zoomed), start)


def test_a_flick_against_the_edge_bounces_off_it_and_comes_back(zoomed):
    show(zoomed, 0.8, 60, 400)
    zoomed.run("window.least = 0; viewer.addEventListener('scroll', () => { least = Math.min(least, viewer.contentOffset.x) })")
    Finger(zoomed).down((300, 300)).move((340, 300), steps=4).up()
    rest(zoomed)
    assert zoomed.run("least") < -4
    assert abs(offset(zoomed)[0]) <= 0.51


def test_without_bounces_the_edge_is_the_end(zoomed):
    zoomed.run("viewer.bounces = false")
    show(zoomed, 0.8, 0, 400)
    Finger(zoomed).down((100, 300)).move((360, 300)).hold()
    assert offset(zoomed)[0] == 0


@pytest.mark.parametrize("to,moves_x,moves_y", [((300, 320), True, False), ((480, 200), False, True), ((360, 260), True, True)])
def test_a_locked_drag_keeps_the_axis_it_began_along(zoomed, to, moves_x, moves_y):
    zoomed.run("viewer.setAttribute('directional-lock', '')")
    before = offset(zoomed)
    Finger(zoomed).down((500, 400)).move(to).hold()
    after = offset(zoomed)
    assert (abs(after[0] - before[0]) > 20, abs(after[1] - before[1]) > 20) == (moves_x, moves_y)


def test_a_pinch_keeps_the_content_under_the_fingers(zoomed):
    show(zoomed, 0.5, 300, 200)
    fixed = zoomed.run("viewer.imagePoint({ x: 350, y: 320 })")
    Finger(zoomed).down((300, 300), (400, 340)).move((260, 280), (440, 370), steps=12)
    at = zoomed.run("viewer.imagePoint({ x: 350, y: 325 })")
    zoom = state(zoomed)["zoomScale"]
    assert zoom == pytest.approx(0.5 * math.hypot(180, 90) / math.hypot(100, 40), rel=0.001)
    assert math.dist((at["x"] * zoom, at["y"] * zoom), (fixed["x"] * zoom, fixed["y"] * zoom)) < 2


def test_a_pinch_goes_a_little_beyond_the_limit_and_bounces_back(fingers):
    page = fingers()
    limit = state(page)["minimumZoomScale"]
    finger = Finger(page).down((200, 300), (600, 300)).move((300, 300), (500, 300), steps=8)
    # Of what is below the minimum, 15 % shows.
    assert state(page)["zoomScale"] == pytest.approx(limit - 0.5 * limit * 0.15, rel=0.001)
    finger.up()
    rest(page)
    assert state(page)["zoomScale"] == pytest.approx(limit)
    show(page, 100)
    limit = state(page)["maximumZoomScale"]
    finger = Finger(page).down((350, 300), (450, 300)).move((300, 300), (500, 300), steps=8)
    assert state(page)["zoomScale"] == pytest.approx(limit + limit * 0.05, rel=0.001)
    finger.up()
    rest(page)
    assert state(page)["zoomScale"] == pytest.approx(limit)


def double_tap(page, x, y):
    tap(page, (x, y), finger=tap(page, (x, y)).pause(0.08))
    page.wait("told.some((e) => e.type === 'endzooming')")
    rest(page)


def test_a_double_tap_toggles_between_all_of_it_and_a_close_look(fingers):
    page = fingers()
    fit = state(page)["fitScale"]
    under = page.run("viewer.imagePoint({ x: 420, y: 330 })")
    double_tap(page, 420, 330)
    now = state(page)
    assert now["zoomScale"] == pytest.approx(min(now["maximumZoomScale"], max(1, 3 * fit)))
    at = page.run("viewer.imagePoint({ x: 420, y: 330 })")
    assert math.dist((at["x"], at["y"]), (under["x"], under["y"])) < 2
    page.run("told.length = 0")
    double_tap(page, 300, 300)
    assert state(page)["zoomScale"] == pytest.approx(fit)


def test_double_taps_can_go_step_by_step_or_nowhere(fingers):
    page = fingers()
    fit = state(page)["fitScale"]
    page.run("viewer.doubleTap = 'step'")
    for times in (1, 2):
        page.run("told.length = 0")
        double_tap(page, 400, 300)
        assert state(page)["zoomScale"] == pytest.approx(fit * 1.5**times)
    page.run("viewer.doubleTap = 'off'; told.length = 0")
    tap(page, (400, 300), finger=tap(page, (400, 300)).pause(0.08))
    page.wait("told.some((e) => e.type === 'doubletap')")
    rest(page)
    assert state(page)["zoomScale"] == pytest.approx(fit * 1.5**2)


def test_a_tap_with_two_fingers_is_a_step_out(zoomed):
    tap(zoomed, (300, 300), (420, 330))
    zoomed.wait("told.some((e) => e.type === 'endzooming')")
    rest(zoomed)
    assert state(zoomed)["zoomScale"] == pytest.approx(0.8 / 1.5)
    zoomed.run("viewer.twoFingerTap = 'off'; told.length = 0")
    tap(zoomed, (300, 300), (420, 330))
    zoomed.wait("told.some((e) => e.type === 'twofingertap')")
    rest(zoomed)
    assert state(zoomed)["zoomScale"] == pytest.approx(0.8 / 1.5)


@pytest.mark.parametrize("way,to,factor", [
    ("up-in", 250, 1.5), ("up-in", 330, 0.7), ("down-in", 350, 1.5), ("off", 250, 1)])
def test_one_finger_zooms_by_one_percent_a_point(fingers, way, to, factor):
    page = fingers()
    page.run(f"viewer.loupe = 'off'; viewer.oneFingerZoom = '{way}'")
    show(page, 0.5, 300, 100)
    finger = tap(page, (400, 300)).pause(0.08)
    finger.down((400, 300)).move((400, to), steps=10)
    assert state(page)["zoomScale"] == pytest.approx(0.5 * factor)
    finger.hold().up()
    rest(page)
    assert state(page)["zoomScale"] == pytest.approx(0.5 * factor)


def bubble(page):
    return page.run(
        "(({ left, top, right, bottom }) => [left, top, right, bottom])"
        "(viewer.shadowRoot.querySelector('.loupe').getBoundingClientRect())")


@pytest.fixture
def close(fingers):
    """A page so close to the image that the loupe has nothing to load."""
    page = fingers()
    show(page, 1.2, 700, 400)
    return page


def test_the_loupe_comes_with_a_long_press_follows_the_finger_and_goes(close):
    before = offset(close)
    finger = Finger(close).down((400, 300))
    close.wait("viewer.isLoupeShown")
    first = bubble(close)
    # Above the finger, its middle over it.
    assert abs((first[0] + first[2]) / 2 - 400) < 1 and first[3] < 300
    finger.pause(0.6).move((440, 280), steps=4)
    assert near([b - a for a, b in zip(first, bubble(close))], (40, -20, 40, -20), 1)
    finger.move((2, 598), steps=6)
    left, top, right, bottom = bubble(close)
    assert left >= 0 and top >= 0 and right <= 800 and bottom <= 600
    finger.up()
    close.wait("!viewer.isLoupeShown")
    assert offset(close) == before
    assert hands.names(close) == ["loupebegin", "loupemove", "loupeend"]


def test_a_cancelled_touch_takes_the_loupe_away(close):
    finger = Finger(close).down((400, 300))
    close.wait("viewer.isLoupeShown")
    finger.cancel()
    close.wait("!viewer.isLoupeShown")
    assert hands.names(close) == ["loupebegin", "loupecancel"]


def test_a_moving_finger_gets_no_loupe(close):
    finger = Finger(close).down((400, 300)).move((360, 300), steps=4)
    finger.pause(0.65)
    assert not close.run("viewer.isLoupeShown")
    finger.up()


def test_the_loupe_takes_its_picture_once(fingers):
    page = fingers(width=360, height=300)
    show(page, 0.6, 700, 400)
    asked = lambda: [e["request"]["url"] for e in page.told("Network.requestWillBeSent") if "/iiif/3/large" in e["request"]["url"]]
    finger = Finger(page).down((150, 130))
    page.wait("!!viewer.magnifier.loupe?.finer")
    finger.pause(0.6).move((170, 90), steps=6).up()
    assert len(asked()) == 1
    page.run("viewer.loupe = 'off'")
    finger = Finger(page).down((150, 130))
    finger.pause(0.7)
    assert not page.run("viewer.isLoupeShown")
    finger.up()
