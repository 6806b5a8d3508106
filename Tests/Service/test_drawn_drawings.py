"""SVG drawings that are drawn as finely as they are asked for, as pages of documents are."""
import io
import random

import numpy
import pytest
from PIL import Image

from support import svg
from support.seams import hold_blocks
from support.service import wait_until

UNTRUSTED = ("--allow-untrusted", "--cut-wait", "60")


def drawing(width, height, *content):
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">{"".join(content)}</svg>'


def written(seed, width, height, count=400):
    """White, full of letters, turned and upright, and of strokes that meet no pixel's edge."""
    choice = random.Random(seed)
    content = [f'<rect width="{width}" height="{height}" fill="white"/>']
    for _ in range(count):
        x, y = choice.uniform(0, width), choice.uniform(0, height)
        color = "#%02x%02x%02x" % tuple(choice.randrange(200) for _ in range(3))
        if choice.random() < 0.6:
            content.append(
                f'<text transform="translate({x} {y}) rotate({choice.choice([0, 90, 37])})" fill="{color}"'
                f' font-size="{choice.uniform(3, 20)}">Quarrying fjords 0123456789</text>')
        else:
            content.append(
                f'<path d="M{x} {y}L{choice.uniform(0, width)} {choice.uniform(0, height)}"'
                f' stroke="{color}" stroke-width="{choice.uniform(0.1, 2)}"/>')
    return drawing(width, height, *content)


def test_finer_levels_are_told_of_and_drawn(served):
    (served.root / "a.svg").write_text(drawing(200, 100, '<rect width="200" height="100" fill="#00f"/>'))
    service = served("--dpi", "144", *UNTRUSTED)
    told = service.get("/images/a.svg").json
    assert (told["width"], told["height"], told["detail"]) == (400, 200, 3)
    assert [level["reduction"] for level in told["levels"]] == [-3, -2, -1, 0, 1]
    info = service.get("/iiif/3/a.svg/info.json").json
    assert (info["width"], info["height"]) == (3200, 1600)
    # It is read before somebody looks closer.
    wait_until(lambda: service.metrics()["page_drawers"] == 1)
    for column in range(4):
        tile = service.get(f"/images/a.svg/tiles/-3/{column}_0.png")
        assert tile.status == 200 and tuple(tile.pixels[9, 9][:3]) == (0, 0, 255)
    assert service.metrics()['page_parts_total{outcome="drawn"}'] == 1
    own = service.get("/images/a.svg/tiles/-3/2_1.png")
    assert service.get("/iiif/3/a.svg/512,256,256,256/256,256/0/default.png").body == own.body


def test_without_detail_all_is_as_it_was(served):
    (served.root / "a.svg").write_text(drawing(200, 100, '<rect width="200" height="100" fill="#00f"/>'))
    service = served("--dpi", "144", "--detail", "0", *UNTRUSTED)
    assert "detail" not in service.get("/images/a.svg").json
    assert service.get("/iiif/3/a.svg/info.json").json["width"] == 400
    assert service.get("/images/a.svg/tiles/-1/0_0.png").status == 200
    assert service.metrics().get('page_parts_total{outcome="drawn"}', 0) == 0


def test_no_seam_is_seen_where_blocks_meet(served):
    """Tiles of 26 random blocks at five densities, held against the drawing drawn at one go."""
    if svg.library() is None:
        pytest.skip("librsvg lies elsewhere")
    size = (288, 216)
    text = written(1, *size)
    (served.root / "a.svg").write_text(text)
    service = served("--dpi", "75", "--detail", "4", "--format", "lossless", *UNTRUSTED)
    hold_blocks(service, "a.svg", lambda *level: svg.drawn_whole(text, size, *level))


