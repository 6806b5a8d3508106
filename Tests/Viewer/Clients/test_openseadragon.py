"""OpenSeadragon, unchanged, on every protocol of ours that it knows."""
import io
import json
import math
import random
import urllib.request

import pytest
from PIL import Image

from support.command import ROOT
from support.documents import Document, rectangle
from visits import SIZES, check_picture, check_requests, count_of_tiles

LIBRARY = ROOT / ".venv/openseadragon.js"

# What `tileSources` is given, and what its tiles' addresses have in them.
PROTOCOLS = {
    "iiif 3": (lambda base, name, size: f"{base}/iiif/3/{name}/info.json", "/iiif/3/", "default.jpg"),
    "iiif 2": (lambda base, name, size: f"{base}/iiif/2/{name}/info.json", "/iiif/2/", "default.jpg"),
    "deep zoom": (lambda base, name, size: f"{base}/dzi/{name}.dzi", "/dzi/", "_files/"),
    "zoomify": (
        lambda base, name, size: {
            "type": "zoomifytileservice", "width": size[0], "height": size[1],
            "tilesUrl": f"{base}/zoomify/{name}/"},
        "/zoomify/", "TileGroup"),
}

# Its canvas drawer: without a graphics card WebGL takes a quarter of a second a frame.
HELPERS = """
  document.body.style.margin = 0;
  document.body.innerHTML = '<div id="viewer" style="width: 100vw; height: 100vh"></div>';
  window.failures = [];
  window.viewer = OpenSeadragon({
    id: "viewer", showNavigationControl: false, crossOriginPolicy: "Anonymous",
    drawer: "canvas", tileSources: SOURCE,
  });
  for (const event of ["open-failed", "tile-load-failed"]) {
    viewer.addHandler(event, (what) => failures.push(`${event}: ${what.message}`));
  }
  window.settled = () => new Promise((done) => {
    let calm = 0;
    const look = () => {
      const now = viewer.viewport.getBounds(true), goal = viewer.viewport.getBounds();
      const isThere = Math.abs(now.x - goal.x) + Math.abs(now.y - goal.y)
        + Math.abs(now.width - goal.width) < 1e-9;
      calm = isThere && viewer.world.getItemAt(0).getFullyLoaded() ? calm + 1 : 0;
      if (calm > 2) done(true);
      else requestAnimationFrame(look);
    };
    look();
  });
  window.show = async (x, y, scale) => {
    const { viewport } = viewer, item = viewer.world.getItemAt(0);
    viewport.zoomTo(viewport.imageToViewportZoom(scale), null, true);
    const size = item.getContentSize();
    viewport.panTo(item.imageToViewportCoordinates(size.x * x, size.y * y), true);
    return settled();
  };
  window.shown = () => {
    const item = viewer.world.getItemAt(0), size = item.getContentSize();
    const a = item.imageToViewerElementCoordinates(new OpenSeadragon.Point(0, 0));
    const b = item.imageToViewerElementCoordinates(size);
    return [a.x, a.y, b.x, b.y];
  };
"""


def opened(page, source):
    page.run(LIBRARY.read_text() + ";0")
    page.run(HELPERS.replace("SOURCE", json.dumps(source)) + ";0")
    page.wait("viewer.world.getItemCount() === 1 || failures.length > 0")
    assert page.run("failures") == []


@pytest.mark.parametrize("ratio", [1, 2])
@pytest.mark.parametrize("width, height", SIZES)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_all_levels_are_shown_and_no_request_fails(
        visitor, base, pictures, protocol, width, height, ratio):
    assert LIBRARY.exists(), f"{LIBRARY} is missing: run config/setup.sh"
    visitor.size(700, 500, ratio)
    name = f"{width}x{height}.png"
    source, *marks = PROTOCOLS[protocol]
    opened(visitor, source(base, name, (width, height)))
    visitor.run("settled()")
    check_picture(visitor, pictures[name], visitor.run("shown()"), ratio)

    levels = math.ceil(math.log2(max(width, height, 256) / 256)) + 1
    for reduction in reversed(range(levels)):
        # Level pixels on screen pixels; and every third time between two levels.
        scale = 2**-reduction / ratio * (0.7 if reduction % 3 == 1 else 1)
        for x, y in ((1, 1), (0.3, 0.6)):
            visitor.run(f"show({x}, {y}, {scale})")
        check_picture(visitor, pictures[name], visitor.run("shown()"), ratio)
    # In motion, the goal changed on the way.
    visitor.run("""new Promise((done) => {
      viewer.viewport.goHome();
      setTimeout(() => { viewer.viewport.zoomBy(3); viewer.viewport.panBy(new OpenSeadragon.Point(0.2, 0)); }, 100);
      setTimeout(() => { viewer.viewport.goHome(true); settled().then(done); }, 250);
    })""")
    check_picture(visitor, pictures[name], visitor.run("shown()"), ratio)
    assert visitor.run("failures") == []
    check_requests(visitor, *marks, least=count_of_tiles(width, height) // 5)


@pytest.fixture(scope="module")
def plan(page_engine, start_service, tmp_path_factory):
    """A page of plain areas, whose tiles are WebP: its server's address, and its picture."""
    folder = tmp_path_factory.mktemp("plan")
    choice = random.Random(3)
    areas = [
        rectangle([choice.random() for _ in range(3)], 21 * column, 20 * row, 21, 20)
        for column in range(5) for row in range(7)]
    Document().page(105, 140, b"".join(areas)).write(folder / "plan.pdf")
    base = start_service(folder).base
    with urllib.request.urlopen(f"{base}/iiif/3/plan.pdf/full/max/0/default.png") as answer:
        return base, Image.open(io.BytesIO(answer.read())).convert("RGB")


# Who looks for `.jpg` whatever it is told gets that.
FORMATS = {"iiif 3": "webp", "iiif 2": "jpeg", "deep zoom": "webp", "zoomify": "jpeg"}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_pages_are_shown_down_to_their_finest_level(visitor, plan, protocol):
    base, picture = plan
    visitor.size(700, 500)
    source, *marks = PROTOCOLS[protocol]
    marks = [mark.replace(".jpg", "." if FORMATS[protocol] == "webp" else ".jpg") for mark in marks]
    opened(visitor, source(base, "plan.pdf", picture.size))
    for scale in (1 / 8, 1 / 4, 1 / 2, 1):
        for x, y in ((1, 1), (0.3, 0.6)):
            visitor.run(f"show({x}, {y}, {scale})")
        check_picture(visitor, picture, visitor.run("shown()"), 1)
    assert visitor.run("failures") == []
    check_requests(visitor, *marks, least=10, kind=f"image/{FORMATS[protocol]}")
