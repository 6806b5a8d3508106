"""Sources that are rare and must be right: inks, samplings, containers, endings, pyramids."""

import ctypes
import ctypes.util
import io
import json
import os
import pathlib
import struct
import subprocess

import numpy
import pytest
import tifffile
from PIL import Image

from support import bombs
from support.command import as_json, cut, run
from support.pictures import scene

CORPUS = os.environ.get("PYRAMIDION_CORPUS")


def vips(*words):
    subprocess.run(["vips", *map(str, words)], check=True, capture_output=True)


def inspect(source, *flags):
    return as_json("inspect", *flags, source)


def off(one, other):
    assert one.shape == other.shape
    return numpy.abs(one.astype(float) - other.astype(float)).mean()


# Colours of JPEG


def with_transform(jpeg, number):
    """The file with another number in Adobe's marker: 0 for RGB or CMYK, 1 for YCbCr, 2 for YCCK."""
    place = jpeg.index(b"\xff\xee\x00\x0eAdobe") + 15
    return jpeg[:place] + bytes([number]) + jpeg[place + 1 :]


def saved(image, **options):
    out = io.BytesIO()
    image.save(out, "JPEG", quality=97, **options)
    return out.getvalue()


@pytest.mark.parametrize("flags", [[], ["--format", "lossless"]], ids=str)
def test_ycck_is_the_same_picture_as_cmyk(tmp_path, flags):
    inks = Image.fromarray(scene(500, 300)).convert("CMYK")
    (tmp_path / "cmyk.jpg").write_bytes(saved(inks))
    # Adobe stores inks inverted; YCCK has YCbCr of the first three, taken for RGB, in their place.
    amounts = numpy.asarray(inks)
    turned = numpy.asarray(Image.fromarray(amounts[..., :3].copy()).convert("YCbCr"))
    planes = numpy.dstack([turned, 255 - amounts[..., 3]])
    ycck = with_transform(saved(Image.fromarray(255 - planes, "CMYK")), 2)
    (tmp_path / "ycck.jpg").write_bytes(ycck)
    assert inspect(tmp_path / "ycck.jpg")["colour"] in ("YCCK", "CMYK")
    assert off(numpy.asarray(Image.open(tmp_path / "ycck.jpg")), numpy.asarray(inks)) < 3
    cmyk = cut(tmp_path / "cmyk.jpg", tmp_path / "c.tif", *flags)
    for one, other in zip(cmyk, cut(tmp_path / "ycck.jpg", tmp_path / "y.tif", *flags)):
        assert off(one, other) < 3
    assert cmyk[0].std() > 30


@pytest.mark.parametrize("marked", [True, False])
def test_rgb_stored_as_rgb(tmp_path, marked):
    """Adobe's marker says so; without it the components' names do."""
    jpeg = saved(Image.fromarray(scene(500, 300)), keep_rgb=True)
    if not marked:
        start = jpeg.index(b"\xff\xee")
        jpeg = jpeg[:start] + jpeg[start + 16 :]
    (tmp_path / "a.jpg").write_bytes(jpeg)
    assert off(cut(tmp_path / "a.jpg", tmp_path / "o.tif", "--quality", 97)[0], scene(500, 300)) < 3


SAMPLINGS = {"4:4:4": 0, "4:2:2": 1, "4:2:0": 2, "4:4:0": 4, "4:1:1": 5}


def turbo(pixels, sampling, quality=97):
    """A JPEG of a sampling that Pillow does not write."""
    library = ctypes.CDLL(ctypes.util.find_library("turbojpeg") or "libturbojpeg.so.0")
    library.tjInitCompress.restype = ctypes.c_void_p
    encoder = ctypes.c_void_p(library.tjInitCompress())
    out, length = ctypes.c_void_p(), ctypes.c_ulong()
    height, width, _ = pixels.shape
    result = library.tjCompress2(
        encoder, pixels.ctypes.data_as(ctypes.c_void_p), width, 0, height, 0, ctypes.byref(out),
        ctypes.byref(length), sampling, quality, 0)
    assert result == 0
    jpeg = ctypes.string_at(out, length.value)
    library.tjFree(out)
    library.tjDestroy(encoder)
    return jpeg