def test_what_is_clear_stays_clear_on_every_level(served):
    (served.root / "a.svg").write_text(drawing(
        200, 100, '<rect width="100" height="100" fill="#f00" fill-opacity=".5"/>'))
    service = served("--dpi", "144", *UNTRUSTED)

    def tile(reduction, column):
        answer = service.get(f"/images/a.svg/tiles/{reduction}/{column}_0.png")
        assert answer.status == 200
        return numpy.asarray(Image.open(io.BytesIO(answer.body)).convert("RGBA")).astype(int)

    for reduction in (0, -1, -3):
        scale = 2 ** -reduction
        colour = tile(reduction, 0)[9, 9]
        assert numpy.abs(colour - (255, 0, 0, 128)).max() <= 3, (reduction, colour)
        assert tile(reduction, 200 * scale // 256)[9, 200 * scale % 256 + 20, 3] == 0
    # JPEG has nothing clear.
    tile = service.get("/images/a.svg/tiles/-3/0_0.jpg").pixels.astype(int)
    assert tile[9, 9, 0] > 245 and abs(tile[9, 9, 1] - tile[9, 9, 2]) < 9


def test_a_side_that_is_no_whole_number_of_pixels_is_drawn_to_its_end(served):
    (served.root / "a.svg").write_text(drawing(100.4, 60.6, '<rect width="200" height="200" fill="#0f0"/>'))
    service = served("--dpi", "72", *UNTRUSTED)
    level = service.get("/images/a.svg").json["levels"][0]
    assert level["reduction"] == -3
    last = service.get(f"/images/a.svg/tiles/-3/{level['columns'] - 1}_{level['rows'] - 1}.png")
    assert last.status == 200
    assert last.pixels.shape[:2] == ((level["height"] - 1) % 256 + 1, (level["width"] - 1) % 256 + 1)
    assert tuple(last.pixels[-9, -9][:3]) == (0, 255, 0)


def test_what_takes_more_memory_than_may_be_is_enlarged_for_a_while(served):
    """A drawing that could be cut with more memory than those have who draw; none of it is to be seen."""
    (served.root / "a.svg").write_text(drawing(300, 300, "<defs>", "<g/>" * 200_000, "</defs>"))
    (served.root / "b.svg").write_text(drawing(300, 300, '<rect width="300" height="300" fill="#00f"/>'))
    service = served("--page-memory", "64", "--cut-wait", "120", "--allow-untrusted")
    assert service.get("/images/a.svg/tiles/0/0_0.png").status == 200
    answer = service.get("/images/a.svg/tiles/-2/0_0.png")
    assert answer.status == 200 and answer.fields["Cache-Control"] == "public, max-age=60"
    assert service.metrics()['faults_total{kind="page-not-drawn"}'] >= 1
    # The other drawing is none the worse.
    other = service.get("/images/b.svg/tiles/-2/0_0.png")
    assert other.status == 200 and "max-age=60" not in other.fields["Cache-Control"]
    assert tuple(other.pixels[9, 9][:3]) == (0, 0, 255)


BOMBS = {
    "entities": (
        "<!DOCTYPE svg [" + '<!ENTITY e0 "xxxxxxxxxx">' + "".join(
            f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10)) + "]>"
        + drawing(300, 300, '<text y="50">&e9;</text>'), "entity reference loop"),
    "sides": (drawing("9e30", "9e30"), "one of its sides comes to one pixel at most, or to more than 10000000"),
    "nothing": (drawing(300, 300)[:-6], "Premature end of data"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_drawing_that_is_a_bomb_is_refused_with_a_sentence(served, name):
    text, words = BOMBS[name]
    (served.root / "bomb.svg").write_text(text)
    (served.root / "b.svg").write_text(drawing(300, 300, '<rect width="300" height="300" fill="#00f"/>'))
    service = served(*UNTRUSTED)
    for tile in "0/0_0", "-2/0_0":
        answer = service.get(f"/images/bomb.svg/tiles/{tile}.png")
        assert answer.status == 422 and words in answer.body.decode(), answer.body
    assert service.get("/images/b.svg/tiles/-2/0_0.png").status == 200


@pytest.mark.parametrize("content", [
    # Two that show each other, and patterns and dashes too fine to be seen.
    '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g><use href="#a"/>',
    '<pattern id="p" width=".01" height=".01" patternUnits="userSpaceOnUse"><rect width=".005" height=".005"/></pattern>'
    '<rect width="300" height="300" fill="url(#p)"/>',
    '<path d="M0 0L300 300" stroke="red" stroke-dasharray=".00001"/>',
    '<image href="file:///etc/passwd" width="9" height="9"/><use href="file:///etc/a.svg#a"/>',
])
def test_a_drawing_that_asks_for_what_it_can_not_have_is_drawn_without(served, content):
    (served.root / "a.svg").write_text(drawing(300, 300, content, '<rect y="200" width="300" height="100" fill="#00f"/>'))
    service = served("--dpi", "72", *UNTRUSTED)
    tile = service.get("/images/a.svg/tiles/-2/0_4.png")
    assert tile.status == 200 and "max-age=60" not in tile.fields["Cache-Control"]
    assert tuple(tile.pixels[9, 200][:3]) == (0, 0, 255)
