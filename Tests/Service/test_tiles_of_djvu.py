"""What tiles of DjVu pages are: as those of all drawn pages, what a few of them are smaller as."""
import io

import numpy
import pytest
from PIL import Image, JpegImagePlugin

from support.djvu import bitonal, colored, needs_djvu
from support.pictures import scene
from support.tiles import is_exact, keeps_colors

pytestmark = needs_djvu


def letters(width, height):
    """Something like lines of letters: true is black."""
    pixels = numpy.zeros((height, width), bool)
    ink = numpy.random.default_rng(5).random((height // 3 + 1, width // 3 + 1)) < 0.3
    pixels[:] = ink.repeat(3, axis=0).repeat(3, axis=1)[:height, :width]
    pixels[(numpy.arange(height) // 12 % 2 == 0)] = False
    return pixels


def test_text_is_kept_pixel_by_pixel(served):
    pixels = letters(700, 530)
    bitonal(served.root / "a.djvu", pixels)
    service = served()
    assert service.get("/images/a.djvu").json["formats"][0] == "webp"
    assert service.get("/iiif/3/a.djvu/info.json").json["preferredFormats"] == ["webp"]
    shown = numpy.where(pixels, 0, 255)
    for column, row in [(0, 0), (1, 0), (2, 1), (0, 2)]:
        tile = service.get(f"/images/a.djvu/tiles/0/{column}_{row}.webp")
        assert is_exact(tile)
        part = shown[256 * row:256 * row + 256, 256 * column:256 * column + 256]
        assert (tile.pixels == part[..., None]).all(), (column, row)
    assert is_exact(service.get("/images/a.djvu/tiles/1/0_0.webp"))
    # JPEG that is asked for all the same has no colours that letters could lose.
    assert keeps_colors(service.get("/images/a.djvu/tiles/0/0_0.jpg"))


def test_flat_colors_stay_what_they_are_at_their_edges(served):
    pixels = numpy.full((400, 600, 3), 255)
    pixels[:, 301:] = (200, 30, 40)
    colored(served.root / "a.djvu", pixels)
    service = served()
    lossless = service.get("/iiif/3/a.djvu/full/max/0/default.png").pixels.astype(int)
    for column in (0, 1, 2):
        answer = service.get(f"/images/a.djvu/tiles/0/{column}_0.{service.get('/images/a.djvu').json['formats'][0]}")
        tile = answer.pixels.astype(int)
        part = lossless[:256, 256 * column:256 * column + 256]
        assert is_exact(answer) and (tile == part).all()


def test_a_photograph_is_jpeg_with_all_of_its_colours(served):
    colored(served.root / "a.djvu", scene(600, 450, seed=1))
    service = served()
    assert service.get("/images/a.djvu").json["formats"][0] == "jpg"
    for address in ["tiles/0/0_0", "tiles/0/2_1", "tiles/1/0_0"]:
        assert keeps_colors(service.get(f"/images/a.djvu/{address}.jpg")), address


def test_rows_of_a_page_too_large_to_be_held_come_in_their_order(served):
    width, height = 9000, 15000
    pixels = numpy.zeros((height, width), bool)
    # The first 14,913 rows are held; a line's place tells which one it is.
    for y in range(0, height, 8):
        pixels[y, y % 4000:y % 4000 + 300] = True
    bitonal(served.root / "a.djvu", pixels)
    service = served()
    assert service.get("/images/a.djvu").json["formats"][0] == "webp"
    for row in (0, 30, 57, 58):
        columns = range(((256 * row) % 4000) // 256, ((256 * row) % 4000 + 600) // 256)
        for column in columns:
            tile = service.get(f"/images/a.djvu/tiles/0/{column}_{row}.webp")
            part = pixels[256 * row:256 * row + 256, 256 * column:256 * column + 256]
            assert part.any() and is_exact(tile)
            assert (tile.pixels[..., 0] == numpy.where(part, 0, 255)).all(), (column, row)


@pytest.mark.parametrize("format, kind", [("jpeg", "jpg"), ("webp", "webp"), ("lossless", "jpg")])
def test_a_format_that_is_said_overrules_the_choice(served, format, kind):
    colored(served.root / "a.djvu", numpy.full((300, 300, 3), (200, 30, 40)))
    service = served("--format", format)
    assert service.get("/images/a.djvu").json["formats"][0] == kind
    tile = service.get(f"/images/a.djvu/tiles/0/0_0.{kind}")
    assert tile.status == 200 and not is_exact(tile) and not keeps_colors(tile)
    if format == "jpeg":
        # 4:2:0, as of a picture that is no page.
        assert JpegImagePlugin.get_sampling(Image.open(io.BytesIO(tile.body))) == 2


def test_what_was_cut_in_another_way_is_not_taken_for_what_is_chosen(served, serve, tmp_path):
    bitonal(served.root / "a.djvu", letters(300, 300))
    store = tmp_path / "store"
    said = serve(served.root, "--format", "jpeg", store=store)
    assert not is_exact(said.get("/images/a.djvu/tiles/0/0_0.jpg"))
    version = said.get("/images/a.djvu").json["version"]
    said.end()
    chosen = serve(served.root, store=store)
    assert chosen.get("/images/a.djvu").json["version"] != version
    assert is_exact(chosen.get("/images/a.djvu/tiles/0/0_0.webp"))
