"""Rows of remote.sh that need a program of others: an object store (Ceph), and nginx as a store."""
import os
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

from ground import DELAY, NUMBERS, TILE, Line, in_turns, say, seconds
from support.gate import Gate
from support.nginx import free_port, nginx
from support.s3_signing import BucketWriter
from support.service import Service, wait_until

ENVIRONMENT = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"} | {
    name: os.environ[name] for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY") if name in os.environ}
EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
# Of one thread: requests under way together, and bytes of each.
TOGETHER, RANGE = 32, 16 << 10
RANGES = int(os.environ.get("RANGES", "40000"))


def bucket(name):
    writer = BucketWriter(
        os.environ["S3_ENDPOINT"], os.environ["AWS_ACCESS_KEY_ID"], os.environ["AWS_SECRET_ACCESS_KEY"])
    writer.name = name
    writer.put(f"/{name}")
    return writer


def ceph(files):
    """A tile of an open image in a bucket, beside one signed request for as many bytes."""
    writer = bucket("remote-cold")
    writer.put("/remote-cold/far.tif", files["far.tif"])
    size = len(files["far.tif"])
    with tempfile.TemporaryDirectory() as work:
        service = Service(
            f"s3://remote-cold/?endpoint={os.environ['S3_ENDPOINT']}", pathlib.Path(work) / "store",
            "--copies", pathlib.Path(work) / "copies", env=ENVIRONMENT)
        places = [(column, row) for row in range(0, 36, 2) for column in range(0, 48, 8)]
        NUMBERS.shuffle(places)
        viewer, peer = Line(service.port), Line(int(os.environ["S3_ENDPOINT"].rsplit(":", 1)[1]))
        assert service.get("/images/far.tif").status == 200
        came = 'fetch_bytes_total{engine="root"}'
        before = service.metrics()[came]
        column, row = places.pop()
        assert service.get(f"/images/far.tif/tiles/0/{column}_{row}.jpg").status == 200
        # What lies around it comes along: the peer asks for as much.
        length = int(service.metrics()[came] - before)

        def ours():
            column, row = places.pop()
            assert viewer.sized(f"/images/far.tif/tiles/0/{column}_{row}.jpg").startswith(b"HTTP/1.1 200")

        def its():
            first = NUMBERS.randrange(size - length)
            fields = writer.signed("GET", "/remote-cold/far.tif", "", EMPTY)
            assert peer.sized(
                "/remote-cold/far.tif", *(f"{name}: {value}" for name, value in fields.items()),
                f"Range: bytes={first}-{first + length - 1}").startswith(b"HTTP/1.1 206")
        in_turns(3, f"a cold tile of a bucket; a signed range of {length >> 10} KiB", ours, its)
        service.end()


class SlowGate(Gate):
    """Before each request passes, time does; what was asked is told."""

    def __init__(self, address):
        self.asked = []
        super().__init__(address)

    def lets_through(self, part):
        time.sleep(DELAY)
        self.asked.append(re.sub(rb"\r\n(?!Range)[^\r]*", b"", part, flags=re.IGNORECASE).decode().strip())
        return super().lets_through(part)


def published(files):
    """The first tile of an image whose pyramid another host has put into a bucket."""
    images = bucket("remote-images")
    images.put("/remote-images/large.jpg", files["118.jpg"])
    pyramids = bucket("remote-pyramids")
    gate = SlowGate(os.environ["S3_ENDPOINT"])
    with tempfile.TemporaryDirectory() as work:
        def host(name, endpoint):
            return Service(
                f"s3://remote-images/?endpoint={endpoint}", f"s3://remote-pyramids/p?endpoint={endpoint}",
                "--copies", pathlib.Path(work) / name, env=ENVIRONMENT)
        first = host("first", os.environ["S3_ENDPOINT"])
        path = "/images/large.jpg/tiles/0/5_5.jpg"
        assert first.get(f"{path}?wait=60").status == 200
        wait_until(lambda: any(name.endswith(".tif") for name in pyramids.names("p/")))
        first.end()
        rounds, asked = [], []
        for number in range(5):
            other = host(f"other-{number}", gate.endpoint)
            viewer = Line(other.port)
            # What it looks at of itself when it begins is over.
            time.sleep(1)
            before = len(gate.asked)
            rounds.append(1000 * seconds(lambda: viewer.sized(path)))
            asked.append(gate.asked[before:])
            other.end()
        line = Line(int(gate.endpoint.rsplit(":", 1)[1]))
        fields = images.signed("GET", "/remote-images/large.jpg", "", EMPTY)
        # Signed for the engine itself, which sees the gate's name.
        peers = []
        for _ in range(10):
            peers.append(1000 * seconds(lambda: line.sized(
                "/remote-images/large.jpg", *(f"{name}: {value}" for name, value in fields.items()),
                f"Range: bytes=0-{TILE - 1}")))
        say(8, "first tile, published by another host; a range, ms", statistics.median(rounds),
            statistics.median(peers))
        print(f"     ... requests: {[len(one) for one in asked]}")
        if os.environ.get("REQUESTS"):
            for one in asked[0]:
                print("    ", one.replace("\r\n", "  "))
    gate.end()


def thread(files):
    """Ranges a second of one fetch thread, beside a program that has libcurl do the same and nothing else."""
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        (work / "far.tif").write_bytes(files["far.tif"])
        size, port = len(files["far.tif"]), free_port()
        subprocess.run(
            ["cc", "-O2", "-o", work / "ranges", pathlib.Path(__file__).with_name("ranges.c"), "-lcurl"], check=True)
        site = f"keepalive_requests 1000000000; server {{ listen 127.0.0.1:{port}; root {work}; }}"
        address = f"http://127.0.0.1:{port}/"

        def bare():
            return told([work / "ranges", f"{address}far.tif", size, RANGES, RANGE, TOGETHER])

        def ours():
            return told([os.environ["FETCH_PROGRAM"], address, TOGETHER],
                        f"flow\tfar.tif\t{size}\t{RANGES}\t{RANGE}\t{TOGETHER}\n")
        with nginx(work, port, site):
            subprocess.run(["taskset", "-acp", "1", (work / "pid").read_text().strip()], check=True,
                           stdout=subprocess.DEVNULL)
            turns = [(ours(), bare()) for _ in range(6)][1:]
        for place, words in enumerate(("ranges a second", "ranges a second of a processor")):
            mine, its = (statistics.median(RANGES / one[place] for one in column) for column in zip(*turns))
            say(11, f"{words}, {TOGETHER} at a time; of bare libcurl", mine, its, 0)


def told(words, said=""):
    """Of a run on the first processor: its seconds, and those of the processor, as it tells them."""
    done = subprocess.run(
        ["taskset", "-c", "0", *map(str, words)], input=said, text=True, capture_output=True, check=True)
    found = {name: float(number) for name, number in re.findall(r'"(\w+)":([\d.]+)', done.stdout)}
    assert found["good"] == RANGES, done.stdout
    return found["milliseconds"] / 1000, found["processorMilliseconds"] / 1000
