"""Pages of PDF files that are one scanned picture: a JPEG is taken over as it is, all else drawn as
finely as it was scanned."""
import io
import os
import zlib

import numpy
import pytest
from PIL import Image

from support.command import as_json, cut, run
from support.documents import Document, rectangle
from support.loads import Loads
from support.pictures import scene

FONT = "/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"

pytestmark = pytest.mark.usefixtures("page_engine")


def jpeg(width=1000, height=700, mode="RGB", **options):
    out = io.BytesIO()
    Image.fromarray(scene(width, height, seed=1)).convert(mode).save(
        out, "JPEG", quality=80, **options)
    return out.getvalue()


def pixels(data):
    return numpy.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)


@pytest.mark.parametrize("flags", [[], ["--tile-size", 512]], ids=str)
def test_a_scan_is_taken_over_sample_by_sample(tmp_path, flags):
    data = jpeg(mode="L")
    source = Document().scan(1000, 700, data, space="DeviceGray").write(tmp_path / "a.pdf")
    told = as_json("inspect", source, *flags)
    assert (told["format"], told["width"], told["height"]) == ("PDF", 1000, 700)
    assert (told["road"], told["page"], told["pages"]) == ("JPEG code words", 1, 1)
    (found, *_) = cut(source, tmp_path / "a.tif", *flags)
    assert (numpy.atleast_3d(found)[..., 0] == pixels(data)[..., 0]).all()


def test_the_same_pyramid_as_of_the_jpeg_by_itself(tmp_path):
    data = jpeg()
    source = Document().scan(1000, 700, data).write(tmp_path / "a.pdf")
    (tmp_path / "a.jpg").write_bytes(data)
    for one, other in zip(
            cut(source, tmp_path / "p.tif"), cut(tmp_path / "a.jpg", tmp_path / "j.tif"),
            strict=True):
        assert (one == other).all()


def test_recognised_text_may_lie_over_it(tmp_path):
    text = b"BT 3 Tr /F 12 Tf 20 20 Td (found by searching) Tj ET"
    document = Document()
    number = document.image(1000, 700, jpeg())
    document.page(
        240, 168, b"q 240 0 0 168 0 0 cm /S Do Q " + text,
        f"/XObject << /S {number} 0 R >> {FONT}")
    assert as_json("inspect", document.write(tmp_path / "a.pdf"))["road"] == "JPEG code words"


OVER = {
    "a rectangle": dict(content=rectangle((1, 0, 0), 10, 10, 30, 30)),
    "turned": dict(more="/Rotate 90"),
    "mirrored": dict(matrix=(-240, 0, 0, 168, 240, 0)),
    "a clip": dict(before=b"20 20 100 100 re W n "),
    "inverted": dict(image="/Decode [1 0 1 0 1 0]"),
}


@pytest.mark.parametrize("name", OVER)
def test_what_is_not_the_picture_alone_is_drawn_as_finely(tmp_path, name):
    how = OVER[name]
    document = Document()
    number = document.image(1000, 700, jpeg(), more=how.get("image", ""))
    matrix = b"%f %f %f %f %f %f cm " % how.get("matrix", (240, 0, 0, 168, 0, 0))
    document.page(
        240, 168, b"q " + how.get("before", b"") + matrix + b"/S Do Q " + how.get("content", b""),
        f"/XObject << /S {number} 0 R >>", how.get("more", ""))
    told = as_json("inspect", document.write(tmp_path / "a.pdf"))
    assert told["road"] == "PDFium"
    assert sorted((told["width"], told["height"])) == [700, 1000]


def test_a_mask_is_seen(tmp_path):
    document = Document()
    mask = numpy.full((100, 100), 255, numpy.uint8)
    mask[40:60, 40:60] = 0
    number = document.image(
        100, 100, zlib.compress(mask.tobytes()), filter="FlateDecode", space="DeviceGray")
    picture = document.image(1000, 700, jpeg(), more=f"/SMask {number} 0 R")
    document.page(240, 168, b"q 240 0 0 168 0 0 cm /S Do Q", f"/XObject << /S {picture} 0 R >>")
    source = document.write(tmp_path / "a.pdf")
    assert as_json("inspect", source)["road"] == "PDFium"
    (found, *_) = cut(source, tmp_path / "a.tif", "--quality", 95)
    assert found[320:380, 450:550].min() > 245
    assert numpy.abs(found[:250].astype(int) - pixels(jpeg())[:250]).mean() < 4


