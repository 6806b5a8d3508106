"""The whole screen for the image, and back."""
import pytest

import hands

IS_FULL = "!!document.fullscreenElement"


@pytest.fixture
def small_window(page):
    opened = page(width=700, height=500)
    hands.sharp(opened)
    hands.retiring(opened)
    return opened


def enter(page, way):
    if way == "button":
        x, y = page.run(
            "(({ x, y, width, height }) => [x + width / 2, y + height / 2])"
            "(document.querySelector('[aria-label=\"Full screen\"]').getBoundingClientRect())")
        for kind in ("mousePressed", "mouseReleased"):
            page.mouse(kind, x, y, button="left", clickCount=1)
    else:
        page.run("viewer.focus()")
        page.key("f")


@pytest.mark.parametrize("way", ["button", "key"])
def test_it_is_entered_and_left_the_same_way(small_window, way):
    enter(small_window, way)
    small_window.wait(IS_FULL)
    small_window.wait("document.querySelector('[aria-label=\"Full screen\"]').ariaPressed === 'true'")
    enter(small_window, way)
    small_window.wait(f"!({IS_FULL})")
    small_window.wait("document.querySelector('[aria-label=\"Full screen\"]').ariaPressed === 'false'")


def test_the_image_fits_the_screen_then_and_the_window_again(small_window):
    before = small_window.run("viewer.fitScale")
    enter(small_window, "key")
    small_window.wait(IS_FULL)
    # The headless browser's window has the size that it is told.
    small_window.size(1200, 900)
    small_window.wait("viewer.state.bounds.width === 1200")
    hands.sharp(small_window)
    assert small_window.run("viewer.isAtFit && viewer.zoomScale === viewer.fitScale") and small_window.run("viewer.fitScale") > before
    # The toolbars lie over everything and inside the screen.
    assert small_window.run(
        "[...document.querySelectorAll('#bar .button, #tools .button, #zoomer .button')].every((one) => {"
        " const { x, y, width, height } = one.getBoundingClientRect();"
        " return one.contains(document.elementFromPoint(x + width / 2, y + height / 2)); })")
    enter(small_window, "key")
    small_window.wait(f"!({IS_FULL})")
    small_window.size(700, 500)
    small_window.wait("viewer.state.bounds.width === 700")
    assert small_window.run("viewer.isAtFit && viewer.fitScale") == pytest.approx(before)


def test_escape_leaves_it(small_window):
    enter(small_window, "key")
    small_window.wait(IS_FULL)
    small_window.key("Escape")
    small_window.wait(f"!({IS_FULL})")
