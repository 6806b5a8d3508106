"""What is on the screen is what libvips makes of the same part of the image, and has no seams."""
import io
import subprocess

import numpy
import pytest
from PIL import Image

import hands
from stage import LARGE

VIEW = (700, 480)


def screen(page, ratio):
    """The canvas's pixels as they are shown, controls hidden."""
    page.run("document.querySelectorAll('.bar, .group, .zoomer, .minimap').forEach((part) => part.style.visibility = 'hidden')")
    page.run("viewer.shadowRoot.querySelectorAll('.indicator').forEach((part) => part.style.visibility = 'hidden')")
    hands.drawn(page)
    pixels = numpy.asarray(Image.open(io.BytesIO(page.picture())).convert("RGB")).astype(int)
    assert pixels.shape[:2] == (VIEW[1] * ratio, VIEW[0] * ratio)
    return pixels


def rendered(folder, tmp_path, scale, offset, size):
    """libvips' own: all of the image resized, then the part in view."""
    whole = tmp_path / "whole.png"
    kernel = "cubic" if scale > 1 else "lanczos3"
    subprocess.run(["vips", "resize", folder / "large.png", whole, str(scale), "--kernel", kernel], check=True)
    pixels = numpy.asarray(Image.open(whole).convert("RGB")).astype(int)
    left, top = (round(side) for side in offset)
    return pixels[top:top + size[1], left:left + size[0]]


@pytest.mark.parametrize("ratio,zoom", [(1, 1), (1, 0.61), (1, 1.3), (1.5, 0.5), (1.5, 0.29), (2, 0.5), (2, 0.23)])
def test_the_screen_is_the_image_within_six_of_255(page, folder, tmp_path, ratio, zoom):
    opened = page(width=VIEW[0], height=VIEW[1], ratio=ratio)
    hands.show(opened, zoom, 201.3, 187.7)
    hands.sharp(opened)
    now = hands.state(opened)
    zoom = now["zoomScale"]
    shown = screen(opened, ratio)
    scale = zoom * ratio
    offset = [now["contentOffset"][axis] * ratio for axis in ("x", "y")]
    expected = rendered(folder, tmp_path, scale, [max(0, o) for o in offset], shown.shape[1::-1])
    top = max(0, round(-offset[1]))
    left = max(0, round(-offset[0]))
    height = min(expected.shape[0], shown.shape[0] - top)
    width = min(expected.shape[1], shown.shape[1] - left)
    difference = abs(shown[top:top + height, left:left + width] - expected[:height, :width])
    assert width * height > 0.5 * shown.shape[0] * shown.shape[1]
    assert difference.mean() < 6, difference.mean()


@pytest.mark.parametrize("ratio,zoom", [(1, 0.613), (1, 0.291), (1.5, 0.377), (2, 0.2337), (1, 1.17)])
def test_there_is_no_seam_between_tiles(page, ratio, zoom, folder):
    opened = page("/view/flat.png", width=VIEW[0], height=VIEW[1], ratio=ratio)
    hands.show(opened, zoom, 211.7, 130.3)
    hands.sharp(opened)
    shown = screen(opened, ratio)
    # One colour everywhere: a gap or an overlap of half-covered pixels would be of another.
    inside = shown[round(60 * ratio):, :]
    assert abs(inside - inside[len(inside) // 2, inside.shape[1] // 2]).max() <= 2
