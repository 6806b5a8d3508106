"""Bars over the picture: what shows through them, when they go, and how they come back."""
import io
import itertools

import numpy
import pytest
from PIL import Image

import hands
from hands import Finger, tap
from support.service import wait_until

ALONE = "document.body.classList.contains('alone')"
OPACITY = "getComputedStyle(document.getElementById('bar')).opacity"


def pixels(page, **box):
    return numpy.asarray(Image.open(io.BytesIO(page.picture(box))).convert("RGB")).astype(int)


def impatient(page):
    """Bars look every 50 milliseconds whether they may go; answers what has passed once they did so twice more."""
    page.run("window.looks = 0; { const wait = setTimeout; window.setTimeout = (act, pause) =>"
             " (pause === 3500 ? wait(() => { looks += 1; act(); }, 50) : wait(act, pause)); }")
    return lambda: page.wait(f"looks > {page.run('looks') + 2}")


def boxes(page, parts):
    return page.run(
        f"[...document.querySelectorAll('{parts}')].filter((part) => part.checkVisibility()).map((part) =>"
        " { const { left, top, right, bottom } = part.getBoundingClientRect(); return [left, top, right, bottom] })")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_picture_shows_through_the_bar_that_it_runs_under(page, scheme):
    opened = page("/view/flat.png")
    opened.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    ground = pixels(opened, x=400, y=10, width=60, height=20).mean(axis=(0, 1))
    hands.show(opened, 1, 800, 600)
    hands.sharp(opened)
    under = pixels(opened, x=400, y=10, width=60, height=20).mean(axis=(0, 1))
    # The picture is red, and more so than what covers it.
    assert under[0] - under[2] > ground[0] - ground[2] + 25
    # Scrolled to the top it ends below the bar.
    opened.run("viewer.scrollToTop({ animated: false })")
    assert opened.run("-viewer.contentOffset.y") == opened.run("document.getElementById('bar').getBoundingClientRect().height")


def test_words_on_the_bar_can_be_read_on_any_picture(page):
    opened = page("/view/flat.png")
    for scheme, worst in [("light", 0), ("dark", 255)]:
        opened.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        ink, glass = opened.run(
            "(() => { const style = getComputedStyle(document.getElementById('bar')); return [style.color, style.backgroundColor] })()")
        numbers = lambda colour: [float(part) for part in colour[colour.index("(") + 1:-1].split(",")]
        red, green, blue, alpha = numbers(glass)
        ground = [alpha * channel + (1 - alpha) * worst for channel in (red, green, blue)]
        light = lambda colour: sum(
            weight * (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4)
            for weight, c in zip((0.2126, 0.7152, 0.0722), [channel / 255 for channel in colour]))
        bright, dark = sorted((light(numbers(ink)[:3]), light(ground)), reverse=True)
        assert (bright + 0.05) / (dark + 0.05) >= 4.5, scheme


@pytest.mark.parametrize("path", ["/view/book", "/view/large.png"])
@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390)])
def test_nothing_lies_on_the_picture_of_a_phone_at_rest(page, path, size):
    opened = page(path, width=size[0], height=size[1], ratio=2, touch=True)
    left, top, right, bottom = opened.run(
        "(() => { const { contentOffset: o, contentSize: s } = viewer; return [-o.x, -o.y, s.width - o.x, s.height - o.y] })()")
    for box in boxes(opened, ".bar, .group, .minimap" + (", .zoomer, .pager" if size[0] < 641 else "")):
        apart = box[2] <= left + 1 or box[0] >= right - 1 or box[3] <= top + 1 or box[1] >= bottom - 1
        assert apart, (box, [left, top, right, bottom])


