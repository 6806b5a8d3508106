"""Pictures that are long, tiny or full of holes."""
import io
import os

import numpy
import pytest
from PIL import Image

import hands
from hands import tap
from stage import drawing


def pixels(page):
    return numpy.asarray(Image.open(io.BytesIO(page.picture())).convert("RGB")).astype(int)


def test_the_minimap_of_a_panorama_shows_where_one_is(page, odd):
    opened = page(odd.base + "/view/panorama.png")
    # It comes with the first zoom.
    hands.show(opened, 0.5, 0, 0)
    opened.wait("!document.getElementById('minimap').hidden")
    box = opened.run("(({ x, y, width, height }) => [x, y, width, height])(minimap.getBoundingClientRect())")
    assert box[2] / box[3] == pytest.approx(6000 / 500, rel=0.05)
    for zoom, x, y in [(0.6, 1500, 0), (1, 2000, 0), (1, 6000, 500)]:
        hands.show(opened, zoom, x, y)
        # It is drawn with the next frame.
        opened.picture()
        view = opened.run("viewer.visibleRect")
        clip = dict(zip(("x", "y", "width", "height"), box))
        small = numpy.asarray(Image.open(io.BytesIO(opened.picture(clip))).convert("L")).astype(float)
        # What is out of view is dimmed; the corners are round.
        lit = small > (small.min() + small.max()) / 2
        columns = numpy.flatnonzero(lit.mean(axis=0) > 0.6) / small.shape[1]
        rows = numpy.flatnonzero(lit.mean(axis=1) > 0.3 * view["width"] / 6000) / small.shape[0]
        assert columns[[0, -1]] == pytest.approx([view["x"] / 6000, (view["x"] + view["width"]) / 6000], abs=0.03)
        assert rows[[0, -1]] == pytest.approx([view["y"] / 500, (view["y"] + view["height"]) / 500], abs=0.15)


@pytest.mark.parametrize("ratio", [1, 3])
def test_an_icon_opens_at_whole_pixels_and_shows_them_as_squares(page, odd, ratio):
    opened = page(odd.base + "/view/ramp.png", ratio=ratio)
    hands.sharp(opened)
    assert opened.run("[viewer.zoomScale, viewer.isAtFit]") == [8, True]
    side = 8 * ratio
    screen = pixels(opened)
    left, top = opened.run("(({ x, y }) => [Math.round(-x * viewer.ratio), Math.round(-y * viewer.ratio)])(viewer.contentOffset)")
    # Half a pixel is rounded either way.
    found = [
        screen[top + down : top + down + 20 * side, left + right : left + right + 20 * side].reshape(20, side, 20, side, 3)
        for down in (-1, 0, 1) for right in (-1, 0, 1)]
    # Each square is of one colour, and the last one of another than the first.
    (squares,) = [squares for squares in found if (numpy.ptp(squares, axis=(1, 3)) <= 2).all()]
    assert abs(squares[19, 0, 10, 0] - squares[0, 0, 10, 0]).min() > 150


def test_a_page_that_is_large_is_smooth_as_ever(page):
    opened = page("/view/small.png")
    hands.show(opened, 3)
    hands.sharp(opened)
    screen = pixels(opened)[200:400, 300:500]
    assert (numpy.abs(numpy.diff(screen, axis=1)).max(axis=2) > 0).mean() > 0.6


def test_what_is_transparent_lies_on_squares_that_dark_and_light_are_seen_on(page, odd):
    opened = page(odd.base + "/view/holes.png")
    for scheme, ground in [("light", {(255, 255, 255), (236, 233, 226)}), ("dark", {(107, 116, 120), (98, 106, 110)})]:
        opened.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        opened.run("viewer.awake()")
        hands.sharp(opened)
        hands.drawn(opened)
        left, top = opened.run("(({ x, y }) => [Math.round(-x), Math.round(-y)])(viewer.contentOffset)")
        corner = pixels(opened)[top + 8 : top + 60, left + 8 : left + 60].reshape(-1, 3)
        assert {tuple(pixel) for pixel in corner.tolist()} == ground


def test_double_taps_on_what_is_much_larger_fill_the_view_first_and_come_closer_in_steps(fingers):
    opened = fingers(width=320, height=520)
    opened.run("viewer.loupe = 'off'")
    fit, fill = opened.run("[viewer.fitScale, viewer.state.fillScale]")
    found = []
    for _ in range(4):
        tap(opened, (160, 260))
        tap(opened, (160, 260), finger=hands.Finger(opened).pause(0.1))
        hands.rest(opened)
        found.append(opened.run("viewer.zoomScale"))
    assert found == pytest.approx([fill, 3 * fill, 1, fit])
    # Who wants it in one go says so.
    opened.run("viewer.doubleTap = 'toggle'")
    tap(opened, (160, 260))
    tap(opened, (160, 260), finger=hands.Finger(opened).pause(0.1))
    hands.rest(opened)
    assert opened.run("viewer.zoomScale") == 1


def test_names_that_are_no_text_open_all_the_same(page, start_service, tmp_path):
    folder = os.fsencode(tmp_path) + b"/caf\xe9 + more"
    os.mkdir(folder)
    for name in (b"one \xff.png", b"two.png"):
        drawing(400, 300).save(tmp_path / "made.png")
        os.rename(tmp_path / "made.png", folder + b"/" + name)
    service = start_service(tmp_path)
    opened = page(service.base + "/", waits=False)
    opened.wait("document.querySelector('#entries .folder a')")
    opened.run("document.querySelector('#entries .folder a').click()")
    opened.wait("document.querySelectorAll('#entries .here').length === 2")
    assert opened.run("document.querySelector('#where').textContent") == "Images / caf\ufffd + more"
    opened.run("document.querySelector('#entries a').click()")
    # Its neighbors are those of its folder.
    opened.wait("window.viewer?.isLoaded && viewer.list")
    hands.sharp(opened)
    assert opened.run("[document.getElementById('title').textContent, viewer.image.width, viewer.pageCount]") == ["one \ufffd.png", 400, 2]
    alone = page(f"{service.base}/view/caf%E9%20%2B%20more%2Fone%20%FF.png")
    assert alone.run("viewer.image.width") == 400
    alone.run("document.getElementById('home').click()")
    alone.wait("document.querySelectorAll('#entries .here').length === 2")
    # As an album, and to one of its pictures.
    album = page(f"{service.base}/view/caf%E9%20%2B%20more#picture=one%20%FF.png")
    assert album.run("[viewer.pageCount, viewer.page]") == [2, 0]
