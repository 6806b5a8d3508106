"""Programs that nobody here wrote open our pyramids, with all levels."""
import json
import os
import shutil
import subprocess

import numpy
import pytest
from PIL import Image

from support.command import as_json, run

JPEG = ["jpeg-grey", "jpeg-420", "jpeg-422", "jpeg-444", "jpeg-444-420"]
DEFLATE = ["deflate-1", "deflate-3", "deflate-4"]
WEBP = ["webp", "webp-alpha"]
SHAPES = [dict(), dict(tile=512), dict(big=True), dict(width=257, height=1), dict(width=3, height=5)]


def close(found, expected, kind):
    """Lossless tiles are equal; others are near, by the mean of all samples."""
    found = numpy.asarray(found).reshape(expected.shape)
    if kind.startswith("deflate"):
        assert (found == expected).all()
    else:
        difference = numpy.abs(found.astype(int) - expected.astype(int))
        assert difference.mean() < 3, difference.mean()


@pytest.mark.parametrize("kind", JPEG + DEFLATE + WEBP + ["deflate-2"])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_tifffile(drawn_pyramid, kind, shape):
    tifffile = pytest.importorskip("tifffile")
    path, levels = drawn_pyramid(kind, **shape)
    with tifffile.TiffFile(path) as file:
        assert file.is_bigtiff == shape.get("big", False)
        found_levels = file.pages
        # tifffile does not join pictures of a single row to a pyramid.
        if levels[0].shape[0] > 1:
            assert len(file.series) == 1
            found_levels = file.series[0].levels
        assert len(found_levels) == len(levels)
        for found, expected in zip(found_levels, levels):
            close(found.asarray(), expected, kind)
        assert "pyramidion" in json.loads(file.pages[0].description)


@pytest.mark.parametrize("kind", ["jpeg-420", "jpeg-444", "deflate-3", "deflate-4"])
@pytest.mark.parametrize("shape", SHAPES[:3], ids=str)
def test_openslide(drawn_pyramid, kind, shape):
    openslide = pytest.importorskip("openslide")
    path, levels = drawn_pyramid(kind, **shape)
    with openslide.OpenSlide(path) as slide:
        assert slide.level_dimensions == tuple(l.shape[1::-1] for l in levels)
        for number, expected in enumerate(levels):
            region = slide.read_region((0, 0), number, slide.level_dimensions[number])
            if expected.shape[2] == 3:
                close(numpy.asarray(region)[:, :, :3], expected, kind)


# Pillow's own libtiff comes without WebP.
@pytest.mark.parametrize("kind", JPEG + DEFLATE)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_pillow(drawn_pyramid, kind, shape):
    path, levels = drawn_pyramid(kind, **shape)
    with Image.open(path) as image:
        assert image.n_frames == len(levels)
        for number, expected in enumerate(levels):
            image.seek(number)
            assert image.size == expected.shape[1::-1]
            close(image.convert("RGB") if expected.shape[2] == 3 else image, expected, kind)


@pytest.mark.parametrize("kind", JPEG + DEFLATE + ["deflate-2"])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_libvips(drawn_pyramid, kind, shape, tmp_path):
    if shutil.which("vips") is None:
        pytest.skip("libvips-tools are not installed")
    path, levels = drawn_pyramid(kind, **shape)
    for number, expected in enumerate(levels):
        out = tmp_path / "level.raw"
        subprocess.run(["vips", "rawsave", f"{path}[page={number},fail]", out], check=True)
        close(numpy.fromfile(out, numpy.uint8), expected, kind)


@pytest.mark.parametrize("kind", JPEG + DEFLATE + WEBP)
@pytest.mark.parametrize("shape", SHAPES[:3], ids=str)
def test_gdal(drawn_pyramid, kind, shape):
    rasterio = pytest.importorskip("rasterio")
    path, levels = drawn_pyramid(kind, **shape)
    for number, expected in enumerate(levels):
        options = {} if number == 0 else {"OVERVIEW_LEVEL": number - 1}
        with rasterio.open(path, **options) as file:
            assert file.shape == expected.shape[:2]
            found = numpy.moveaxis(file.read(), 0, -1)
            close(found, expected, kind)


