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
EDGE = "/images/a.jpg/tiles/0/2_1.jpg"
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


# Everything that is answered with a picture or a document.
ANSWERS = [
    TILE, EDGE, RENDER, "/images/a.jpg/tiles/0/1_1.png", "/dzi/a.jpg_files/10/1_1.jpg", "/xyz/a.jpg/2/2/1.jpg",
    "/zoomify/a.jpg/TileGroup0/0-0-0.jpg", "/iiif/2/a.jpg/full/full/0/default.jpg",
    "/images/a.jpg", "/images", "/images/sub", "/iiif/2/a.jpg/info.json", "/iiif/3/a.jpg/info.json",
    "/dzi/a.jpg.dzi", "/zoomify/a.jpg/ImageProperties.xml", "/xyz/a.jpg.json",
    "/images/a.jpg/viewport?bounds=300,200", "/view/a.jpg", "/embed/a.jpg", "/", "/viewer/style/viewer.css",
]


@pytest.mark.parametrize("path", ANSWERS)
def test_what_a_client_has_is_not_sent_again(service, path):
    first = service.get(path)
    assert first.status == 200
    tag = first.fields["ETag"]
    for condition in (tag, f'"other", {tag}', "*", f"W/{tag}" if tag[0] == '"' else tag):
        again = service.get(path, If_None_Match=condition)
        assert (again.status, again.body) == (304, b""), condition
        assert again.fields["ETag"] == tag
        for name in ("Cache-Control", "Vary", "Access-Control-Allow-Origin"):
            assert again.fields.get_all(name) == first.fields.get_all(name), name
    for condition in ('"other"', tag[:-1], tag[:-2] + 'x"'):
        assert service.get(path, If_None_Match=condition).body == first.body
    assert service.get(path, If_Match='"other"').status == 412
    if tag[0] == '"':
        assert service.get(path, If_Match=tag).body == first.body


@pytest.mark.parametrize("path", ANSWERS + ["/images/nothing.jpg", "/iiif/3/a.jpg", "/healthz", "/robots.txt"])
def test_head_tells_what_get_would(service, path):
    service.get(path)
    get, head = service.get(path), service.get(path, method="HEAD")
    assert (head.status, head.body) == (get.status, b"")
    ignored = {"Date"}
    assert {(k, v) for k, v in head.fields.items() if k not in ignored} == {
        (k, v) for k, v in get.fields.items() if k not in ignored}


@pytest.mark.parametrize("path", ANSWERS + ["/images/nothing.jpg", "/images/a.jpg/tiles/9/0_0.jpg"])
def test_pages_of_other_sites_may_read_everything(service, path):
    assert service.get(path, Origin="https://elsewhere.test").fields.get_all(
        "Access-Control-Allow-Origin") == ["*"]
    preflight = service.get(
        path, method="OPTIONS", Origin="https://elsewhere.test", Access_Control_Request_Method="GET",
        Access_Control_Request_Headers="If-None-Match, Range")
    assert preflight.status == 204 and preflight.body == b""
    assert preflight.fields["Access-Control-Allow-Origin"] == "*"
    assert "GET" in preflight.fields["Access-Control-Allow-Methods"]
    assert preflight.fields["Access-Control-Allow-Headers"] == "*"


def test_nothing_can_be_written(service):
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        answer = service.get(TILE, method=method)
        assert answer.status == 405 and answer.fields["Allow"] == "GET, HEAD, OPTIONS"
    assert service.get(TILE).status == 200


def test_addresses_with_a_version_never_change(service):
    version = service.get("/images/a.jpg").json["version"]
    for path in (TILE, EDGE, RENDER, "/dzi/a.jpg_files/10/1_1.jpg", "/xyz/a.jpg/2/2/1.jpg"):
        kept = service.get(f"{path}?v={version}").fields["Cache-Control"]
        assert "immutable" in kept and "max-age=31536000" in kept
        assert service.get(path).fields["Cache-Control"] == "public, max-age=1234"
        for other in (f"{path}?v=another", f"{path}?v=", f"{path}?v={version}x"):
            answer = service.get(other)
            assert answer.status == 200 and answer.fields["Cache-Control"] == "no-cache"
        assert service.get(f"{path}?x=1&v={version}").fields["Cache-Control"] == kept
    for document in ("/images/a.jpg", "/iiif/3/a.jpg/info.json", "/images"):
        assert service.get(document).fields["Cache-Control"] == "no-cache"


