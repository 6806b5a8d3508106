"""Files that ended on their way: `inspect` says so, whatever their headers promise."""
import io

import numpy
import pytest
from PIL import Image

from support.command import as_json, run

KINDS = {
    "baseline.jpg": dict(quality=90),
    "progressive.jpg": dict(quality=90, progressive=True),
    "picture.png": dict(),
    "strips.tif": dict(),
    "packed.tif": dict(compression="tiff_lzw"),
    "picture.webp": dict(quality=90),
    "picture.gif": dict(),
    "picture.avif": dict(),
}
# What is told when these are opened is their decoders' own.
TOLD_BY_DECODERS = {"picture.webp", "picture.gif", "picture.avif"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    noise = numpy.random.default_rng(3).integers(0, 255, (300, 400, 3)).astype(numpy.uint8)
    for name, words in KINDS.items():
        Image.fromarray(noise).save(folder / name, **words)
    return folder


def notes(path):
    return [note for note in as_json("inspect", path)["warnings"] if "truncated" in note]


@pytest.mark.parametrize("name", KINDS)
def test_a_whole_file_is_not_truncated(whole, name):
    assert notes(whole / name) == []


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("part", [0.5, 0.98, -1])
def test_a_file_that_ends_too_early_is_said_to(whole, tmp_path, name, part):
    if (name, part) == ("picture.gif", -1):
        pytest.skip("the last byte of a GIF says no more than that it is the last")
    data = (whole / name).read_bytes()
    short = tmp_path / name
    short.write_bytes(data[: int(len(data) * part) if part > 0 else part])
    answer = run("inspect", short)
    if answer.returncode == 0:
        assert "note: truncated: the file ends before its picture does" in answer.stdout
        assert len(notes(short)) == 1
    else:
        words = ["ends too early", "damaged"] if name in TOLD_BY_DECODERS else ["truncated: the file ends"]
        assert any(word in answer.stderr for word in words), answer.stderr


@pytest.mark.parametrize("place", ["before the pixels", "behind them"])
@pytest.mark.parametrize("chunk, claims, words", [
    (b"tEXt", 2_000_000_000, "its chunk tEXt claims 2000000000 bytes"),
    (b"t\x1b[m", 700_000, "its chunk without a name claims 700000 bytes"),
    (b"IDAT", 3_000_000_000, "its chunk IDAT claims 3000000000 bytes"),
])
def test_a_chunk_that_claims_more_than_the_file_has_is_named(whole, tmp_path, place, chunk, claims, words):
    data = (whole / "picture.png").read_bytes()
    at = data.index(b"IDAT" if place == "before the pixels" else b"IEND") - 4
    path = tmp_path / "a.png"
    path.write_bytes(data[:at] + claims.to_bytes(4, "big") + chunk + data[at:])
    answer = run("inspect", path)
    told = answer.stdout + answer.stderr
    reason = f"truncated, or damaged: {words}, and the file has {len(data) - at} more"
    assert reason in told
    assert "truncated: " not in told
    cut = run("cut", path, tmp_path / "a.tif")
    assert cut.returncode == 0 or reason in cut.stderr
    assert place == "behind them" or cut.returncode == 1


@pytest.mark.parametrize("name", ["baseline.jpg", "picture.png"])
def test_what_stands_behind_a_picture_is_no_matter(whole, tmp_path, name):
    longer = tmp_path / name
    longer.write_bytes((whole / name).read_bytes() + bytes(300_000))
    assert notes(longer) == []


def test_a_thumbnail_inside_is_not_the_end(tmp_path):
    small, photograph = io.BytesIO(), io.BytesIO()
    Image.new("RGB", (40, 30), "teal").save(small, "JPEG")
    noise = numpy.random.default_rng(4).integers(0, 255, (300, 400, 3)).astype(numpy.uint8)
    Image.fromarray(noise).save(photograph, "JPEG")
    body = b"Exif\0\0" + small.getvalue()
    data = photograph.getvalue()
    data = data[:2] + b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body + data[2:]
    path = tmp_path / "a.jpg"
    path.write_bytes(data)
    assert notes(path) == []
    path.write_bytes(data[:-500])
    assert len(notes(path)) == 1


def test_a_pyramid_that_ends_too_early_is_said_to(whole, tmp_path):
    pyramid = tmp_path / "a.tif"
    assert run("cut", whole / "baseline.jpg", pyramid).returncode == 0
    pyramid.write_bytes(pyramid.read_bytes()[:-1000])
    answer = run("inspect", pyramid)
    assert answer.returncode == 1
    assert answer.stderr.endswith("bytes: it is truncated, or damaged\n")
