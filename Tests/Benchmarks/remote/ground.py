"""What all rows of remote.sh stand on: connections that stay open, services beside their peers, and turns."""
import os
import pathlib
import random
import shutil
import socket
import statistics
import tempfile
import threading
import time

from support.far_store import FarStore
from support.service import Service

DELAY = float(os.environ.get("FAR_DELAY", "0.02"))
ROUNDS = int(os.environ.get("ROUNDS", "25"))
NUMBERS = random.Random(7)
# Of a tile, in bytes: what a peer asks for in one request.
TILE = 20 << 10


class Line:
    """A connection that stays open, and whose answers nobody takes apart."""

    def __init__(self, port):
        self.port = port
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.room = bytearray(4 << 20)

    def get(self, path, is_whole, *fields):
        """Answers head and body as they came."""
        host = [] if any(one.startswith("host:") for one in fields) else [f"Host: 127.0.0.1:{self.port}"]
        lines = [f"GET {path} HTTP/1.1", *host, *fields, "", ""]
        self.socket.sendall("\r\n".join(lines).encode())
        count = 0
        while not count or not is_whole(self.room, count):
            got = self.socket.recv_into(memoryview(self.room)[count:])
            assert got, "the connection was closed"
            count += got
        return bytes(self.room[:count])

    def sized(self, path, *fields):
        """The same of an answer that says how long it is."""
        def is_whole(room, count):
            end = room.find(b"\r\n\r\n", 0, count)
            if end < 0:
                return False
            head = room[:end].lower()
            at = head.index(b"content-length:") + len(b"content-length:")
            return count == end + 4 + int(head[at:].split(b"\r\n")[0])
        return self.get(path, is_whole, *fields)


class Far:
    """A service without copies of a host's files."""

    def __init__(self, files, *flags):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.host = FarStore(files, DELAY)
        self.service = Service(
            self.host.address, self.folder / "store", "--copies", self.folder / "copies", *flags)
        self.size = {name: len(body) for name, body in files.items()}
        self.peers = threading.local()
        self.viewer = Line(self.service.port)

    def end(self):
        self.service.end()
        self.host.end()
        shutil.rmtree(self.folder)

    def range(self, name, first, length):
        """One range, asked for over a connection that stays open."""
        if not hasattr(self.peers, "line"):
            self.peers.line = Line(self.host.port)
        answer = self.peers.line.sized(f"/base/{name}", f"Range: bytes={first}-{first + length - 1}")
        assert answer.startswith(b"HTTP/1.1 206")

    def anywhere(self, length):
        return NUMBERS.randrange(self.size["far.tif"] - length)

    def tile(self, column, row, level=0, name="far.tif"):
        answer = self.service.get(f"/images/{name}/tiles/{level}/{column}_{row}.jpg")
        assert answer.status == 200, answer.body

    def asked(self):
        return self.host.count(""), self.host.sent


def views():
    """Centers of views of 40 tiles that have no tile in common, nor a neighbour of one."""
    places = [(x, y) for x in range(1200, 11_600, 2600) for y in range(1000, 8600, 1800)]
    NUMBERS.shuffle(places)
    return places


def view(viewer, center):
    """All tiles of a view in one stream: how many, and how many bytes."""
    x, y = center
    answer = viewer.get(
        f"/images/far.tif/viewport/tiles?zoom=1&bounds=1900,1140&center={x},{y}&prefetch=0&placeholder=0",
        lambda room, count: room.startswith(b"0\r\n\r\n", count - 5))
    assert answer.startswith(b"HTTP/1.1 200")
    return answer.count(b"Content-Location"), len(answer)


def seconds(work):
    begun = time.monotonic()
    work()
    return time.monotonic() - begun


def say(row, words, ours, peer, digits=1):
    print(f"{row:>3}  {words:<58} {ours:9.{digits}f} {peer:9.{digits}f}  {ours / peer:6.2f}", flush=True)


def in_turns(row, words, ours, peer, late=0.96):
    """Both in milliseconds, one after the other; the first round is nobody's."""
    times = [(seconds(ours), seconds(peer)) for _ in range(ROUNDS + 1)][1:]
    mine, its = (sorted(1000 * one for one in column) for column in zip(*times))
    say(row, f"{words}, ms, median", statistics.median(mine), statistics.median(its), 2)
    place = min(len(mine) - 1, int(late * len(mine)))
    say(row, f"{words}, ms, p{100 * late:.0f}", mine[place], its[place], 2)
