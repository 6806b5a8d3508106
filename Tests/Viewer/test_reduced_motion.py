"""Who asks for less motion gets none: what would move is there at once."""
import pytest

import hands
from hands import Finger, names, offset, rest, show, state, told


@pytest.fixture
def still(fingers):
    page = fingers()
    page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    page.wait("viewer.still.matches")
    page.run("viewer.loupe = 'off'")
    show(page, 0.8, 700, 400)
    return page


def test_a_flick_does_not_coast(still):
    finger = Finger(still).down((500, 400)).move((400, 380), steps=6)
    held = offset(still)
    still.run("told.length = 0")
    finger.up()
    rest(still)
    assert offset(still) == held
    assert "scroll" not in names(still)


def test_what_was_pulled_past_its_edge_is_back_in_one_step(still):
    show(still, 0.8, 0, 400)
    finger = Finger(still).down((200, 300)).move((400, 300)).hold()
    assert offset(still)[0] < -50
    still.run("told.length = 0")
    finger.up()
    rest(still)
    assert offset(still)[0] == 0
    assert [event["type"] for event in told(still)].count("scroll") == 1


@pytest.mark.parametrize("change", [
    "viewer.setZoomScale(0.4, { animated: true })", "viewer.setContentOffset({ x: 100, y: 100 }, { animated: true })",
    "viewer.zoomTo({ x: 100, y: 100, width: 900, height: 900 }, { animated: true })", "viewer.scrollToTop()"])
def test_animated_changes_are_immediate(still, change):
    before = state(still)
    still.run(f"{change}, 0")
    assert still.run("viewer.isSettled")
    after = state(still)
    assert (before["zoomScale"], before["contentOffset"]) != (after["zoomScale"], after["contentOffset"])


def test_pages_turn_without_sliding(fingers):
    page = fingers("/view/book")
    page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    page.wait("viewer.still.matches && viewer.pages.isReady(1)")
    page.run("window.places = []; viewer.addEventListener('settled', () => places.push(viewer.state.strip.offset))")
    page.key("PageDown")
    page.wait("viewer.page === 1 && viewer.isSettled")
    assert page.run("places.length") == 1


def test_tiles_and_indicators_do_not_fade(still):
    assert still.run("(viewer.draw(performance.now()), viewer.renderer.isFading)") is False
    thumb = "viewer.shadowRoot.querySelector('.indicator')"
    assert still.run(f"getComputedStyle({thumb}).transitionDuration") == "0s"
