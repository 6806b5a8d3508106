"""Every tile of every level of every protocol has its exact size and its right pixels."""
import concurrent.futures
import math
import re

import numpy
import pytest

from support.pictures import SIZES

pytestmark = pytest.mark.parametrize("width,height", SIZES, ids=lambda side: str(side))


def levels_of(width, height, side=256):
    """Reductions from 0 to the first at which one tile is enough, with their sizes."""
    reduction, sizes = 0, []
    while True:
        sizes.append((math.ceil(width / 2**reduction), math.ceil(height / 2**reduction)))
        if max(sizes[-1]) <= side:
            return sizes
        reduction += 1


def fetched(service, paths):
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        return list(pool.map(service.get, paths))


def check_level(service, size, expected, address, side=256, padded=False):
    """Asks for all tiles of a level and compares them, put together, with what they must show."""
    width, height = size
    columns, rows = math.ceil(width / side), math.ceil(height / side)
    places = [(column, row) for row in range(rows) for column in range(columns)]
    answers = fetched(service, [address(column, row) for column, row in places])
    whole = numpy.zeros((height, width, 3), numpy.uint8)
    for (column, row), answer in zip(places, answers):
        assert answer.status == 200, (address(column, row), answer.body[:200])
        pixels = answer.pixels
        wide, high = min(side, width - column * side), min(side, height - row * side)
        expected_shape = (side, side) if padded else (high, wide)
        assert pixels.shape[:2] == expected_shape, address(column, row)
        whole[row * side : row * side + high, column * side : column * side + wide] = pixels[
            :high, :wide
        ]
        if padded:
            # The edge goes on into the padding, in place of a foreign colour.
            edge = numpy.abs(pixels[high - 1, wide - 1].astype(int) - pixels[-1, -1].astype(int))
            assert edge.max() <= 24, address(column, row)
    difference = numpy.abs(whole.astype(int) - expected[:height, :width].astype(int))
    assert difference.mean() <= 6, difference.mean()
    check_seams(difference, side)
    return columns, rows


def check_seams(difference, side):
    """No line of a tile border stands out from its neighbourhood."""
    for axis in (0, 1):
        lines = difference.mean(axis=(1 - axis, 2))
        for border in range(side, len(lines), side):
            # Lossy tiles differ most at their edges, by a little.
            assert lines[border - 1 : border + 1].max() <= 6 + 2 * lines.mean()


def test_native(drawn_service, drawn, width, height):
    name = f"{width}x{height}.png"
    description = drawn_service.get(f"/images/{name}").json
    sizes = levels_of(width, height)
    assert [(l["width"], l["height"]) for l in description["levels"]] == sizes
    assert [l["reduction"] for l in description["levels"]] == list(range(len(sizes)))
    for reduction, size in enumerate(sizes):
        expected = drawn(width, height)[reduction]
        address = f"/images/{name}/tiles/{reduction}/{{}}_{{}}.jpg".format
        columns, rows = check_level(drawn_service, size, expected, address)
        for column, row in ((columns, 0), (0, rows), (columns, rows)):
            assert drawn_service.get(address(column, row)).status == 404


def test_deep_zoom(drawn_service, drawn, width, height):
    name = f"{width}x{height}.png"
    document = drawn_service.get(f"/dzi/{name}.dzi").body.decode()
    assert re.search(rf'Width="{width}"', document) and re.search(rf'Height="{height}"', document)
    side = int(re.search(r'TileSize="(\d+)"', document)[1])
    extension = re.search(r'Format="(\w+)"', document)[1]
    assert re.search(r'Overlap="0"', document)
    top = math.ceil(math.log2(max(width, height)))
    for level in range(top + 1):
        reduction = top - level
        size = (math.ceil(width / 2**reduction), math.ceil(height / 2**reduction))
        expected = drawn(width, height)[reduction]
        address = f"/dzi/{name}_files/{level}/{{}}_{{}}.{extension}".format
        columns, rows = check_level(drawn_service, size, expected, address, side)
        assert drawn_service.get(address(columns, 0)).status == 404
    assert drawn_service.get(f"/dzi/{name}_files/{top + 1}/0_0.{extension}").status == 404


