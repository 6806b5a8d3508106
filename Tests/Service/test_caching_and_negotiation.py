"""What clients and caches may keep, how answers depend on the asker, and what is done under load."""
import concurrent.futures
import itertools
import io
import math
import socket

import pytest
from PIL import Image

from support.pictures import draw
from support.service import wait_until

TILE = "/images/a.jpg/tiles/0/1_0.jpg"
RENDER = "/iiif/3/a.jpg/10,10,333,222/100,/90/gray.png"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("images")
    draw(folder / "a.jpg")
    draw(folder / "sub" / "b.jpg", seed=1)
    Image.new("RGBA", (300, 300), (200, 100, 50, 128)).save(folder / "alpha.png")
    return folder


@pytest.fixture(scope="module")
def service(serve, folder):
    return serve(folder, "--max-age", "1234")


def test_a_person_at_an_address_without_image_gets_a_page_of_ours(service):
    page = service.get("/view/nothing.jpg", Accept="text/html")
    assert page.status == 404 and page.fields["Vary"] == "Accept"
    assert b"There is no image at this address" in page.body and b'href="/viewer/style/viewer.css"' in page.body
    assert "default-src 'self'" in page.fields["Content-Security-Policy"]
    assert service.get("/view/nothing.jpg", Accept="application/json").json["error"]["status"] == 404


def test_native_tiles_come_as_accept_prefers_where_that_is_switched_on(serve, folder):
    service = serve(folder, "--negotiate")
    plain = service.get(TILE)
    assert plain.fields["Content-Type"] == "image/jpeg" and plain.fields["Vary"] == "Accept"
    tags = {plain.fields["ETag"]}
    for accept, kind in [
        ("image/avif,image/webp,*/*;q=0.8", "avif"), ("image/webp,*/*;q=0.8", "webp"),
        ("image/webp;q=0.5,image/jpeg", "jpeg"), ("image/*", "jpeg"), ("*/*", "jpeg"), ("text/html", "jpeg"),
        ("image/avif;q=0,image/webp;q=0", "jpeg"), ("image/avif;q=0, image/webp", "webp"),
    ]:
        answer = service.get(TILE, Accept=accept)
        assert answer.fields["Content-Type"] == f"image/{kind}", accept
        assert answer.fields["Vary"] == "Accept"
        picture = Image.open(io.BytesIO(answer.body))
        assert picture.format == kind.upper() and picture.size == (256, 256)
        tags.add(answer.fields["ETag"])
        assert service.get(TILE, Accept=accept, If_None_Match=answer.fields["ETag"]).status == 304
    assert len(tags) == 3, "each format has a tag of its own"
    # What was asked for by its address alone stays what it is.
    assert service.get(RENDER, Accept="image/webp").fields["Content-Type"] == "image/png"
    for path in ("/dzi/a.jpg_files/10/1_1.jpg", "/iiif/3/a.jpg/0,0,256,256/max/0/default.jpg"):
        answer = service.get(path, Accept="image/webp")
        assert answer.fields["Content-Type"] == "image/jpeg" and "Vary" not in answer.fields


# Work under load. Pictures that take long are turned ones of a large image: turning is all our own work.

@pytest.fixture(scope="module")
def loaded(serve, tmp_path_factory):
    folder = tmp_path_factory.mktemp("large")
    draw(folder / "large.jpg", 3000, 2500)
    service = serve(folder, "--workers", "1", "--loops", "2", "--queue", "6")
    assert service.get("/images/large.jpg").status == 200
    return service


def long_work(angle):
    return f"/iiif/3/large.jpg/full/max/{angle}/default.png"


class Askers:
    """Connections that have asked and have not been answered yet."""

    def __init__(self, service, paths):
        self.connections = []
        for path in paths:
            connection = service.connect()
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            self.connections.append(connection)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.leave()

    def leave(self):
        for connection in self.connections:
            # Gone at once, and not when the kernel thinks so.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            connection.close()
        self.connections = []


def waiting(service, lane="renders"):
    return service.metrics()[f'queue_length{{lane="{lane}"}}']


def at_rest(service):
    """Whether no work waits; the worker may still be at what has been taken from it."""
    return waiting(service) == 0 and waiting(service, "tiles") == 0


widths = itertools.count(1500)


def come_to_rest(service):
    """Waits until the worker is free: a picture that nobody has asked for yet gets through."""
    wait_until(lambda: at_rest(service))
    assert service.get(f"/iiif/3/large.jpg/full/{next(widths)},/0/default.jpg").status == 200


def test_tiles_are_answered_while_large_pictures_wait(loaded):
    with Askers(loaded, [long_work(angle + 0.5) for angle in range(10, 15)]):
        wait_until(lambda: waiting(loaded) >= 4)
        for path in ("/images/large.jpg/tiles/0/3_3.jpg", "/images/large.jpg/tiles/0/3_3.png",
                     "/images/large.jpg/tiles/2/1_1.webp", "/iiif/3/large.jpg/info.json"):
            assert loaded.get(path).status == 200
        assert waiting(loaded) >= 3, "they have been overtaken"
    wait_until(lambda: at_rest(loaded))


def test_work_whose_client_has_left_is_dropped(loaded):
    come_to_rest(loaded)
    before = loaded.metrics()["renders_total"]
    askers = Askers(loaded, [long_work(angle + 0.25) for angle in range(20, 26)])
    wait_until(lambda: waiting(loaded) == 5)
    askers.leave()
    wait_until(lambda: at_rest(loaded))
    # A picture that is ready proves that the lane is free again.
    assert loaded.get("/iiif/3/large.jpg/full/1400,/0/default.jpg").status == 200
    assert loaded.metrics()["renders_total"] - before <= 2


def test_sixty_four_clients_have_a_missing_tile_rendered_once(loaded):
    come_to_rest(loaded)
    before = loaded.metrics()
    with concurrent.futures.ThreadPoolExecutor(64) as pool:
        answers = list(pool.map(lambda _: loaded.get("/images/large.jpg/tiles/0/5_5.png"), range(64)))
    assert {answer.status for answer in answers} == {200}
    assert len({answer.body for answer in answers}) == 1
    after = loaded.metrics()
    assert after["renders_total"] - before["renders_total"] == 1
    shared = after["renders_joined_total"] + after["answer_cache_hits_total"]
    assert shared - before["renders_joined_total"] - before["answer_cache_hits_total"] == 63


def test_what_could_never_fit_is_refused_and_what_fits_is_told(serve, folder):
    service = serve(folder, "--max-width", "400", "--max-height", "300", "--max-area", "100000")
    information = service.get("/iiif/3/a.jpg/info.json").json
    assert (information["maxWidth"], information["maxHeight"], information["maxArea"]) == (400, 300, 100_000)
    largest = service.get("/iiif/3/a.jpg/full/max/0/default.jpg").pixels.shape
    assert largest[0] * largest[1] <= 100_000 and largest[1] <= 400 and largest[0] <= 300
    assert math.isclose(largest[1] / largest[0], 1.4, rel_tol=0.01)
    for size in ("401,", ",301", "400,300", "^700,"):
        assert service.get(f"/iiif/3/a.jpg/full/{size}/0/default.jpg").status == 400, size
