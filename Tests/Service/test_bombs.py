"""Small files that ask for much are refused, and nobody else notices."""
import base64
import pathlib
import resource
import signal
import threading

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
    assert service.get("/readyz").status == 200
    # An allocation that fails would end it.
    resource.prlimit(service.process.pid, resource.RLIMIT_AS, (1 << 30, 1 << 30))

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
    for path in ("/images", "/readyz",
                 f"/iiif/3/picture.jpg/0,0,{300 + check_alive.asked},200/120,/0/default.jpg"):
        answer = service.get(path)
        assert answer.status == 200, (path, answer.body)


check_alive.asked = 0


def check_ends(service):
    service.process.send_signal(signal.SIGTERM)
    # What hangs is waited for three seconds, and what does not end at once would take minutes.
    service.process.wait(timeout=40)


def test_directories_that_lie_in_one_another_are_refused(bombed):
    bombed.put("directories.tif", bombs.tiff_of_overlapping_directories())
    with Peak(bombed) as peak:
        statuses = [bombed.get("/images/directories.tif").status for _ in range(3)]
    assert all(400 <= status < 500 for status in statuses), statuses
    assert peak.growth < 64 * MEGABYTE
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

    threads = [threading.Thread(target=ask, args=(corner,)) for corner in (0, 9, 12)]
    with Peak(bombed) as peak:
        for thread in threads:
            thread.start()
        check_alive(bombed)
        for thread in threads:
            thread.join()
    assert peak.growth < 64 * MEGABYTE
    assert all(answer.status >= 400 for answer in answers)
    if side == 2048:
        # It is served as it lies, and its tile is not.
        assert all("the image's pyramid is damaged" in answer.body.decode() for answer in answers)
    else:
        assert all("more than 100 scans" in answer.body.decode() for answer in answers)
    check_ends(bombed)


def test_scans_without_end_are_refused_in_strips_too(bombed):
    strip = bombs.progressive_jpeg(4096, 20000)
    bombed.put("scans.tif", bombs.tiff_of_one_strip(4096, strip))
    answer = bombed.get("/images/scans.tif")
    assert answer.status == 422 and "more than 100 scans" in answer.body.decode(), answer.body
    # As many as a file by itself may have.
    bombed.put("fewer.tif", bombs.tiff_of_one_strip(1024, bombs.progressive_jpeg(1024, 90)))
    assert bombed.get("/images/fewer.tif/tiles/0/0_0.jpg").status == 200


def test_a_tile_that_takes_too_long_is_ended_and_remembered(bombed):
    # As many scans as are allowed, each over all blocks of three components.
    tile = bombs.progressive_jpeg(2048, 95, components=3)
    bombed.put("slow.tif", bombs.tiff_of_one_tile(2048, 2048, tile, components=3))
    with Peak(bombed) as peak:
        for corner in range(3):
            bombed.get(f"/iiif/3/slow.tif/{corner},0,1,1/max/0/default.jpg")
    assert peak.growth < 64 * MEGABYTE
    check_alive(bombed)
    # However it went: nobody was held up for longer than a tile may take.
    assert bombed.metrics()['tile_decoders_ended_total{reason="late"}'] <= 1
    check_ends(bombed)


def test_a_source_of_scans_without_end_holds_nobody_up(bombed):
    bombed.put("scans.jpg", bombs.progressive_jpeg(8000, 20000))
    answer = bombed.get("/images/scans.jpg")
    assert answer.status == 422 and "more than 100 scans" in answer.body.decode(), answer.body
    draw(bombed.folder / "another.jpg", 300, 200)
    assert bombed.get("/images/another.jpg/tiles/0/0_0.jpg").status == 200
    check_alive(bombed)
    check_ends(bombed)


@pytest.mark.usefixtures("page_engine")
@pytest.mark.parametrize("how", [{}, {"wrapped": True}, {"in_a_form": True}], ids=str)
def test_a_page_that_shows_scans_without_end_is_refused(bombed, how):
    bombed.put("scans.pdf", bombs.on_a_page(bombs.progressive_jpeg(4096, 20000), 4096, **how))
    answer = bombed.get("/images/scans.pdf/tiles/0/0_0.jpg")
    assert answer.status == 422 and "more than 100 scans" in answer.body.decode(), answer.body
    # As many as a file by itself may have.
    bombed.put("fewer.pdf", bombs.on_a_page(bombs.progressive_jpeg(1024, 90), 1024, **how))
    assert bombed.get("/images/fewer.pdf/tiles/0/0_0.jpg").status == 200
    # Before it is cut, a page is drawn by others than those who cut it.
    answer = bombed.get("/images/scans.pdf/tiles/-1/0_0.jpg")
    assert answer.status == 422 and "more than 100 scans" in answer.body.decode(), answer.body
    check_alive(bombed)


