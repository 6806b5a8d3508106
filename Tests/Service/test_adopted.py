"""Pyramids of other programs are served as they lie, correctly and without being cut."""
import io
import math
import pathlib
import shutil
import subprocess

import numpy
import pytest
import tifffile
from PIL import Image

from support.command import as_json, run
from support.pictures import draw, waves

# Sides that every program halves in the same way, as often as there are levels.
SIZE = (592, 576)

# By what `vips tiffsave` is told; each with the mean difference that its codec may make.
KINDS = {
    "jpeg-ycbcr.tif": ("--compression jpeg --Q 80", 3),
    "jpeg-rgb.tif": ("--compression jpeg --Q 95", 2),
    "jpeg-512.tif": ("--compression jpeg --Q 85 --tile-width 512 --tile-height 512", 3),
    "jpeg-subifd.tif": ("--compression jpeg --Q 85 --subifd", 3),
    "webp.tif": ("--compression webp --Q 90", 3),
    "deflate.tif": ("--compression deflate", 0),
    "deflate-predictor.tif": ("--compression deflate --predictor horizontal", 0),
    "lzw.tif": ("--compression lzw", 0),
    "lzw-predictor.tif": ("--compression lzw --predictor horizontal --bigtiff", 0),
    "raw.tif": ("--compression none", 0),
    "one-level.tif": ("--compression jpeg --Q 85 --depth one", 3),
}


@pytest.fixture(scope="module")
def adopted(serve, tmp_path_factory):
    if not shutil.which("vips"):
        pytest.skip("vips is not installed")
    folder = tmp_path_factory.mktemp("adopted")
    source = tmp_path_factory.mktemp("source") / "drawing.png"
    draw(source, *SIZE)
    for name, (flags, _) in KINDS.items():
        words = flags.replace("--depth one", "").split()
        pyramid = [] if "--depth one" in flags else ["--pyramid"]
        tile = [] if "--tile-width" in flags else ["--tile-width", "256", "--tile-height", "256"]
        subprocess.run(
            ["vips", "tiffsave", source, folder / name, "--tile", *pyramid, *tile, *words], check=True)
    grey = tmp_path_factory.mktemp("source") / "grey.png"
    Image.open(source).convert("L").save(grey)
    subprocess.run(
        ["vips", "tiffsave", grey, folder / "grey.tif", "--tile", "--pyramid", "--tile-width", "256",
         "--tile-height", "256", "--compression", "jpeg"], check=True)
    slide(folder / "slide.svs")
    return serve(folder)


def slide(path):
    """A file laid out as Aperio's scanners do: tables apart, a picture in strips between the levels."""
    levels = [waves(*SIZE), waves(*SIZE)[::4, ::4]]
    with tifffile.TiffWriter(path) as file:
        options = dict(
            tile=(240, 240), compression="jpeg", compressionargs={"level": 90}, photometric="rgb", metadata=None)
        file.write(levels[0], description="Aperio Image Library v11.2.1 |AppMag = 20|MPP = 0.5", **options)
        file.write(levels[0][::8, ::8], description="Aperio Image Library", metadata=None, photometric="rgb")
        file.write(levels[1], description="Aperio level", **options)
        file.write(levels[0][:100, :100], description="Aperio Image Library v11.2.1\nlabel 100x100",
                   subfiletype=1, metadata=None, photometric="rgb")
        file.write(levels[0][:90, :300], description="Aperio Image Library v11.2.1\nmacro 300x90",
                   subfiletype=9, metadata=None, photometric="rgb")


def as_vips_sees(path, level):
    """A level's pixels as libvips decodes them."""
    option = f"subifd={level - 1}" if "subifd" in path.name and level else f"page={level}"
    if "subifd" in path.name and not level:
        option = "page=0"
    out = path.parent / f".{path.name}.{level}.png"
    subprocess.run(["vips", "copy", f"{path}[{option}]", out], check=True)
    pixels = numpy.asarray(Image.open(out).convert("RGB")).astype(int)
    out.unlink()
    return pixels


def levels_of(service, name):
    return service.get(f"/images/{name}").json


def whole_level(service, name, level, side, extension):
    """All tiles of a level, put together."""
    width, height = level["width"], level["height"]
    pixels = numpy.zeros((height, width, 3), int)
    for row in range(level["rows"]):
        for column in range(level["columns"]):
            answer = service.get(f"/images/{name}/tiles/{level['reduction']}/{column}_{row}.{extension}")
            assert answer.status == 200, answer.body
            wide, high = min(side, width - column * side), min(side, height - row * side)
            assert answer.pixels.shape == (high, wide, 3)
            pixels[row * side : row * side + high, column * side : column * side + wide] = answer.pixels
    return pixels


