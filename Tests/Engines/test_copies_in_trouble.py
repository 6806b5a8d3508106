"""Copies of what lies elsewhere whose disk fails, rots or is full of others: no wrong byte is ever sent."""
import http.client
import os
import pathlib

import numpy
import pytest
from PIL import Image

from support.faults import Faults
from support.service import Service, wait_until

KEYS = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent",
        "AWS_ACCESS_KEY_ID": "SOMEBODY", "AWS_SECRET_ACCESS_KEY": "something"}
TILES = [f"/images/0.jpg/tiles/0/{column}_{row}.jpg" for row in range(8) for column in range(12)]
VIEW = "/images/{}.jpg/viewport/tiles?rect=0,0,3000,2000&zoom=1&prefetch=0&placeholder=0"


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")
    for number in range(4):
        # Noise: its tiles are large.
        pixels = numpy.random.default_rng(number).integers(0, 256, (2000, 3000, 3), numpy.uint8)
        Image.fromarray(pixels).save(folder / f"{number}.jpg", quality=90)
    return folder


@pytest.fixture(scope="module")
def faults(tmp_path_factory):
    return Faults(tmp_path_factory.mktemp("faults"))


@pytest.fixture
def host(stand_in, pictures, tmp_path):
    """Starts hosts that cut nothing, all pyramids being there, each with copies of its own."""
    first = Service(pictures, stand_in.address(), "--copies", tmp_path / "first", env=KEYS)
    for number in range(4):
        assert first.get(f"/images/{number}.jpg/tiles/0/0_0.jpg?wait=60").status == 200
    wait_until(lambda: len(stand_in.names(".tif")) == 4)
    assert first.end() == 0
    hosts = []

    def start(*flags, prefix=()):
        copies = tmp_path / f"copies-{len(hosts)}"
        hosts.append(Service(
            pictures, stand_in.address(), "--copies", copies, "--pyramids", "require", *flags, prefix=prefix, env=KEYS))
        hosts[-1].copies = copies
        return hosts[-1]

    yield start
    for one in hosts:
        assert one.end() == 0


def parts(body):
    """Of a view: its tiles, in whatever order they came."""
    boundary = body.lstrip().split(b"\r\n", 1)[0]
    return sorted(part for part in body.split(boundary) if b"Content-Location" in part)


def views(service, numbers):
    return {number: parts(service.get(VIEW.format(number)).body) for number in numbers}


def test_who_reads_from_a_copy_that_makes_room_reads_on(host, here):
    expected = views(here, range(4))
    assert sum(len(part) for view in expected.values() for part in view) > 16 << 20, "nothing has to make room"
    service = host("--copies-size", "16", "--read-around", "0")
    sleeper = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)
    sleeper.request("GET", VIEW.format(0))
    answer = sleeper.getresponse()
    came = [answer.read(1)]

    def is_evicted():
        for number in (1, 2, 3):
            assert parts(service.get(VIEW.format(number)).body) == expected[number]
            # Who takes nothing for long is let go of.
            came.append(answer.read(20_000))
        return service.metrics()["copies_evicted_total"]
    wait_until(is_evicted, 120)
    assert parts(b"".join(came) + answer.read()) == expected[0]
    sleeper.close()


def copies_of(service):
    """The files of copies that a service has open, whether they have names or not."""
    for link in pathlib.Path(f"/proc/{service.process.pid}/fd").iterdir():
        try:
            place = os.readlink(link)
        except FileNotFoundError:
            continue
        if "copy" in pathlib.Path(place).name and place.startswith(str(service.copies)):
            yield link


def rot(file, index=30_000):
    """Flips bits behind a pyramid's index, in what has come of it."""
    with open(file, "r+b") as copy:
        body = bytearray(copy.read())
        for place in range(index, len(body), 500):
            if body[place]:
                body[place] ^= 0x10
                copy.seek(place)
                copy.write(body[place:place + 1])


def test_what_rots_on_the_disk_of_copies_is_fetched_once_more(host, here):
    service = host("--read-around", "4096")
    # It brings most of the image, and nobody has looked at that yet.
    assert service.get(TILES[50]).body == here.get(TILES[50]).body
    for file in set(copies_of(service)):
        rot(file)
    for tile in TILES:
        if tile != TILES[50]:
            assert service.get(tile).body == here.get(tile).body, tile
    counts = service.metrics()
    assert counts["copies_damaged_total"] > 0 and counts['faults_total{kind="damaged-pyramid"}'] == 0


@pytest.mark.parametrize("call, error", [("pwrite", "EIO"), ("pwrite", "ENOSPC"), ("open", "EROFS"), ("pread", "EIO")])
def test_a_disk_of_copies_that_fails_makes_it_slower(host, here, faults, call, error):
    plan = faults.planned()
    service = host(prefix=plan.prefix)
    assert service.get(TILES[0]).body == here.get(TILES[0]).body
    region = "/iiif/3/1.jpg/300,300,900,700/450,/0/default.jpg"
    with plan.failing(call, error, below=service.copies / ("kept" if call == "open" else "")):
        for path in (TILES[40], TILES[95], "/images/1.jpg/tiles/0/3_3.jpg", region):
            # Who is told to come back does so.
            wait_until(lambda: service.get(path).status == 200, 60)
            assert service.get(path).body == here.get(path).body
        assert plan.seen
    assert service.get("/readyz").status == 200
    wait_until(lambda: service.get("/images/2.jpg/tiles/0/0_0.jpg").status == 200)
