"""What is told of sources that are odd, damaged or no images: in words, and before they are cut."""

import gzip
import os
import struct
import subprocess
import zlib

import numpy
import pytest
import tifffile
from PIL import Image, ImageCms

from support import command
from support.command import as_json, events, run
from support.pictures import scene


def inspect(source, *flags):
    return as_json("inspect", *flags, source)


def picture(width=300, height=200):
    return scene(width, height)


def cut(source, target, *flags):
    return command.cut(source, target, *flags)[0]


# Profiles, bands, planes


@pytest.mark.parametrize("suffix", ["jpg", "png", "tif"])
def test_a_profile_that_is_none_is_warned_of(tmp_path, suffix):
    image = Image.fromarray(picture())
    image.save(tmp_path / f"a.{suffix}", icc_profile=b"garbage" * 60)
    report = inspect(tmp_path / f"a.{suffix}")
    if suffix != "png" or report["profile"] != "none":
        assert report["profile"] == "unusable"
        assert any("profile can't be used" in warning for warning in report["warnings"])
    found = cut(tmp_path / f"a.{suffix}", tmp_path / "o.tif")
    assert numpy.abs(found.astype(int) - picture()).mean() < 4


def test_bands_that_are_no_alpha_are_not_called_so(tmp_path):
    tifffile.imwrite(
        tmp_path / "seven.tif", numpy.full((200, 300, 7), 99, numpy.uint8), photometric="rgb")
    assert not inspect(tmp_path / "seven.tif")["alpha"]
    assert cut(tmp_path / "seven.tif", tmp_path / "o.tif").shape == (200, 300, 3)


def test_lab_of_eight_bits(tmp_path):
    lab = ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB")
    image = ImageCms.applyTransform(Image.fromarray(picture()), lab)
    image.save(tmp_path / "a.tif")
    report = inspect(tmp_path / "a.tif")
    assert (report["colour"], report["alpha"]) == ("Lab", False)
    # libvips' own way there.
    subprocess.run(
        ["vips", "colourspace", tmp_path / "a.tif", tmp_path / "b.png", "srgb"], check=True,
        capture_output=True)
    expected = numpy.asarray(Image.open(tmp_path / "b.png").convert("RGB")).astype(int)
    found = cut(tmp_path / "a.tif", tmp_path / "o.tif", "--format", "lossless")
    assert numpy.abs(found - expected).mean() < 4


def test_what_cannot_be_cut_is_said_beforehand(tmp_path):
    planes = numpy.moveaxis(picture(), 2, 0).astype(numpy.float32)
    tifffile.imwrite(
        tmp_path / "a.tif", planes, photometric="rgb", planarconfig="separate", tile=(64, 64))
    for words in (["inspect", tmp_path / "a.tif"], ["cut", tmp_path / "a.tif", tmp_path / "o.tif"]):
        answer = run(*words)
        assert answer.returncode == 1 and "one colour each" in answer.stderr


# Errors


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, interlaced=0):
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, interlaced)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)


