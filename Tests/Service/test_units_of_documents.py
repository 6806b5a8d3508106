"""Pages whose units are others than points are as large as they say."""
import io
import json
import zlib

import pytest
from PIL import Image

from support.command import run
from support.documents import Document, rectangle
from support.service import wait_until

BLUE = rectangle((0, 0, 1), 0, 0, 100, 50)

pytestmark = pytest.mark.usefixtures("page_engine")


def size(path, page=1):
    told = json.loads(run("inspect", "--json", "--page", str(page), path).stdout)
    return told["pageWidth"], told["pageHeight"], told["width"], told["height"]


def test_a_page_is_as_large_as_its_units_say(tmp_path):
    document = Document().page(200, 100, BLUE).page(200, 100, BLUE, more="/UserUnit 2.5")
    path = document.page(200, 100, BLUE, more="/UserUnit 10 /Rotate 90").write(tmp_path / "a.pdf")
    assert size(path) == (200, 100, 417, 209)
    assert size(path, 2) == (500, 250, 1042, 521)
    assert size(path, 3) == (1000, 2000, 2084, 4167)


@pytest.mark.parametrize("unit", ["0", "-2", "0.001", "100000", "1e3x", "/Name", "(2)", "2 0 R"])
def test_units_that_can_not_be_meant_are_points(tmp_path, unit):
    path = Document().page(200, 100, BLUE, more=f"/UserUnit {unit}").write(tmp_path / "a.pdf")
    assert size(path)[:2] == (200, 100)


def test_no_page_is_too_large_for_all_that(tmp_path):
    path = Document().page(14400, 7200, BLUE, more="/UserUnit 10000").write(tmp_path / "a.pdf")
    assert size(path)[2:] == (16384, 8192)


@pytest.mark.parametrize("side, unit", [("0.0001", 1), ("0.0000001", 1), ("999999999", 10000)])
def test_a_page_of_a_hair_or_of_the_sky_takes_no_other_and_no_outline_along(served, side, unit):
    document = Document().page(200, 100, BLUE)
    document.page(side, side, more=f"/UserUnit {unit}").page(200, 100, BLUE).write(served.root / "a.pdf")
    service = served()
    outline = service.get("/images/a.pdf/outline")
    assert (outline.status, outline.json["outline"]) == (200, [])
    wait_until(lambda: service.get("/images/a.pdf").json.get("sizes"))
    sizes = service.get("/images/a.pdf").json["sizes"]
    assert [sizes[0][:2], sizes[2][:2]] == [[417, 209]] * 2
    # A page that is refused has no size.
    assert not sizes[1] or sizes[1][0] == sizes[1][1]
    assert service.get("/iiif/3/a.pdf;3/full/max/0/default.jpg").status == 200


def within_streams(path, *units):
    """A document as newer programs write it: its pages are no objects of their own in the file."""
    pages = [b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] %b /Resources << >> >>" % unit for unit in units]
    numbers = range(5, 5 + len(pages))
    starts = [sum(len(page) + 1 for page in pages[:place]) for place in range(len(pages))]
    head = b"".join(b"%d %d " % pair for pair in zip(numbers, starts))
    packed = zlib.compress(head + b" ".join(pages))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count %d /Kids [%b] >>" % (len(pages), b" ".join(b"%d 0 R" % number for number in numbers)),
        b"<< /Type /ObjStm /N %d /First %d /Filter /FlateDecode /Length %d >>\nstream\n%b\nendstream"
        % (len(pages), len(head), len(packed), packed)]
    out, places = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    start = len(out)
    rows = [(0, 0, 65535), *((1, place, 0) for place in places), (1, start, 0), *((2, 3, place) for place in range(len(pages)))]
    table = b"".join(bytes([kind]) + place.to_bytes(4, "big") + more.to_bytes(2, "big") for kind, place, more in rows)
    out += b"4 0 obj\n<< /Type /XRef /Size %d /W [1 4 2] /Root 1 0 R /Length %d >>\nstream\n%b\nendstream\nendobj\n" % (
        len(rows), len(table), table)
    path.write_bytes(out + b"startxref\n%d\n%%%%EOF\n" % start)
    assert b"UserUnit" not in out
    return path


def test_pages_within_streams_of_objects_say_it_too(tmp_path):
    path = within_streams(tmp_path / "a.pdf", b"/UserUnit 3", b"/UserUnit 2")
    assert size(path)[:2] == (600, 300)
    assert size(path, 2)[:2] == (400, 200)


@pytest.mark.parametrize("units, widths", [
    ([b"", b"/UserUnit 3", b"/UserUnit 2"], [417, 1250, 834]), ([b"/UserUnit 3", b"", b""], [1250, 417, 417]), ([b"", b""], [417, 417]),
])
def test_all_pages_of_a_document_say_it_whichever_is_asked_first(tmp_path, units, widths):
    path = within_streams(tmp_path / "a.pdf", *units)
    told = json.loads(run("manifest", "--root", tmp_path, path.name).stdout)
    # Canvases are as large as the finest level, three finer than the page.
    assert [canvas["width"] for canvas in told["items"]] == [width << 3 for width in widths]


def test_it_is_drawn_whole(tmp_path, serve):
    Document().page(200, 100, BLUE, more="/UserUnit 4").page().write(tmp_path / "a.pdf")
    service = serve(tmp_path)
    assert service.get("/images/a.pdf?wait=60").json["sizes"][0] == [1667, 834, 150, 1]
    answer = service.get("/iiif/3/a.pdf;1/full/400,/0/default.jpg")
    picture = Image.open(io.BytesIO(answer.body)).convert("RGB")
    assert picture.size == (400, 200)
    for place, color in [((20, 180), (0, 0, 255)), ((180, 120), (0, 0, 255)), ((220, 180), (255, 255, 255)), ((20, 80), (255, 255, 255))]:
        assert all(abs(a - b) < 12 for a, b in zip(picture.getpixel(place), color)), place
