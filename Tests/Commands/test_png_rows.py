"""PNG files of every kind, by several writers: their samples are those of their own readers, and what
is not quite regular goes the way of all others."""
import itertools
import os
import pathlib
import struct
import subprocess
import zlib

import numpy
import pytest
from PIL import Image

from support.command import as_json, cut, cut_all, events, run
from support.pictures import levels, scene

CORPUS = os.environ.get("PYRAMIDION_CORPUS")
KINDS = ["1", "L", "LA", "RGB", "RGBA", "P", "P with alpha", "key", "gray key", "I;16", "wide RGB"]


def vips(*words):
    subprocess.run(["vips", *map(str, words)], check=True, capture_output=True)


def road(source, *flags):
    return as_json("inspect", *flags, source)["road"]


def pixels(source, kind):
    """What Pillow reads, as it is to be shown: gray or RGB, and alpha where there is some."""
    image = Image.open(source)
    if kind == "I;16":
        return numpy.asarray(image).astype(numpy.uint16) >> 8
    alpha = "A" in image.getbands() or "transparency" in image.info
    gray = image.mode in ("1", "L", "LA")
    # Alpha of grays is stored with colors, as pyramids have it.
    return numpy.asarray(image.convert("RGBA" if alpha else "L" if gray else "RGB"))