def test_zoomify(drawn_service, drawn, width, height):
    name = f"{width}x{height}.png"
    document = drawn_service.get(f"/zoomify/{name}/ImageProperties.xml").body.decode()
    assert f'WIDTH="{width}"' in document and f'HEIGHT="{height}"' in document
    count = int(re.search(r'NUMTILES="(\d+)"', document)[1])
    # As its viewers compute it: every tier half of the one before, rounded down.
    tiers = [(width, height)]
    while tiers[-1][0] > 256 or tiers[-1][1] > 256:
        tiers.append((max(1, tiers[-1][0] // 2), max(1, tiers[-1][1] // 2)))
    tiers.reverse()
    number = 0
    for tier, size in enumerate(tiers):
        first, columns = number, math.ceil(size[0] / 256)
        expected = drawn(width, height)[len(tiers) - 1 - tier]

        def address(column, row):
            group = (first + row * columns + column) // 256
            return f"/zoomify/{name}/TileGroup{group}/{tier}-{column}-{row}.jpg"

        check_level(drawn_service, size, expected, address)
        number += columns * math.ceil(size[1] / 256)
    assert number == count


def test_xyz(drawn_service, drawn, width, height):
    name = f"{width}x{height}.png"
    document = drawn_service.get(f"/xyz/{name}.json").json
    sizes = levels_of(width, height)
    assert document["minzoom"] == 0 and document["maxzoom"] == len(sizes) - 1
    for zoom in range(len(sizes)):
        reduction = len(sizes) - 1 - zoom
        address = lambda column, row: f"/xyz/{name}/{zoom}/{column}/{row}.jpg"
        expected = drawn(width, height)[reduction]
        columns, rows = check_level(
            drawn_service, sizes[reduction], expected, address, padded=True
        )
        assert drawn_service.get(address(columns, 0)).status == 404
        assert drawn_service.get(address(0, rows)).status == 404


@pytest.mark.parametrize("version", [2, 3])
def test_iiif(drawn_service, drawn, width, height, version):
    base = f"/iiif/{version}/{width}x{height}.png"
    information = drawn_service.get(f"{base}/info.json").json
    assert (information["width"], information["height"]) == (width, height)
    (tiles,) = information["tiles"]
    side = tiles["width"]
    for factor in tiles["scaleFactors"]:
        size = (math.ceil(width / factor), math.ceil(height / factor))
        expected = drawn(width, height)[int(math.log2(factor))]

        def address(column, row):
            # As OpenSeadragon asks.
            x, y = column * side * factor, row * side * factor
            w, h = min(side * factor, width - x), min(side * factor, height - y)
            wide, high = math.ceil(w / factor), math.ceil(h / factor)
            region = "full" if (x, y, w, h) == (0, 0, width, height) else f"{x},{y},{w},{h}"
            scaled = f"{wide},{high}" if version == 3 else f"{wide},"
            return f"{base}/{region}/{scaled}/0/default.jpg"

        check_level(drawn_service, size, expected, address, side)
        outside = f"{base}/{width},0,256,256/256,256/0/default.jpg"
        assert drawn_service.get(outside).status == 400
    for size in information.get("sizes", []):
        answer = drawn_service.get(f"{base}/full/{size['width']},{size['height']}/0/default.jpg")
        assert answer.pixels.shape[:2] == (size["height"], size["width"])


def test_one_tile_in_every_protocol_is_the_same_bytes(drawn_service, width, height):
    if width < 512:
        pytest.skip("no tile inside")
    name = f"{width}x{height}.png"
    top = math.ceil(math.log2(max(width, height)))
    levels = levels_of(width, height)
    native = drawn_service.get(f"/images/{name}/tiles/0/1_0.jpg")
    others = [f"/dzi/{name}_files/{top}/1_0.jpg", f"/xyz/{name}/{len(levels) - 1}/1/0.jpg"]
    wide = min(256, width - 256)
    for version in (2, 3):
        for size in (f"{wide},256", f"{wide},", "max") + (("full",) if version == 2 else ()):
            for quality in ("default", "color"):
                others.append(
                    f"/iiif/{version}/{name}/256,0,{wide},256/{size}/0/{quality}.jpg"
                )
    if wide < 256:
        others.pop(1)
    for other in others:
        answer = drawn_service.get(other)
        assert (answer.status, answer.body) == (200, native.body), other
