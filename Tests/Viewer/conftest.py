"""The viewer in a real browser: one server and one browser for all tests, a page for each."""
import os
import pathlib
import re
import subprocess
import threading
import time

import numpy
import pytest
import tifffile
from PIL import Image

import hands
from browser import Browser, installed


def pytest_collection_modifyitems(items):
    here = pathlib.Path(__file__).parent
    missing = []
    if not installed():
        missing.append("no Chromium is installed")
    if not pathlib.Path(os.environ.get("PYRAMIDION_BINARY", "/nowhere")).exists():
        missing.append("PYRAMIDION_BINARY names no binary")
    for item in items:
        if missing and here in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=", ".join(missing)))


def drawing(width, height):
    """Waves of every colour with lines as thin as a pixel, so that blur and seams show."""
    x = numpy.arange(width)[None, :]
    y = numpy.arange(height)[:, None]
    planes = [
        127 * (1 + numpy.sin(x / 31 + y / 83)),
        127 * (1 + numpy.sin(y / 27 - x / 97)),
        127 * (1 + numpy.cos((x + y) / 41)),
    ]
    pixels = numpy.stack(planes, axis=-1)
    pixels[(x % 61 == 0) | (y % 67 == 0)] = 240
    return Image.fromarray(pixels.astype(numpy.uint8))


LARGE = (3000, 2000)
PAGES = [(900, 700), (700, 900), (1000, 600), (800, 800), (640, 480)]


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("images")
    for name in ("book", "empty", "many"):
        (folder / name).mkdir()
    drawing(*LARGE).save(folder / "large.png", compress_level=1)
    drawing(120, 90).save(folder / "small.png")
    Image.new("RGB", LARGE, (203, 61, 40)).save(folder / "flat.png", compress_level=1)
    pages = [drawing(*size) for size in PAGES]
    for number, page in enumerate(pages):
        page.save(folder / f"book/{number + 1} page.png", compress_level=1)
    with tifffile.TiffWriter(folder / "pages.tif") as file:
        for page in pages[:3]:
            file.write(numpy.asarray(page), photometric="rgb")
    (folder / "broken.png").write_bytes((folder / "small.png").read_bytes()[:300])
    small = drawing(16, 16)
    for number in range(450):
        small.save(folder / f"many/{number:03}.png")
    return folder


class Service:
    """`pyramidion serve` in a process of its own."""

    def __init__(self, binary, folder, store, *flags):
        self.process = subprocess.Popen(
            [binary, "serve", folder, "--listen", "127.0.0.1:0", "--store", store, *flags],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        said = b""
        for line in self.process.stderr:
            said += line
            found = re.search(rb"127\.0\.0\.1:(\d+)", line)
            if found:
                self.base = f"http://127.0.0.1:{int(found[1])}"
                break
        else:
            raise AssertionError(said.decode())
        # What the server says later must not fill the pipe.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def end(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@pytest.fixture(scope="session")
def service(binary, folder, tmp_path_factory):
    service = Service(binary, folder, tmp_path_factory.mktemp("store"), "--quality", "95")
    yield service
    service.end()


@pytest.fixture(scope="session")
def browser():
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture
def page(browser, service):
    """Opens pages of the service; each is closed at the end of its test."""
    pages = []

    def open_page(path="/view/large.png", width=800, height=600, ratio=1, touch=False, waits=True):
        page = browser.page(width, height, ratio, touch)
        pages.append(page)
        page.base = service.base
        page.go(path if path.startswith("http:") else service.base + path)
        if waits:
            hands.ready(page)
        return page

    yield open_page
    for page in pages:
        page.close()


@pytest.fixture
def fingers(page):
    """A page on a screen that is touched, with everything recorded that the viewer is told and tells."""
    def open_page(path="/view/large.png", **more):
        opened = page(path, touch=True, **more)
        hands.record(opened)
        return opened

    return open_page


def eventually(look, seconds=10):
    """What `look` answers as soon as it is true."""
    end = time.monotonic() + seconds
    while True:
        answer = look()
        if answer or time.monotonic() > end:
            return answer
        time.sleep(0.03)
