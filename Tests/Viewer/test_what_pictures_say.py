"""What a picture says of itself: words in its caption, and a scale bar where it says how large it is."""
import json

import pytest
from PIL import Image

import hands
from stage import drawing

ROWS = (
    "Object.fromEntries([...document.querySelectorAll('.caption dt')].map("
    "(name) => [name.textContent, name.nextElementSibling.textContent]))")
BAR = "document.querySelector('.scale-bar')"


@pytest.fixture
def saying(page):
    """Opens an image whose JSON says more than it does."""
    def open_image(more, path="/view/large.png", **how):
        opened = page("/view/small.png", **how)
        opened.run(
            "{ const ask = fetch; window.fetch = async (address, ...more) => { const answer = await ask(address, ...more);"
            " if (!/images\\/large.png\\?/.test(address)) return answer;"
            f" return new Response(JSON.stringify({{ ...await answer.json(), ...{json.dumps(more)} }})); }};"
            " viewer.load('/images/large.png') }")
        opened.wait("viewer.image?.id === 'large.png'")
        hands.ready(opened)
        return opened

    return open_image


def test_a_caption_has_what_the_picture_says_of_itself_first(saying):
    opened = saying({
        "title": "At <sea>", "description": "Two lines\nof it", "creator": "A. Painter", "date": "1901-04",
        "attribution": "© The Museum", "rights": "http://creativecommons.org/licenses/by-sa/4.0/",
        "camera": {"make": "Leica", "model": "M11", "lens": "50 mm", "exposureTime": 0.004, "fNumber": 2.8, "focalLength": 50, "sensitivity": 200},
        "resolution": {"pixelsPerMeter": 4e6, "micronsPerPixel": 0.25}})
    assert opened.run("document.getElementById('title').textContent") == "At <sea>"
    hands.click(opened, "About this image", ".caption dt")
    rows = opened.run(ROWS)
    assert list(rows)[:10] == ["Title", "Description", "By", "Date", "Camera", "Rights", "License", "Scale", "Name", "Size"]
    assert [rows[name] for name in list(rows)[:8]] == [
        "At <sea>", "Two lines\nof it", "A. Painter", "April 1901", "Leica M11\n50 mm\n50 mm, f/2.8, 1/250 s, ISO 200",
        "© The Museum", "CC BY-SA 4.0", "250 nm a pixel"]
    assert opened.run("document.querySelector('.caption a').href") == "http://creativecommons.org/licenses/by-sa/4.0/"
    # What is not said has no row.
    silent = saying({"date": "2020-02-03T04:05:06+01:00"})
    hands.click(silent, "About this image", ".caption dt")
    assert list(silent.run(ROWS)) == ["Date", "Name", "Size", "Zoom", "Level", "View"]
    assert silent.run(ROWS)["Date"] == "February 3, 2020, 04:05"


def test_words_and_sizes_that_stand_in_a_file_reach_its_caption(start_service, page, tmp_path):
    words = Image.Exif()
    words.update({0x10E: "Two boats off Skagen", 0x13B: "A. Painter", 0x8298: "© The Museum".encode(),
                  0x10F: "Leica", 0x110: "M11"})
    words.get_ifd(0x8769)[0x9003] = "1998:04:30 18:02:11"
    drawing(1200, 800).save(tmp_path / "boats.jpg", exif=words, dpi=(300, 300))
    (tmp_path / "boats.json5").write_text("{title: 'Evening at sea'}", encoding="utf-8")
    opened = page(start_service(tmp_path).base + "/view/boats.jpg", width=400)
    hands.click(opened, "About this image", ".caption dt")
    rows = opened.run(ROWS)
    assert [rows.get(name) for name in ("Title", "Description", "By", "Camera", "Rights", "Name")] == [
        "Evening at sea", "Two boats off Skagen", "A. Painter", "Leica M11", "© The Museum", "boats.jpg"]
    assert rows["Date"].startswith("April 30, 1998")
    # 300 dots an inch are 11,811 a metre.
    hands.show(opened, 0.5)
    opened.wait(f"{BAR}?.textContent === '2 cm'")


def test_an_address_that_leads_nowhere_is_no_link(saying):
    opened = saying({"rights": "javascript:alert(1)"})
    hands.click(opened, "About this image", ".caption dt")
    assert opened.run(ROWS)["License"] == "javascript:alert(1)"
    assert opened.run("document.querySelector('.caption a')") is None


def test_a_caption_is_opened_and_closed_by_keys_and_told_of(page):
    opened = page()
    button = "document.querySelector('button[aria-label=\"About this image\"]')"
    opened.key("Tab")
    opened.run(f"{button}.focus({{ focusVisible: true }})")
    opened.key("i")
    opened.wait("document.activeElement.matches('aside.caption')")
    assert opened.run(f"{button}.getAttribute('aria-expanded')") == "true"
    opened.key("Escape")
    opened.wait("document.querySelector('.caption').hidden")
    assert opened.run(f"[document.activeElement === {button}, {button}.getAttribute('aria-expanded')]") == [True, "false"]


@pytest.mark.parametrize("pixels_per_meter, zoom, words, points", [
    (4e6, 1, "20 µm", 80), (4e6, 0.8, "20 µm", 64), (4e6, 0.5, "50 µm", 100), (11811, 0.5, "2 cm", 118.11), (0.1, 1, "1 km", 100)])
def test_a_scale_bar_is_as_long_as_it_says(saying, pixels_per_meter, zoom, words, points):
    opened = saying({"resolution": {"pixelsPerMeter": pixels_per_meter}}, width=400)
    hands.show(opened, zoom)
    opened.wait(f"{BAR}?.textContent === '{words}'")
    box = opened.run(f"(({{ left, width, bottom }}) => [left, width, bottom])({BAR}.getBoundingClientRect())")
    assert box[1] == pytest.approx(points, abs=0.5)
    # In the middle, above the tools, and in nobody's way.
    assert box[0] + box[1] / 2 == pytest.approx(200, abs=0.5)
    assert box[2] <= opened.run("document.getElementById('tools').getBoundingClientRect().top")
    assert opened.run(f"[getComputedStyle({BAR}).pointerEvents, {BAR}.getAttribute('role'), {BAR}.getAttribute('aria-label')]") == [
        "none", "img", f"Scale: the bar is {words} long"]


def test_a_picture_that_does_not_say_how_large_it_is_has_none(saying):
    opened = saying({"resolution": {"pixelsPerMeter": 4e6}})
    opened.wait(f"{BAR} && !{BAR}.hidden")
    opened.run("viewer.load('/images/small.png')")
    opened.wait("viewer.image?.id === 'small.png' && viewer.isSettled")
    opened.wait(f"{BAR}.hidden")
