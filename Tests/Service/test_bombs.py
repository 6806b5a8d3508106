"""Small files that ask for much are refused, and nobody else notices."""
import pathlib
import signal
import threading
import time

import pytest

from support import bombs
from support.pictures import draw

MEGABYTE = 1 << 20


@pytest.fixture
def bombed(serve, tmp_path):
    """A service whose folder holds a picture, and whatever bombs are put beside it."""
    root = tmp_path / "images"
    root.mkdir()
    draw(root / "picture.jpg", 600, 400)
    service = serve(root, "--workers", "2", "--drain-timeout", "3")
    assert service.get("/images/picture.jpg/tiles/0/0_0.jpg").status == 200

    def put(name, data):
        (root / name).write_bytes(data)

    service.put = put
    return service


def memory(service):
    """What the server holds, in bytes."""
    status = pathlib.Path(f"/proc/{service.process.pid}/status").read_text()
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(line.split()[1]) * 1024


class Peak:
    """The most memory that the server holds while the body runs, beyond what it held before."""

    def __init__(self, service):
        self.service = service

    def __enter__(self):
        self.before = self.highest = memory(self.service)
        self.ends = threading.Event()
        self.watcher = threading.Thread(target=self._watch)
        self.watcher.start()
        return self

    def _watch(self):
        while not self.ends.wait(0.005):
            self.highest = max(self.highest, memory(self.service))

    def __exit__(self, *_):
        self.ends.set()
        self.watcher.join()

    @property
    def growth(self):
        return self.highest - self.before


def check_alive(service):
    """Everybody else is answered: listings, readiness, a render that nobody has asked for yet."""
    check_alive.asked += 1
    began = time.monotonic()
    for path in ("/images", "/readyz",
                 f"/iiif/3/picture.jpg/0,0,{300 + check_alive.asked},200/120,/0/default.jpg"):
        answer = service.get(path)
        assert answer.status == 200, (path, answer.body)
    assert time.monotonic() - began < 5


check_alive.asked = 0


def check_ends(service):
    began = time.monotonic()
    service.process.send_signal(signal.SIGTERM)
    service.process.wait(timeout=10)
    assert time.monotonic() - began < 5


def test_directories_that_lie_in_one_another_are_refused(bombed):
    bombed.put("directories.tif", bombs.tiff_of_overlapping_directories())
    with Peak(bombed) as peak:
        began = time.monotonic()
        statuses = [bombed.get("/images/directories.tif").status for _ in range(3)]
        taken = time.monotonic() - began
    assert all(400 <= status < 500 for status in statuses), statuses
    assert peak.growth < 64 * MEGABYTE and taken < 10
    check_alive(bombed)
    check_ends(bombed)


def test_a_tile_of_any_size_is_not_decoded_for_a_pixel(bombed):
    side = 16384
    tile = bombs.progressive_jpeg(side, 1, components=3)
    bombed.put("tile.tif", bombs.tiff_of_one_tile(100, side, tile, components=3))
    with Peak(bombed) as peak:
        for corner in range(3):
            bombed.get(f"/iiif/3/tile.tif/{corner},0,1,1/max/0/default.jpg")
    assert peak.growth < 64 * MEGABYTE
    check_alive(bombed)
    check_ends(bombed)


@pytest.mark.parametrize("side", [2048, 4096])
def test_scans_without_end_are_refused(bombed, side):
    tile = bombs.progressive_jpeg(side, 20000)
    bombed.put("scans.tif", bombs.tiff_of_one_tile(side, side, tile))
    answers = []

    def ask(corner):
        answers.append(bombed.get(f"/iiif/3/scans.tif/{corner},0,1,1/max/0/default.jpg"))

    threads = [threading.Thread(target=ask, args=(corner,)) for corner in (0, 9)]
    with Peak(bombed) as peak:
        for thread in threads:
            thread.start()
        check_alive(bombed)
        for thread in threads:
            thread.join()
    assert peak.growth < 128 * MEGABYTE
    assert all(answer.status >= 400 for answer in answers)
    if side == 2048:
        # It is served as it lies, and its tile is not.
        assert all("the image's pyramid is damaged" in answer.body.decode() for answer in answers)
    check_ends(bombed)


def test_a_source_of_scans_without_end_holds_nobody_up(bombed):
    bombed.put("scans.jpg", bombs.progressive_jpeg(8000, 20000))
    answer = bombed.get("/images/scans.jpg")
    assert answer.status == 422 and "more than 100 scans" in answer.body.decode(), answer.body
    draw(bombed.folder / "another.jpg", 300, 200)
    assert bombed.get("/images/another.jpg/tiles/0/0_0.jpg").status == 200
    check_alive(bombed)
    check_ends(bombed)