def broken(folder):
    image = Image.fromarray(picture())
    (folder / "header.png").write_bytes(png(20, 20))
    (folder / "empty.png").write_bytes(png(0, 5) + chunk(b"IDAT", b"") + chunk(b"IEND", b""))
    (folder / "wide.png").write_bytes(png(2**31 - 1, 5) + chunk(b"IEND", b""))
    (folder / "interlaced.png").write_bytes(png(20, 20, 1) + chunk(b"IDAT", b"1234")[:9])
    for kind in ("png", "tif", "webp", "gif", "avif"):
        whole = folder / f".whole.{kind}"
        image.save(folder / ".a.png")
        subprocess.run(["vips", "copy", folder / ".a.png", whole], check=True)
        data = whole.read_bytes()
        (folder / f"half.{kind}").write_bytes(data[: len(data) // 2])
        (folder / f"head.{kind}").write_bytes(data[:100])
    (folder / "a.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="10">')


def test_errors_are_plain_sentences(tmp_path):
    (tmp_path / "in").mkdir()
    broken(tmp_path / "in")
    answer = run(
        "prerender", "--json", "--allow-untrusted", "--store", tmp_path / "s", tmp_path / "in")
    happened = events(answer)
    reasons = {os.path.basename(e["image"]): e["reason"] for e in happened if e["event"] == "failed"}
    assert set(reasons) == {p.name for p in (tmp_path / "in").iterdir() if p.name[0] != "."}
    for name, reason in reasons.items():
        for noise in ("no reason", "seek", "vips", "lib", "domain", "it:", "Directory", "box"):
            assert noise not in reason, (name, reason)
    for name in ("half.tif", "head.tif", "half.avif", "half.gif"):
        assert "ends too early" in reasons[name], (name, reasons[name])
    assert "header" in reasons["empty.png"]
    assert "Premature end of data in tag svg" in reasons["a.svg"]


# Drawings

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"/>'


@pytest.mark.parametrize("packed", [False, True])
def test_drawings_are_told_by_their_first_element(tmp_path, packed):
    # What else may stand before it, and what is none, SourceFormatTests know.
    data = ("<!-- <html> --> \n" + SVG).encode()
    (tmp_path / "a").write_bytes(gzip.compress(data) if packed else data)
    assert inspect(tmp_path / "a", "--allow-untrusted")["format"] == "SVG"


def test_what_only_speaks_of_drawings_is_none(tmp_path):
    (tmp_path / "a").write_bytes(b"<html><body><svg width='9' height='9'></svg></body></html>")
    answer = run("cut", "--allow-untrusted", tmp_path / "a", tmp_path / "o.tif")
    assert answer.returncode == 1 and "not an image of a kind" in answer.stderr


# Estimates


def test_estimates_go_by_what_is_made_of_what(tmp_path):
    image = Image.new("RGB", (2000, 1500))
    image.save(tmp_path / "a.jpg")
    image.save(tmp_path / "p.jpg", progressive=True)
    image.save(tmp_path / "a.webp")
    image.save(tmp_path / "a.png")
    image.convert("CMYK").save(tmp_path / "c.jpg")
    seconds = {name: inspect(tmp_path / name)["estimatedSeconds"]
               for name in ("a.jpg", "p.jpg", "a.png", "c.jpg")}  # fmt: skip
    assert seconds["a.jpg"] < seconds["p.jpg"] < seconds["c.jpg"]
    assert seconds["a.jpg"] < seconds["a.png"] < seconds["c.jpg"]
    lossless = inspect(tmp_path / "a.png", "--format", "lossless")["estimatedSeconds"]
    assert lossless > 5 * seconds["a.png"]
    assert inspect(tmp_path / "a.webp")["estimatedMemory"] > 2.5 * 2000 * 1500 * 3 + 60e6


def grey_profile(gamma):
    """An ICC profile of grey with one exponent."""
    def text(kind, words):
        return kind + bytes(4) + (
            struct.pack(">I", len(words) + 1) + words + bytes(1) + bytes(78) if kind == b"desc"
            else words + bytes(1))

    tags = [
        (b"desc", text(b"desc", b"grey")), (b"cprt", text(b"text", b"none")),
        (b"wtpt", b"XYZ " + bytes(4) + struct.pack(">3i", 63190, 65536, 54061)),
        (b"kTRC", b"curv" + bytes(4) + struct.pack(">IH", 1, round(gamma * 256))),
    ]
    place, table, body = 132 + 12 * len(tags), b"", b""
    for name, content in tags:
        content += bytes(-len(content) % 4)
        table += name + struct.pack(">II", place + len(body), len(content))
        body += content
    head = struct.pack(
        ">I4sI4s4s4s12s4s", place + len(body), b"lcms", 0x02100000, b"mntr", b"GRAY", b"XYZ ",
        bytes(12), b"acsp").ljust(68, b"\0") + struct.pack(">3i", 63190, 65536, 54061)
    return head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + table + body


@pytest.mark.parametrize("suffix", ["jpg", "png"])
@pytest.mark.parametrize("gamma", [1.0, 2.2])
def test_grey_goes_through_its_profile_too(tmp_path, suffix, gamma):
    ramp = numpy.tile(numpy.linspace(0, 255, 512).astype(numpy.uint8), (64, 1))
    source = tmp_path / f"a.{suffix}"
    Image.fromarray(ramp).save(source, icc_profile=grey_profile(gamma), quality=95)
    found = cut(source, tmp_path / "a.tif", "--quality", 95).astype(float)
    found = found if found.ndim == 2 else found.mean(axis=2)
    light = (ramp / 255) ** gamma
    wanted = 255 * numpy.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    assert numpy.abs(found[:64, :512] - wanted).mean() < 3
    assert inspect(source)["profile"] == "embedded, converted to sRGB"


def test_a_drawing_is_described_as_finely_as_it_would_be_cut(tmp_path):
    (tmp_path / "a.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="72pt" height="36pt"><path d="M0 0h9v9z"/></svg>')
    for dpi in (150, 300):
        report = inspect(tmp_path / "a.svg", "--allow-untrusted", "--dpi", dpi)
        assert (report["width"], report["height"]) == (dpi, dpi // 2)
