import json

import pytest

from support.command import run

FIELDS = [
    "id", "version", "zoomScale", "minimumZoomScale", "maximumZoomScale", "contentSize",
    "contentOffset", "contentInset", "adjustedContentInset", "visibleRect", "level", "tiles",
    "placeholder", "prefetch",
]


def ask(*flags):
    answer = run("viewport", "--json", *flags)
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


@pytest.mark.parametrize("zoom, offset", [("5e-1", "1.2e1,-3E+0"), ("50E-2", "12,-.3e1")])
def test_numbers_may_have_exponents(zoom, offset):
    plain = ask("--content=1280x960", "--bounds=320x460", "--zoom", "0.5", "--offset", "12,-3")
    same = ask("--content=1280x960", "--bounds=32e1x4.6e2", "--zoom", zoom, "--offset", offset)
    assert same == plain


def test_json_has_exactly_the_fields_of_the_http_call():
    view = ask("--content=1280x960", "--bounds=320x460", "--zoom=1", "--offset=480,250")
    assert list(view) == FIELDS
    assert view["id"] is None and view["version"] is None
    assert list(view["level"]) == ["reduction", "scale", "width", "height", "columns", "rows"]
    assert all(list(tile) == ["column", "row", "url", "source", "frame"]
               for tile in view["tiles"] + view["prefetch"])
    assert all(list(tile) == ["reduction", "column", "row", "url", "source", "frame"]
               for tile in view["placeholder"])
    assert all(tile["url"] is None for tile in view["tiles"])
    assert view["visibleRect"] == [480, 250, 320, 460]


def test_tiles_come_centre_first_and_cover_the_view():
    view = ask("--content=100000x80000", "--bounds=1500x1000", "--zoom=0.3",
               "--center=50000,40000", "--dpr=2")
    x, y, width, height = view["visibleRect"]
    middle = (x + width / 2, y + height / 2)

    def distance(tile):
        left, top, wide, high = tile["source"]
        return ((left + wide / 2 - middle[0]) ** 2 + (top + high / 2 - middle[1]) ** 2,
                tile["row"], tile["column"])

    assert view["level"]["reduction"] == 0
    assert view["tiles"] == sorted(view["tiles"], key=distance)
    assert min(tile["source"][0] for tile in view["tiles"]) <= x
    assert max(tile["source"][0] + tile["source"][2] for tile in view["tiles"]) >= x + width
    for tile in view["tiles"]:
        left, top, wide, high = tile["source"]
        zoom, (ox, oy) = view["zoomScale"], view["contentOffset"]
        assert tile["frame"] == pytest.approx(
            [left * zoom - ox, top * zoom - oy, wide * zoom, high * zoom])


def test_levels_of_detail_magnify():
    view = ask("--content=460x320", "--bounds=320x460", "--zoom=4", "--maximum-zoom=8",
               "--levels-of-detail=5", "--bias=2")
    assert view["level"] == {
        "reduction": -2, "scale": 4, "width": 1840, "height": 1280, "columns": 8, "rows": 5}


@pytest.mark.parametrize("flags, named", [
    (["--zoom=nan"], ["--zoom", "'nan'", "above 0"]),
    (["--zoom=inf"], ["--zoom", "'inf'"]),
    (["--zoom=0"], ["--zoom", "'0'", "above 0"]),
    (["--zoom=-1"], ["--zoom", "'-1'"]),
    (["--zoom=" + "9" * 41], ["--zoom"]),
    (["--bounds=0x460"], ["--bounds", "'0x460'", "above 0"]),
    (["--bounds=-320x460"], ["--bounds", "'-320x460'"]),
    (["--content=0x960"], ["--content", "'0x960'", "2147483648"]),
    (["--content=99999999999999999999x1"], ["--content"]),
    (["--rect=1,2,3"], ["--rect", "'1,2,3'"]),
    (["--rect=9999,0,5,5"], ["--rect", "does not touch"]),
    (["--minimum-zoom=3", "--maximum-zoom=2"], ["--minimum-zoom 3", "--maximum-zoom 2"]),
])
def test_numbers_that_mean_nothing_are_refused(flags, named):
    given = {flag.split("=")[0] for flag in flags}
    base = [flag for flag in ["--content=1280x960", "--bounds=320x460"]
            if flag.split("=")[0] not in given]
    answer = run("viewport", *base, *flags)
    assert answer.returncode == 2 and answer.stdout == ""
    for part in named:
        assert part in answer.stderr


def test_a_table_to_read_by_default():
    answer = run("viewport", "--content", "1280x960", "--bounds", "320x460", "--zoom", "0.5")
    assert answer.returncode == 0
    assert "reduction 1, scale 0.5, 640x480 pixels, 3x2 tiles" in answer.stdout
    assert "tiles: 4 of reduction 1" in answer.stdout
