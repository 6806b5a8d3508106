"""Rows of remote.sh that need a program of others: an object store (Ceph), and nginx as a store."""
import os
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

from ground import DELAY, NUMBERS, ROUNDS, TILE, Line, in_turns, say, seconds, view, views
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


class Bucket:
    """A service of a bucket of the engine, and a line to the engine itself."""

    def __init__(self, name, files):
        self.name = name
        self.writer = bucket(name)
        self.size = {file: len(body) for file, body in files.items()}
        for file, body in files.items():
            self.writer.put(f"/{name}/{file}", body)
        self.folder = tempfile.TemporaryDirectory()
        self.store = pathlib.Path(self.folder.name) / "store"
        self.address = f"s3://{name}/?endpoint={os.environ['S3_ENDPOINT']}"
        self.service = Service(
            self.address, self.store, "--copies", pathlib.Path(self.folder.name) / "copies",
            "--cut-wait", "60", env=ENVIRONMENT)
        self.viewer = Line(self.service.port)
        self.peer = Line(int(os.environ["S3_ENDPOINT"].rsplit(":", 1)[1]))

    def end(self):
        self.service.end()
        self.folder.cleanup()

    def fetched(self):
        return self.service.metrics()['fetch_bytes_total{engine="root"}']

    def range(self, file, length):
        """One signed request for as many bytes of a file, from anywhere in it."""
        first = NUMBERS.randrange(self.size[file] - length)
        path = f"/{self.name}/{file}"
        signed = self.writer.signed("GET", path, "", EMPTY)
        answer = self.peer.sized(
            path, *(f"{name}: {value}" for name, value in signed.items()),
            f"Range: bytes={first}-{first + length - 1}")
        assert answer.startswith(b"HTTP/1.1 206"), answer[:300]


def ceph(files):
    """Tiles of an open image in a bucket, one and a view of 40, beside a request for as many bytes."""
    store = Bucket("remote-cold", {"far.tif": files["far.tif"]})
    places = [(column, row) for row in range(0, 36, 2) for column in range(0, 48, 8)]
    NUMBERS.shuffle(places)

    def tile():
        column, row = places.pop()
        answer = store.viewer.sized(f"/images/far.tif/tiles/0/{column}_{row}.jpg")
        assert answer.startswith(b"HTTP/1.1 200")

    assert store.service.get("/images/far.tif").status == 200
    before = store.fetched()
    tile()
    # What lies around it comes along: the peer asks for as much.
    length = int(store.fetched() - before)
    in_turns(3, f"a cold tile of a bucket; a signed range of {length >> 10} KiB", tile,
             lambda: store.range("far.tif", length))
    store.end()

    store = Bucket("remote-views", {"far.tif": files["far.tif"]})
    assert store.service.get("/images/far.tif").status == 200
    places, seen = views(), []
    times = [(seconds(lambda: seen.append(view(store.viewer, center))),
              seconds(lambda: store.range("far.tif", seen[-1][1]))) for center in places[:min(ROUNDS, 20)]]
    mine, its = (statistics.median(1000 * one for one in column) for column in zip(*times))
    tiles = statistics.median(one for one, _ in seen)
    say(5, f"a view of {tiles:.0f} cold tiles of a bucket; one signed range, ms", mine, its)
    store.end()


def cut(files):
    """An image of a bucket fetched and cut, beside its download and a cut of the file, in seconds."""
    photograph, binary = files["118.jpg"], os.environ["PYRAMIDION_BINARY"]
    with tempfile.TemporaryDirectory() as work:
        copy = pathlib.Path(work) / "118.jpg"
        store = Bucket("remote-cut", {"118.jpg": photograph})

        def ours():
            subprocess.run(
                [binary, "cut", f"s3://remote-cut/118.jpg?endpoint={os.environ['S3_ENDPOINT']}",
                 pathlib.Path(work) / "ours.tif", "--force"],
                check=True, env=os.environ | ENVIRONMENT, stdout=subprocess.DEVNULL)

        def its():
            copy.write_bytes(store.writer.get("118.jpg"))
            subprocess.run(
                [binary, "cut", copy, pathlib.Path(work) / "its.tif", "--force"], check=True,
                stdout=subprocess.DEVNULL)
        ours(), its()
        times = [(seconds(ours), seconds(its)) for _ in range(min(ROUNDS, 9))]
        store.end()
    say(16, f"{len(photograph) / 1e6:.0f} MB of a bucket cut; downloaded and cut, s",
        *(statistics.median(column) for column in zip(*times)), 2)


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
