"""The viewer in a real browser: one server and one browser for all tests, a page for each."""
import os
import pathlib

import numpy
import pytest
import tifffile
from PIL import Image

import hands
from stage import LARGE, PAGES, drawing
from support.browser import Browser, installed


def pytest_collection_modifyitems(items):
    here = pathlib.Path(__file__).parent
    # Where all must be tested, a browser that is missing is a failure.
    if os.environ.get("CI"):
        return
    for item in items:
        if here in item.path.parents and not installed():
            item.add_marker(pytest.mark.skip(reason="no Chromium is installed"))


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
def service(start_service, folder):
    return start_service(folder, "--quality", "95")


@pytest.fixture(scope="session")
def odd(start_service, tmp_path_factory):
    """Where pictures of unusual shapes and kinds are served."""
    folder = tmp_path_factory.mktemp("odd")
    Image.new("RGB", (900, 1800), (230, 190, 170)).save(folder / "portrait.png")
    Image.new("RGB", (6000, 500), (230, 190, 170)).save(folder / "panorama.png")
    Image.linear_gradient("L").resize((20, 20)).save(folder / "ramp.png")
    holes = Image.new("RGBA", (400, 400), (0, 0, 0, 0))
    holes.paste((200, 30, 30, 255), (100, 100, 300, 300))
    holes.save(folder / "holes.png")
    (folder / "shelf").mkdir()
    pages = [numpy.asarray(drawing(*size)) for size in PAGES[:3]]
    for name in ("a sixty.tif", "c other.tif"):
        with tifffile.TiffWriter(folder / "shelf" / name) as file:
            for page in pages:
                file.write(page, photometric="rgb")
    drawing(500, 400).save(folder / "shelf/b photo.png")
    return start_service(folder, "--quality", "95")


@pytest.fixture(scope="session")
def browser():
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture
def page(browser, service):
    """Opens pages of the service; each is closed at the end of its test."""
    pages = []

    def open_page(
        path="/view/large.png", width=800, height=600, ratio=1, touch=False, waits=True,
        is_stepped=False,
    ):
        page = browser.page(width, height, ratio, touch, is_stepped)
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
    """A page on a screen that is touched, on a stepped clock.

    What the viewer is told and tells is recorded.
    """
    def open_page(path="/view/large.png", **more):
        opened = page(path, touch=True, is_stepped=True, **more)
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
