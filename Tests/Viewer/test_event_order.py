"""Events come in UIScrollViewDelegate's order, with the flags as they are at each."""
import pytest

import hands
from hands import Finger, names, rest, show, told


def decelerates(page):
    return [event["detail"]["decelerate"] for event in told(page) if event["type"] == "enddragging"]


def test_drag_and_stop(zoomed):
    Finger(zoomed).down((500, 400)).move((400, 380)).hold().up()
    rest(zoomed)
    assert names(zoomed) == ["willbegindragging", "scroll", "enddragging", "settled"]
    assert decelerates(zoomed) == [False]
    begin, *scrolls, end, _ = told(zoomed)
    assert begin["isTracking"] and begin["isDragging"]
    assert all(event["isTracking"] and event["isDragging"] for event in scrolls)
    assert not end["isTracking"] and not end["isDragging"]


def test_flick(zoomed):
    zoomed.run("viewer.decelerationRate = 'fast'")
    Finger(zoomed).down((500, 400)).move((420, 380), steps=6).up()
    rest(zoomed)
    assert names(zoomed) == [
        "willbegindragging", "scroll", "enddragging", "willbegindecelerating", "scroll", "enddecelerating", "settled"]
    assert decelerates(zoomed) == [True]
    kinds = [event["type"] for event in told(zoomed)]
    coasting = told(zoomed)[kinds.index("willbegindecelerating") + 1:kinds.index("enddecelerating")]
    # The last step comes together with its end.
    assert all(event["isDecelerating"] and not event["isTracking"] for event in coasting[:-1])


def test_held_beyond_the_edge_and_released(zoomed):
    show(zoomed, 0.8, 0, 400)
    Finger(zoomed).down((200, 300)).move((400, 300)).hold().up()
    rest(zoomed)
    assert names(zoomed) == [
        "willbegindragging", "scroll", "enddragging", "willbegindecelerating", "scroll", "enddecelerating", "settled"]
    assert decelerates(zoomed) == [True]


def test_a_touch_while_it_coasts(zoomed):
    Finger(zoomed).down((560, 350)).move((460, 350), steps=6).up()
    zoomed.wait("viewer.isDecelerating")
    finger = Finger(zoomed).down((400, 300))
    zoomed.wait("told.some((e) => e.type === 'enddecelerating')")
    assert names(zoomed)[-1] == "enddecelerating"
    assert zoomed.run("viewer.isTracking")
    finger.pause(0.1).up()
    rest(zoomed)
    assert names(zoomed)[-1] == "settled"


def test_content_offset_animated_and_not(zoomed):
    zoomed.run("viewer.setContentOffset({ x: 200, y: 300 }, { animated: true })")
    rest(zoomed)
    assert names(zoomed) == ["scroll", "endscrollinganimation", "settled"]
    assert len(told(zoomed)) > 3
    assert not any(event["isTracking"] or event["isDragging"] for event in told(zoomed))
    zoomed.run("told.length = 0; viewer.setContentOffset({ x: 100, y: 100 }, { animated: false })")
    assert [event["type"] for event in told(zoomed)] == ["scroll", "settled"]
    zoomed.run("told.length = 0; viewer.setContentOffset({ x: 100, y: 100 }, { animated: false })")
    assert told(zoomed) == []


def test_a_rectangle_that_is_in_view_already_moves_nothing(zoomed):
    zoomed.run("viewer.scrollRectToVisible({ x: 800, y: 500, width: 50, height: 50 }, { animated: false })")
    assert told(zoomed) == []
    zoomed.run("viewer.scrollRectToVisible({ x: 600, y: 500, width: 50, height: 50 }, { animated: false })")
    assert [event["type"] for event in told(zoomed)] == ["scroll", "settled"]
    assert hands.offset(zoomed) == [600, 400]


def test_zooming_by_program(zoomed):
    zoomed.run("viewer.setZoomScale(0.4, { animated: true })")
    rest(zoomed)
    kinds = names(zoomed)
    assert set(kinds[:-2]) == {"zoom", "scroll"} and kinds[-2:] == ["endzooming", "settled"]
    end = next(event for event in told(zoomed) if event["type"] == "endzooming")
    assert end["detail"]["scale"] == pytest.approx(0.4)
    assert not any(event["isTracking"] or event["isDragging"] for event in told(zoomed))


def test_pinch(zoomed):
    show(zoomed, 0.5, 300, 200)
    Finger(zoomed).down((300, 300), (400, 340)).move((250, 270), (450, 380), steps=8).up()
    rest(zoomed)
    kinds = names(zoomed)
    assert kinds[0] == "willbeginzooming" and kinds[-1] == "settled"
    assert kinds.count("willbeginzooming") == kinds.count("endzooming") == 1
    assert all(event["isZooming"] for event in told(zoomed) if event["type"] == "zoom")


def test_scrolled_to_the_top_by_its_title(zoomed):
    before = hands.offset(zoomed)
    zoomed.run("document.getElementById('title').click()")
    rest(zoomed)
    assert names(zoomed) == ["scroll", "endscrollinganimation", "settled"]
    top = -hands.state(zoomed)["contentInset"]["top"]
    assert top < 0 and hands.offset(zoomed) == [before[0], top]