@pytest.mark.parametrize("name", SAMPLINGS)
@pytest.mark.parametrize("chroma", ["4:2:0", "4:4:4"])
@pytest.mark.parametrize("size", [(500, 300), (501, 259)])
def test_samplings_of_every_shape(tmp_path, name, chroma, size):
    (tmp_path / "a.jpg").write_bytes(turbo(numpy.ascontiguousarray(scene(*size)), SAMPLINGS[name]))
    assert name in inspect(tmp_path / "a.jpg")["colour"] or name in ("4:4:0", "4:1:1")
    source = numpy.asarray(Image.open(tmp_path / "a.jpg"))
    found = cut(tmp_path / "a.jpg", tmp_path / "o.tif", "--quality", 97, "--chroma", chroma)
    assert off(found[0], source) < 3


# Endings and names


def test_a_jpeg_that_lacks_nothing_but_its_end_marker(tmp_path):
    """All its pixels are there; of one that lacks a pixel no picture is made."""
    jpeg = saved(Image.fromarray(scene(500, 300)))
    assert jpeg.endswith(b"\xff\xd9")
    (tmp_path / "a.jpg").write_bytes(jpeg[:-2])
    for flags in ([], ["--format", "lossless"]):
        found = cut(tmp_path / "a.jpg", tmp_path / "o.tif", "--quality", 97, *flags)
        assert off(found[0], scene(500, 300)) < 3
    (tmp_path / "a.jpg").write_bytes(jpeg[:-40])
    for flags in ([], ["--format", "lossless"]):
        answer = run("cut", *flags, tmp_path / "a.jpg", tmp_path / "t.tif")
        assert answer.returncode == 1 and "truncated" in answer.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jpg", "o.tif"]


