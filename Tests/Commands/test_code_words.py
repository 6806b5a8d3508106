"""The finest level of a photograph is the photograph's own data."""
import io
import itertools
import json
import struct
import subprocess
import warnings

import imagecodecs
import numpy
import openslide
import pytest
import rasterio
import tifffile
from PIL import Image
from support.command import as_json, cut_all, run
from support.pictures import levels


def photograph(width, height, seed=0):
    numbers = numpy.random.default_rng(seed)
    coarse = numbers.integers(0, 255, (height // 16 + 2, width // 16 + 2, 3), dtype=numpy.uint8)
    smooth = Image.fromarray(coarse).resize((width, height), Image.BICUBIC)
    grain = numbers.integers(-9, 9, (height, width, 3))
    return Image.fromarray(numpy.clip(numpy.asarray(smooth) + grain, 0, 255).astype(numpy.uint8))


def turned(orientation):
    """Metadata that ask for a picture to be turned."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    return exif


def encoded(pixels, sampling, quality=85):
    return imagecodecs.jpeg8_encode(numpy.asarray(pixels), level=quality, subsampling=sampling)


def luma(picture):
    picture = Image.open(picture)
    picture.draft("L", picture.size)
    return numpy.asarray(picture)


def finest_tiles(path):
    """The tiles of a pyramid's first directory, by column and row, and the level's size."""
    data = path.read_bytes()
    assert data[:4] == b"II*\0"
    place = struct.unpack_from("<I", data, 4)[0]
    tags = {}
    for index in range(struct.unpack_from("<H", data, place)[0]):
        tag, kind, count, value = struct.unpack_from("<HHII", data, place + 2 + 12 * index)
        size = {3: 2, 4: 4}.get(kind)
        if size is None:
            continue
        where = place + 2 + 12 * index + 8 if size * count <= 4 else value
        tags[tag] = struct.unpack_from(f"<{count}{'H' if kind == 3 else 'I'}", data, where)
    (width,), (height,), (side,) = tags[256], tags[257], tags[322]
    columns = -(-width // side)
    tiles = {
        (index % columns, index // columns): data[start : start + length]
        for index, (start, length) in enumerate(zip(tags[324], tags[325]))
    }
    return tiles, side


def differing(source, pyramid):
    """Samples of luma that differ, and how many there are."""
    wanted = luma(source)
    tiles, side = finest_tiles(pyramid)
    different = 0
    for (column, row), tile in tiles.items():
        part = wanted[row * side : (row + 1) * side, column * side : (column + 1) * side]
        found = luma(io.BytesIO(tile))[: part.shape[0], : part.shape[1]]
        different += int((found != part).sum())
    return different, wanted.size


def by_vips(pyramid, size):
    copy = pyramid.with_suffix(".ppm")
    subprocess.run(["vips", "copy", pyramid, copy], check=True)
    return numpy.asarray(Image.open(copy))


def by_openslide(pyramid, size):
    with openslide.OpenSlide(pyramid) as slide:
        return numpy.asarray(slide.read_region((0, 0), 0, size).convert("RGB"))


def by_gdal(pyramid, size):
    with warnings.catch_warnings():
        # That it lies nowhere on the globe.
        warnings.simplefilter("ignore", rasterio.errors.NotGeoreferencedWarning)
        with rasterio.open(pyramid) as file:
            return file.read().transpose(1, 2, 0)


def by_pillow(pyramid, size):
    return numpy.asarray(Image.open(pyramid).convert("RGB"))


READERS = [by_vips, by_openslide, by_gdal, by_pillow]


def inspected(source, *flags):
    return as_json("inspect", *flags, source)


@pytest.mark.parametrize(
    "width, height, mode, words",
    [
        (701, 515, "RGB", {"quality": 85}),
        (700, 514, "RGB", {"quality": 60, "optimize": True}),
        (255, 1031, "RGB", {"quality": 85, "restart_marker_blocks": 7}),
        (513, 300, "RGB", {"quality": 75, "restart_marker_rows": 1}),
        (300, 257, "L", {"quality": 90}),
    ],
)
@pytest.mark.parametrize("tile", [128, 256])
def test_every_sample_of_the_finest_level_is_the_source_s(tmp_path, width, height, mode, words, tile):
    source, pyramid = tmp_path / "a.jpg", tmp_path / "a.tif"
    photograph(width, height).convert(mode).save(source, **words)
    assert inspected(source)["road"] == "JPEG code words"
    assert run("cut", "--tile-size", tile, source, pyramid).returncode == 0
    assert differing(source, pyramid) == (0, width * height)
    assert "1 checked, 0 damaged" in run("verify", "--deep", pyramid).stdout
    # Coarser levels, in colour, are what they are without all this.
    other = tmp_path / "b.tif"
    run("cut", "--base", "encoded", "--tile-size", tile, source, other)
    for level, (found, wanted) in enumerate(zip(levels(pyramid), levels(other), strict=True)):
        assert found.shape == wanted.shape
        off = numpy.abs(found.astype(int) - wanted)
        assert off.mean() < 4 and numpy.percentile(off, 99) < 24, level


SIZES = [(701, 515), (640, 512), (255, 1030)]
COVERED = {"444": (1, 1), "422": (2, 1), "440": (1, 2), "420": (2, 2)}


@pytest.fixture(scope="module")
def kept_and_anew(tmp_path_factory):
    """Photographs of each size and chroma, what became of them, and of them encoded anew."""
    folder = tmp_path_factory.mktemp("photographs")
    for size, sampling in itertools.product(SIZES, COVERED):
        (folder / f"{sampling} {size}.jpg").write_bytes(encoded(photograph(*size), sampling))
    store = tmp_path_factory.mktemp("store")
    made = cut_all(folder, store)
    assert f"{len(made)} checked, 0 damaged" in run("verify", "--deep", "--store", store).stdout
    return folder, made, cut_all(folder, tmp_path_factory.mktemp("anew"), "--base", "encoded")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("sampling, covered", COVERED.items())
def test_the_finest_level_keeps_its_chroma_and_others_have_what_is_asked_for(
    kept_and_anew, size, sampling, covered
):
    folder, made, anew = kept_and_anew
    source = folder / f"{sampling} {size}.jpg"
    told, pyramid = made[source.name]
    other = anew[source.name][1]
    assert told["road"] == inspected(source)["road"] == "JPEG code words"
    assert differing(source, pyramid) == (0, size[0] * size[1])
    with tifffile.TiffFile(pyramid) as file:
        found = [page.tags["YCbCrSubSampling"].value for page in file.pages]
    assert found == [covered] + [(2, 2)] * (len(found) - 1)
    if sampling == "444":
        # Every sample of all three: there are no neighbours' chroma that a tile could miss.
        assert (levels(pyramid)[0] == numpy.asarray(Image.open(source))).all()
    for level, (mine, wanted) in enumerate(zip(levels(pyramid), levels(other), strict=True)):
        off = numpy.abs(mine.astype(int) - wanted)
        assert off.mean() < 4 and numpy.percentile(off, 99) < 40, level
    wanted = numpy.asarray(Image.open(source)).astype(int)
    for reader in READERS:
        found = reader(pyramid, size)
        assert found.shape == wanted.shape, reader
        # One of them repeats chroma where the others blend it.
        assert numpy.abs(found - wanted).mean() < 2, reader


PLANES, TURNED, REQUANTISED = (
    "JPEG planes", "JPEG coefficients", "JPEG coefficients, requantised")


@pytest.mark.parametrize(
    "words, flags, road, reason",
    [
        ({"quality": 98}, (), REQUANTISED, "it is much finer than quality 85"),
        ({"quality": 85}, ("--quality", 40), REQUANTISED, "it is much finer than quality 40"),
        ({"quality": 86}, ("--base", "requantised"), REQUANTISED, "it is finer than quality 85"),
        ({"quality": 98, "exif": turned(4)}, (), REQUANTISED, "it is much finer than quality 85"),
        ({"quality": 85, "exif": turned(4)}, (), TURNED, "it is to be turned upright"),
        ({"quality": 98, "exif": turned(4)}, ("--base", "source"), TURNED,
         "it is to be turned upright"),
        ({"quality": 85, "progressive": True}, (), PLANES, "it is progressive"),
        ({"quality": 85, "exif": turned(6)}, ("--base", "encoded"), PLANES,
         "it is to be encoded anew"),
        ({"quality": 85, "exif": turned(7)}, (), PLANES,
         "it is to be turned upright, and its width is no multiple of 16"),
        ({"quality": 85, "exif": turned(7)}, ("--base", "source"), PLANES,
         "it is to be turned upright, and its width is no multiple of 16"),
    ],
)
def test_why_a_photograph_s_data_are_not_taken_over_is_told(tmp_path, words, flags, road, reason):
    source = tmp_path / "a.jpg"
    photograph(300, 208).save(source, **words)
    told = inspected(source, *flags)
    assert (told["road"], told["roadReason"]) == (road, reason)
    assert reason in run("inspect", *flags, source).stdout


@pytest.mark.parametrize("base", ["auto", "source", "requantised"])
def test_data_that_are_coarse_already_are_taken_over(tmp_path, base):
    source = tmp_path / "a.jpg"
    photograph(300, 200).save(source, quality=60)
    assert inspected(source, "--base", base)["road"] == "JPEG code words"


def upright(samples, orientation):
    """What a stored picture looks like, by what EXIF says of it."""
    if orientation in (2, 3, 7, 8):
        samples = samples[:, ::-1]
    if orientation in (3, 4, 6, 7):
        samples = samples[::-1]
    return samples.swapaxes(0, 1) if orientation >= 5 else samples


TURNS = range(2, 9)
SAMPLINGS = ["444", "422", "440", "420", None]


def stored(orientation, sampling):
    """A photograph to be turned, as JPEG that says nothing of it: its mirrored sides are whole blocks,
    the others odd."""
    width = 640 if orientation in (2, 3, 7, 8) else 701
    height = 528 if orientation in (3, 4, 6, 7) else 515
    pixels = photograph(width, height)
    if sampling:
        return encoded(pixels, sampling)
    return imagecodecs.jpeg8_encode(numpy.asarray(pixels.convert("L")), level=85)


@pytest.fixture(scope="module")
def turned_and_anew(tmp_path_factory):
    """What became of each, and of each encoded anew."""
    folder = tmp_path_factory.mktemp("turned")
    for orientation, sampling in itertools.product(TURNS, SAMPLINGS):
        plain = stored(orientation, sampling)
        exif = b"Exif\0\0" + turned(orientation).tobytes().removeprefix(b"Exif\0\0")
        (folder / f"{sampling} {orientation}.jpg").write_bytes(
            plain[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + plain[2:])
    store = tmp_path_factory.mktemp("store")
    made = cut_all(folder, store)
    assert f"{len(made)} checked, 0 damaged" in run("verify", "--deep", "--store", store).stdout
    return made, cut_all(folder, tmp_path_factory.mktemp("anew"), "--base", "encoded")


@pytest.mark.parametrize("orientation", TURNS)
@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_a_photograph_is_turned_without_decoding_it(turned_and_anew, orientation, sampling):
    (told, pyramid), (_, other) = (made[f"{sampling} {orientation}.jpg"] for made in turned_and_anew)
    assert told["road"] == TURNED
    plain = stored(orientation, sampling)
    picture = Image.open(io.BytesIO(plain))

    picture.draft("L", picture.size)
    wanted = upright(numpy.asarray(picture.convert("L") if sampling is None else picture), orientation)
    tiles, side = finest_tiles(pyramid)
    worst = differ = 0
    for (column, row), tile in tiles.items():
        part = wanted[row * side : (row + 1) * side, column * side : (column + 1) * side]
        found = luma(io.BytesIO(tile))[: part.shape[0], : part.shape[1]]
        off = numpy.abs(found.astype(int) - part)
        worst, differ = max(worst, off.max()), differ + (off > 0).sum()
    # A decoder sums up columns before rows, and rounds between them: turned by 90 degrees, the same
    # coefficients come to another number here and there.
    assert worst <= (1 if orientation >= 5 else 0) and differ < wanted.size / 25

    for level, (mine, anew) in enumerate(zip(levels(pyramid), levels(other), strict=True)):
        assert mine.shape == anew.shape
        off = numpy.abs(mine.astype(int) - anew)
        assert off.mean() < 4 and numpy.percentile(off, 99) < 40, level
    if sampling:
        covered = COVERED[sampling]
        with tifffile.TiffFile(pyramid) as file:
            found = [page.tags["YCbCrSubSampling"].value for page in file.pages]
        assert found[0] == (covered if orientation < 5 else covered[::-1])
        assert set(found[1:]) == {(2, 2)}
        size = wanted.shape[::-1]
        shown = upright(numpy.asarray(Image.open(io.BytesIO(plain))), orientation).astype(int)
        for reader in READERS:
            assert numpy.abs(reader(pyramid, size) - shown).mean() < 2, reader


def psnr(found, wanted):
    error = numpy.square(found.astype(float) - wanted).mean()
    return 10 * numpy.log10(255 * 255 / error)


@pytest.mark.parametrize("quality, flags", [
    (95, ()), (98, ()), (100, ()), (95, ("--quality", 60)), (92, ("--base", "requantised")),
])
@pytest.mark.parametrize("orientation", [1, 3])
def test_requantised_data_are_as_good_as_those_encoded_anew(tmp_path, quality, flags, orientation):
    source, pyramid = tmp_path / "a.jpg", tmp_path / "a.tif"
    pixels = photograph(800, 608)
    pixels.save(source, quality=quality, exif=turned(orientation))
    assert inspected(source, *flags)["road"] == REQUANTISED
    wanted = upright(numpy.asarray(pixels), orientation)
    found = []
    for base in (flags, ("--base", "encoded") + flags[:0 if "--base" in flags else None]):
        run("cut", "--force", *base, source, pyramid)
        found.append((pyramid.stat().st_size, psnr(levels(pyramid)[0], wanted)))
    (size, ratio), (other, anew) = found
    # What fills up the last tiles is flat, where pixels are repeated with their grain.
    assert size < other * 1.02
    assert ratio > anew - 0.15


def test_source_keeps_data_however_fine_they_are_and_encoded_never_does(tmp_path):
    source, pyramid = tmp_path / "a.jpg", tmp_path / "a.tif"
    photograph(600, 400).save(source, quality=98)
    run("cut", "--base", "source", source, pyramid)
    assert differing(source, pyramid)[0] == 0
    run("cut", "--force", "--base", "encoded", source, pyramid)
    assert differing(source, pyramid)[0] > 0


@pytest.mark.parametrize("format", ["webp", "lossless"])
@pytest.mark.parametrize("base", ["source", "encoded"])
def test_a_base_is_nothing_to_other_formats(tmp_path, format, base):
    source, out = tmp_path / "a.jpg", tmp_path / "a.tif"
    Image.new("RGB", (300, 200), "teal").save(source)
    answer = run("cut", "--format", format, "--base", base, source, out)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "base" not in as_json("inspect", out)["recipe"]


def test_a_scan_that_is_damaged_is_cut_as_it_was_before(tmp_path):
    source = tmp_path / "a.jpg"
    photograph(900, 700).save(source, quality=85)
    data = bytearray(source.read_bytes())
    # A restart marker where there are none: libjpeg goes on behind it.
    data[len(data) * 2 // 3 : len(data) * 2 // 3 + 2] = b"\xff\xd3"
    source.write_bytes(data)
    assert inspected(source)["road"] == "JPEG code words"
    tiles = []
    for base in ("auto", "encoded"):
        pyramid = tmp_path / f"{base}.tif"
        answer = run("cut", "--base", base, source, pyramid)
        tiles.append(finest_tiles(pyramid) if answer.returncode == 0 else answer.stderr)
    assert tiles[0] == tiles[1]


def test_prerender_tells_the_road_of_each_image(tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    for name, words in [
        ("a.jpg", {}), ("b.jpg", {"quality": 98}), ("c.png", {}), ("d.jpg", {"quality": 80}),
        ("e.jpg", {"exif": turned(5)}),
    ]:
        photograph(900, 700).save(folder / name, **words)
    whole = (folder / "d.jpg").read_bytes()
    (folder / "d.jpg").write_bytes(whole[:-2] + b"\x12\x34" + whole[-2:])
    answer = run("prerender", "--json", "--store", tmp_path / "store", folder)
    events = [json.loads(line) for line in answer.stdout.splitlines()]
    roads = {
        event["image"].rsplit("/")[-1]: (event.get("road"), event.get("roadReason"))
        for event in events if event["event"] == "cut"
    }
    assert roads == {
        "a.jpg": ("JPEG code words", None),
        "b.jpg": (REQUANTISED, "it is much finer than quality 85"),
        "c.png": ("PNG rows", None),
        "d.jpg": ("JPEG planes", "more data than the image has"),
        "e.jpg": (TURNED, "it is to be turned upright"),
    }
    answer = run("prerender", "--force", "--store", tmp_path / "store", folder)
    assert answer.stderr.startswith("5 cut (2 with their own data); ")


def compared(source, pyramid):
    """The exit code of `verify --against`, what it says of the two, and its JSON."""
    answer = run("verify", "--against", source, pyramid)
    told = run("verify", "--json", "--against", source, pyramid)
    assert told.returncode == answer.returncode
    line = answer.stdout.splitlines()[1].removeprefix(f"{pyramid}: ")
    return answer.returncode, line, json.loads(told.stdout)["against"]


@pytest.mark.parametrize("sampling", ["444", "422", "440", "420", None])
def test_a_pyramid_is_held_against_its_source(tmp_path, sampling):
    source, pyramid = tmp_path / "a.jpg", tmp_path / "a.tif"
    picture = photograph(701, 515)
    if sampling:
        source.write_bytes(encoded(picture, sampling))
    else:
        picture.convert("L").save(source, quality=85)
    run("cut", source, pyramid)
    covered = COVERED.get(sampling)
    chroma = 2 * -(-701 // covered[0]) * -(-515 // covered[1]) if sampling else 0
    count = 701 * 515 + chroma
    code, line, told = compared(source, pyramid)
    assert (code, line) == (0, f"equal to {source}: {count} samples")
    assert told == {"path": str(source), "equal": True, "samples": count, "differing": 0,
                    "first": None, "finding": line}

    run("cut", "--force", "--base", "encoded", source, pyramid)
    code, line, told = compared(source, pyramid)
    assert code == 1 and not told["equal"]
    if sampling in ("420", None):
        assert line.startswith(f"differs from {source} in {told['differing']} of {count} samples")
        assert 0 < told["differing"] < count and told["first"]["plane"] == 0
    else:
        name = ":".join(sampling)
        assert line == f"differs from {source}, whose chroma is {name}" and told["first"] is None


def test_one_sample_that_differs_is_found(tmp_path):
    """All of a picture but one block, in the middle of a tile that is not the first."""
    source, changed, pyramid = tmp_path / "a.jpg", tmp_path / "b.jpg", tmp_path / "a.tif"
    pixels = numpy.full((600, 800), 128, dtype=numpy.uint8)
    Image.fromarray(pixels).save(source, quality=85)
    pixels[304:312, 520:528] = 200
    Image.fromarray(pixels).save(changed, quality=85)
    run("cut", source, pyramid)
    code, line, told = compared(changed, pyramid)
    assert (code, told["differing"]) == (1, 64)
    assert told["first"] == {"plane": 0, "x": 520, "y": 304, "source": 200, "pyramid": 128}
    assert line == (
        f"differs from {changed} in 64 of 480000 samples, first in luma at 520,304: 128, there 200")


@pytest.mark.parametrize("orientation", range(2, 9))
@pytest.mark.parametrize("sampling, covered", [("444", (1, 1)), ("422", (2, 1)), ("420", (2, 2))])
def test_a_turned_pyramid_is_held_against_its_source(tmp_path, orientation, sampling, covered):
    """By coefficients, and so without a difference; requantised, or of another photograph, with one."""
    def source(name, seed):
        kinds = {"444": 0, "422": 1, "420": 2}
        photograph(704, 528, seed).save(
            tmp_path / name, quality=85, subsampling=kinds[sampling], exif=turned(orientation))
        return tmp_path / name

    mine, other, pyramid = source("a.jpg", 1), source("b.jpg", 2), tmp_path / "a.tif"
    assert run("cut", "--base", "source", mine, pyramid).returncode == 0
    blocks = 88 * 66 + 2 * (88 // covered[0]) * (66 // covered[1])
    code, line, told = compared(mine, pyramid)
    assert (code, line) == (0, f"equal to {mine}, turned: the coefficients of {blocks} blocks")
    assert (told["equal"], told["blocks"], told["differingBlocks"]) == (True, blocks, 0)
    assert told["samples"] is None

    code, line, told = compared(other, pyramid)
    assert code == 1 and 0 < told["differingBlocks"] <= blocks
    assert line.startswith(
        f"differs from {other}, turned, in the coefficients of {told['differingBlocks']} of {blocks}")
    run("cut", "--force", "--base", "requantised", "--quality", "70", mine, pyramid)
    code, _, told = compared(mine, pyramid)
    assert (code, told["differingBlocks"], told["firstBlock"]["plane"]) == (1, blocks, 0)


def test_one_block_of_a_turned_pyramid_that_differs_is_found(tmp_path):
    source, changed, pyramid = tmp_path / "a.jpg", tmp_path / "b.jpg", tmp_path / "a.tif"
    pixels = numpy.full((600, 800), 128, dtype=numpy.uint8)
    Image.fromarray(pixels).save(source, quality=85, exif=turned(6))
    pixels[304:312, 520:528] = 200
    Image.fromarray(pixels).save(changed, quality=85, exif=turned(6))
    run("cut", source, pyramid)
    code, line, told = compared(changed, pyramid)
    # A quarter to the right: the row from the bottom is the column.
    assert (code, told["differingBlocks"]) == (1, 1)
    assert told["firstBlock"] == {"plane": 0, "x": 75 - 1 - 304 // 8, "y": 520 // 8}


def test_steps_that_were_raised_are_decoded_as_libjpeg_does(tmp_path):
    """Coefficients beyond what samples have are something else to every decoder."""
    source, pyramid, other = tmp_path / "a.jpg", tmp_path / "a.tif", tmp_path / "b.tif"
    photograph(400, 300).save(source, quality=85)
    data = bytearray(source.read_bytes())
    place = data.index(b"\xff\xdb") + 5
    data[place : place + 64] = bytes([255]) * 64
    source.write_bytes(data)
    assert run("cut", source, pyramid).returncode == 0
    assert run("cut", "--base", "encoded", source, other).returncode == 0
    for found, wanted in zip(levels(pyramid), levels(other), strict=True):
        assert (found == wanted).all()


def test_what_can_t_be_compared_says_why(tmp_path):
    source, pyramid = tmp_path / "a.jpg", tmp_path / "a.tif"
    photograph(300, 200).save(source)
    run("cut", source, pyramid)

    def told(name, picture, **words):
        picture.save(tmp_path / name, **words)
        code, line, _ = compared(tmp_path / name, pyramid)
        assert code == 1
        return line.removeprefix(f"can't be compared with {tmp_path / name}: ")

    smaller = told("b.jpg", photograph(299, 200))
    assert smaller == f"differs from {tmp_path / 'b.jpg'}, which has 299 x 200 pixels"
    assert told("a.png", photograph(300, 200)) == "only JPEG can be compared, not PNG"
    assert "one of them is grey" in told("c.jpg", photograph(300, 200).convert("L"))
    assert told("d.jpg", photograph(200, 300), exif=turned(6)) == (
        "it is turned, and its coefficients can't be compared: its height is no multiple of 16")
    assert told("f.jpg", photograph(300, 200).convert("CMYK")) == (
        "only grey and YCbCr can be compared")
    (tmp_path / "e.jpg").write_bytes(source.read_bytes()[:-4000])
    cut_short, nowhere = (compared(tmp_path / name, pyramid) for name in ("e.jpg", "nowhere.jpg"))
    assert cut_short[0] == nowhere[0] == 1
    assert "the file ends before the image does" in cut_short[1]
    assert "No such file" in nowhere[1]
    assert run("verify", "--against", source).returncode == 2
    assert run("verify", "--against", source, pyramid, pyramid).returncode == 2


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A photograph that four threads or more read in parts."""
    source = tmp_path_factory.mktemp("large") / "a.jpg"
    part = numpy.asarray(photograph(1280, 853, seed=4))
    Image.fromarray(numpy.tile(part, (4, 4, 1))[:3409, :5119]).save(source, quality=85)
    return source


def test_many_threads_make_the_pyramid_that_one_makes(large, tmp_path):
    made = []
    for threads in (1, 2, 4, 7):
        target = tmp_path / f"{threads}.tif"
        assert run("cut", "--base", "source", "--threads", threads, large, target).returncode == 0
        made.append((finest_tiles(target)[0], levels(target)))
    for tiles, pictures in made[1:]:
        assert tiles == made[0][0]
        for one, other in zip(pictures, made[0][1], strict=True):
            assert (one == other).all()


@pytest.mark.parametrize("damage", ["marker", "end"])
def test_what_is_irregular_is_found_out_by_many_threads_as_by_one(large, tmp_path, damage):
    data = bytearray(large.read_bytes())
    if damage == "marker":
        data[len(data) // 2 : len(data) // 2 + 2] = b"\xff\xc4"
    else:
        del data[len(data) * 2 // 3 :]
    (tmp_path / "a.jpg").write_bytes(data)
    said = [
        run("cut", "--threads", threads, tmp_path / "a.jpg", tmp_path / f"{threads}.tif")
        for threads in (1, 4)]
    assert said[0].returncode == said[1].returncode
    assert said[0].stderr == said[1].stderr
    assert (tmp_path / "1.tif").exists() == (tmp_path / "4.tif").exists()