def test_parts_of_stored_tiles_are_sent(service):
    whole = service.get(TILE)
    length = len(whole.body)
    for asked, first, last in [
        ("0-0", 0, 0), ("0-99", 0, 99), (f"{length - 5}-", length - 5, length - 1), ("-7", length - 7, length - 1),
        (f"100-{length + 1000}", 100, length - 1), (f"-{length + 10}", 0, length - 1),
    ]:
        part = service.get(TILE, Range=f"bytes={asked}")
        assert part.status == 206, asked
        assert part.fields["Content-Range"] == f"bytes {first}-{last}/{length}"
        assert part.body == whole.body[first : last + 1]
    beyond = service.get(TILE, Range=f"bytes={length}-")
    assert beyond.status == 416 and beyond.fields["Content-Range"] == f"bytes */{length}"
    assert service.get(TILE, Range="bytes=0-9", If_Range=whole.fields["ETag"]).status == 206
    assert service.get(TILE, Range="bytes=0-9", If_Range='"other"').body == whole.body
    assert service.get(TILE, Range="bytes=9-0").body == whole.body


def test_the_same_picture_is_the_same_bytes_whoever_asks(service):
    version = service.get("/images/a.jpg").json["version"]
    for column, row in ((0, 0), (1, 1), (2, 1), (0, 1)):
        x, y = column * 256, row * 256
        wide, high = min(256, 700 - x), min(256, 500 - y)
        native = service.get(f"/images/a.jpg/tiles/0/{column}_{row}.jpg")
        same = [
            f"/images/a.jpg/tiles/0/{column}_{row}.jpg?v={version}",
            f"/iiif/3/a.jpg/{x},{y},{wide},{high}/max/0/default.jpg",
            f"/iiif/3/a.jpg/{x},{y},256,256/{wide},{high}/0/color.jpg",
            f"/iiif/3/a.jpg/{x},{y},{wide},{high}/pct:100/0/default.jpg",
            f"/iiif/2/a.jpg/{x},{y},{wide},{high}/{wide},/0/default.jpg",
            f"/iiif/2/a.jpg/{x},{y},{wide},{high}/full/0/default.jpg",
            f"/iiif/2/a.jpg/{x},{y},{wide},{high}/,{high}/0.0/color.jpg",
            f"/dzi/a.jpg_files/10/{column}_{row}.jpg", f"/dzi/a.jpg_files/10/{column}_{row}.jpeg",
        ]
        if (wide, high) == (256, 256):
            same.append(f"/xyz/a.jpg/2/{column}/{row}.jpg")
        for path in same:
            answer = service.get(path)
            assert (answer.status, answer.body) == (200, native.body), path
            assert answer.fields["ETag"] == native.fields["ETag"], path


def test_errors_are_json_and_for_browsers_pages(service):
    browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
    for path, status in [
        ("/images/nothing.jpg", 404), ("/iiif/3/a.jpg/oops/max/0/default.jpg", 400), ("/nowhere", 404),
        ("/images/a.jpg/viewport?bounds=oops", 400), ("/dzi/a.jpg_files/99/0_0.jpg", 404),
    ]:
        for accept in (None, "*/*", "image/avif,*/*", "application/json"):
            answer = service.get(path, **({"Accept": accept} if accept else {}))
            assert answer.status == status and answer.fields["Content-Type"] == "application/json"
            error = answer.json["error"]
            assert error["status"] == status and error["reason"] and error["detail"]
            assert answer.fields["Cache-Control"] == "no-store" and answer.fields["Vary"] == "Accept"
        page = service.get(path, Accept=browser)
        assert page.status == status and page.fields.get_content_type() == "text/html"
        assert page.body.startswith(b"<!doctype html>") and str(status).encode() in page.body


def test_a_page_that_would_rather_have_nothing_gets_no_error(service):
    for path in ("/iiif/3/nothing.jpg/full/!256,256/0/default.jpg", "/iiif/3/a.jpg/oops/max/0/default.jpg"):
        assert service.get(path).status in (400, 404)
        assert service.get(path + "?missing=error").status in (400, 404)
        answer = service.get(path + "?missing=empty")
        assert (answer.status, answer.body) == (204, b"") and answer.fields["Cache-Control"] == "no-store"
    assert service.get(TILE + "?missing=empty").body == service.get(TILE).body != b""


def test_a_person_at_an_address_without_image_gets_a_page_of_ours(service):
    page = service.get("/view/nothing.jpg", Accept="text/html")
    assert page.status == 404 and page.fields["Vary"] == "Accept"
    assert b"There is no image at this address" in page.body and b'href="/viewer/style/viewer.css"' in page.body
    assert "default-src 'self'" in page.fields["Content-Security-Policy"]
    assert service.get("/view/nothing.jpg", Accept="application/json").json["error"]["status"] == 404