@pytest.mark.parametrize("road", ["planes", "webp", "lossless", "4:4:4", "profile", "CMYK", "RGB"])
def test_damaged_jpegs_are_refused_on_every_road(tmp_path, road):
    image, options = Image.fromarray(scene(900, 700)), {"subsampling": "4:2:0"}
    flags = {"webp": ["--format", "webp"], "lossless": ["--format", "lossless"],
             "4:4:4": ["--chroma", "4:4:4"]}.get(road, [])  # fmt: skip
    if road == "profile":
        image.save(tmp_path / "a.png")
        vips("icc_export", tmp_path / "a.png", tmp_path / "p3.tif", "--output-profile", "p3")
        options["icc_profile"] = Image.open(tmp_path / "p3.tif").info["icc_profile"]
    elif road == "CMYK":
        image, options = image.convert("CMYK"), {}
    elif road == "RGB":
        options = {"keep_rgb": True}
    jpeg = bytearray(saved(image, **options))
    (tmp_path / "a.jpg").write_bytes(jpeg)
    cut(tmp_path / "a.jpg", tmp_path / "o.tif", *flags)
    noise = numpy.random.default_rng(7)
    for place in noise.integers(len(jpeg) // 4, len(jpeg) * 3 // 4, 40):
        jpeg[place] ^= 0x55
    (tmp_path / "a.jpg").write_bytes(jpeg)
    answer = run("cut", *flags, tmp_path / "a.jpg", tmp_path / "t.tif")
    assert answer.returncode == 1 and "Corrupt JPEG data" in answer.stderr
    assert not (tmp_path / "t.tif").exists()


@pytest.mark.parametrize("flags", [[], ["--format", "lossless"]], ids=["planes", "lossless"])
@pytest.mark.parametrize("progressive", [False, True])
def test_codes_between_the_last_block_and_a_restart_marker_were_lost(tmp_path, flags, progressive):
    """An interval whose codes say more than it has blocks is not what was written."""
    jpeg = saved(Image.fromarray(scene(500, 300)), restart_marker_rows=1, progressive=progressive)
    (tmp_path / "a.jpg").write_bytes(jpeg)
    cut(tmp_path / "a.jpg", tmp_path / "o.tif", *flags)
    place = jpeg.index(b"\xff\xd2")
    (tmp_path / "a.jpg").write_bytes(jpeg[:place] + b"\x55" * 20 + jpeg[place:])
    answer = run("cut", *flags, tmp_path / "a.jpg", tmp_path / "t.tif")
    assert answer.returncode == 1 and "extraneous bytes before marker 0xd2" in answer.stderr
    assert not (tmp_path / "t.tif").exists()


@pytest.mark.parametrize("options", [{}, {"progressive": True}, {"restart_marker_rows": 1}], ids=str)
def test_bytes_before_the_end_marker_do_not_matter(tmp_path, options):
    jpeg = saved(Image.fromarray(scene(500, 300)), **options)
    (tmp_path / "a.jpg").write_bytes(jpeg[:-2] + b"\x55" * 20 + jpeg[-2:])
    assert off(cut(tmp_path / "a.jpg", tmp_path / "o.tif", "--quality", 97)[0], scene(500, 300)) < 3


def test_bytes_after_the_end_marker_do_not_matter(tmp_path):
    (tmp_path / "a.jpg").write_bytes(saved(Image.fromarray(scene(500, 300))) + b"\0" * 3000 + b"more")
    assert off(cut(tmp_path / "a.jpg", tmp_path / "o.tif", "--quality", 97)[0], scene(500, 300)) < 3


def test_names_mean_nothing(tmp_path):
    (tmp_path / "in").mkdir()
    Image.fromarray(scene(300, 200)).save(tmp_path / "in/a.png", "JPEG")
    Image.fromarray(scene(300, 200)).save(tmp_path / "in/b.jpg", "PNG")
    Image.fromarray(scene(300, 200)).save(tmp_path / "in/c", "TIFF")
    (tmp_path / "in/d.tif").write_bytes(b"")
    (tmp_path / "in/e.png").write_text("<html>no picture</html>")
    answer = run("prerender", "--json", "--store", tmp_path / "s", tmp_path / "in")
    events = [json.loads(line) for line in answer.stdout.splitlines()]
    reasons = {e["image"][-5:]: e["reason"] for e in events if e["event"] == "failed"}
    assert (answer.returncode, events[-1]["cut"]) == (1, 3)
    assert reasons == {
        "d.tif": "the file is empty", "e.png": "not an image of a kind that can be cut"}


# Numbers that are not bytes


def test_alpha_of_floats_is_not_stretched_with_the_colours(tmp_path):
    colours = scene(300, 200).astype(numpy.float32) * 37
    alpha = numpy.broadcast_to(numpy.linspace(0.25, 1, 300, dtype=numpy.float32), (200, 300))
    pixels = numpy.dstack([colours, alpha])
    for name, alpha_scale in (("unit", 1), ("wide", 1000)):
        pixels[..., 3] = alpha * alpha_scale
        tifffile.imwrite(tmp_path / f"{name}.tif", pixels, photometric="rgb", extrasamples=["unassalpha"])
        found = cut(tmp_path / f"{name}.tif", tmp_path / "o.tif", "--format", "lossless")[0]
        assert off(found[..., 3], alpha * 255) < 1
        assert off(found[..., :3], scene(300, 200)) < 3


def test_floats_from_nought_to_one_with_alpha(tmp_path):
    pixels = numpy.full((200, 300, 4), 0.5, numpy.float32)
    pixels[:100, :, 3] = 1
    tifffile.imwrite(tmp_path / "a.tif", pixels, photometric="rgb", extrasamples=["unassalpha"])
    found = cut(tmp_path / "a.tif", tmp_path / "o.tif", "--format", "lossless")[0]
    assert (found[:100, :, 3] == 255).all() and off(found[100:, :, 3], found[100:, :, 3] * 0 + 128) < 1.5
    # Linear light: half of it looks three quarters as bright.
    assert off(found[..., :3], found[..., :3] * 0 + 188) < 2


@pytest.mark.parametrize("kind", [numpy.uint32, numpy.int32, numpy.int16])
def test_alpha_of_whole_numbers_goes_by_what_their_type_holds(tmp_path, kind):
    most = numpy.iinfo(kind).max
    pixels = numpy.empty((200, 300, 4), kind)
    pixels[..., :3] = scene(300, 200)
    pixels[..., 3] = most
    pixels[:50, :, 3] = most // 2
    tifffile.imwrite(tmp_path / "a.tif", pixels, photometric="rgb", extrasamples=["unassalpha"])
    found = cut(tmp_path / "a.tif", tmp_path / "o.tif", "--format", "lossless")[0]
    assert (found[50:, :, 3] == 255).all() and set(found[:50, :, 3].flat) <= {127, 128}
    assert off(found[..., :3], scene(300, 200)) < 3


@pytest.mark.parametrize("suffix", ["png", "tif", "jpg", "gif", "webp", "avif"])
def test_names_that_are_not_text(tmp_path, suffix):
    Image.fromarray(scene(300, 200)).save(tmp_path / "a.png")
    vips("copy", tmp_path / "a.png", tmp_path / f"b.{suffix}")
    (tmp_path / "in").mkdir()
    (tmp_path / f"b.{suffix}").rename(tmp_path / "in" / os.fsdecode(b"bad\xff\xfe." + suffix.encode()))
    answer = run(
        "prerender", "--json", "--format", "webp", "--store", tmp_path / "s", tmp_path / "in")
    events = [json.loads(line) for line in answer.stdout.splitlines()]
    assert [event["event"] for event in events] == ["cut", "total"], events


# Other containers


@pytest.mark.parametrize("suffix,coding", [("heic", "hevc"), ("avif", "av1")])
def test_heic_and_avif(tmp_path, suffix, coding):
    Image.fromarray(scene(400, 300)).save(tmp_path / "a.png")
    made = subprocess.run(
        ["vips", "heifsave", tmp_path / "a.png", tmp_path / f"a.{suffix}", "--compression", coding,
         "--Q", "90"], capture_output=True, text=True)  # fmt: skip
    if made.returncode != 0:
        pytest.skip(f"this libvips writes no {suffix}: {made.stderr}")
    report = inspect(tmp_path / f"a.{suffix}")
    assert (report["width"], report["height"]) == (400, 300)
    assert off(cut(tmp_path / f"a.{suffix}", tmp_path / "o.tif")[0], scene(400, 300)) < 6


def drawn_pdf(path, width=300, height=200):
    Image.fromarray(scene(width, height)).save(path, "PDF", resolution=72)
    return path


# How PDF files are drawn where PDFium is not there.
BY_POPPLER = ["--documents", "off", "--allow-untrusted"]


def test_pdf_by_poppler_only_where_switched_on(tmp_path):
    source = drawn_pdf(tmp_path / "a.pdf")
    refused = run("cut", "--documents", "off", source, tmp_path / "o.tif")
    assert refused.returncode == 1 and "PDF files are not switched on" in refused.stderr
    said = run("inspect", "--documents", "off", source).stderr
    assert "PDF files are not switched on" in said
    allowed = [*BY_POPPLER, "--format", "lossless"]
    assert cut(source, tmp_path / "o.tif", *allowed, "--dpi", 72)[0].shape[:2] == (200, 300)
    found = cut(source, tmp_path / "o.tif", *allowed, "--dpi", 144)[0]
    assert found.shape[:2] == (400, 600)
    assert off(found[::2, ::2, :3], scene(300, 200)) < 12


@pytest.mark.parametrize(
    "suffix, width", [("pdf", "9999999"), ("pdf", "00000.1"), ("svg", "9999999")])
def test_a_drawing_of_no_sensible_size_is_refused(tmp_path, suffix, width):
    source = tmp_path / f"a.{suffix}"
    if suffix == "pdf":
        content = drawn_pdf(source).read_bytes()
        # Of the same length: what comes behind it is found by its place.
        source.write_bytes(content.replace(b"0 0 300.0 200.0", f"0 0 {width} 200".encode()))
        assert source.read_bytes() != content
    else:
        source.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="200"/>')
    for command in (["cut", source, tmp_path / "o.tif"], ["inspect", source]):
        answer = run(*command, *BY_POPPLER)
        assert answer.returncode == 1
        assert "one of its sides comes to one pixel at most" in answer.stderr
    assert not (tmp_path / "o.tif").exists()


@pytest.mark.skipif(not CORPUS, reason="PYRAMIDION_CORPUS is not set")
@pytest.mark.parametrize("name", ["cmyktest.pdf", "page-box.pdf", "logo.svg"])
def test_real_vector_files(tmp_path, name):
    source = os.path.join(CORPUS, name)
    assert run("cut", "--documents", "off", source, tmp_path / "o.tif").returncode == 1
    levels = cut(source, tmp_path / "o.tif", *BY_POPPLER)
    assert levels[0].std() > 5


@pytest.mark.parametrize("reference", ["secret.png", ".hidden.png", "sub/s.png", "file://{}"])
def test_a_drawing_draws_in_no_other_file(tmp_path, reference):
    (tmp_path / "sub").mkdir()
    for name in ("secret.png", ".hidden.png", "sub/s.png"):
        Image.new("RGB", (60, 60), (255, 0, 0)).save(tmp_path / name)
    reference = reference.format(tmp_path / "secret.png")
    (tmp_path / "a.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'width="90" height="60"><rect width="90" height="60" fill="#0000ff"/>'
        f'<image href="{reference}" xlink:href="{reference}" width="60" height="60"/></svg>')
    flags = ["--allow-untrusted", "--dpi", 72, "--format", "lossless"]
    found = cut(tmp_path / "a.svg", tmp_path / "o.tif", *flags)[0]
    assert (found[..., :3] == [0, 0, 255]).all()


# Pyramids that are there already


def state_of(path):
    """What changes with a file, but for when it was last read."""
    status = path.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def test_a_pyramid_is_adopted_and_not_converted(tmp_path):
    Image.fromarray(scene(1000, 700)).save(tmp_path / "a.png")
    (tmp_path / "in").mkdir()
    vips("tiffsave", tmp_path / "a.png", tmp_path / "in/a.tif", "--tile", "--pyramid",
         "--tile-width", 256, "--tile-height", 256, "--compression", "jpeg")
    before = state_of(tmp_path / "in/a.tif")
    answer = run("prerender", "--json", "--store", tmp_path / "s", tmp_path / "in")
    events = [json.loads(line) for line in answer.stdout.splitlines()]
    assert (answer.returncode, [event["event"] for event in events]) == (0, ["adopted", "total"])
    assert events[-1]["adopted"] == 1
    assert not [path for path in (tmp_path / "s").rglob("*") if path.is_file()]
    assert state_of(tmp_path / "in/a.tif") == before
    assert inspect(tmp_path / "in/a.tif")["served"] == "as it lies"


def test_pages_beside_an_adopted_one_are_cut_but_not_what_a_scanner_added(tmp_path):
    """A tiled pyramid, a page of samples that are no tiles' for viewers, and a label in strips."""
    slide = scene(1000, 700)
    with tifffile.TiffWriter(tmp_path / "slide.svs") as file:
        for step in (1, 2, 4):
            file.write(
                slide[::step, ::step], tile=(256, 256), photometric="rgb", compression="zlib",
                metadata=None)
        file.write(
            scene(300, 200).astype("uint16") * 257, tile=(256, 256), photometric="rgb",
            metadata=None)
        file.write(scene(120, 90), photometric="rgb", metadata=None)
    words = ["prerender", "--json", "--store", tmp_path / "s", tmp_path / "slide.svs"]
    events = [json.loads(line) for line in run(*words).stdout.splitlines()]
    told = {event["image"][-2:]: event["event"] for event in events[:-1]}
    assert told == {";1": "adopted", ";2": "cut"}


def truncated_beside(folder, name):
    """A good image of a kind that libvips reads, and a PNG cut short."""
    folder.mkdir()
    Image.fromarray(scene(300, 200)).save(folder / "b.png")
    vips("copy", folder / "b.png", folder / f"{name}[Q=80]")
    png = (folder / "b.png").read_bytes()
    (folder / "b.png").write_bytes(png[: len(png) // 2])


@pytest.mark.parametrize("name", ["a-private.avif", "a-private.webp"])
def test_an_error_speaks_of_its_own_image_alone(tmp_path, name):
    truncated_beside(tmp_path / "in", name)
    answer = run(
        "prerender", "--json", "--allow-untrusted", "--jobs", 1, "--store", tmp_path / "s",
        tmp_path / "in")
    failed = [e for e in map(json.loads, answer.stdout.splitlines()) if e["event"] == "failed"]
    assert [pathlib.Path(e["image"]).name for e in failed] == ["b.png"]
    assert "private" not in failed[0]["reason"] and "private" not in answer.stderr


@pytest.mark.parametrize("compression", [33003, 33005, 34712])
def test_a_tiff_with_jpeg_2000_inside_is_refused_as_jpeg_2000_is(tmp_path, compression):
    data = bombs.tiff_of_one_tile(64, 64, b"\xff\x4f\xff\x51" + bytes(60))
    seven, other = (struct.pack("<HHII", 259, 3, 1, value) for value in (7, compression))
    assert data.count(seven) == 1
    (tmp_path / "a.tif").write_bytes(data.replace(seven, other))
    for command in (["inspect", tmp_path / "a.tif"], ["cut", tmp_path / "a.tif", tmp_path / "o.tif"]):
        answer = run(*command)
        assert answer.returncode == 1 and "JPEG 2000" in answer.stderr, answer
