"""Leaflet, unchanged, on our XYZ tiles, as README says to use it."""
import json
import pathlib
import re

import pytest
from support.command import ROOT
from visits import SIZES, check_picture, check_requests, count_of_tiles

FOLDER = pathlib.Path("/usr/share/javascript/leaflet")

HELPERS = """
  window.failures = [];
  L.Map.addInitHook(function () { window.map = this; });
  L.TileLayer.addInitHook(function () {
    window.layer = this;
    this.on("tileerror", (what) => failures.push(what.tile.src));
  });
  window.settled = () => new Promise((done) => {
    let calm = 0;
    const look = () => {
      const tiles = [...document.querySelectorAll(".leaflet-tile")];
      const isThere = !layer.isLoading() && !document.querySelector(".leaflet-zoom-anim .leaflet-zoom-animated.leaflet-zoom-hide")
        && tiles.length > 0 && tiles.every((tile) => tile.complete && getComputedStyle(tile).opacity === "1");
      calm = isThere ? calm + 1 : 0;
      if (calm > 2) done(true);
      else requestAnimationFrame(look);
    };
    look();
  });
  window.show = (x, y, zoom) => {
    const { maxZoom } = layer.options;
    map.setView(map.unproject([WIDTH * x, HEIGHT * y], maxZoom), zoom, { animate: false });
    return settled();
  };
  window.shown = () => {
    const corner = (x, y) => map.latLngToContainerPoint(map.unproject([x, y], layer.options.maxZoom));
    const a = corner(0, 0), b = corner(WIDTH, HEIGHT);
    return [a.x, a.y, b.x, b.y];
  };
"""


def page_of_the_readme(base, name):
    (block,) = [
        block for block in re.findall(
            r"```html\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
        if "leaflet" in block]
    script = re.search(r"<script>\n(.*?)</script>", block, re.DOTALL)[1]
    assert "http://127.0.0.1:8080" in script and "tessellation.jpg" in script
    return script.replace("http://127.0.0.1:8080", base).replace("tessellation.jpg", name)


@pytest.mark.parametrize("ratio", [1, 2])
@pytest.mark.parametrize("width, height", SIZES)
def test_all_levels_are_shown_and_no_request_fails(visitor, base, pictures, width, height, ratio):
    visitor.size(700, 500, ratio)
    name = f"{width}x{height}.png"
    page = visitor
    # Its buttons and its name lie on the picture.
    style = (FOLDER / "leaflet.css").read_text() + ".leaflet-control-container { display: none }"
    page.run(
        "document.head.append(Object.assign(document.createElement('style'), "
        f"{{ textContent: {json.dumps(style)} }}));"
        "document.body.style.margin = 0;"
        "document.body.innerHTML = '<div id=map style=\"height: 100vh\"></div>'; 0")
    page.run((FOLDER / "leaflet.js").read_text() + ";0")
    page.run(HELPERS.replace("WIDTH", str(width)).replace("HEIGHT", str(height)) + ";0")
    page.run(f"{{ {page_of_the_readme(base, name)} }}; 0")
    page.wait("window.map && window.layer && map._loaded")
    page.run("settled()")
    # Leaflet enlarges tiles on a dense screen, so the picture has the detail of CSS pixels.
    check_picture(page, pictures[name], page.run("shown()"), ratio, detail=1)

    for zoom in range(page.run("layer.options.maxZoom") + 1):
        for x, y in ((1, 1), (0.3, 0.6)):
            page.run(f"show({x}, {y}, {zoom})")
        check_picture(page, pictures[name], page.run("shown()"), ratio, detail=1)
    # In motion, the goal changed on the way.
    page.run("""new Promise((done) => {
      map.setZoom(0);
      setTimeout(() => map.panBy([300, 200]), 100);
      setTimeout(() => map.fitBounds(layer.options.bounds), 200);
      setTimeout(() => settled().then(done), 800);
    })""")
    check_picture(page, pictures[name], page.run("shown()"), ratio, detail=1)
    assert page.run("failures") == []
    check_requests(page, "/xyz/", ".jpg", least=count_of_tiles(width, height) // 5)