def test_bars_go_while_one_looks_and_come_back_with_the_pointer_or_a_key(page):
    opened = page()
    opened.mouse("mouseMoved", 200, 300)
    opened.wait(ALONE)
    opened.wait(f"{OPACITY} === '0'")
    # Who reads the page by ear finds them as before.
    names = [node.get("name", {}).get("value") for node in opened.call("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
    assert {"Share", "Zoom in", "All images"} <= set(names)
    places = itertools.cycle([300, 310])

    def is_back():
        opened.mouse("mouseMoved", next(places), 300)
        return opened.run(f"!{ALONE} && {OPACITY} === '1'")

    wait_until(is_back)
    opened.wait(ALONE)
    opened.run("window.isBack = false; new MutationObserver(() => { isBack ||= !document.body.classList.contains('alone') }).observe(document.body, { attributes: true })")
    opened.key("ArrowRight")
    opened.wait("isBack")


def test_bars_stay_while_something_in_them_has_the_focus_or_the_pointer(page):
    opened = page()
    looked = impatient(opened)
    opened.run("window.gone = 0; new MutationObserver(() => { gone += document.body.classList.contains('alone') }).observe(document.body, { attributes: true })")
    opened.key("Tab", code="Tab", windowsVirtualKeyCode=9)
    opened.key("Tab", code="Tab", windowsVirtualKeyCode=9)
    assert opened.run("document.activeElement.id") == "home"
    looked()
    # The pointer is over them before the focus leaves them.
    opened.mouse("mouseMoved", 300, 20)
    opened.run("document.activeElement.blur()")
    looked()
    assert opened.run("gone") == 0
    opened.mouse("mouseMoved", 300, 300)
    opened.wait("gone > 0")
    # The focus brings them back by itself.
    opened.key("Tab", code="Tab", windowsVirtualKeyCode=9)
    assert not opened.run(ALONE)


def test_bars_stay_where_less_motion_is_wanted_and_beside_what_is_open(page):
    opened = page()
    opened.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    looked = impatient(opened)
    looked()
    assert not opened.run(ALONE)
    hands.click(opened, "About this image", ".caption dt")
    opened.call("Emulation.setEmulatedMedia", features=[])
    opened.run("document.activeElement.blur()")
    looked()
    assert not opened.run(ALONE)


def test_a_tap_takes_bars_away_and_brings_them_back(fingers):
    opened = fingers()
    # They learn to go once the picture is there.
    hands.retiring(opened)
    assert not opened.run(ALONE)
    tap(opened, (400, 300)).pause(0.5)
    opened.wait(ALONE)
    tap(opened, (400, 300)).pause(0.5)
    assert not opened.run(ALONE)
    # What is moved by hand is looked at.
    hands.show(opened, 0.8, 700, 400)
    Finger(opened).pause(0.5).down((500, 300)).move((300, 250))
    assert opened.run(ALONE)


def test_a_link_leads_past_the_tools_to_the_picture(page):
    opened = page()
    hands.show(opened, 0.8, 700, 400)
    opened.wait("location.hash.startsWith('#xywh=')")
    address = opened.run("location.href")
    opened.key("Tab", code="Tab", windowsVirtualKeyCode=9)
    assert opened.run("[document.activeElement.textContent, document.activeElement.getBoundingClientRect().top >= 0]") == ["Skip to the image", True]
    opened.key("\r", code="Enter", windowsVirtualKeyCode=13)
    opened.wait("document.activeElement === viewer")
    assert opened.run("location.href") == address


def test_on_paper_there_is_the_picture_and_its_name(page):
    opened = page()
    hands.sharp(opened)
    opened.wait("document.querySelector('link[href$=\"print.css\"]')?.sheet")
    opened.call("Emulation.setEmulatedMedia", media="print")
    shown = opened.run(
        "['#viewer', '#title', '#tools', '#zoomer', '#home'].map((part) => document.querySelector(part).checkVisibility())")
    assert shown == [True, True, False, False, False]
    picture, title = boxes(opened, "#viewer, #title")[::-1]
    assert title[1] >= picture[3]


def test_what_is_waited_for_has_a_bar_and_nothing_of_the_image_before(page):
    opened = page()
    hands.sharp(opened)
    opened.run("viewer.forget(); viewer.say('big.tif (2 GB)\\nThe image is being prepared … 40 %', 0.4)")
    assert opened.run("[viewer.message.textContent, viewer.message.querySelector('progress').value]") == [
        "big.tif (2 GB)\nThe image is being prepared … 40 %", 0.4]
    assert not opened.run(
        "viewer.surface.getContext('2d').getImageData(0, 0, viewer.surface.width, viewer.surface.height).data.some((value) => value)")


def test_how_far_a_cut_is_is_not_read_out_with_every_percent(page):
    opened = page()
    hands.sharp(opened)
    opened.run("viewer.forget(); import('/viewer/viewer/waiting.js').then((all) => { window.preparing = all.preparing; }); 0")
    opened.wait("window.preparing")
    read = []
    for words in ("preparing('a.tif', { share: 0.4 })", "preparing('a.tif', { share: 0.41 })",
                  "preparing('b.tif', { share: 0.5 })", "['It can’t be cut']"):
        opened.run(f"viewer.say(...{words})")
        read.append(opened.run("viewer.message.getAttribute('aria-live')"))
    assert read == ["polite", "off", "polite", None]
