"""`verify --deep` decodes every tile: a right checksum of bytes that are no picture is not enough."""
import io
import json
import shutil
import subprocess

import numpy
import pytest
import tifffile
from PIL import Image

from support.command import FIXTURE, run

KINDS = ["jpeg-grey", "jpeg-420", "jpeg-444", "webp", "webp-alpha", "deflate-1", "deflate-3"]


def verify(path, *flags):
    answer = run("verify", "--json", *flags, path)
    return answer.returncode, json.loads(answer.stdout)["pyramids"][0]


def truncated(tile):
    return tile[: len(tile) * 2 // 3]


def noise(tile):
    return numpy.random.default_rng(4).bytes(len(tile))


def smaller_picture(tile):
    """A sound picture, but not of a tile's size."""
    image = Image.open(io.BytesIO(tile))
    out = io.BytesIO()
    image.resize((100, 100)).save(out, image.format)
    return out.getvalue()


def one_byte(tile):
    return b"x"


# Deflate tiles have no size of their own: nothing tells a smaller picture but its length.
@pytest.mark.parametrize(
    "kind,damage",
    [(kind, damage) for kind in KINDS for damage in (truncated, noise, smaller_picture, one_byte)
     if damage is not smaller_picture or not kind.startswith("deflate")])
def test_tiles_with_a_right_checksum_that_are_no_pictures(
    drawn_pyramid, tmp_path, kind, damage
):
    sound, _ = drawn_pyramid(kind)
    assert verify(sound, "--deep")[0] == 0
    tiles = tmp_path / "tiles"
    shutil.copytree(sound.parent, tiles)
    (tiles / "1_1_0").write_bytes(damage((tiles / "1_1_0").read_bytes()))
    path = tmp_path / "pyramid.tif"
    subprocess.run([FIXTURE, "write", path, "1000", "613", "256", kind, tiles], check=True)
    assert verify(path)[0] == 0, "the index alone shows nothing"
    code, answer = verify(path, "--deep")
    assert (code, answer["status"]) == (1, "damaged")
    assert [problem["kind"] for problem in answer["problems"]] == ["undecodable"]
    assert "tile 1,0 of the level 500x307" in answer["problems"][0]["detail"]


def foreign(tmp_path, compression):
    if shutil.which("vips") is None:
        pytest.skip("libvips-tools are not installed")
    rows, columns = numpy.mgrid[0:700, 0:1000]
    pixels = numpy.stack([rows % 256, columns % 251, (rows * columns) % 256], axis=-1)
    Image.fromarray(pixels.astype(numpy.uint8)).save(tmp_path / "drawn.png")
    path = tmp_path / "foreign.tif"
    subprocess.run(
        ["vips", "tiffsave", tmp_path / "drawn.png", path, "--tile", "--pyramid", "--tile-width",
         "256", "--tile-height", "256", "--compression", compression],
        check=True)  # fmt: skip
    return path


@pytest.mark.parametrize("compression", ["none", "jpeg", "deflate", "lzw", "webp"])
def test_every_tile_of_another_programs_pyramid_is_decoded(tmp_path, compression):
    path = foreign(tmp_path, compression)
    code, answer = verify(path, "--deep")
    assert (code, answer["problems"], answer["tilesRead"]) == (0, [], 12 + 4 + 1)
    if compression == "none":
        return
    with tifffile.TiffFile(path) as file:
        place, length = file.pages[1].dataoffsets[2], file.pages[1].databytecounts[2]
    whole = bytearray(path.read_bytes())
    whole[place : place + length] = bytes(length)
    path.write_bytes(whole)
    assert verify(path)[0] == 0
    code, answer = verify(path, "--deep")
    assert (code, [problem["kind"] for problem in answer["problems"]]) == (1, ["undecodable"])
    assert "tile 0,1 of the level 500x350" in answer["problems"][0]["detail"]


def test_pages_after_the_first_are_decoded_too(tmp_path):
    page = numpy.random.default_rng(1).integers(0, 255, (600, 500, 3), numpy.uint8)
    path = tmp_path / "pages.tif"
    with tifffile.TiffWriter(path) as file:
        for _ in range(3):
            file.write(page, tile=(256, 256), photometric="rgb", compression="zlib", metadata=None)
    code, answer = verify(path, "--deep")
    assert (code, answer["tilesRead"]) == (0, 3 * 6)
    with tifffile.TiffFile(path) as file:
        place = file.pages[2].dataoffsets[5]
    whole = bytearray(path.read_bytes())
    whole[place : place + 100] = bytes(100)
    path.write_bytes(whole)
    code, answer = verify(path, "--deep")
    assert (code, [problem["kind"] for problem in answer["problems"]]) == (1, ["undecodable"])


def test_a_list_of_problems_that_ends_too_early_says_so(drawn_pyramid, tmp_path):
    sound, _ = drawn_pyramid("jpeg-420", width=4000, height=3000)
    damaged = tmp_path / "damaged.tif"
    data = bytearray(sound.read_bytes())
    for place in range(len(data) // 3, len(data), 200):
        data[place] ^= 0xFF
    damaged.write_bytes(data)
    problems = verify(damaged, "--deep")[1]["problems"]
    assert len(problems) == 101 and problems[-1]["detail"] == "there are more than these 100"
