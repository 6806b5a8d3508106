"""The README's pages for other viewers, run as they stand in a headless Chromium."""
import functools
import http.server
import json
import os
import pathlib
import queue
import re
import shutil
import signal
import subprocess
import threading
import urllib.parse

import pytest

from support.command import ROOT
from support.pictures import draw
from support.service import wait_until

LIBRARIES = {
    "openseadragon": ROOT / ".venv/openseadragon.js",
    "leaflet": pathlib.Path("/usr/share/javascript/leaflet/leaflet.js"),
}

# What each page gets besides: it moves the view, counts tiles, and tells at the end.
DRIVERS = {
    "openseadragon": """
      let loaded = 0, failed = 0;
      viewer.addHandler("tile-loaded", () => { loaded += 1; });
      viewer.addHandler("tile-load-failed", () => { failed += 1; });
      viewer.addHandler("open-failed", (event) => tell({ failed: 1, problem: event.message }));
      viewer.addHandler("open", async () => {
        const item = viewer.world.getItemAt(0);
        const full = () => new Promise((done) => {
          const look = () => (item.getFullyLoaded() ? done() : setTimeout(look, 50));
          setTimeout(look, 100);
        });
        await full();
        for (const [x, y] of [[0.2, 0.2], [0.5, 0.5], [0.99, 0.99]]) {
          viewer.viewport.zoomTo(viewer.viewport.imageToViewportZoom(1), null, true);
          viewer.viewport.panTo(new OpenSeadragon.Point(x, y), true);
          await full();
        }
        tell({ loaded, failed, size: item.getContentSize() });
      });
    """,
    "leaflet": """
      const until = setInterval(async () => {
        if (!window.theMap) return;
        clearInterval(until);
        const map = window.theMap;
        const full = () => new Promise((done) => {
          const look = () => (window.theLayer.isLoading() ? setTimeout(look, 50) : done());
          setTimeout(look, 100);
        });
        await full();
        const size = [window.theLayer.options.bounds[1], window.theLayer.options.bounds[0]].map(
          (corner) => map.project(corner, window.theLayer.options.maxZoom));
        for (const [x, y] of [[0.2, 0.2], [0.5, 0.5], [0.98, 0.98]]) {
          map.setView(map.unproject([size[0].x * x, size[1].y * y], window.theLayer.options.maxZoom),
            window.theLayer.options.maxZoom, { animate: false });
          await full();
        }
        tell({ loaded: window.loaded, failed: window.failed, size: { x: size[0].x, y: size[1].y } });
      }, 50);
    """,
}
HOOKS = {
    # Without a graphics card its first choice takes a quarter of a second a frame.
    "openseadragon": "OpenSeadragon.DEFAULT_SETTINGS.drawer = 'canvas';",
    "leaflet": """
      window.loaded = window.failed = 0;
      L.Map.addInitHook(function () { window.theMap = this; });
      L.TileLayer.addInitHook(function () {
        window.theLayer = this;
        this.on("tileload", () => { window.loaded += 1; });
        this.on("tileerror", () => { window.failed += 1; });
      });
    """,
}


def block_with(word):
    blocks = re.findall(r"```html\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    (found,) = [block for block in blocks if word in block]
    return found


def page(word, base, image):
    text = block_with(word)
    text = re.sub(r'<link [^>]*>\n', "", text)
    text, count = re.subn(
        r'<script src="[^"]*"></script>',
        f'<script src="/{word}.js"></script><script>{HOOKS[word]}</script>', text)
    assert count == 1
    assert "http://127.0.0.1:8080" in text and "tessellation.jpg" in text
    text = text.replace("http://127.0.0.1:8080", base).replace("tessellation.jpg", image)
    return (
        "<!DOCTYPE html><script>const tell = (what) =>"
        " fetch('/told?' + new URLSearchParams({ what: JSON.stringify(what) }));"
        " window.onerror = (message) => tell({ failed: 1, problem: message });</script>"
        f"<body>{text}<script>{DRIVERS[word]}</script></body>")


class Pages(http.server.BaseHTTPRequestHandler):
    def __init__(self, pages, told, *rest):
        self.pages, self.told = pages, told
        super().__init__(*rest)

    def do_GET(self):
        parts = urllib.parse.urlsplit(self.path)
        if parts.path == "/told":
            self.told.put(urllib.parse.parse_qs(parts.query)["what"][0])
        body = self.pages.get(parts.path, b"")
        self.send_response(200)
        kind = "text/javascript" if parts.path.endswith(".js") else "text/html; charset=utf-8"
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def browser():
    names = [os.environ.get("PYRAMIDION_CHROMIUM", ""), "chromium-headless-shell", "chromium"]
    for name in names:
        if name and shutil.which(name):
            return shutil.which(name)
    if os.environ.get("CI"):
        pytest.fail("no Chromium")
    pytest.skip("no Chromium")


@pytest.fixture(scope="module")
def server(start_service, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")
    draw(folder / "an image.jpg", 2001, 1303)
    log = tmp_path_factory.mktemp("log") / "access.log"
    service = start_service(folder, "--access-log", log, "--log-format", "json")
    service.log = log
    return service


@pytest.mark.parametrize("word, wanted", [("openseadragon", "/iiif/3/"), ("leaflet", "/xyz/")])
def test_the_page_in_the_readme_shows_the_image(server, tmp_path, word, wanted):
    assert LIBRARIES[word].exists(), f"{LIBRARIES[word]} is missing: run config/setup.sh"
    told = queue.Queue()
    pages = {
        "/": page(word, server.base, "an%20image.jpg").encode(),
        f"/{word}.js": LIBRARIES[word].read_bytes(),
    }
    site = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Pages, pages, told))
    threading.Thread(target=site.serve_forever, daemon=True).start()
    process = subprocess.Popen(
        [browser(), "--no-sandbox", "--headless", "--disable-gpu", "--disable-dev-shm-usage",
         f"--user-data-dir={tmp_path}/profile", "--window-size=1200,900",
         "--remote-debugging-port=0", f"http://127.0.0.1:{site.server_port}/"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        answer = json.loads(told.get(timeout=60))
    finally:
        # Debian starts it from a script: the browser itself is one of the script's group.
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        site.shutdown()
    assert answer.get("failed") == 0, answer
    assert answer["loaded"] >= 20, answer
    assert (answer["size"]["x"], answer["size"]["y"]) == (2001, 1303)

    def asked():
        # A line is written once its answer has gone, which may be after it was read.
        lines = server.log.read_text().rpartition("\n")[0].splitlines()
        return [line for line in map(json.loads, lines) if wanted in str(line)]

    wait_until(lambda: len(asked()) >= 20)
    assert all(line["status"] == 200 for line in asked())
