"""How a picture shows: turned, mirrored, brighter, on another ground."""
import io

import numpy
import pytest
from PIL import Image

import hands
from hands import Finger
from stage import LARGE, drawing


def pixels(page, **clip):
    return numpy.asarray(Image.open(io.BytesIO(page.picture(clip or None))).convert("RGB")).astype(int)


def choose(page, label, value, event="input"):
    field = (
        f"[...document.querySelectorAll('.adjust :is(input, select)')].find((field) =>"
        f" (field.ariaLabel ?? field.labels[0].textContent).startsWith('{label}'))")
    page.run(f"{{ const field = {field}; field.value = '{value}'; field.dispatchEvent(new Event('{event}')); }}")


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
@pytest.mark.parametrize("mirrored", [False, True])
def test_what_is_turned_shows_the_same_pixels(page, quarters, mirrored):
    opened = page()
    opened.run(f"viewer.turn({{ quarters: {quarters}, isMirrored: {str(mirrored).lower()} }})")
    hands.show(opened, 1, 700, 500)
    hands.sharp(opened)
    opened.run("document.querySelectorAll('.bar, .group, .zoomer, .minimap').forEach((part) => part.style.visibility = 'hidden')")
    left, top = (round(edge) for edge in hands.offset(opened))
    width, height = (800, 600) if quarters % 2 == 0 else (600, 800)
    stage = numpy.asarray(drawing(*LARGE)).astype(int)[top : top + height, left : left + width]
    expected = numpy.rot90(stage[:, ::-1] if mirrored else stage, -quarters)
    # The loss of JPEG, and nothing that is shifted by a pixel.
    assert numpy.abs(pixels(opened) - expected).mean() < 6


@pytest.mark.parametrize("turn,moved", [
    ("{ quarters: 1 }", (0, 50)), ("{ quarters: 2 }", (50, 0)), ("{ quarters: 3 }", (0, -50)), ("{ isMirrored: true }", (50, 0)),
    ("{ quarters: 1, isMirrored: true }", (0, 50))])
def test_what_is_turned_follows_the_finger(zoomed, turn, moved):
    zoomed.run(f"viewer.turn({turn})")
    hands.show(zoomed, 0.8, 700, 400)
    before = hands.offset(zoomed)
    # To the right, and no speed.
    Finger(zoomed).down((300, 300)).move((360, 300)).hold().up()
    hands.rest(zoomed)
    after = hands.offset(zoomed)
    assert [after[0] - before[0], after[1] - before[1]] == pytest.approx(moved, abs=1)


def test_turning_keeps_what_is_seen_and_fits_between_the_bars(page):
    opened = page()
    hands.show(opened, 0.9, 900, 500)
    middle = "(() => { const { x, y, width, height } = viewer.freeRect; return [x + width / 2, y + height / 2] })()"
    before = opened.run(middle)
    opened.run("viewer.turn({ quarters: 1 })")
    hands.rest(opened)
    assert opened.run("viewer.zoomScale") == pytest.approx(0.9)
    assert opened.run(middle) == pytest.approx(before, abs=32)
    opened.run("viewer.zoomToFit()")
    hands.rest(opened)
    bar = opened.run("document.getElementById('bar').getBoundingClientRect().height")
    assert opened.run("viewer.fitScale") == pytest.approx(min((600 - bar) / 3000, 800 / 2000))


def test_the_address_of_what_is_turned_leads_back_to_it(page):
    opened = page()
    opened.run("viewer.turn({ quarters: 3, isMirrored: true })")
    hands.show(opened, 0.7, 500, 300)
    hands.noted(opened)
    assert opened.run("location.hash.endsWith('&rotate=270&flip=1')")
    before = opened.run("[viewer.freeRect.x, viewer.freeRect.y, viewer.zoomScale]")
    again = page("/view/large.png" + opened.run("location.hash"))
    assert again.run("[viewer.orientation.quarters, viewer.orientation.isMirrored]") == [3, True]
    assert again.run("[viewer.freeRect.x, viewer.freeRect.y, viewer.zoomScale]") == pytest.approx(before, abs=1)


def test_the_next_page_stands_upright(page):
    opened = page("/view/book")
    opened.wait("viewer.pages.isReady(1)")
    opened.run("viewer.turn({ quarters: 1 })")
    opened.key("PageDown")
    opened.wait("viewer.page === 1 && viewer.isSettled")
    assert opened.run("viewer.orientation.isTurned") is False


def test_a_frame_for_cropping_is_dragged_as_it_is_seen(page):
    opened = page()
    opened.run("viewer.turn({ quarters: 1 })")
    hands.rest(opened)
    hands.click(opened, "Crop", ".crop")
    box = "(({ x, y, width, height }) => [x, y, width, height])(document.querySelector('.crop').getBoundingClientRect())"
    x, y, width, height = opened.run(box)
    middle = (x + width / 2, y + height / 2)
    opened.mouse("mousePressed", *middle, button="left", clickCount=1, buttons=1)
    opened.mouse("mouseMoved", middle[0] + 40, middle[1] + 10, button="left", buttons=1)
    opened.mouse("mouseReleased", middle[0] + 40, middle[1] + 10, button="left", clickCount=1)
    assert opened.run(box) == pytest.approx([x + 40, y + 10, width, height], abs=1)


def test_light_and_dark_are_adjusted_and_put_back(page):
    opened = page("/view/flat.png")
    hands.sharp(opened)
    before = pixels(opened, x=300, y=250, width=100, height=100).mean()
    hands.click(opened, "Adjust", ".adjust:not([hidden])")
    choose(opened, "Brightness", 150)
    brighter = pixels(opened, x=300, y=250, width=100, height=100).mean()
    assert brighter > before + 20
    opened.run("document.querySelector('.adjust .item').click()")
    assert pixels(opened, x=300, y=250, width=100, height=100).mean() == pytest.approx(before, abs=1)
    opened.run("document.querySelector('.adjust [aria-label=\"Turn left\"]').click(); document.querySelector('.adjust [aria-label=Mirror]').click()")
    assert opened.run("[viewer.orientation.quarters, viewer.orientation.isMirrored]") == [3, True]
    opened.key("Escape", code="Escape", windowsVirtualKeyCode=27)
    assert opened.run("document.querySelector('.adjust').hidden && document.activeElement.getAttribute('aria-label')") == "More"


def test_a_ground_that_is_chosen_stays(page):
    opened = page("/view/small.png")
    opened.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
    corner = lambda page: pixels(page, x=4, y=400, width=4, height=4).mean()
    assert corner(opened) > 200
    hands.click(opened, "Adjust", ".adjust:not([hidden])")
    choose(opened, "Ground", "black", "change")
    assert corner(opened) == 0
    opened.run("window.isOld = true; location.reload()")
    opened.wait("!window.isOld && window.viewer?.isLoaded")
    assert corner(opened) == 0
    opened.run("localStorage.clear()")


def test_what_lies_under_transparent_parts_is_chosen(page, odd):
    opened = page(odd.base + "/view/holes.png")
    hands.sharp(opened)
    hands.click(opened, "Adjust", ".adjust:not([hidden])")
    left, top = opened.run("(({ x, y }) => [Math.round(-x), Math.round(-y)])(viewer.contentOffset)")
    for ground, colour in [("dark", (22, 25, 27)), ("light", (255, 255, 255))]:
        choose(opened, "Transparent", ground, "change")
        opened.wait(f"viewer.renderer.underlay === '{ground}'")
        found = pixels(opened, x=left + 8, y=top + 8, width=40, height=40).reshape(-1, 3)
        assert {tuple(pixel) for pixel in found.tolist()} == {colour}