def test_a_picture_of_another_kind_is_drawn_pixel_by_pixel(tmp_path):
    drawing = scene(1000, 700)
    document = Document()
    number = document.image(
        1000, 700, zlib.compress(drawing.tobytes()), filter="FlateDecode")
    document.page(240, 168, b"q 240 0 0 168 0 0 cm /S Do Q", f"/XObject << /S {number} 0 R >>")
    source = document.write(tmp_path / "a.pdf")
    told = as_json("inspect", source)
    assert (told["road"], told["width"], told["height"]) == ("PDFium", 1000, 700)
    (found, *_) = cut(source, tmp_path / "a.tif", "--format", "lossless")
    assert (found == drawing).all()


@pytest.mark.parametrize("points, side", [(240, 1000), (24, 200), (1200, 2500)])
def test_a_page_with_a_picture_is_as_fine_as_that_within_bounds(tmp_path, points, side):
    """300 dots per inch; 3,000, of which 600 are drawn; 60, for which --dpi is better."""
    document = Document()
    number = document.image(1000, 700, jpeg())
    document.page(
        points, points * 0.7,
        b"q %f 0 0 %f 0 0 cm /S Do Q " % (points, points * 0.7)
        + rectangle((1, 0, 0), 0, 0, points / 8, points / 8), f"/XObject << /S {number} 0 R >>")
    # No longer side is below 256.
    assert as_json("inspect", document.write(tmp_path / "a.pdf"))["width"] == max(side, 256)


def test_damage_is_drawn_as_far_as_it_goes(tmp_path):
    source = Document().scan(1000, 700, jpeg()[:20_000]).write(tmp_path / "a.pdf")
    assert as_json("inspect", source)["road"] == "PDFium"
    assert cut(source, tmp_path / "a.tif")[0].shape == (700, 1000, 3)


def test_damage_within_is_drawn_too(tmp_path):
    """What the page says is plain, and the file ends as it should."""
    data = jpeg()
    middle = len(data) // 2
    data = data[:middle] + b"\xff\xd9" + data[middle + 2:]
    source = Document().scan(1000, 700, data).write(tmp_path / "a.pdf")
    found = cut(source, tmp_path / "a.tif")[0]
    assert found.shape == (700, 1000, 3)
    assert numpy.abs(found[:250].astype(int) - pixels(jpeg())[:250]).mean() < 4


def test_a_page_takes_one_process_besides_and_no_libvips(tmp_path, monkeypatch):
    """Pages are counted and cut by copies of one, scans and drawn ones; tiles of other kinds need libvips."""
    scan = Document().scan(1000, 700, jpeg()).write(tmp_path / "a.pdf")
    page = Document().page(content=rectangle((1, 0, 0), 0, 0, 50, 50)).write(tmp_path / "b.pdf")
    starts, library = Loads(tmp_path / "starts.so"), Loads(tmp_path / "libvips.so.42")
    monkeypatch.setenv("LD_PRELOAD", str(starts.library))
    places = [str(tmp_path), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
    monkeypatch.setenv("LD_LIBRARY_PATH", ":".join(places))
    for words in (
            ["inspect", scan], ["manifest", "--root", tmp_path, scan],
            ["cut", scan, tmp_path / "a.tif"], ["cut", page, tmp_path / "b.tif"]):
        before = starts.count
        assert run(*words).returncode == 0
        assert starts.count - before == 2 and library.count == 0
    refused = run("cut", "--format", "lossless", page, tmp_path / "c.tif")
    assert refused.returncode == 1 and library.count == 1 and "libvips" in refused.stderr