# How programs that people have open a file whole; they warn of what they don't know.
PROGRAMS = {
    "tiffinfo": ["tiffinfo", "{path}"],
    "tiffcp": ["tiffcp", "{path}", "{copy}"],
    "vips": ["vips", "avg", "{path}"],
    "vipsheader": ["vipsheader", "-a", "{path}"],
    "gdalinfo": ["gdalinfo", "-stats", "--config", "GDAL_PAM_ENABLED", "NO", "{path}"],
    "gdal_translate": ["gdal_translate", "-q", "{path}", "{copy}"],
    "openslide": ["openslide-show-properties", "{path}"],
}
# A thousand tiles in its finest level, and seven levels.
HUGE = dict(width=4500, height=3500, tile=128, big=True)


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("kind", JPEG + DEFLATE + WEBP + ["deflate-2", "huge"])
def test_no_program_complains(drawn_pyramid, program, kind, tmp_path):
    words = PROGRAMS[program]
    if shutil.which(words[0]) is None:
        pytest.skip(f"{words[0]} is not installed")
    path, _ = drawn_pyramid("jpeg-420", **HUGE) if kind == "huge" else drawn_pyramid(kind)
    answer = subprocess.run(
        [word.format(path=path, copy=tmp_path / "copy.tif") for word in words],
        capture_output=True, text=True, timeout=120)
    assert (answer.stderr, answer.returncode) == ("", 0)
    assert "arning" not in answer.stdout


@pytest.mark.parametrize("kind", JPEG + DEFLATE + WEBP + ["deflate-2", "huge"])
def test_tifffile_logs_nothing(drawn_pyramid, kind, caplog):
    tifffile = pytest.importorskip("tifffile")
    path, levels = drawn_pyramid("jpeg-420", **HUGE) if kind == "huge" else drawn_pyramid(kind)
    with caplog.at_level("DEBUG"), tifffile.TiffFile(path) as file:
        assert len(file.series[0].levels) == len(levels)
        file.series[0].levels[-1].asarray()
    assert caplog.records == []


@pytest.mark.parametrize("big", [False, True])
def test_a_cog_validator_finds_only_the_order_of_tile_data(drawn_pyramid, big):
    cogeo = pytest.importorskip("rio_cogeo.cogeo")
    path, levels = drawn_pyramid("jpeg-420", width=3000, height=2000, big=big)
    _, errors, warnings = cogeo.cog_validate(path, strict=True, quiet=True)
    assert all("offset of the first block" in error for error in errors), errors
    assert warnings == []


@pytest.mark.parametrize("kind", JPEG + DEFLATE + WEBP)
def test_verify_and_inspect_agree(drawn_pyramid, kind):
    path, levels = drawn_pyramid(kind)
    answer = as_json("verify", "--deep", path)["pyramids"][0]
    assert answer["status"] == "sound" and answer["checksums"] is True
    report = as_json("inspect", path)
    assert [(l["width"], l["height"]) for l in report["levels"]] == [
        l.shape[1::-1] for l in levels
    ]
    assert [l["reduction"] for l in report["levels"]] == list(range(len(levels)))
    assert report["missingReductions"] == [] and report["warnings"] == []
    assert answer["tiles"] == sum(l["tiles"] for l in report["levels"])
    head = os.path.getsize(path) - sum(l["bytes"] for l in report["levels"])
    assert 0 < head < 8192


@pytest.mark.parametrize("compression, more", [
    ("none", ["--bigtiff"]), ("lzw", []), ("deflate", ["--subifd"]), ("jpeg", []),
    ("jpeg", ["--subifd", "--bigtiff"]),
], ids=str)
def test_pyramids_of_libvips_are_read(tmp_path, compression, more):
    if shutil.which("vips") is None:
        pytest.skip("libvips-tools are not installed")
    drawn = tmp_path / "drawn.png"
    rows, columns = numpy.mgrid[0:700, 0:1000]
    pixels = numpy.stack([rows % 256, columns % 251, (rows * columns) % 256], axis=-1)
    Image.fromarray(pixels.astype(numpy.uint8)).save(drawn)
    path = tmp_path / "vips.tif"
    subprocess.run(
        ["vips", "tiffsave", drawn, path, "--tile", "--pyramid", "--tile-width", "256",
         "--tile-height", "256", "--predictor", "horizontal", "--compression", compression, *more],
        check=True,
    )  # fmt: skip
    verified = run("verify", "--deep", "--json", path)
    report = json.loads(verified.stdout)["pyramids"][0]
    assert (verified.returncode, report["problems"], report["checksums"]) == (0, [], False)
    assert (report["levels"], report["tilesRead"]) == (3, 12 + 4 + 1)
    told = as_json("inspect", path)
    assert [level["reduction"] for level in told["levels"]] == [0, 1, 2]
