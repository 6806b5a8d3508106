"""What the page shows is what the server says of the same view."""
import json
import urllib.request

import pytest

import hands
from hands import state


def asked(page, image, more=""):
    """The server's answer for the view that a page has."""
    now = state(page)
    edges = [now["contentInset"][edge] for edge in ("top", "left", "bottom", "right")]
    bounds, ratio = now["bounds"], page.run("devicePixelRatio")
    address = (
        f"{page.base}/images/{image}/viewport?fit=page&bounds={bounds['width']},{bounds['height']}"
        f"&inset={','.join(map(str, edges))}&dpr={ratio}{more}")
    with urllib.request.urlopen(address) as answer:
        return json.load(answer), now


def agree(told, now):
    def close(found, *names):
        assert found == pytest.approx([now[names[0]][name] for name in names[1:]], abs=1e-6)

    for name in ("zoomScale", "minimumZoomScale", "maximumZoomScale"):
        assert told[name] == pytest.approx(now[name])
    close(told["contentSize"], "contentSize", "width", "height")
    close(told["contentOffset"], "contentOffset", "x", "y")
    for name in ("contentInset", "adjustedContentInset"):
        close(told[name], name, "top", "left", "bottom", "right")


@pytest.mark.parametrize("width, height, ratio", [(800, 600, 1), (390, 844, 3)])
@pytest.mark.parametrize("image", ["large.png", "small.png"])
def test_an_image_opens_as_the_server_says(page, image, width, height, ratio):
    opened = page(f"/view/{image}", width=width, height=height, ratio=ratio)
    told, now = asked(opened, image)
    assert now["contentInset"]["top"] > 0
    agree(told, now)


def test_zoomed_in_it_does_too(page):
    opened = page()
    hands.show(opened, 0.8, 900, 500)
    now = state(opened)
    x, y = now["contentOffset"]["x"], now["contentOffset"]["y"]
    agree(*asked(opened, "large.png", f"&zoom=0.8&offset={x},{y}"))
