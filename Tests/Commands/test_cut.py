"""Cutting with the real binary: every kind of source, its colours, its orientation, its errors."""

import json
import os
import pathlib
import random
import signal
import struct
import subprocess
import time
import zlib

import numpy
import pytest
import tifffile
from PIL import Image, ImageCms

from support.command import as_json, cut, events, run, start
from support.halted import hold_decoder
from support.pictures import halved, scene



def vips(*words):
    subprocess.run(["vips", *map(str, words)], check=True, capture_output=True)


def picture(width, height, seed=1):
    return scene(width, height, seed)


def off(one, other):
    assert one.shape[:2] == other.shape[:2]
    return numpy.abs(one.astype(float) - other.astype(float)).mean()


@pytest.mark.parametrize("subsampling", ["4:4:4", "4:2:2", "4:2:0"])
@pytest.mark.parametrize("size", [(1, 1), (255, 257), (777, 511), (1025, 300)])
@pytest.mark.parametrize("progressive", [False, True])
def test_jpeg_samplings_and_odd_sizes(tmp_path, subsampling, size, progressive):
    Image.fromarray(picture(*size)).save(
        tmp_path / "a.jpg", quality=95, subsampling=subsampling, progressive=progressive)
    source = numpy.asarray(Image.open(tmp_path / "a.jpg"))
    found = cut(tmp_path / "a.jpg", tmp_path / "a.tif", "--quality", 95)
    assert found[0].shape == source.shape
    for level in found:
        assert level.shape == source.shape
        assert off(level, source) < 3
        source = halved(source)


def test_lossless_is_the_exact_area_average_over_all_levels(tmp_path):
    source = picture(1031, 577)
    Image.fromarray(source).save(tmp_path / "a.png")
    found = cut(tmp_path / "a.png", tmp_path / "a.tif", "--format", "lossless", "--tile-size", 128)
    assert len(found) == 5
    assert (found[0] == source).all()
    exact = source
    for level in found[1:]:
        exact = halved(exact)
        # Rounding each level's bytes errs by half a step at most for each; never to one side.
        assert numpy.abs(level - exact).max() < 1.6
        assert abs((level - exact).mean()) < 0.05


@pytest.mark.parametrize("value", range(1, 9))
@pytest.mark.parametrize("kind", ["jpg", "tif"])
def test_orientations_are_applied(tmp_path, value, kind):
    size = (601, 333)
    upright = Image.fromarray(picture(*size))
    back = {2: [0], 3: [3], 4: [1], 5: [5], 6: [2], 7: [6], 8: [4]}.get(value, [])
    for step in back:
        upright = upright.transpose(Image.Transpose(step))
    exif = Image.Exif()
    exif[0x112] = value
    options = {"quality": 95, "exif": exif} if kind == "jpg" else {"tiffinfo": {274: value}}
    upright.save(tmp_path / f"a.{kind}", **options)
    found = cut(tmp_path / f"a.{kind}", tmp_path / "o.tif", "--quality", 95)
    expected = picture(*size)
    assert found[0].shape == expected.shape
    for level in found:
        assert off(level, expected) < 4
        expected = halved(expected)


def colours(path, *steps):
    """libvips' own conversion of a file."""
    current = str(path)
    for index, step in enumerate(steps):
        following = f"{path}.{index}.v"
        vips(step[0], current, following, *step[1:])
        current = following
    vips("copy", current, f"{path}.png")
    return numpy.asarray(Image.open(f"{path}.png"))


SRGB = ("icc_transform", "srgb", "--embedded", "--depth", "8")


def test_cmyk(tmp_path):
    Image.fromarray(picture(700, 500)).convert("CMYK").save(tmp_path / "a.jpg", quality=95)
    expected = colours(tmp_path / "a.jpg", (*SRGB, "--input-profile", "cmyk"))
    assert off(cut(tmp_path / "a.jpg", tmp_path / "a.tif", "--quality", 95)[0], expected) < 4


