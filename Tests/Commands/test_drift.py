"""Many levels down, colours and edges are still the means of what they stand for."""

import numpy
import pytest
from PIL import Image

from support.command import cut
from support.pictures import halved

LONG, SHORT = 20_001, 37


def cut_pixels(source, target, *flags):
    """The levels, their colours in an axis of their own even where there is one."""
    return [level.astype(float).reshape(*level.shape[:2], -1) for level in cut(source, target, *flags)]


def strip(kind, rows, columns):
    """Flat grey with a line of its own along each edge; the same with noise; fine stripes."""
    noise = numpy.random.default_rng(3)
    image = numpy.full((rows, columns, 3), (101, 150, 203), float)
    if kind == "noise":
        image += noise.integers(-40, 41, (rows, columns, 1))
    if kind == "stripes":
        image[:, ::2] += 1
        image[::2] += 1
    image[0] = [250, 10, 10]
    image[-1] = [10, 250, 10]
    image[:, 0] = [10, 10, 250]
    image[:, -1] = [250, 250, 10]
    return image.astype(numpy.uint8)


@pytest.mark.parametrize("kind, shape", [
    ("flat", (SHORT, LONG)), ("noise", (SHORT, LONG)), ("noise", (LONG, SHORT)),
    ("stripes", (LONG, SHORT)),
], ids=lambda value: value if isinstance(value, str) else f"{value[0]}x{value[1]}")
def test_lossless_levels_are_exact_means_to_the_last(tmp_path, kind, shape):
    source = strip(kind, *shape)
    Image.fromarray(source).save(tmp_path / "a.png", compress_level=1)
    levels = cut_pixels(tmp_path / "a.png", tmp_path / "o.tif", "--format", "lossless", "--tile-size", "128")
    assert len(levels) == 9
    exact = source.astype(float)
    for depth, level in enumerate(levels):
        if depth > 0:
            exact = halved(exact)
        difference = level - exact
        assert level.shape == exact.shape
        # Each halving rounds by at most half a step, and no more to one side than to the other.
        assert numpy.abs(difference).max() < 0.51 * (depth + 1), depth
        assert abs(difference.mean()) < 0.13, depth
        for edge in (difference[0], difference[-1], difference[:, 0], difference[:, -1]):
            if len(edge) > 90:
                assert abs(edge.mean()) < 0.5, depth
        inner = difference[2:-2, 2:-2]
        if inner.size > 300:
            assert numpy.abs(inner.mean(axis=(0, 1))).max() < 0.3, depth


def weighted(image):
    """The exact means of colours by their opacity, and of opacities."""
    colours, opacity = image[..., :3] * image[..., 3:], image[..., 3:]
    summed = halved(numpy.dstack([colours, opacity]))
    share = numpy.where(summed[..., 3:] == 0, 1, summed[..., 3:])
    return numpy.dstack([summed[..., :3] / share, summed[..., 3:]])


@pytest.mark.parametrize("opacity", [255, 200])
def test_colours_beside_alpha_do_not_drift(tmp_path, opacity):
    source = strip("noise", 512, 1024)
    source = numpy.dstack([source, numpy.full(source.shape[:2], opacity, numpy.uint8)])
    Image.fromarray(source).save(tmp_path / "a.png", compress_level=1)
    levels = cut_pixels(tmp_path / "a.png", tmp_path / "o.tif", "--format", "lossless", "--tile-size", "128")
    assert len(levels) == 4
    exact = source.astype(float)
    for depth, level in enumerate(levels):
        if depth > 0:
            exact = weighted(exact)
        # Rounding every half up would come to an eighth of a step a level.
        assert numpy.abs((level - exact).mean(axis=(0, 1))).max() < 0.03, depth


@pytest.mark.parametrize("shape", [(35, 65_499), (65_499, 35)], ids=["wide", "tall"])
@pytest.mark.parametrize("grey", [False, True])
def test_jpeg_planes_do_not_drift_either(tmp_path, shape, grey):
    # Muted, so that nothing is clipped where planes become RGB: clipping is no drift.
    source = (80 + 0.4 * strip("noise", *shape)).astype(numpy.uint8)
    image = Image.fromarray(source)
    image = image.convert("L") if grey else image
    image.save(tmp_path / "a.jpg", quality=95)
    # Not the decoded file: where a side is odd, decoders blend the colour of the last line with
    # that of the line before, which its plane keeps apart.
    exact = numpy.asarray(image).astype(float).reshape(*shape, -1)
    levels = cut_pixels(
        tmp_path / "a.jpg", tmp_path / "o.tif", "--quality", "95", "--tile-size", "128")
    assert len(levels) == 10
    for depth, level in enumerate(levels):
        if depth > 0:
            exact = halved(exact)
        difference = level - exact
        assert level.shape == exact.shape
        assert numpy.abs(difference.mean(axis=(0, 1))).max() < 1.2, depth
