"""Other people's viewers in one headless Chromium, on our server over drawn pictures."""
import http.server
import threading

import numpy
import pytest
from PIL import Image

from visits import SIZES


def drawing(width, height):
    """Colours that change slowly, under grain of three sizes."""
    x = numpy.arange(width)[None, :] / 300
    y = numpy.arange(height)[:, None] / 300
    planes = [numpy.sin(x + 0 * y), numpy.cos(y + x / 3), numpy.sin(x * 0.7 - y)]
    picture = 128 + 60 * numpy.stack(planes, axis=-1)
    chance = numpy.random.default_rng(5)
    for cell, strength in ((6, 6), (48, 9), (384, 18)):
        grid = chance.uniform(-strength, strength, (height // cell + 3, width // cell + 3))
        grown = Image.fromarray(grid.astype(numpy.float32)).resize(
            (grid.shape[1] * cell, grid.shape[0] * cell), Image.BICUBIC)
        picture += numpy.asarray(grown)[:height, :width, None]
    return Image.fromarray(numpy.clip(numpy.rint(picture), 0, 255).astype(numpy.uint8))


@pytest.fixture(scope="session")
def pictures():
    return {f"{width}x{height}.png": drawing(width, height) for width, height in SIZES}


@pytest.fixture(scope="session")
def base(start_service, pictures, tmp_path_factory):
    """Where the pictures are served."""
    folder = tmp_path_factory.mktemp("pictures")
    for name, picture in pictures.items():
        picture.save(folder / name, compress_level=1)
    return start_service(folder, "--quality", "95", "--render-quality", "95").base


@pytest.fixture(scope="session")
def shared_page(browser):
    return browser.page()


class EmptyPage(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(b"<!doctype html><link rel=icon href=data:,><body>")

    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def elsewhere():
    """A page of another origin than our server's."""
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), EmptyPage)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{site.server_port}/"
    site.shutdown()


@pytest.fixture
def visitor(shared_page, elsewhere):
    """An empty page of somebody else's, that remembers what it asked the network for."""
    shared_page.go(elsewhere)
    shared_page.told("")
    shared_page.events.clear()
    return shared_page