def test_profile_is_applied_and_kept_on_request(tmp_path):
    Image.fromarray(picture(700, 500)).save(tmp_path / "rgb.png")
    vips("icc_export", tmp_path / "rgb.png", tmp_path / "p3.v", "--output-profile", "p3")
    vips("jpegsave", tmp_path / "p3.v", tmp_path / "a.jpg", "--Q", "95", "--profile", "p3")
    expected = colours(tmp_path / "a.jpg", SRGB)
    stored = numpy.asarray(Image.open(tmp_path / "a.jpg"))
    assert off(stored, expected) > 4
    assert off(cut(tmp_path / "a.jpg", tmp_path / "a.tif", "--quality", 95)[0], expected) < 4
    kept = cut(tmp_path / "a.jpg", tmp_path / "k.tif", "--quality", 95, "--keep-profile")[0]
    assert off(kept, stored) < 3
    with tifffile.TiffFile(tmp_path / "k.tif") as file:
        assert 34675 in file.pages[0].tags


def test_srgb_by_another_name_stays_on_the_fast_road(tmp_path):
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    Image.fromarray(picture(300, 200)).save(tmp_path / "a.jpg", icc_profile=profile)
    report = as_json("inspect", tmp_path / "a.jpg")
    assert (report["profile"], report["road"]) == ("sRGB", "JPEG code words")


def test_sixteen_bits(tmp_path):
    tifffile.imwrite(tmp_path / "a.tif", picture(500, 400).astype(numpy.uint16) * 257)
    found = cut(tmp_path / "a.tif", tmp_path / "o.tif", "--quality", 95)
    assert off(found[0], picture(500, 400)) < 3
    grey = (picture(500, 400)[..., 0].astype(numpy.uint16)) * 257
    tifffile.imwrite(tmp_path / "g.tif", grey)
    found = cut(tmp_path / "g.tif", tmp_path / "o.tif", "--quality", 95)
    assert found[0].ndim == 2 and off(found[0], grey / 257) < 3


@pytest.mark.parametrize("low,high", [(0.0, 1.0), (-40.0, 1000.0)])
def test_floats_are_scaled(tmp_path, low, high):
    grey = picture(400, 300)[..., 1].astype(numpy.float32) / 255
    tifffile.imwrite(tmp_path / "a.tif", low + grey * (high - low))
    found = cut(tmp_path / "a.tif", tmp_path / "o.tif", "--format", "lossless")
    assert off(found[0], grey * 255) < 1


def test_alpha_is_kept_and_colour_under_it_does_not_bleed(tmp_path):
    image = numpy.zeros((600, 600, 4), numpy.uint8)
    image[..., 0] = 255
    image[:, 301:] = [0, 0, 255, 0]
    image[:, :301, 3] = 255
    Image.fromarray(image).save(tmp_path / "a.png")
    found = cut(tmp_path / "a.png", tmp_path / "l.tif", "--format", "lossless")
    assert (found[0] == image).all()
    assert found[1].shape == (300, 300, 4)
    seam = found[1][100, 150]
    assert seam[3] in (127, 128) and tuple(seam[:3]) == (255, 0, 0)
    webp = cut(tmp_path / "a.png", tmp_path / "w.tif")
    assert off(webp[0][..., 3], image[..., 3]) < 1


@pytest.mark.parametrize(
    "name,mode", [("p.png", "P"), ("g.png", "L"), ("b.png", "1"), ("la.png", "LA"),
                  ("a.webp", "RGB"), ("a.gif", "P"), ("g.jpg", "L"), ("c.tif", "CMYK")])
def test_other_kinds(tmp_path, name, mode):
    image = Image.fromarray(picture(400, 300)).convert(mode)
    image.save(tmp_path / name)
    expected = numpy.asarray(Image.open(tmp_path / name).convert("LA" if mode == "LA" else "RGB"))
    found = cut(tmp_path / name, tmp_path / "o.tif", "--format", "lossless")[0]
    if found.ndim == 2:
        found = numpy.repeat(found[..., None], 3, 2)
    if mode == "LA":
        assert off(found[..., 0], expected[..., 0]) < 1 and (found[..., 3] == 255).all()
    else:
        assert off(found[..., :3], expected) < (30 if mode == "CMYK" else 3)


def test_a_kind_that_libvips_writes(tmp_path):
    Image.fromarray(picture(300, 200)).save(tmp_path / "a.png")
    vips("copy", tmp_path / "a.png", tmp_path / "a.avif[Q=90]")
    assert off(cut(tmp_path / "a.avif", tmp_path / "o.tif")[0], picture(300, 200)) < 6


