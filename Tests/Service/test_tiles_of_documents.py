"""What tiles of drawn pages are: without loss where that is smaller, else JPEG with all of its colours."""
import io
import re
import zlib

import numpy
import pytest
from PIL import Image

from support.documents import Document, colored, rectangle
from support.engine import drawn_whole, library
from support.pictures import draw, scene
from support.tiles import is_exact, keeps_colors

pytestmark = pytest.mark.usefixtures("page_engine")

# The page of letters as it is drawn: three tiles across and two down, those at its edges cut off.
WIDTH, HEIGHT = 600, 450


def letters():
    """A page of text, a line of it in red."""
    document = Document()
    font = document.add("<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>")
    lines = "".join(
        f"{int(line == 5)} 0 0 rg BT /F 9 Tf 12 {200 - 11 * line} Td"
        f" (Sphinx of black quartz, judge my vow: the {line} quick brown foxes) Tj ET\n"
        for line in range(18))
    return document.page(288, 216, lines.encode(), f"/Font << /F {font} 0 R >>")


def photo():
    """A photograph on a page that has a line under it: no scan, it is drawn."""
    document = Document()
    pixels = scene(600, 450, seed=1)
    number = document.image(600, 450, zlib.compress(pixels.tobytes()), filter="FlateDecode")
    content = b"q 288 0 0 206 0 10 cm /Photo Do Q 0 g 0 5 288 1 re f\n"
    return document.page(288, 216, content, f"/XObject << /Photo {number} 0 R >>")


def places(columns, rows):
    return [(column, row) for row in range(rows) for column in range(columns)]


@pytest.fixture
def text_page(served):
    letters().write(served.root / "a.pdf")
    return served("--dpi", "150")


def test_every_pixel_of_a_page_of_text_is_what_was_drawn(text_page, serve, served):
    told = text_page.get("/images/a.pdf").json
    assert (told["width"], told["height"]) == (WIDTH, HEIGHT) and told["formats"][0] == "webp"
    # The same as another coder keeps it.
    kept = serve(served.root, "--dpi", "150", "--format", "lossless")
    assert kept.get("/images/a.pdf").status == 200
    whole = drawn_whole(letters(), 1, WIDTH, HEIGHT) if library() else None
    for reduction, (column, row) in [(0, place) for place in places(3, 2)] + [(1, (1, 0))]:
        address = f"/images/a.pdf/tiles/{reduction}/{column}_{row}"
        tile = text_page.get(f"{address}.webp")
        assert is_exact(tile), address
        assert numpy.array_equal(tile.pixels, kept.get(f"{address}.png").pixels), address
        if whole is not None and reduction == 0:
            expected = whole[256 * row:256 * row + 256, 256 * column:256 * column + 256]
            # Letters that another process draws are a shade darker or lighter, and lie where they do.
            assert numpy.abs(tile.pixels.astype(int) - expected).max() <= 4, address


