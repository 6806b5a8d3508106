"""TIFF files in strips, by several writers: their samples are what was written, and what is not quite
regular goes the way of all others."""
import itertools
import os
import pathlib
import subprocess

import numpy
import pytest
import tifffile
from PIL import Image

from support.command import as_json, cut, cut_all, events, run
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


def write(path, samples, extra="unassalpha", **options):
    channels = samples.shape[2]
    tifffile.imwrite(
        path, samples if channels > 1 else samples[..., 0],
        photometric="rgb" if channels > 2 else "minisblack", planarconfig="contig",
        extrasamples=[extra] if channels % 2 == 0 else None, metadata=None, **options)


DTYPES = [numpy.uint8, numpy.uint16]
MODES = ["gray", "gray, alpha", "RGB", "RGBA"]
CODINGS = [(None, False), ("lzw", False), ("lzw", True)]
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
                  bigtiff=rows == 7)
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


@pytest.mark.parametrize("width, height", [(1, 1), (1, 700), (3000, 5)])
def test_strips_of_any_size(tmp_path, width, height):
    samples = picture("RGB", width, height)
    write(tmp_path / "a.tif", samples, compression="lzw", predictor=True, rowsperstrip=3)
    assert road(tmp_path / "a.tif") == "TIFF strips"
    assert numpy.array_equal(finest(tmp_path / "a.tif", tmp_path / "o.tif"), samples)


COMPRESSIONS = ["raw", "tiff_lzw"]


@pytest.fixture(scope="module")
def turned_strips(tmp_path_factory):
    """A picture, and what became of it by compression and orientation."""
    folder = tmp_path_factory.mktemp("turned")
    image = Image.fromarray(scene(601, 300, seed=3))
    for compression, orientation in itertools.product(COMPRESSIONS, TURNS):
        image.save(folder / f"{compression} {orientation}.tif", compression=compression,
                   tiffinfo={274: orientation})
    return image, cut_all(folder, tmp_path_factory.mktemp("store"), "--format", "lossless")


@pytest.mark.parametrize("compression", COMPRESSIONS)
@pytest.mark.parametrize("orientation", TURNS)
def test_turned_strips_are_upright(turned_strips, compression, orientation):
    image, made = turned_strips
    told, pyramid = made[f"{compression} {orientation}.tif"]
    assert told["road"] == "TIFF strips"
    assert numpy.array_equal(levels(pyramid)[0], TURNS[orientation](numpy.asarray(image)))


@pytest.mark.parametrize("source, flags", [
    ("lzw", []), ("lzw", ["--predictor", "horizontal"]), ("none", [])])
def test_pyramids_are_those_of_libvips_road(tmp_path, source, flags):
    """The same samples in tiles are read by libvips."""
    write(tmp_path / "plain.tif", picture("RGB", 900, 701, numpy.uint16))
    vips("tiffsave", tmp_path / "plain.tif", tmp_path / "a.tif", "--compression", source, *flags)
    vips("tiffsave", tmp_path / "plain.tif", tmp_path / "tiled.tif", "--tile")
    assert road(tmp_path / "a.tif") == "TIFF strips"
    assert road(tmp_path / "tiled.tif") == "libvips"
    ours = cut(tmp_path / "a.tif", tmp_path / "o.tif")
    theirs = cut(tmp_path / "tiled.tif", tmp_path / "t.tif")
    assert len(ours) == len(theirs)
    assert all(map(numpy.array_equal, ours, theirs))


@pytest.mark.skipif(not CORPUS, reason="PYRAMIDION_CORPUS names no folder")
def test_the_corpus_is_what_libvips_reads(tmp_path):
    sources = [source for source in sorted(pathlib.Path(CORPUS).rglob("*.tif*"))
               if source.stat().st_size < 50e6]
    for source in sources:
        if run("inspect", source).returncode or road(source) != "TIFF strips":
            continue
        vips("autorot", source, tmp_path / "v.tif")
        wanted = tifffile.imread(tmp_path / "v.tif", key=0)
        found = finest(source, tmp_path / "o.tif")
        if wanted.dtype == numpy.uint16:
            wanted = wanted >> 8
        assert numpy.array_equal(found.reshape(wanted.shape), wanted), source


# What is not quite regular


@pytest.mark.parametrize(
    "compression, options", [("zlib", {}), ("packbits", {}), ("lzw", {"extra": "assocalpha"})])
def test_other_kinds_go_the_way_of_all_others(tmp_path, compression, options):
    write(tmp_path / "a.tif", picture("RGBA", 300, 200), compression=compression, **options)
    assert road(tmp_path / "a.tif") == "libvips"
    assert finest(tmp_path / "a.tif", tmp_path / "o.tif").shape == (200, 300, 4)


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


@pytest.mark.parametrize("kept", [0.3, 0.9])
@pytest.mark.parametrize("compression", [None, "lzw"])
def test_a_file_that_ends_too_early_fails_as_it_did(tmp_path, compression, kept):
    write(tmp_path / "a.tif", picture("RGB", 900, 700), compression=compression, rowsperstrip=50)
    whole = (tmp_path / "a.tif").read_bytes()
    (tmp_path / "a.tif").write_bytes(whole[: int(len(whole) * kept)])
    answer = run("cut", tmp_path / "a.tif", tmp_path / "o.tif")
    assert answer.returncode != 0
    assert "a.tif" in answer.stderr
    assert not (tmp_path / "o.tif").exists()
