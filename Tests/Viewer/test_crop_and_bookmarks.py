"""What is taken along: a part of the image, and views to come back to."""
import io
import json
import re
import urllib.request

import numpy
import pytest
from PIL import Image

import hands
from stage import BARRED, LARGE, drawing


@pytest.fixture
def crop(page):
    opened = page("/view/large.png#xywh=1000,600,800,600", height=BARRED)
    hands.click(opened, "Crop", ".crop")
    return opened


def fields(page):
    return page.run("[...document.querySelectorAll('.crop-panel input')].map((field) => Number(field.value))")


def set_field(page, name, value):
    field = f"document.querySelector('.crop-panel input[name={name}]')"
    page.run(f"{field}.value = {value}; {field}.dispatchEvent(new Event('input'))")


def drag(page, handle, across, down):
    box = page.run(f"(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])(document.querySelector('{handle}').getBoundingClientRect())")
    page.mouse("mousePressed", *box, button="left", buttons=1, clickCount=1)
    page.mouse("mouseMoved", box[0] + across, box[1] + down, button="left", buttons=1)
    page.mouse("mouseReleased", box[0] + across, box[1] + down, button="left", buttons=0, clickCount=1)


def test_it_begins_with_the_middle_of_the_view(crop):
    assert fields(crop) == [1200, 750, 400, 300]
    assert crop.run("document.activeElement.name") == "x"


def test_handles_and_the_frame_itself_are_dragged(crop):
    drag(crop, ".crop .se", 50, 40)
    assert fields(crop) == [1200, 750, 450, 340]
    drag(crop, ".crop .nw", -20, -10)
    assert fields(crop) == [1180, 740, 470, 350]
    drag(crop, ".crop", 30, 20)
    assert fields(crop) == [1210, 760, 470, 350]
    drag(crop, ".crop .w", 10, 300)
    assert fields(crop) == [1220, 760, 460, 350]


def test_numbers_do_what_dragging_does(crop):
    for name, value in [("x", 100), ("y", 50), ("width", 640), ("height", 480)]:
        set_field(crop, name, value)
    assert fields(crop) == [100, 50, 640, 480]
    box = crop.run("(({ x, y, width, height }) => [x, y, width, height])(document.querySelector('.crop').getBoundingClientRect())")
    corner = crop.run("viewer.viewPoint({ x: 100, y: 50 })")
    assert box == pytest.approx([corner["x"], corner["y"], 640, 480], abs=1)


def test_nothing_reaches_out_of_the_image(crop):
    set_field(crop, "width", 99999)
    set_field(crop, "x", -50)
    x, y, width, height = fields(crop)
    rect = crop.run("new URL(document.querySelector('.crop-panel a').href).pathname").split("/")[-4]
    assert [int(n) for n in rect.split(",")] == [0, 750, 3000, 300]


def test_proportions_are_kept(crop):
    choice = "document.querySelector('.crop-panel select')"
    crop.run(f"{choice}.value = '1 : 1'; {choice}.dispatchEvent(new Event('change'))")
    assert fields(crop)[2:] == [400, 400]
    set_field(crop, "width", 300)
    drag(crop, ".crop .se", 100, 0)
    assert fields(crop)[2:] == [400, 400]
    set_field(crop, "height", 200)
    assert fields(crop)[2:] == [200, 200]


def test_arrows_move_it_and_escape_gives_the_focus_back(crop):
    crop.run("document.querySelector('.crop').focus()")
    crop.key("ArrowRight")
    assert fields(crop)[0] == 1204
    crop.key("Escape", code="Escape", windowsVirtualKeyCode=27)
    assert crop.run("!document.querySelector('.crop, .crop-panel')")
    assert crop.run("document.activeElement.getAttribute('aria-label')") == "More"


def test_what_is_downloaded_is_what_was_framed(crop):
    for name, value in [("x", 1500), ("y", 900), ("width", 64), ("height", 48)]:
        set_field(crop, name, value)
    link = crop.run("document.querySelector('.crop-panel a').href")
    assert crop.run("document.querySelector('.crop-panel a').download")
    pixels = numpy.asarray(Image.open(io.BytesIO(urllib.request.urlopen(link).read())).convert("RGB")).astype(int)
    expected = numpy.asarray(drawing(*LARGE).crop((1500, 900, 1564, 948))).astype(int)
    assert pixels.shape == expected.shape
    assert abs(pixels - expected).mean() < 6


def test_it_stays_on_its_place_in_the_image_while_the_view_moves(crop):
    hands.show(crop, 0.5, 500, 300)
    box = crop.run("(({ x, y, width, height }) => [x, y, width, height])(document.querySelector('.crop').getBoundingClientRect())")
    assert box == pytest.approx([1200 * 0.5 - 500, 750 * 0.5 - 300, 200, 150], abs=1)


@pytest.fixture
def bookmarks(page):
    opened = page("/view/large.png#xywh=1000,600,800,600", height=BARRED)
    opened.run("localStorage.clear()")
    hands.click(opened, "Bookmarks", "dialog")
    yield opened
    opened.run("localStorage.clear()")


def keep(page, name):
    page.run(f"document.querySelector('dialog input[type=text]').value = '{name}'; document.querySelector('dialog form').requestSubmit()")


LIST = "[...document.querySelectorAll('.bookmarks a')].map((a) => [a.firstChild.textContent, a.getAttribute('href')])"