@pytest.mark.usefixtures("page_engine")
@pytest.mark.parametrize("how", ["mask", "pattern"])
def test_scans_without_end_behind_a_page_are_refused(bombed, how):
    bombed.put("scans.pdf", bombs.behind_a_page(bombs.progressive_jpeg(4096, 20000), 4096, how))
    for tile in "0/0_0", "-1/0_0":
        answer = bombed.get(f"/images/scans.pdf/tiles/{tile}.jpg")
        assert answer.status == 422 and "more than 100 scans" in answer.body.decode(), answer.body
    bombed.put("fewer.pdf", bombs.behind_a_page(bombs.progressive_jpeg(1024, 90), 1024, how))
    assert bombed.get("/images/fewer.pdf/tiles/0/0_0.jpg").status == 200
    check_alive(bombed)


def test_a_drawing_of_scans_without_end_is_refused(serve, tmp_path):
    service = serve(tmp_path, "--allow-untrusted")
    for name, scans in ("scans.svg", 20000), ("fewer.svg", 90):
        picture = base64.b64encode(bombs.progressive_jpeg(1024, scans)).decode()
        (tmp_path / name).write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50">'
            f'<image width="100" height="50" href="data:image/jpeg;base64,{picture}"/></svg>')
    answer = service.get("/images/scans.svg/tiles/0/0_0.jpg")
    assert answer.status == 422 and "more than 100 scans" in answer.body.decode(), answer.body
    assert service.get("/images/fewer.svg/tiles/0/0_0.jpg").status == 200


def test_segments_without_end_hold_nobody_up(bombed):
    picture = (bombed.folder / "picture.jpg").read_bytes()
    bombed.put("segments.jpg", bombs.with_segments(picture, 200_000))
    answer = bombed.get("/images/segments.jpg")
    assert answer.status == 422 and "4096 segments" in answer.body.decode(), answer.body
    bombed.put("fewer.jpg", bombs.with_segments(picture, 4000))
    assert bombed.get("/images/fewer.jpg/tiles/0/0_0.jpg").status == 200
    check_alive(bombed)


def test_a_picture_beyond_the_memory_there_is_is_refused(serve, tmp_path):
    root = tmp_path / "images"
    draw(root / "picture.jpg", 600, 400)
    service = serve(root, prefix=["prlimit", f"--as={700_000 << 10}"])
    limit = service.metrics()['render_memory_bytes{of="limit"}']
    assert 16 * MEGABYTE <= limit <= 64 * MEGABYTE
    for format in ("avif", "png", "gif", "webp", "tif", "jpg"):
        answer = service.get(f"/iiif/3/picture.jpg/full/^5000,/0/default.{format}")
        assert answer.status == 400 and b"more memory" in answer.body, (format, answer.body)
    # Where there are no addresses left to load an encoder at, it says so.
    assert service.get("/iiif/3/picture.jpg/full/^300,/0/default.avif").status in (200, 400, 500)
    assert service.get("/iiif/3/picture.jpg/full/300,/0/default.jpg").status == 200
    assert service.process.poll() is None


def test_pictures_that_find_no_room_are_told_to_come_back(serve, tmp_path):
    root = tmp_path / "images"
    draw(root / "picture.jpg", 600, 400)
    service = serve(root, "--render-memory", "200", "--workers", "4")
    assert service.get("/images/picture.jpg").status == 200
    answers = []

    def ask(number):
        # Some 150 MB each: one fits.
        answers.append(service.get(f"/iiif/3/picture.jpg/{number},0,400,300/^1000,/0/default.gif"))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    statuses = sorted(answer.status for answer in answers)
    assert statuses[0] == 200 and set(statuses) <= {200, 503}, statuses
    assert all(answer.fields["Retry-After"] for answer in answers if answer.status == 503)
    assert service.metrics()['render_memory_bytes{of="taken"}'] == 0
    assert service.get("/iiif/3/picture.jpg/full/^3500,/0/default.gif").status == 400
