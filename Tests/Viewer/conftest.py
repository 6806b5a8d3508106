"""The viewer in a real browser: one server and one browser for all tests, a page for each."""
import os
import pathlib

import numpy
import pytest
import tifffile
from PIL import Image

import hands
from browser import Browser, installed
from stage import LARGE, PAGES, Service, drawing


def pytest_collection_modifyitems(items):
    here = pathlib.Path(__file__).parent
    missing = []
    if not installed():
        missing.append("no Chromium is installed")
    if not pathlib.Path(os.environ.get("PYRAMIDION_BINARY", "/nowhere")).exists():
        missing.append("PYRAMIDION_BINARY names no binary")
    for item in items:
        if here not in item.path.parents:
            continue
        if missing:
            item.add_marker(pytest.mark.skip(reason=", ".join(missing)))
        # Hands and eyes are real: taps that a busy machine delivers too late are no double tap.
        item.add_marker(pytest.mark.flaky(reruns=2))


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
    drawing(16, 16).save(folder / "many/0000.png")
    for number in range(1, 5000):
        os.link(folder / "many/0000.png", folder / f"many/{number:04}.png")
    return folder


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


@pytest.fixture
def zoomed(fingers):
    """A page whose image reaches beyond the view on all sides, without a loupe in the way of slow hands."""
    page = fingers()
    page.run("viewer.loupe = 'off'")
    hands.show(page, 0.8, 700, 400)
    return page