def test_tiles_of_one_color_are_each_of_their_own(served):
    red, green, white = (1, 0, 0), (0, 1, 0), (1, 1, 1)
    colors = [red, red, green, red, white, white, green, white]
    squares = [rectangle(color, 256 * (place % 4), 256 * (1 - place // 4), 256, 256) for place, color in enumerate(colors)]
    # The last pixel of the fifth tile is another one's.
    corner = rectangle(green, 255, 0, 1, 1)
    Document().page(1024, 512, b"".join(squares) + corner).write(served.root / "a.pdf")
    service = served("--dpi", "72", "--detail", "0")
    for place, color in enumerate(colors):
        answer = service.get(f"/images/a.pdf/tiles/0/{place % 4}_{place // 4}.webp")
        assert is_exact(answer)
        expected = numpy.full((256, 256, 3), [255 * part for part in color])
        if place == 4:
            expected[-1, -1] = (0, 255, 0)
        assert (answer.pixels == expected).all(), place


def test_finer_levels_of_it_lose_nothing_either(text_page):
    assert text_page.get("/images/a.pdf").status == 200
    for column, row in [(0, 0), (2, 1), (4, 3)]:
        tile = text_page.get(f"/images/a.pdf/tiles/-1/{column}_{row}.webp")
        assert is_exact(tile)
        plain = text_page.get(f"/images/a.pdf/tiles/-1/{column}_{row}.png")
        assert numpy.array_equal(tile.pixels, plain.pixels)


def test_jpeg_that_is_asked_for_all_the_same_keeps_all_colours_and_is_made_once(text_page):
    assert text_page.get("/images/a.pdf").status == 200
    first = text_page.get("/images/a.pdf/tiles/0/1_0.jpg")
    assert first.status == 200 and keeps_colors(first)
    exact = text_page.get("/images/a.pdf/tiles/0/1_0.webp")
    far = numpy.abs(first.pixels.astype(int) - exact.pixels.astype(int))
    assert far.mean() < 3
    made = text_page.metrics()["renders_total"]
    assert text_page.get("/images/a.pdf/tiles/0/1_0.jpg").body == first.body
    assert text_page.metrics()["renders_total"] == made
    # A part that is no tile is JPEG of the same kind.
    assert keeps_colors(text_page.get("/iiif/3/a.pdf/10,10,300,200/150,/0/default.jpg"))


def test_a_page_that_shows_a_photograph_is_jpeg_with_all_of_its_colours(served):
    photo().write(served.root / "a.pdf")
    service = served("--dpi", "150")
    assert service.get("/images/a.pdf").json["formats"][0] == "jpg"
    assert service.get("/iiif/3/a.pdf/info.json").json["preferredFormats"] == ["jpg"]
    for address in ["tiles/0/0_0", "tiles/0/2_1", "tiles/1/0_0", "tiles/-1/1_1"]:
        assert keeps_colors(service.get(f"/images/a.pdf/{address}.jpg")), address
    assert keeps_colors(service.get("/iiif/3/a.pdf/full/300,/0/default.jpg"))


def test_every_protocol_asks_for_what_is_stored(text_page):
    told = text_page.get("/images/a.pdf").json
    assert re.search(r"\.webp\b", told["links"]["tiles"])
    assert text_page.get("/iiif/3/a.pdf/info.json").json["preferredFormats"] == ["webp"]
    # Levels finer than the stored ones count there: full size is the page's at 1,200 dots per inch.
    assert is_exact(text_page.get("/iiif/3/a.pdf/0,0,2048,2048/256,256/0/default.webp"))
    assert keeps_colors(text_page.get("/iiif/2/a.pdf/0,0,2048,2048/256,256/0/default.jpg"))
    assert 'Format="webp"' in text_page.get("/dzi/a.pdf.dzi").body.decode()
    assert is_exact(text_page.get("/dzi/a.pdf_files/10/1_1.webp"))
    assert keeps_colors(text_page.get("/dzi/a.pdf_files/10/1_1.jpg"))
    (map_tiles,) = text_page.get("/xyz/a.pdf.json").json["tiles"]
    assert "{y}.webp" in map_tiles
    assert is_exact(text_page.get("/xyz/a.pdf/2/1/1.webp"))
    # Zoomify knows nothing but JPEG.
    assert keeps_colors(text_page.get("/zoomify/a.pdf/TileGroup0/0-0-0.jpg"))
    view = text_page.get("/images/a.pdf/viewport?bounds=600,450&zoom=1").json
    assert len(view["tiles"]) == 6
    assert all(is_exact(text_page.get(tile["url"])) for tile in view["tiles"])


def test_who_takes_no_webp_is_sent_jpeg_where_formats_are_negotiated(served):
    letters().write(served.root / "a.pdf")
    service = served("--negotiate")
    address = "/images/a.pdf/tiles/0/0_0.webp"
    assert service.get("/images/a.pdf").status == 200
    assert is_exact(service.get(address, Accept="image/webp,*/*"))
    assert keeps_colors(service.get(address, Accept="image/jpeg"))


def test_what_was_chosen_outlives_the_server(served, serve, tmp_path):
    letters().write(served.root / "a.pdf")
    store = tmp_path / "store"
    first = serve(served.root, store=store)
    told = first.get("/images/a.pdf").json
    tile = first.get("/images/a.pdf/tiles/0/0_0.webp")
    first.end()
    second = serve(served.root, store=store)
    again = second.get("/images/a.pdf/tiles/0/0_0.webp")
    assert second.get("/images/a.pdf").json["version"] == told["version"]
    assert (again.body, again.fields["etag"]) == (tile.body, tile.fields["etag"])
    assert second.metrics()["cuts_finished_total"] == 0


@pytest.mark.parametrize("format, kind", [("jpeg", "jpg"), ("webp", "webp"), ("lossless", "jpg")])
def test_a_format_that_is_said_overrules_the_choice(served, format, kind):
    letters().write(served.root / "a.pdf")
    service = served("--format", format)
    assert service.get("/images/a.pdf").json["formats"][0] == kind
    tile = service.get(f"/images/a.pdf/tiles/0/0_0.{kind}")
    assert tile.status == 200 and not is_exact(tile) and not keeps_colors(tile)


def test_a_choice_gives_pages_names_of_their_own_and_leaves_pictures_theirs(served, serve):
    colored((1, 0, 0)).write(served.root / "a.pdf")
    draw(served.root / "a.jpg", 300, 200)
    draw(served.root / "a.png", 300, 200)
    versions = {
        format: [serve(served.root, "--format", format).get(f"/images/{name}").json["version"]
                 for name in ("a.pdf", "a.jpg", "a.png")]
        for format in ("auto", "jpeg")}
    assert versions["auto"][0] != versions["jpeg"][0]
    assert versions["auto"][1:] == versions["jpeg"][1:]


def test_a_scan_is_taken_over_as_it_is(served):
    file = io.BytesIO()
    Image.fromarray(scene(700, 500)).save(file, "JPEG", quality=80)
    Document().scan(700, 500, file.getvalue()).write(served.root / "a.pdf")
    service = served()
    tile = service.get("/images/a.pdf/tiles/0/0_0.jpg")
    assert tile.fields["content-type"] == "image/jpeg"
    plain = numpy.asarray(Image.open(io.BytesIO(file.getvalue())))
    # Beside the tile's end colours are smoothed with those beyond it, which it has not.
    assert numpy.array_equal(tile.pixels[:250, :250], plain[:250, :250])