def test_formats_are_not_negotiated_unless_it_is_switched_on(service):
    answer = service.get(TILE, Accept="image/avif,image/webp")
    assert answer.fields["Content-Type"] == "image/jpeg" and "Vary" not in answer.fields


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


FORWARDED = {
    "X_Forwarded_Proto": "https", "X_Forwarded_Host": "images.example.org", "X_Forwarded_Prefix": "/tiles/",
}


def addresses(service, **fields):
    """Where documents say that they and their tiles are, and where redirects lead."""
    return (
        service.get("/iiif/3/a.jpg/info.json", **fields).json["id"],
        service.get("/iiif/2/a.jpg/info.json", **fields).json["@id"],
        service.get("/xyz/a.jpg.json", **fields).json["tiles"][0].split("/xyz/")[0] + "/xyz",
        service.get("/iiif/3/a.jpg", **fields).fields["Location"],
        service.get(RENDER, **fields).fields["Link"].split(">")[0][1:].split("/iiif/")[0] + "/iiif",
    )


def expected(base):
    return (
        f"{base}/iiif/3/a.jpg", f"{base}/iiif/2/a.jpg", f"{base}/xyz", f"{base}/iiif/3/a.jpg/info.json",
        f"{base}/iiif")


def test_a_proxy_is_believed_only_where_it_is_trusted(service, serve, folder):
    own = expected(service.base)
    assert addresses(service) == addresses(service, **FORWARDED) == own
    assert addresses(service, Host="other.test:81") == expected("http://other.test:81")
    trusting = serve(folder, "--trust-forwarded")
    assert addresses(trusting) == expected(trusting.base)
    assert addresses(trusting, **FORWARDED) == expected("https://images.example.org/tiles")
    links = trusting.get("/images/a.jpg", **FORWARDED).json["links"]
    assert links["dzi"] == "https://images.example.org/tiles/dzi/a.jpg.dzi"
    # The proxy next to us comes last; what clients made up is no host, scheme or path.
    listed = {**FORWARDED, "X_Forwarded_Host": "evil.test, images.example.org"}
    assert addresses(trusting, **listed) == expected("https://images.example.org/tiles")
    for name, value in [
        ("X_Forwarded_Host", 'evil"><script>'), ("X_Forwarded_Host", "a b"), ("X_Forwarded_Proto", "javascript"),
        ("X_Forwarded_Prefix", "//evil.test"), ("X_Forwarded_Prefix", "no-slash"),
    ]:
        assert addresses(trusting, **{name: value}) == expected(trusting.base), value


def test_a_public_address_is_used_whatever_clients_say(serve, folder):
    service = serve(folder, "--public-url", "https://images.example.org/tiles/", "--trust-forwarded")
    public = expected("https://images.example.org/tiles")
    assert addresses(service) == addresses(service, Host="evil.test") == public
    assert addresses(service, X_Forwarded_Host="evil.test") == public
    view = service.get("/images/a.jpg/viewport?bounds=300,200").json
    assert view["tiles"][0]["url"].startswith("https://images.example.org/tiles/images/a.jpg/tiles/")


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


def test_too_much_work_is_turned_away_with_a_time_to_come_back(loaded):
    come_to_rest(loaded)
    before = loaded.metrics()["refused_total"]
    with Askers(loaded, [long_work(angle + 0.75) for angle in range(30, 37)]):
        wait_until(lambda: waiting(loaded) == 6)
        refused = loaded.get(long_work(40))
        assert refused.status == 503 and int(refused.fields["Retry-After"]) >= 1
        assert refused.fields["Cache-Control"] == "no-store"
        assert refused.json["error"]["detail"] == "too much work waits already"
        assert loaded.metrics()["refused_total"] - before == 1
        # The same work as somebody else's is no further work, and tiles have a line of their own.
        assert loaded.get("/images/large.jpg/tiles/1/1_1.png").status == 200
    wait_until(lambda: at_rest(loaded))


def test_many_who_ask_for_the_same_picture_have_it_made_once(loaded):
    come_to_rest(loaded)
    before = loaded.metrics()
    with Askers(loaded, [long_work(50)]) as blocker, concurrent.futures.ThreadPoolExecutor(64) as pool:
        same = "/iiif/3/large.jpg/0,0,2900,2400/1450,/180/default.jpg"
        answers = [pool.submit(loaded.get, same) for _ in range(64)]
        wait_until(lambda: loaded.metrics()["renders_joined_total"] - before["renders_joined_total"] == 63)
        blocker.leave()
        bodies = {answer.result().body for answer in answers}
    assert len(bodies) == 1 and len(bodies.pop()) > 10_000
    wait_until(lambda: at_rest(loaded))
    assert loaded.metrics()["renders_total"] - before["renders_total"] <= 2


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