def test_jpeg_2000_only_where_switched_on(tmp_path):
    Image.fromarray(picture(300, 200)).save(tmp_path / "a.png")
    vips("copy", tmp_path / "a.png", tmp_path / "a.jp2")
    for words in (["cut", tmp_path / "a.jp2", tmp_path / "o.tif"], ["inspect", tmp_path / "a.jp2"]):
        refused = run(*words)
        assert refused.returncode == 1 and "JPEG 2000 files are not switched on" in refused.stderr
        # Its decoder is known to write beyond its memory: nothing but the box holds it.
        for way in (["--sandbox", "off"], ["--sandbox", "off", "--allow-untrusted"]):
            assert run(*words, *way).returncode == 1
    assert off(cut(tmp_path / "a.jp2", tmp_path / "o.tif", "--allow-untrusted")[0],
               picture(300, 200)) < 6


def test_vector_sources_only_where_switched_on(tmp_path):
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60">' \
          '<rect width="90" height="60" fill="#ff0000"/></svg>'
    (tmp_path / "a.svg").write_text(svg)
    refused = run("cut", tmp_path / "a.svg", tmp_path / "o.tif")
    assert refused.returncode == 1 and "not switched on" in refused.stderr
    found = cut(tmp_path / "a.svg", tmp_path / "o.tif", "--allow-untrusted", "--dpi", 144,
                "--format", "lossless")[0]
    assert found.shape[:2] == (120, 180) and tuple(found[60, 90][:3]) == (255, 0, 0)


def test_pages_are_images_of_their_own(tmp_path):
    pages = [picture(300, 200, seed) for seed in range(3)]
    with tifffile.TiffWriter(tmp_path / "a.tif") as file:
        for page in pages:
            file.write(page, photometric="rgb")
    happened = events(run("prerender", "--json", "--store", tmp_path / "s", tmp_path / "a.tif"))
    cuts = [event["image"] for event in happened if event["event"] == "cut"]
    assert sorted(name.rsplit(";")[1] for name in cuts) == ["1", "2", "3"]
    second = cut(tmp_path / "a.tif", tmp_path / "o.tif", "--page", 2, "--quality", 95)[0]
    assert off(second, pages[1]) < 3


# What can be wrong with a source


def chunk(kind, data):
    checked = kind + data
    return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))


