"""TIFF files in strips and tiles, by several writers: their samples are what was written, and what is not
quite regular goes the way of all others."""
import itertools
import json
import os
import pathlib
import struct
import subprocess

import numpy
import pytest
import tifffile
from PIL import Image

from support.command import as_json, cut, cut_all, events, run
from support.loads import Loads
from support.pictures import levels, scene

CORPUS = os.environ.get("PYRAMIDION_CORPUS")
# As EXIF numbers them, in numpy's words.
TURNS = {
    1: lambda a: a, 2: lambda a: a[:, ::-1], 3: lambda a: a[::-1, ::-1], 4: lambda a: a[::-1],
    5: lambda a: a.swapaxes(0, 1), 6: lambda a: numpy.rot90(a, -1),
    7: lambda a: a.swapaxes(0, 1)[::-1, ::-1], 8: lambda a: numpy.rot90(a)}


def vips(*words):
    subprocess.run(["vips", *map(str, words)], check=True, capture_output=True)


def road(source, *flags):
    return as_json("inspect", *flags, source)["road"]


def finest(source, target, *flags):
    """The finest level's samples, which lossless tiles have as they were."""
    return cut(source, target, "--format", "lossless", *flags)[0]


def picture(mode, width, height, dtype=numpy.uint8):
    """Samples with and without repeats, and with edges."""
    color = scene(width, height, seed=1)
    alpha = scene(width, height, seed=2)[..., :1]
    samples = {
        "gray": color[..., :1], "gray, alpha": numpy.concatenate([color[..., :1], alpha], 2),
        "RGB": color, "RGBA": numpy.concatenate([color, alpha], 2)}[mode].copy()
    samples[: height // 3, : width // 2] = 77
    if dtype == numpy.uint16:
        wide = samples.astype(numpy.uint16) * 256
        return wide + numpy.random.default_rng(1).integers(0, 256, wide.shape, dtype=numpy.uint16)
    return samples


def write(path, samples, extra="unassalpha", planar=False, **options):
    channels = samples.shape[2]
    tifffile.imwrite(
        path, numpy.moveaxis(samples, 2, 0) if planar else samples if channels > 1 else samples[..., 0],
        photometric="rgb" if channels > 2 else "minisblack",
        planarconfig="separate" if planar else "contig",
        extrasamples=[extra] if channels % 2 == 0 else None, metadata=None, **options)


DTYPES = [numpy.uint8, numpy.uint16]
MODES = ["gray", "gray, alpha", "RGB", "RGBA"]
CODINGS = [(None, False), ("lzw", False), ("lzw", True), ("zlib", False), ("zlib", True), ("packbits", False)]
# Rows of a strip within a row of tiles, over its edge, and over several; and the order of bytes.
STRIPS = [(7, "<"), (100, ">"), (530, "<")]


@pytest.fixture(scope="module")
def in_strips(tmp_path_factory):
    """What became of files of every kind."""
    folder = tmp_path_factory.mktemp("strips")
    for mode, dtype in itertools.product(MODES, DTYPES):
        samples = picture(mode, 301, 530, dtype)
        for (compression, predictor), (rows, order) in itertools.product(CODINGS, STRIPS):
            write(folder / f"{mode} {dtype.__name__} {compression} {predictor} {rows}.tif", samples,
                  compression=compression, predictor=predictor, rowsperstrip=rows, byteorder=order,
                  bigtiff=rows == 7, planar=rows != 100 and mode != "gray")
    return cut_all(folder, tmp_path_factory.mktemp("store"), "--format", "lossless")


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("compression, predictor", CODINGS)
def test_strips_are_what_was_written(in_strips, compression, predictor, mode, dtype):
    samples = picture(mode, 301, 530, dtype)
    shown = samples if dtype == numpy.uint8 else (samples >> 8).astype(numpy.uint8)
    if mode == "gray, alpha":
        # Alpha of grays is stored with colors, as pyramids have it.
        shown = shown[..., [0, 0, 0, 1]]
    for rows, _ in STRIPS:
        told, pyramid = in_strips[f"{mode} {dtype.__name__} {compression} {predictor} {rows}.tif"]
        assert told["road"] == "TIFF strips"
        assert numpy.array_equal(levels(pyramid)[0].reshape(shown.shape), shown), rows


# Tiles within one of ours, of other heights than these, higher than they are, and with a picture in one.
TILES = [((64, 48), "<"), ((272, 112), ">"), ((528, 16), "<"), ((1040, 320), ">")]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("compression, predictor", CODINGS)
def test_tiles_are_what_was_written_and_what_libvips_reads(tmp_path, compression, predictor, mode, dtype):
    samples = picture(mode, 301, 530, dtype)
    shown = samples if dtype == numpy.uint8 else (samples >> 8).astype(numpy.uint8)
    if mode == "gray, alpha":
        shown = shown[..., [0, 0, 0, 1]]
    for index, (tile, order) in enumerate(TILES):
        planar = index % 2 == 1 and mode != "gray"
        write(tmp_path / "a.tif", samples, compression=compression, predictor=predictor, tile=tile,
              byteorder=order, bigtiff=index == 2, planar=planar)
        # Of some that are small the server would make no pyramid: they are one.
        assert as_json("inspect", tmp_path / "a.tif").get("road", "TIFF tiles") == "TIFF tiles"
        found = finest(tmp_path / "a.tif", tmp_path / "o.tif")
        assert numpy.array_equal(found.reshape(shown.shape), shown), tile
        if not planar:
            # Of tiles in planes it makes something else.
            vips("copy", tmp_path / "a.tif", tmp_path / "v.tif")
            theirs = tifffile.imread(tmp_path / "v.tif", key=0).reshape(samples.shape)
            assert numpy.array_equal(theirs, samples)


@pytest.mark.parametrize("width, height", [(1, 1), (15, 700), (9001, 5), (257, 513)])
@pytest.mark.parametrize("compression", [None, "lzw", "zlib", "packbits"])
def test_tiles_of_any_size(tmp_path, width, height, compression):
    samples = picture("RGB", width, height)
    write(tmp_path / "a.tif", samples, compression=compression, tile=(32, 16))
    if width > 9000:
        assert road(tmp_path / "a.tif") == "TIFF tiles"
    assert numpy.array_equal(finest(tmp_path / "a.tif", tmp_path / "o.tif"), samples)


@pytest.mark.parametrize("orientation", TURNS)
def test_turned_tiles_are_upright(tmp_path, orientation):
    samples = picture("RGB", 601, 300, numpy.uint16)
    write(tmp_path / "a.tif", samples, compression="lzw", tile=(112, 48),
          extratags=[(274, "H", 1, orientation, True)])
    assert road(tmp_path / "a.tif") == "TIFF tiles"
    assert numpy.array_equal(finest(tmp_path / "a.tif", tmp_path / "o.tif"), TURNS[orientation](samples >> 8))


def test_more_tiles_amid_rows_than_are_held_are_read_by_libvips(tmp_path):
    """Each goes on in the next row of ours, and would be held until then."""
    samples = picture("gray", 4160, 900, numpy.uint16)
    write(tmp_path / "a.tif", samples, compression="lzw", tile=(784, 16))
    told = prerendered(tmp_path)
    assert told["road"] == "libvips" and "too many parts" in told["roadReason"]
    found = finest(tmp_path / "a.tif", tmp_path / "o.tif")
    assert numpy.array_equal(found.reshape(samples.shape), samples >> 8)


@pytest.mark.parametrize("tiles", [[], ["--tile"]])
@pytest.mark.parametrize("source, flags", [
    ("lzw", []), ("lzw", ["--predictor", "horizontal"]), ("none", []), ("deflate", []),
    ("deflate", ["--predictor", "horizontal"]), ("packbits", [])])
def test_pyramids_are_those_of_libvips_road(tmp_path, source, flags, tiles):
    """The same samples, packed in another way, are read by libvips."""
    write(tmp_path / "plain.tif", picture("RGB", 900, 701, numpy.uint16))
    vips("tiffsave", tmp_path / "plain.tif", tmp_path / "a.tif", "--compression", source, *flags, *tiles)
    vips("tiffsave", tmp_path / "plain.tif", tmp_path / "other.tif", "--compression", "zstd")
    assert road(tmp_path / "a.tif") == ("TIFF tiles" if tiles else "TIFF strips")
    assert road(tmp_path / "other.tif") == "libvips"
    for format in ("lossless", "jpeg"):
        ours = cut(tmp_path / "a.tif", tmp_path / "o.tif", "--format", format)
        theirs = cut(tmp_path / "other.tif", tmp_path / "t.tif", "--format", format)
        assert len(ours) == len(theirs)
        assert all(map(numpy.array_equal, ours, theirs))


@pytest.mark.skipif(not CORPUS, reason="PYRAMIDION_CORPUS names no folder")
def test_the_corpus_is_what_libvips_reads(tmp_path):
    sources = [source for source in sorted(pathlib.Path(CORPUS).rglob("*.tif*"))
               if source.stat().st_size < 50e6]
    for source in sources:
        if run("inspect", source).returncode or not road(source).startswith("TIFF "):
            continue
        vips("autorot", source, tmp_path / "v.tif")
        wanted = tifffile.imread(tmp_path / "v.tif", key=0)
        found = finest(source, tmp_path / "o.tif")
        if wanted.dtype == numpy.uint16:
            wanted = wanted >> 8
        assert numpy.array_equal(found.reshape(wanted.shape), wanted), source


# What is not quite regular


@pytest.mark.parametrize(
    "compression, options", [
        ("zstd", {}), ("lzw", {"extra": "assocalpha"}), ("zlib", {"extra": "assocalpha", "tile": (64, 64)}),
        # Tiles that go so far beyond the picture.
        (None, {"tile": (64, 2048)})])
def test_other_kinds_go_the_way_of_all_others(tmp_path, compression, options):
    write(tmp_path / "a.tif", picture("RGBA", 300, 200, numpy.uint16), compression=compression, **options)
    assert road(tmp_path / "a.tif") == "libvips"
    assert finest(tmp_path / "a.tif", tmp_path / "o.tif").shape == (200, 300, 4)


@pytest.mark.parametrize("parts, tag", [({"rowsperstrip": 50}, 324), ({"tile": (64, 64)}, 279)])
def test_a_page_that_says_strips_and_tiles_goes_the_way_of_all_others(tmp_path, parts, tag):
    """libtiff takes either for the other."""
    write(tmp_path / "a.tif", picture("RGB", 300, 200, numpy.uint16), compression="lzw", **parts)
    assert road(tmp_path / "a.tif").startswith("TIFF ")
    write(tmp_path / "a.tif", picture("RGB", 300, 200, numpy.uint16), compression="lzw",
          extratags=[(65000, "I", 1, 8, True)], **parts)
    with tifffile.TiffFile(tmp_path / "a.tif") as file:
        place = file.pages[0].tags[65000].offset
    data = bytearray((tmp_path / "a.tif").read_bytes())
    data[place : place + 2] = struct.pack("<H", tag)
    (tmp_path / "a.tif").write_bytes(data)
    answer = run("inspect", "--json", tmp_path / "a.tif")
    assert answer.returncode or json.loads(answer.stdout)["road"] == "libvips"


def test_a_profile_that_moves_colors_is_converted_and_one_that_does_not_is_left(tmp_path):
    Image.fromarray(scene(300, 200, seed=1)).save(tmp_path / "plain.tif")
    for profile, way in (("p3", "libvips"), ("srgb", "TIFF strips")):
        vips("icc_export", tmp_path / "plain.tif", tmp_path / "a.v", "--output-profile", profile)
        vips("tiffsave", tmp_path / "a.v", tmp_path / "a.tif", "--compression", "lzw")
        assert road(tmp_path / "a.tif") == way
        stored = tifffile.imread(tmp_path / "a.tif")
        found = finest(tmp_path / "a.tif", tmp_path / "o.tif")
        assert numpy.array_equal(found, stored) == (way == "TIFF strips")
        assert road(tmp_path / "a.tif", "--keep-profile") == "TIFF strips"
        kept = finest(tmp_path / "a.tif", tmp_path / "o.tif", "--keep-profile")
        assert numpy.array_equal(kept, stored)


def test_libvips_is_loaded_for_what_needs_it_alone(tmp_path, monkeypatch):
    color = picture("RGB", 700, 500)
    write(tmp_path / "strips.tif", color, compression="lzw")
    write(tmp_path / "tiles.tif", picture("RGB", 700, 500, numpy.uint16), compression="zlib", tile=(64, 64))
    Image.fromarray(color).save(tmp_path / "plain.png")
    exif = Image.Exif()
    exif[274] = 6
    Image.fromarray(color).save(tmp_path / "turned.png", exif=exif)
    write(tmp_path / "alpha.tif", picture("RGBA", 700, 500))
    write(tmp_path / "broken.tif", color, compression="lzw")
    changed(tmp_path / "broken.tif", lambda strip: b"\0" + strip[1:])
    library = Loads(tmp_path / "libvips.so.42")
    places = [str(tmp_path), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
    monkeypatch.setenv("LD_LIBRARY_PATH", ":".join(places))
    for name in ("strips.tif", "tiles.tif", "plain.png"):
        assert run("inspect", tmp_path / name).returncode == 0
        assert run("cut", tmp_path / name, tmp_path / "o.tif", "--force").returncode == 0
    assert library.count == 0
    for count, name in enumerate(("turned.png", "alpha.tif", "broken.tif"), 1):
        refused = run("cut", "--force", tmp_path / name, tmp_path / "o.tif")
        assert refused.returncode == 1 and library.count == count and "libvips" in refused.stderr


def changed(path, change):
    """Writes over the bytes of a file's last strip."""
    with tifffile.TiffFile(path) as file:
        page = file.pages[0]
        start, count = page.dataoffsets[-1], page.databytecounts[-1]
    data = bytearray(path.read_bytes())
    data[start : start + count] = change(data[start : start + count])
    path.write_bytes(data)


def prerendered(tmp_path):
    answer = run("prerender", "--json", "--store", tmp_path / "store", tmp_path / "a.tif")
    (told,) = [event for event in events(answer) if event["event"] in ("cut", "failed")]
    return told


def test_what_stands_behind_the_pixels_is_no_matter(tmp_path):
    """Some writers fill their strips up."""
    samples = picture("RGB", 300, 700)
    write(tmp_path / "a.tif", samples, compression="lzw", rowsperstrip=100)
    with tifffile.TiffFile(tmp_path / "a.tif", mode="r+") as file:
        counts = file.pages[0].tags["StripByteCounts"]
        counts.overwrite([count + (index == 3) for index, count in enumerate(counts.value)])
    assert prerendered(tmp_path)["road"] == "TIFF strips"
    assert numpy.array_equal(finest(tmp_path / "a.tif", tmp_path / "o.tif"), samples)


def test_a_strip_that_is_not_cleared_is_told_and_goes_the_way_of_all_others(tmp_path):
    write(tmp_path / "a.tif", picture("RGB", 300, 700), compression="lzw", rowsperstrip=100)
    changed(tmp_path / "a.tif", lambda strip: b"\0" + strip[1:])
    assert road(tmp_path / "a.tif") == "TIFF strips"
    told = prerendered(tmp_path)
    assert told["event"] == "failed" or told["road"] == "libvips" and "LZW" in told["roadReason"]


def test_a_strip_with_more_rows_than_are_wanted_is_read_by_libvips(tmp_path):
    samples = picture("gray", 300, 700)
    write(tmp_path / "a.tif", samples, compression="lzw", rowsperstrip=700)
    with tifffile.TiffFile(tmp_path / "a.tif", mode="r+") as file:
        file.pages[0].tags["ImageLength"].overwrite(600)
        file.pages[0].tags["RowsPerStrip"].overwrite(600)
    told = prerendered(tmp_path)
    assert told["event"] == "cut" and told["road"] == "libvips"
    assert "more than is wanted" in told["roadReason"]
    found = finest(tmp_path / "a.tif", tmp_path / "o.tif")
    assert numpy.array_equal(found.reshape(600, 300), samples[:600, :, 0])


@pytest.mark.parametrize("parts", [{"rowsperstrip": 100}, {"tile": (112, 64)}])
@pytest.mark.parametrize("lost", [4, 1000])
def test_a_damaged_stream_is_told_and_goes_the_way_of_all_others(tmp_path, parts, lost):
    samples = picture("RGB", 300, 700, numpy.uint16)
    write(tmp_path / "a.tif", samples, compression="zlib", **parts)
    changed(tmp_path / "a.tif", lambda part: part[:-lost] + bytes(lost))
    told = prerendered(tmp_path)
    assert told["event"] == "failed" or told["road"] == "libvips" and told["roadReason"]


def test_parts_that_lie_nowhere_or_over_each_other(tmp_path):
    samples = picture("RGB", 300, 700)
    write(tmp_path / "a.tif", samples, tile=(64, 64))
    with tifffile.TiffFile(tmp_path / "a.tif", mode="r+") as file:
        places = file.pages[0].tags["TileOffsets"]
        places.overwrite([places.value[0]] * len(places.value))
    found = finest(tmp_path / "a.tif", tmp_path / "o.tif")
    assert numpy.array_equal(found[64:128, 64:128], samples[:64, :64])
    with tifffile.TiffFile(tmp_path / "a.tif", mode="r+") as file:
        file.pages[0].tags["TileOffsets"].overwrite([0] * len(places.value))
    answer = run("cut", "--force", tmp_path / "a.tif", tmp_path / "o.tif")
    assert answer.returncode == 0 or "a.tif" in answer.stderr


@pytest.mark.parametrize("kept", [0.3, 0.9])
@pytest.mark.parametrize("compression", [None, "lzw", "zlib", "packbits"])
@pytest.mark.parametrize("parts", [{"rowsperstrip": 50}, {"tile": (64, 80)}])
def test_a_file_that_ends_too_early_fails_as_it_did(tmp_path, compression, kept, parts):
    write(tmp_path / "a.tif", picture("RGB", 900, 700), compression=compression, **parts)
    whole = (tmp_path / "a.tif").read_bytes()
    (tmp_path / "a.tif").write_bytes(whole[: int(len(whole) * kept)])
    answer = run("cut", tmp_path / "a.tif", tmp_path / "o.tif")
    assert answer.returncode != 0
    assert "a.tif" in answer.stderr
    assert not (tmp_path / "o.tif").exists()