def write(path, kind, width, height):
    image = Image.fromarray(scene(width, height, seed=1))
    match kind:
        case "1" | "L" | "LA" | "RGBA" | "P":
            if kind in ("LA", "RGBA"):
                image.putalpha(Image.fromarray(scene(width, height, seed=2)).convert("L"))
            image.convert(kind).save(path)
        case "RGB":
            image.save(path)
        case "P with alpha":
            image.quantize(13).save(path, transparency=bytes([0, 100, 255, 7]))
        case "key":
            image.save(path, transparency=(200, 30, 40))
        case "gray key":
            image.convert("L").save(path, transparency=Image.fromarray(
                scene(width, height)).convert("L").getpixel((width // 4, height // 4)))
        case "I;16":
            numbers = numpy.random.default_rng(1).integers(0, 65536, (height, width))
            Image.fromarray(numbers.astype(numpy.uint16)).save(path)
        case "wide RGB":
            image.save(path.with_suffix(".tif"))
            vips("linear", path.with_suffix(".tif"), path.with_suffix(".v"), 257, 0)
            vips("cast", path.with_suffix(".v"), path.with_suffix(".w.v"), "ushort")
            vips("copy", path.with_suffix(".w.v"), path.with_suffix(".x.v"),
                 "--interpretation", "rgb16")
            vips("pngsave", path.with_suffix(".x.v"), path, "--bitdepth", 16)


def finest(source, target, *flags):
    """The finest level's samples, which lossless tiles have as they were."""
    return cut(source, target, "--format", "lossless", *flags)[0]


SIZES = [(1, 1), (300, 700), (601, 40)]


@pytest.fixture(scope="module")
def of_every_kind(tmp_path_factory):
    """Files of every kind and size, and what became of them."""
    folder = tmp_path_factory.mktemp("kinds")
    for kind in KINDS:
        for width, height in SIZES:
            write(folder / f"{kind} {width}.png", kind, width, height)
    return folder, cut_all(folder, tmp_path_factory.mktemp("store"), "--format", "lossless")


@pytest.mark.parametrize("width, height", SIZES)
@pytest.mark.parametrize("kind", KINDS)
def test_rows_of_every_kind_are_what_pillow_reads(of_every_kind, kind, width, height):
    folder, made = of_every_kind
    source = folder / f"{kind} {width}.png"
    told, pyramid = made[source.name]
    assert told["road"] == road(source) == "PNG rows"
    wanted = pixels(source, kind) if kind != "wide RGB" else scene(width, height, seed=1)
    assert numpy.array_equal(levels(pyramid)[0].reshape(wanted.shape), wanted)


FILTERS = ["none", "sub", "up", "avg", "paeth", "all"]
COMPRESSIONS = [0, 1, 6]


@pytest.fixture(scope="module")
def filtered(tmp_path_factory):
    """A picture of each mode, and what became of it by each filter and compression of another writer."""
    folder = tmp_path_factory.mktemp("filtered")
    plain = folder.with_name("plain.tif")
    pictures = {mode: Image.fromarray(scene(301, 270, seed=3)).convert(mode) for mode in ("L", "RGB", "RGBA")}
    for mode, picture in pictures.items():
        picture.save(plain)
        for filter, compression in itertools.product(FILTERS, COMPRESSIONS):
            vips("pngsave", plain, folder / f"{mode} {filter} {compression}.png",
                 "--filter", filter, "--compression", compression)
    return pictures, cut_all(folder, tmp_path_factory.mktemp("store"), "--format", "lossless")


@pytest.mark.parametrize("filter", FILTERS)
@pytest.mark.parametrize("compression", COMPRESSIONS)
def test_filters_are_undone(filtered, filter, compression):
    pictures, made = filtered
    for mode, picture in pictures.items():
        told, pyramid = made[f"{mode} {filter} {compression}.png"]
        assert told["road"] == "PNG rows"
        assert numpy.array_equal(levels(pyramid)[0].reshape(numpy.asarray(picture).shape), picture)


@pytest.mark.skipif(not CORPUS, reason="PYRAMIDION_CORPUS names no folder")
def test_the_corpus_is_what_libvips_reads(tmp_path):
    for source in sorted(pathlib.Path(CORPUS).rglob("*.png")):
        vips("copy", source, tmp_path / "v.tif")
        wanted = numpy.asarray(Image.open(tmp_path / "v.tif"))
        found = finest(source, tmp_path / "o.tif")
        assert numpy.array_equal(found.reshape(wanted.shape), wanted), source


# What is not quite regular


def chunks(png):
    place = 8
    while place < len(png):
        length, name = struct.unpack(">I4s", png[place : place + 8])
        yield name, png[place + 8 : place + 8 + length]
        place += 12 + length


def joined(found):
    png = b"\x89PNG\r\n\x1a\n"
    for name, data in found:
        png += struct.pack(">I", len(data)) + name + data
        png += struct.pack(">I", zlib.crc32(name + data))
    return png


def test_interlaced_files_go_the_way_of_all_others(tmp_path):
    picture = scene(300, 200, seed=1)
    Image.fromarray(picture).save(tmp_path / "plain.tif")
    vips("pngsave", tmp_path / "plain.tif", tmp_path / "a.png", "--interlace")
    assert road(tmp_path / "a.png") == "libvips"
    assert numpy.array_equal(finest(tmp_path / "a.png", tmp_path / "o.tif"), picture)


@pytest.mark.parametrize("name, way", [
    ("plain.png", "PNG rows"), ("interlaced.png", "libvips"), ("strips.tif", "TIFF strips"),
    ("deflate.tif", "TIFF strips"), ("zstd.tif", "libvips")])
def test_wide_grays_lose_their_lower_bytes_and_nothing_else(tmp_path, name, way):
    wide = (numpy.arange(300 * 256) * 65535 // (300 * 256 - 1)).astype(numpy.uint16).reshape(300, 256)
    Image.fromarray(wide).save(tmp_path / "strips.tif")
    vips("pngsave", tmp_path / "strips.tif", tmp_path / "plain.png", "--bitdepth", 16)
    vips("pngsave", tmp_path / "strips.tif", tmp_path / "interlaced.png", "--bitdepth", 16, "--interlace")
    for packing in ("deflate", "zstd"):
        vips("tiffsave", tmp_path / "strips.tif", tmp_path / f"{packing}.tif", "--compression", packing)
    assert road(tmp_path / name) == way
    assert numpy.array_equal(finest(tmp_path / name, tmp_path / "o.tif"), wide >> 8)


def test_a_profile_that_moves_colors_is_converted_and_one_that_does_not_is_left(tmp_path):
    picture = scene(300, 200, seed=1)
    Image.fromarray(picture).save(tmp_path / "plain.tif")
    for profile, way in (("p3", "libvips"), ("srgb", "PNG rows")):
        vips("icc_export", tmp_path / "plain.tif", tmp_path / "a.png", "--output-profile", profile)
        assert road(tmp_path / "a.png") == way
        found = finest(tmp_path / "a.png", tmp_path / "o.tif")
        stored = numpy.asarray(Image.open(tmp_path / "a.png"))
        assert numpy.array_equal(found, stored) == (way == "PNG rows")
        assert road(tmp_path / "a.png", "--keep-profile") == "PNG rows"
        kept = finest(tmp_path / "a.png", tmp_path / "o.tif", "--keep-profile")
        assert numpy.array_equal(kept, stored)


def test_a_wrong_checksum_is_told_and_cut_as_libvips_reads_it(tmp_path):
    picture = scene(300, 700, seed=1)
    Image.fromarray(picture).save(tmp_path / "a.png")
    found = [(name, data[:-1] + bytes([data[-1] ^ 1]) if name == b"IDAT" else data)
             for name, data in chunks((tmp_path / "a.png").read_bytes())]
    (tmp_path / "a.png").write_bytes(joined(found))
    assert road(tmp_path / "a.png") == "PNG rows"
    answer = run("prerender", "--json", "--store", tmp_path / "store", tmp_path / "a.png")
    (told,) = [event for event in events(answer) if event["event"] in ("cut", "failed")]
    if told["event"] == "cut":
        assert told["road"] == "libvips"
        assert "checksum" in told["roadReason"]


@pytest.mark.parametrize("kept", [0.3, 0.9, 0.999])
def test_a_file_that_ends_too_early_fails_as_it_did(tmp_path, kept):
    Image.fromarray(scene(900, 700, seed=1)).save(tmp_path / "a.png")
    whole = (tmp_path / "a.png").read_bytes()
    (tmp_path / "a.png").write_bytes(whole[: int(len(whole) * kept)])
    answer = run("cut", tmp_path / "a.png", tmp_path / "o.tif")
    assert answer.returncode != 0
    assert "a.png" in answer.stderr
    assert not (tmp_path / "o.tif").exists()


@pytest.mark.parametrize("interlaced", [False, True])
def test_colors_that_are_told_without_a_profile_are_warned_of(tmp_path, interlaced):
    def said(*chunks):
        path = tmp_path / "told.png"
        raw = b"".join(b"\0" + bytes(3 * 8) for _ in range(8))
        head = struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, interlaced)
        if interlaced:
            # One pixel of each pass has a filter's byte before each row.
            sizes = [(1, 1), (1, 1), (2, 1), (2, 2), (4, 2), (4, 4), (8, 4)]
            raw = b"".join((b"\0" + bytes(3 * width)) * height for width, height in sizes)
        parts = [(b"IHDR", head), *chunks, (b"IDAT", zlib.compress(raw)), (b"IEND", b"")]
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
            for name, body in parts))
        return [warning for warning in as_json("inspect", path)["warnings"] if "colours" in warning]

    assert said() == said((b"sRGB", b"\0"), (b"gAMA", struct.pack(">I", 100_000))) == []
    assert any("cICP" in warning for warning in said((b"cICP", bytes([12, 13, 0, 1]))))
    assert any("gAMA" in warning for warning in said((b"gAMA", struct.pack(">I", 100_000))))
