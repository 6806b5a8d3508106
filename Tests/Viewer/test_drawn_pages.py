"""Pages that are drawn are sharp at every zoom, as closely as there is something to draw."""
import io
import json
import math
import random
import urllib.request

import numpy
import pytest
from PIL import Image

import hands
from support.documents import Document
from support.service import wait_until

VIEW = (700, 480)
POINTS = (420, 560)
# What the page measures at 150 dots per inch.
PIXELS = (875, 1167)


def written(pages, seed=7):
    """Pages full of letters and strokes."""
    choice = random.Random(seed)
    document = Document()
    font = document.add("<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>")
    for number in range(pages):
        content = [f"BT /F 9 Tf 11 TL 20 {POINTS[1] - 20} Td"]
        content += [f"(Page {number + 1}: quarrying fjords with twelve boxes, {choice.randrange(10**9)}) ' " for _ in range(46)]
        content += ["ET"] + [
            "%f w %f %f m %f %f l S" % (
                choice.uniform(0.2, 1), *(choice.uniform(0, side) for side in 2 * POINTS)) for _ in range(20)]
        document.page(*POINTS, "\n".join(content).encode(), f"/Font << /F {font} 0 R >>")
    return document


@pytest.fixture(scope="module")
def drawn(page_engine, start_service, tmp_path_factory):
    folder = tmp_path_factory.mktemp("drawn")
    written(1).write(folder / "page.pdf")
    for name in ("spreads", "scroll"):
        written(8).write(folder / f"{name}.pdf")
        (folder / f"{name}.pdf.book.json").write_text(json.dumps({"layout": name, "cover": "paired"}))
    service = start_service(folder, "--quality", "95")
    yield service
    service.end()


def canvas(page):
    """What the viewer has drawn, controls left out."""
    hands.drawn(page)
    address = page.run("viewer.surface.toDataURL('image/png')")
    with urllib.request.urlopen(address) as answer:
        return numpy.asarray(Image.open(io.BytesIO(answer.read())).convert("RGB")).astype(int)


def part(service, name, box, size):
    """A region of a page, in pixels of its finest level, as the server draws it."""
    numbers = ",".join(str(round(number)) for number in box)
    with urllib.request.urlopen(f"{service.base}/iiif/3/{name}/{numbers}/{size[0]},{size[1]}/0/default.png") as answer:
        return numpy.asarray(Image.open(io.BytesIO(answer.read())).convert("RGB")).astype(int)


def reductions(page):
    return page.run(
        "[...new Set(viewer.calculator.tiles(viewer.state.page, viewer.place, 0, 0, viewer.image).map(({ reduction }) => reduction))]")


@pytest.mark.parametrize("ratio,zoom", [(1, 1), (1, 1.7), (1, 2), (1, 4), (1, 5.5), (1, 8), (2, 2), (2, 4)])
def test_the_page_is_drawn_anew_at_every_zoom(page, drawn, ratio, zoom):
    opened = page(f"{drawn.base}/view/page.pdf", width=VIEW[0], height=VIEW[1], ratio=ratio)
    offset = (80 * zoom, 120 * zoom)
    hands.show(opened, zoom, *offset)
    hands.sharp(opened)
    assert opened.run("viewer.zoomScale") == pytest.approx(zoom)
    scale = zoom * ratio
    assert reductions(opened) == [-math.ceil(math.log2(scale) - 1e-9)]
    shown = canvas(opened)
    box = [8 * offset[0] / zoom, 8 * offset[1] / zoom, 8 * VIEW[0] / zoom, 8 * VIEW[1] / zoom]
    expected = part(drawn, "page.pdf", [round(number) for number in box], shown.shape[1::-1])
    # Letters that are a pixel's part beside where they belong differ by far more.
    limit = 3 if math.log2(scale).is_integer() else 8
    assert abs(shown - expected).mean() < limit


def test_one_zooms_as_far_as_there_is_something_to_see(page, drawn):
    opened = page(f"{drawn.base}/view/page.pdf", width=VIEW[0], height=VIEW[1])
    assert opened.run("[viewer.isAtFit, viewer.maximumZoomScale]") == [True, 8]
    opened.size(1000, 700)
    wait_until(lambda: opened.picture() and opened.run("viewer.state.bounds.width === 1000"))
    hands.ready(opened)
    assert opened.run("[viewer.isAtFit, viewer.maximumZoomScale]") == [True, 8]
    # Squares of pixels are for whoever looks closer than that.
    hands.show(opened, 8, 2000, 2000)
    hands.sharp(opened)
    assert reductions(opened) == [-3]


@pytest.mark.parametrize("name", ["spreads", "scroll"])
def test_pages_of_a_book_are_drawn_anew_too(page, drawn, name):
    opened = page(f"{drawn.base}/view/{name}.pdf#page=4", width=1000, height=700)
    # How a document is bound may be told once it is open.
    opened.wait(f"viewer.book?.bound === '{name}' && viewer.page === 3 && viewer.image")
    hands.sharp(opened)
    scale = opened.run("viewer.place.scale")
    opened.run("viewer.zoomTo({ x: 300, y: 200, width: 100, height: 70 }, { animated: false })")
    hands.rest(opened)
    hands.sharp(opened)
    assert opened.run("viewer.page") == 3
    assert opened.run("viewer.zoomScale") * scale > 7
    assert reductions(opened) == [-3]
    shown = canvas(opened)
    box = opened.run("(({ x, y, width, height }) => [x, y, width, height])(viewer.visibleRect)")
    expected = part(drawn, f"{name}.pdf;4", [8 * number for number in box], shown.shape[1::-1])
    assert abs(shown - expected).mean() < 8


def test_the_map_and_the_loupe_count_in_the_pixels_of_the_page_in_view(page, drawn):
    opened = page(f"{drawn.base}/view/spreads.pdf#page=4", width=1000, height=700)
    opened.wait("viewer.book?.bound === 'spreads' && viewer.page === 3 && viewer.image")
    opened.run("viewer.zoomTo({ x: 300, y: 200, width: 400, height: 280 }, { animated: false })")
    hands.sharp(opened)
    opened.wait("!document.getElementById('minimap').hidden")
    hands.retiring(opened)
    x, y, width, height = opened.run(
        "(({ x, y, width, height }) => [x, y, width, height])(document.getElementById('minimap').getBoundingClientRect())")
    place = (x + width / 2, y + 0.7 * height)
    opened.mouse("mousePressed", *place, button="left", buttons=1, clickCount=1)
    opened.mouse("mouseReleased", *place, button="left", buttons=0, clickCount=1)
    hands.rest(opened)
    middle = opened.run("(({ x, y, width, height }) => [x + width / 2, y + height / 2])(viewer.visibleRect)")
    assert opened.run("viewer.page") == 3
    assert middle == pytest.approx([PIXELS[0] / 2, 0.7 * PIXELS[1]], abs=12)
    hands.sharp(opened)
    opened.run("viewer.toggleLoupe()")
    opened.wait("viewer.magnifier.loupe?.finer")
    finer, seen = opened.run("[viewer.magnifier.loupe.finer, viewer.state.visibleRect]")
    assert [finer[side] for side in ("x", "y")] == pytest.approx([seen[side] for side in ("x", "y")], abs=2)