@pytest.mark.parametrize("name", KINDS)
def test_every_level_is_what_libvips_sees(adopted, name):
    description = levels_of(adopted, name)
    assert (description["width"], description["height"]) == SIZE
    side = description["tileSize"]
    assert side == (512 if "512" in name else 256)
    lossy = KINDS[name][1]
    extension = "png" if not lossy else description["formats"][0]
    for level in description["levels"]:
        exact = tuple(math.ceil(side / 2 ** level["reduction"]) for side in SIZE)
        assert (level["width"], level["height"]) == exact
        pixels = whole_level(adopted, name, level, side, extension)
        if name == "one-level.tif":
            wanted = area_average(as_vips_sees(adopted.folder / name, 0), level["reduction"])
        else:
            wanted = as_vips_sees(adopted.folder / name, level["reduction"])
        assert numpy.abs(pixels - wanted).mean() <= lossy, level


def area_average(pixels, reduction):
    """Every level pixel the mean of the image pixels that it covers."""
    step = 1 << reduction
    high, wide = (side // step for side in pixels.shape[:2])
    blocks = pixels.reshape(high, step, wide, step, 3)
    return blocks.mean(axis=(1, 3))


def test_levels_that_were_rounded_otherwise_are_rendered(serve, tmp_path):
    draw(tmp_path / "odd.png", 1101, 831)
    (tmp_path / "images").mkdir()
    subprocess.run(
        ["vips", "tiffsave", tmp_path / "odd.png", tmp_path / "images" / "odd.tif", "--tile", "--pyramid",
         "--tile-width", "256", "--tile-height", "256", "--compression", "deflate"], check=True)
    service = serve(tmp_path / "images")
    sizes = [(1101, 831), (551, 416), (276, 208), (138, 104)]
    for reduction, level in enumerate(levels_of(service, "odd.tif")["levels"]):
        assert (level["width"], level["height"]) == sizes[reduction]
        pixels = whole_level(service, "odd.tif", level, 256, "png")
        whole = waves(1101, 831)
        step = 1 << reduction
        rows, columns = (numpy.minimum(numpy.arange(side) * step + step // 2, end - 1)
                         for side, end in zip(pixels.shape[:2], whole.shape[:2]))
        assert numpy.abs(pixels - whole[rows][:, columns].astype(int)).mean() <= 4, level
    assert service.metrics()["cuts_finished_total"] == 0


def test_nothing_is_cut_or_written_for_them(adopted):
    for name in [*KINDS, "grey.tif", "slide.svs"]:
        assert adopted.get(f"/images/{name}/tiles/0/0_0.jpg").status == 200
        assert adopted.get(f"/iiif/3/{name}/info.json").json["width"] == SIZE[0]
    metrics = adopted.metrics()
    assert metrics["cuts_finished_total"] == metrics["cuts_failed_total"] == 0
    assert not [path for path in adopted.store.rglob("*") if path.is_file() and path.suffix == ".tif"]


@pytest.mark.parametrize("name, stored", [
    ("jpeg-ycbcr.tif", "jpg"), ("jpeg-rgb.tif", "jpg"), ("jpeg-512.tif", "jpg"), ("webp.tif", "webp"),
    ("grey.tif", "jpg"), ("slide.svs", "jpg"),
])
def test_stored_tiles_are_passed_through(adopted, name, stored):
    assert levels_of(adopted, name)["formats"][0] == stored
    labels = 'requests_total{route="tile",answer="pass_through"}'
    before = adopted.metrics().get(labels, 0)
    first = adopted.get(f"/images/{name}/tiles/0/0_0.{stored}")
    assert adopted.metrics()[labels] - before == 1
    # The stored bytes themselves, but for tables that are kept apart.
    with tifffile.TiffFile(adopted.folder / name) as file:
        page = file.pages[0]
        file.filehandle.seek(page.dataoffsets[0])
        data = file.filehandle.read(page.databytecounts[0])
    assert data[2:] in first.body if stored == "jpg" else data == first.body
    Image.open(io.BytesIO(first.body)).load()


def test_a_damaged_tile_is_the_files_own_fault(serve, tmp_path):
    """There is nothing that it could be cut from anew, and it is no fault of the disk's."""
    draw(tmp_path / "drawing.png", *SIZE)
    (tmp_path / "images").mkdir()
    path = tmp_path / "images" / "damaged.tif"
    subprocess.run(
        ["vips", "tiffsave", tmp_path / "drawing.png", path, "--tile", "--pyramid", "--tile-width", "256",
         "--tile-height", "256", "--compression", "deflate"], check=True)
    with tifffile.TiffFile(path) as file:
        place = file.pages[0].dataoffsets[0]
    with path.open("r+b") as file:
        file.seek(place)
        file.write(b"no such stream")
    service = serve(tmp_path / "images")
    for _ in range(3):
        answer = service.get("/images/damaged.tif/tiles/0/0_0.png")
        assert answer.status == 422 and "pyramid is damaged: tile 0,0" in answer.body.decode()
    assert service.get("/images/damaged.tif/tiles/0/1_0.png").status == 200
    assert service.metrics()['faults_total{kind="damaged-pyramid"}'] == 0


def segments(jpeg):
    """The markers of a JPEG stream up to its scan, with their contents."""
    place, found = 2, []
    while True:
        assert jpeg[place] == 0xFF
        marker, length = jpeg[place + 1], int.from_bytes(jpeg[place + 2 : place + 4])
        found.append((marker, jpeg[place + 4 : place + 2 + length]))
        if marker == 0xDA:
            return found
        place += 2 + length


def test_tiles_that_hold_rgb_say_so(adopted):
    with tifffile.TiffFile(adopted.folder / "jpeg-rgb.tif") as file:
        assert file.pages[0].photometric.name == "RGB", "else this tests nothing"
    for column, row in ((0, 0), (1, 1), (2, 1)):
        body = adopted.get(f"/images/jpeg-rgb.tif/tiles/0/{column}_{row}.jpg").body
        picture = Image.open(io.BytesIO(body))
        wanted = waves(*SIZE)[row * 256 :, column * 256 :][:256, :256].astype(int)
        assert numpy.abs(numpy.asarray(picture.convert("RGB")) - wanted).mean() < 3
        adobe = [data for marker, data in segments(body) if marker == 0xEE]
        if column < 2:
            # Without it browsers take what they find for YCbCr: pink and green.
            assert len(adobe) == 1 and adobe[0][:5] == b"Adobe" and adobe[0][11] == 0


def test_tiles_of_ycbcr_have_no_such_mark(adopted):
    body = adopted.get("/images/jpeg-ycbcr.tif/tiles/0/1_1.jpg").body
    assert all(marker != 0xEE or data[11] == 1 for marker, data in segments(body))


def test_a_slide_is_its_levels_and_what_lies_between_is_rendered(adopted):
    description = levels_of(adopted, "slide.svs")
    assert (description["width"], description["height"], description["tileSize"]) == (*SIZE, 240)
    assert [level["reduction"] for level in description["levels"]] == [0, 1, 2]
    for level in description["levels"]:
        pixels = whole_level(adopted, "slide.svs", level, 240, "jpg")
        step = 2 ** level["reduction"]
        wanted = waves(*SIZE)[::step, ::step].astype(int)
        assert numpy.abs(pixels - wanted).mean() < 8, level


def test_what_a_scanner_adds_to_a_slide_is_no_page_and_not_served(adopted):
    """Labels can name patients."""
    description = levels_of(adopted, "slide.svs")
    assert (description["type"], description["pages"]) == ("image", None)
    for page in range(2, 7):
        for address in ("/images/{}", "/images/{}/tiles/0/0_0.jpg", "/iiif/3/{}/info.json",
                        "/iiif/3/{}/full/max/0/default.jpg", "/dzi/{}.dzi", "/xyz/{}.json", "/view/{}"):
            assert adopted.get(address.format(f"slide.svs;{page}")).status == 404
    assert "slide.svs" in [entry["id"] for entry in adopted.get("/images").json["entries"]]
    told = as_json("inspect", adopted.folder / "slide.svs")
    assert [(picture["name"], picture["width"], picture["height"]) for picture in told["associated"]] == [
        ("thumbnail", SIZE[0] // 8, SIZE[1] // 8), ("label", 100, 100), ("macro", 300, 90)]
    assert told["pages"] == 1
    text = run("inspect", adopted.folder / "slide.svs").stdout
    assert "not served: thumbnail 74 x 72, label 100 x 100, macro 300 x 90" in text


# What a page is told apart by, of a file whose other pages are served: (first, second) as tifffile takes them.
TILED = dict(tile=(64, 64))
BESIDE = {
    "a page in strips behind a tiled one": (TILED, {}),
    "a reduced copy": ({}, dict(subfiletype=1)),
    "a photograph of the slide": (TILED, dict(subfiletype=9, **TILED)),
    "a label by its description": (TILED, dict(description="Label", **TILED)),
    "the slide through no lens": ({}, dict(extratags=[(65421, "f", 1, -1.0, True)])),
}


@pytest.mark.parametrize("kind", BESIDE)
def test_pictures_beside_a_slide_are_told_from_pages(serve, tmp_path, kind):
    first, second = BESIDE[kind]
    folder = tmp_path / "images"
    folder.mkdir()
    pixels = waves(300, 200)
    with tifffile.TiffWriter(folder / "a.tif") as file:
        file.write(pixels, photometric="rgb", metadata=None, **first)
        file.write(pixels[:150], photometric="rgb", metadata=None, **first)
        file.write(pixels[:90, :120], photometric="rgb", metadata=None, **second)
    service = serve(folder)
    assert [page["id"] for page in service.get("/images/a.tif").json["pages"]] == ["a.tif;1", "a.tif;2"]
    assert service.get("/iiif/3/a.tif;2/info.json").json["height"] == 150
    assert service.get("/iiif/3/a.tif;3/info.json").status == 404
    assert len(as_json("inspect", folder / "a.tif")["associated"]) == 1


def test_a_label_that_comes_first_is_not_the_slide(serve, tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    with tifffile.TiffWriter(folder / "a.bif") as file:
        file.write(waves(90, 120), photometric="rgb", metadata=None, description="Label_Image")
        file.write(waves(300, 200), photometric="rgb", metadata=None, description="level=0 mag=40", **TILED)
    # A picture alone is served, whatever it calls itself.
    tifffile.imwrite(folder / "b.tif", waves(90, 120), photometric="rgb", metadata=None, description="Label_Image")
    service = serve(folder)
    assert service.get("/iiif/3/a.bif/info.json").json["width"] == 300
    pixels = service.get("/iiif/3/a.bif/full/max/0/default.png").pixels.astype(int)
    assert numpy.abs(pixels - waves(300, 200)).mean() < 3
    assert service.get("/images/a.bif;2").status == 404
    assert as_json("inspect", folder / "a.bif")["associated"] == [{"name": "label", "width": 90, "height": 120}]
    assert service.get("/iiif/3/b.tif/info.json").json["width"] == 90


@pytest.mark.parametrize("options", [{}, TILED, dict(description="Labelled drawing"), dict(subfiletype=2)])
def test_pages_that_are_alike_are_an_album(serve, tmp_path, options):
    folder = tmp_path / "images"
    folder.mkdir()
    with tifffile.TiffWriter(folder / "a.tif") as file:
        for width in (300, 120, 200):
            file.write(waves(width, 200), photometric="rgb", metadata=None, **options)
    service = serve(folder)
    assert len(service.get("/images/a.tif").json["pages"]) == 3
    for page, width in enumerate((300, 120, 200), 1):
        assert service.get(f"/iiif/3/a.tif;{page}/info.json").json["width"] == width


def test_grey_tiles_are_grey(adopted):
    body = adopted.get("/images/grey.tif/tiles/0/1_1.jpg").body
    picture = Image.open(io.BytesIO(body))
    assert picture.mode == "L"
    wanted = numpy.asarray(Image.fromarray(waves(*SIZE)).convert("L"))[256:512, 256:512].astype(int)
    assert numpy.abs(numpy.asarray(picture) - wanted).mean() < 3


def test_a_cog_is_served_as_it_lies(serve, tmp_path):
    rasterio = pytest.importorskip("rasterio")
    pytest.importorskip("rio_cogeo")
    from rio_cogeo.cogeo import cog_translate
    from rio_cogeo.profiles import cog_profiles

    draw(tmp_path / "drawing.png", *SIZE)
    folder = tmp_path / "images"
    folder.mkdir()
    for name in ("jpeg", "deflate", "lzw", "webp"):
        profile = {**cog_profiles.get(name), "blockxsize": 256, "blockysize": 256}
        cog_translate(
            str(tmp_path / "drawing.png"), str(folder / f"{name}.tif"), profile, quiet=True, in_memory=True,
            overview_level=2, use_cog_driver=False)
    service = serve(folder)
    for path in sorted(folder.iterdir()):
        for reduction in (0, 1, 2):
            with rasterio.open(path, **({"overview_level": reduction - 1} if reduction else {})) as data:
                wanted = numpy.moveaxis(data.read([1, 2, 3]), 0, -1).astype(int)
            answer = service.get(f"/images/{path.name}/tiles/{reduction}/0_0.png")
            assert answer.status == 200, answer.body
            high, wide = (min(256, side) for side in wanted.shape[:2])
            assert numpy.abs(answer.pixels[:high, :wide] - wanted[:high, :wide]).mean() < 3, (path.name, reduction)
    assert service.metrics()["cuts_finished_total"] == 0


def test_a_replaced_pyramid_is_a_new_version(serve, tmp_path, drawn_pyramid):
    folder = tmp_path / "images"
    folder.mkdir()
    first, _ = drawn_pyramid("jpeg-420", 1000, 613)
    second, _ = drawn_pyramid("jpeg-420", 700, 400)
    shutil.copy(first, folder / "a.tif")
    service = serve(folder)
    before = service.get("/images/a.tif").json
    shutil.copy(second, folder / ".new.tif")
    pathlib.Path(folder / ".new.tif").rename(folder / "a.tif")
    after = service.get("/images/a.tif").json
    assert before["version"] != after["version"] and after["width"] == 700
    assert service.metrics()["cuts_finished_total"] == 0