def test_a_bookmark_is_kept_leads_back_and_is_removed(bookmarks, page):
    keep(bookmarks, "Blue <corner>")
    assert bookmarks.run(LIST) == [["Blue <corner>", "/view/large.png#xywh=1000,600,800,600"]]
    other = page(height=BARRED)
    hands.click(other, "Bookmarks", "dialog")
    other.run("document.querySelector('.bookmarks a').click()")
    other.wait("viewer.freeRect.x > 990 && viewer.isSettled")
    other.wait("!document.querySelector('dialog')")
    rect = other.run("viewer.freeRect")
    assert [rect["x"], rect["y"], rect["width"]] == pytest.approx([1000, 600, 800], abs=1)
    bookmarks.run("document.querySelector('.bookmarks .button').click()")
    assert bookmarks.run(LIST) == []
    assert bookmarks.run("document.querySelector('.bookmarks').textContent").startswith("No bookmarks yet")


def test_bookmarks_are_exported_and_imported_as_json(bookmarks):
    keep(bookmarks, "one")
    bookmarks.run("window.blobs = []; URL.createObjectURL = (blob) => { blobs.push(blob); return '#'; };"
                  "[...document.querySelectorAll('dialog button')].find((b) => b.textContent === 'Export').click()")
    exported = json.loads(bookmarks.run("blobs[0].text()"))
    assert [(item["name"], item["image"], item["view"]) for item in exported] == [
        ("one", "large.png", "#xywh=1000,600,800,600")]
    imported = exported + [{"name": "two", "image": "small.png", "view": "#xywh=0,0,10,10"}, {"name": "no view"}]
    bookmarks.run(
        f"{{ const data = new DataTransfer(); data.items.add(new File([{json.dumps(json.dumps(imported))}], 'b.json'));"
        "const file = document.querySelector('dialog input[type=file]'); file.files = data.files;"
        "file.dispatchEvent(new Event('change')); }")
    bookmarks.wait("document.querySelectorAll('.bookmarks a').length === 2")
    assert [name for name, _ in bookmarks.run(LIST)] == ["one", "two"]


@pytest.mark.parametrize("text", ["not json", "{}", "[1, null, {}]"])
def test_what_holds_no_bookmarks_adds_none(bookmarks, text):
    bookmarks.run(
        f"{{ const data = new DataTransfer(); data.items.add(new File([{json.dumps(text)}], 'b.json'));"
        "const file = document.querySelector('dialog input[type=file]'); file.files = data.files;"
        "file.dispatchEvent(new Event('change')); }")
    bookmarks.wait("!document.getElementById('toast').hidden")
    assert bookmarks.run(LIST) == []


def test_downloads_of_the_view_and_of_the_image(page):
    opened = page("/view/large.png#xywh=1000,600,64,48")
    hands.click(opened, "Download", "dialog")
    links = opened.run("[...document.querySelectorAll('dialog .choice')].map((a) => [a.href, a.download])")
    for link, name in links[:2]:
        assert name
        with urllib.request.urlopen(link) as answer:
            assert answer.status == 200
            size = Image.open(io.BytesIO(answer.read())).size
        rect = opened.run("viewer.visibleRect")
        assert size == pytest.approx((rect["width"], rect["height"]), abs=1)
    assert "/full/max/" in links[2][0]


def test_parts_of_a_page_that_can_be_drawn_finer_are_named_in_its_finest_pixels(page):
    opened = page("/view/large.png#xywh=1000,600,64,48")
    opened.run("viewer.image.levels.unshift({ reduction: -1, scale: 2, width: 6000, height: 4000 })")
    rect = opened.run("viewer.visibleRect")
    hands.click(opened, "Download", "dialog")
    link = opened.run("document.querySelector('dialog .choice').href")
    region = [int(number) for number in re.search(r"/(\d+,\d+,\d+,\d+)/max/", link)[1].split(",")]
    assert region == pytest.approx([2 * rect[name] for name in ("x", "y", "width", "height")], abs=1)
    opened.key("Escape")
    hands.click(opened, "Share", "dialog")
    state = opened.run("import('/viewer/viewer/content-state.js').then(({ contentStateFragment }) =>"
                       " [...document.querySelectorAll('dialog input')].map(({ value }) => contentStateFragment(value)).find((found) => found.includes('percent')))")
    told = [float(number) for number in re.search(r"percent:([\d.,]+)", state)[1].split(",")]
    # What bars lie on is no part of it.
    rect = opened.run("viewer.freeRect")
    assert told == pytest.approx([100 * rect[name] / whole for name, whole in zip(("x", "y", "width", "height"), (3000, 2000) * 2)], abs=0.1)


def test_downloads_say_how_large_they_are_and_are_named_after_their_picture(page, start_service, tmp_path):
    drawing(1000, 700).save(tmp_path / "v1.2, at sea.png")
    drawing(600, 400).save(tmp_path / "small.png")
    service = start_service(tmp_path, "--max-area", "100000")
    for path, seen, name in [("v1.2%2C%20at%20sea.png#xywh=500,100,500,500", None, "v1.2, at sea"), ("small.png#xywh=10,20,300,200", None, "small")]:
        opened = page(f"{service.base}/view/{path}")
        hands.click(opened, "Download", "dialog")
        links = opened.run("[...document.querySelectorAll('dialog .choice')].map((a) => [a.href, a.download, a.querySelector('small').textContent])")
        assert [file for _, file, _ in links] == [f"{name}-view.jpg", f"{name}-view.png", f"{name}.jpg"]
        for link, _, words in links:
            with urllib.request.urlopen(link) as answer:
                size = Image.open(io.BytesIO(answer.read())).size
            said = [int(number.replace(",", "")) for number in re.findall(r"[\d,]+(?= [×op]|$)", words)]
            assert said[:2] == list(size), words
    # What is made smaller says of what it is a part.
    assert links[2][2].endswith("of 600 × 400 pixels")