def bad_sources(folder):
    good = folder / "good.jpg"
    Image.fromarray(picture(900, 700)).save(good, quality=90)
    bytes_ = good.read_bytes()
    (folder / "truncated.jpg").write_bytes(bytes_[: len(bytes_) // 2])
    damaged = bytearray(bytes_)
    damaged[len(bytes_) // 2 : len(bytes_) // 2 + 3000] = bytes(3000)
    (folder / "damaged.jpg").write_bytes(damaged)
    (folder / "empty.jpg").write_bytes(b"")
    (folder / "text.jpg").write_text("no picture at all")
    Image.fromarray(picture(500, 400)).save(folder / "whole.png")
    png = (folder / "whole.png").read_bytes()
    (folder / "truncated.png").write_bytes(png[: len(png) // 2])
    (folder / "whole.png").unlink()
    (folder / "hostile.tif").write_bytes(b"II*\0\x08\0\0\0\xff\xff" + b"\xff" * 400)
    # All of its 30,000 rows are one byte of a stream that ends at once.
    header = struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 0)
    (folder / "bomb-named.gif").write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0"))
        + chunk(b"IEND", b""))


def test_bad_sources_are_told_and_the_rest_is_done(tmp_path):
    (tmp_path / "in").mkdir()
    bad_sources(tmp_path / "in")
    result = run("prerender", "--json", "--store", tmp_path / "s", tmp_path / "in")
    happened = events(result)
    failed = {pathlib.Path(e["image"]).name: e["reason"] for e in happened if e["event"] == "failed"}
    assert result.returncode == 1
    assert sorted(failed) == [
        "bomb-named.gif", "damaged.jpg", "empty.jpg", "hostile.tif", "text.jpg", "truncated.jpg",
        "truncated.png"]
    assert "truncated" in failed["truncated.jpg"]
    assert "30000 x 30000" in failed["bomb-named.gif"]
    assert [pathlib.Path(e["image"]).name for e in happened if e["event"] == "cut"] == ["good.jpg"]
    assert run("verify", "--store", tmp_path / "s", "--deep").returncode == 0


def test_memory_limit_is_that_images_error(tmp_path):
    # What it takes is known from its header.
    Image.new("RGB", (6000, 4500)).save(tmp_path / "a.jpg", progressive=True)
    result = run("cut", "--max-memory", 64, tmp_path / "a.jpg", tmp_path / "o.tif")
    assert result.returncode == 1 and "memory" in result.stderr
    assert not list(tmp_path.glob("*o.tif*"))


def test_limits_come_from_the_header(tmp_path):
    Image.fromarray(picture(300, 200)).save(tmp_path / "a.jpg")
    result = run("cut", "--max-pixels", 59_999, tmp_path / "a.jpg", tmp_path / "o.tif")
    assert result.returncode == 1 and "300 x 200" in result.stderr
    assert run("cut", "--max-pixels", 60_000, tmp_path / "a.jpg", tmp_path / "o.tif").returncode == 0


def test_usage_errors(tmp_path):
    for words in (["cut", "a.jpg"], ["cut", "--quality", "0", "a", "b"], ["prerender"],
                  ["cut", "--quality", "8o", "a", "b"]):
        assert run(*words).returncode == 2
    assert run("prerender", "--store", "/dev/null/x", tmp_path).returncode == 3


# Interrupted work


def folder_of_images(folder, count):
    folder.mkdir()
    for index in range(count):
        Image.fromarray(picture(1200, 900, index)).save(folder / f"{index:03}.jpg")


def leftovers(store):
    return [p for p in store.rglob("*") if p.is_file() and p.suffix != ".tif"]


def test_done_work_is_not_done_again_and_changed_sources_are(tmp_path):
    folder_of_images(tmp_path / "in", 3)
    command = ["prerender", "--json", "--store", tmp_path / "s", tmp_path / "in"]
    assert events(run(*command))[-1]["cut"] == 3
    assert events(run(*command))[-1]["current"] == 3
    Image.fromarray(picture(640, 480)).save(tmp_path / "in" / "001.jpg")
    total = events(run(*command))[-1]
    assert (total["cut"], total["current"]) == (1, 2)
    assert events(run(*command, "--force"))[-1]["cut"] == 3
    assert events(run(*command, "--quality", "50", "--dry-run"))[-1]["would-cut"] == 3


def test_killed_at_any_moment_the_store_is_whole(tmp_path):
    folder_of_images(tmp_path / "in", 12)
    store = tmp_path / "s"
    store.mkdir()
    command = ["prerender", "--store", store, tmp_path / "in"]
    swept = 0
    for _ in range(int(os.environ.get("PYRAMIDION_KILLS", "6"))):
        for path in list(store.rglob("*.tif"))[::2]:
            path.unlink()
        process = start(*command, stderr=subprocess.DEVNULL)
        time.sleep(random.uniform(0.01, 0.25))
        process.kill()
        process.wait()
        verified = run("verify", "--json", "--store", store, "--deep")
        assert verified.returncode == 0, verified.stdout
        swept += len(json.loads(verified.stdout)["leftovers"])
    assert run(*command).returncode == 0
    assert len(list(store.rglob("*.tif"))) == 12
    assert run("verify", "--store", store, "--deep", "--repair").returncode == 0
    assert not leftovers(store)
    print(f"{swept} leftovers were seen")


def test_interrupt_publishes_nothing_half_and_leaves_nothing(tmp_path):
    folder_of_images(tmp_path / "in", 30)
    store = tmp_path / "s"
    process = start("prerender", "--json", "--store", store, tmp_path / "in")
    # However quick the others are, one is under way.
    hold_decoder(process.pid, lambda: True)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == 1
    assert not leftovers(store)
    assert run("verify", "--store", store, "--deep").returncode == 0
    again = run("prerender", "--json", "--store", store, tmp_path / "in")
    assert again.returncode == 0 and len(list(store.rglob("*.tif"))) == 30


def test_a_crashed_decoder_costs_one_image(tmp_path):
    folder_of_images(tmp_path / "in", 3)
    assert run("prerender", "--store", tmp_path / "s", tmp_path / "in").returncode == 0
    Image.effect_noise((900, 700), 60).convert("RGB").save(tmp_path / "in/noise.png")
    process = start(
        "prerender", "--json", "--jobs", 1, "--store", tmp_path / "s", tmp_path / "in")
    decoder = hold_decoder(process.pid, lambda: True)
    os.kill(decoder, signal.SIGSEGV)
    os.kill(decoder, signal.SIGCONT)
    happened = [json.loads(line) for line in process.stdout]
    assert process.wait(timeout=60) == 1
    assert (happened[-1]["failed"], happened[-1]["cut"]) == (1, 0)
    assert any("crashed" in e.get("reason", "") for e in happened), happened
