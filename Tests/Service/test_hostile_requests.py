"""No request makes the server answer with what is not below its folder, break, grow or name a path."""
import os
import socket

import pytest

from support.pictures import draw
from support.service import RawClient

REFUSALS = {400, 404, 414, 415, 431}


@pytest.fixture(scope="module")
def hostile(serve, tmp_path_factory):
    """A folder that holds one image, and much that leads out of it or is none."""
    outside = tmp_path_factory.mktemp("outside")
    root = outside / "root"
    draw(root / "a.jpg")
    draw(root / "folder" / "b.jpg")
    draw(root / "folder.jpg" / "c.jpg")
    draw(root / ".hidden.jpg")
    draw(outside / "secret.jpg", seed=3)
    (root / "inside.jpg").symlink_to("a.jpg")
    (root / "outside.jpg").symlink_to("../secret.jpg")
    (root / "absolute.jpg").symlink_to(outside / "secret.jpg")
    (root / "up").symlink_to("..")
    (root / "loop.jpg").symlink_to("loop.jpg")
    (root / "gone.jpg").symlink_to("nowhere.jpg")
    (root / "descriptors").symlink_to("/proc/self/fd")
    os.mkfifo(root / "pipe.jpg")
    listener = socket.socket(socket.AF_UNIX)
    here = os.getcwd()
    # A socket's whole path may be longer than its address takes.
    os.chdir(root)
    listener.bind("socket.jpg")
    os.chdir(here)
    listener.close()
    service = serve(root)
    service.outside = outside
    return service


@pytest.fixture(scope="module")
def client(hostile):
    return RawClient(hostile)


def check_refused(hostile, answer, target):
    """No status but a refusal's; and nothing that is said tells where things lie."""
    assert answer.status in REFUSALS, (target[:200], answer.status, answer.body[:300])
    said = str(answer.fields).encode() + answer.body
    for place in (hostile.outside, hostile.store, "/proc/self", "/root/", "/home/"):
        assert str(place).encode() not in said, (target[:200], said[:500])


def check_alive(hostile):
    answer = hostile.get("/images/a.jpg/tiles/0/0_0.jpg")
    assert answer.status == 200 and answer.pixels.shape == (256, 256, 3)
    assert hostile.process.poll() is None


# Every route in which an image's name stands. What all of them make of every name, number and field,
# TileServiceTests prove; here are the descriptors and the memory of a real process.
ROUTES = [
    "/images/{}", "/images/{}/tiles/0/0_0.jpg", "/images/{}/viewport?bounds=300,200",
    "/images/{}/viewport/tiles?bounds=300,200", "/iiif/3/{}", "/iiif/3/{}/info.json",
    "/iiif/2/{}/full/max/0/default.jpg", "/dzi/{}.dzi", "/dzi/{}_files/0/0_0.jpg",
    "/zoomify/{}/ImageProperties.xml", "/zoomify/{}/TileGroup0/0-0-0.jpg", "/xyz/{}.json",
    "/xyz/{}/0/0/0.jpg", "/view/{}", "/embed/{}",
]
NAMES = [
    "../secret.jpg", "%2e%2e%2fsecret.jpg", "outside.jpg", "absolute.jpg", "up%2Fsecret.jpg", "loop.jpg",
    "descriptors%2F1", "pipe.jpg", "socket.jpg", "a.jpg%00.png", "a.jpg[shrink=8]", "y" * 9000,
]
NUMBERS = ["-1", str(2**63), "7" * 10_000, "NaN", "1e400"]
PLACES = [
    "/images/a.jpg/tiles/{}/9_9.jpg", "/images/a.jpg;{}", "/dzi/a.jpg_files/{}/0_0.jpg", "/xyz/a.jpg/0/{}/0.jpg",
    "/iiif/3/a.jpg/0,{},64,64/max/0/default.jpg", "/iiif/3/a.jpg/full/{},/0/default.jpg",
    "/iiif/2/a.jpg/full/max/{}/default.jpg", "/images/a.jpg/viewport?bounds={},200", "/images?limit={}",
]


def test_names_and_numbers_that_mean_nothing_are_refused_and_leave_nothing(hostile, client):
    targets = [route.replace("{}", name) for route in ROUTES for name in NAMES]
    targets += [place.replace("{}", number) for place in PLACES for number in NUMBERS]

    def ask_all():
        for target in targets:
            check_refused(hostile, client.get(target), target)

    ask_all()
    # What the first round filled (caches, arenas of threads) stays filled; no round adds to it.
    before = hostile.resident()
    descriptors = hostile.descriptors()
    for _ in range(8):
        ask_all()
    assert hostile.resident() - before < 4 << 20
    assert hostile.descriptors() <= descriptors + 1
    check_alive(hostile)
    # How decoders are boxed, and where to connect; a trap or a complaint would be another.
    assert len(hostile.said) == 2, hostile.said


def test_bytes_that_are_no_text_are_refused(hostile, client):
    for bad in (b"\xc0\xae\xc0\xae/secret.jpg", b"\xff.jpg", "é.jpg".encode()):
        for route in ROUTES:
            target = route.encode().replace(b"{}", bad)
            check_refused(hostile, client.get(target), target)
    check_alive(hostile)
