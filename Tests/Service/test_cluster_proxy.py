"""config/nginx-cluster.conf as it lies there: three hosts, each the home of some of the images."""
import http.client
import http.server
import threading
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import pytest

from support.nginx import clustered, needed
from support.pictures import drawn_file

pytestmark = needed


class Host:
    """Stands for a host: answers its name to everything, and how it was asked."""

    def __init__(self, name):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # An answer is one packet: a second one would wait until the first is acknowledged.
            wbufsize = -1

            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Length", str(len(name)))
                self.send_header("X-Asked", self.path)
                self.end_headers()
                self.wfile.write(name)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self):
        self.server.shutdown()
        self.server.server_close()


def get(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path, headers={"Host": "images.example.org"})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


@pytest.fixture
def hosts(tmp_path):
    hosts = [Host(name) for name in (b"one", b"two", b"three")]
    run, port = clustered(tmp_path, [f"127.0.0.1:{one.port}" for one in hosts])
    with run:
        yield port
    for one in hosts:
        one.end()


def addresses(name):
    """All that is asked of an image, as clients write it."""
    coded, plain = quote(name, safe=""), quote(name)
    return [
        f"/iiif/3/{coded}/info.json", f"/iiif/2/{coded}", f"/iiif/3/{coded}/0,0,256,256/max/0/default.jpg",
        f"/iiif/3/{coded}/full/!256,256/!22.5/gray.png", f"/dzi/{coded}.dzi", f"/dzi/{plain}.dzi",
        f"/dzi/{coded}_files/12/3_4.jpg", f"/zoomify/{coded}/ImageProperties.xml",
        f"/zoomify/{plain}/TileGroup0/3-1-2.jpg", f"/xyz/{coded}.json", f"/xyz/{plain}/3/1/2.webp",
        f"/presentation/3/{coded}/manifest.json", f"/presentation/2/{coded}/canvas/p1",
        f"/images/{coded}", f"/images/{plain}", f"/images/{plain}?v=abc", f"/images/{plain}/tiles/0/1_1.jpg",
        f"/images/{coded}/tiles/-1/0_0.avif?v=abc", f"/images/{plain}/viewport?rect=0,0,9,9",
        f"/images/{coded}/viewport/tiles?bounds=300,200", f"/images/{plain}/text.txt",
        f"/view/{coded}", f"/view/{plain}", f"/embed/{coded}", f"/search/2/{coded}?q=x"]


def test_all_of_an_image_meets_on_one_host(hosts):
    for name in [f"a folder/ü {number}.jpg" for number in range(8)]:
        homes = {get(hosts, path)[1] for path in addresses(name)}
        assert len(homes) == 1, (name, homes)
    homes = {get(hosts, f"/view/{number}.jpg")[1] for number in range(60)}
    assert homes == {b"one", b"two", b"three"}
    # The pages of a document have its home.
    book = {get(hosts, path)[1] for page in ("", ";1", ";12") for path in addresses(f"books/b.pdf{page}")}
    assert len(book) == 1


def test_addresses_arrive_as_they_were_written(hosts):
    for path in addresses("a folder/ü.jpg"):
        assert get(hosts, path)[0].headers["X-Asked"] == path
    for path in ("/metrics", "/readyz"):
        assert get(hosts, path)[0].status == 404


@pytest.fixture
def services(start_service, tmp_path):
    folder = tmp_path / "images"
    for number in range(30):
        drawn_file(folder / f"{number}.jpg", 300, 280, number)
    return [start_service(folder, "--trust-forwarded") for _ in range(3)]


def test_a_host_that_dies_costs_no_answer(services, tmp_path):
    work = tmp_path / "nginx"
    work.mkdir()
    run, port = clustered(work, [f"127.0.0.1:{one.port}" for one in services])
    paths = [f"/images/{number}.jpg/tiles/0/{column}_0.jpg" for number in range(30) for column in (0, 1)]
    with run, ThreadPoolExecutor(8) as pool:
        assert {answer.status for answer, _ in pool.map(lambda path: get(port, path), paths)} == {200}
        homes = [one.metrics()["cuts_finished_total"] for one in services]
        assert sum(homes) == 30 and all(home > 0 for home in homes)
        asked = pool.map(lambda path: get(port, path), paths * 8)
        services[1].kill()
        assert {answer.status for answer, _ in asked} == {200}
