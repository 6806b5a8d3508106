#!/usr/bin/env python3
"""What files that ask for much cost everybody else, before and after a change.

    Tests/Benchmarks/hostile.py BEFORE AFTER

Both are built executables. For each file, in a server of its own: what one request for it is answered,
how long it takes, how much memory the serving process holds for it beyond what it held before, how much
processor time it costs server and decoders together, what others meet who fetch a stored tile meanwhile
(p99 beside theirs without it), and how long SIGTERM takes with two such requests under way. Linux only.
"""
import http.client
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import bombs, documents, processes  # noqa: E402

DRAIN = 3
TICK = os.sysconf("SC_CLK_TCK")
TILE = "/images/picture.jpg/tiles/0/0_0.jpg"


def files():
    """Names and bytes, none of more than 4 MB."""
    silence = bombs.progressive_jpeg
    yield "directories.tif", bombs.tiff_of_overlapping_directories()
    yield "tile.tif", bombs.tiff_of_one_tile(100, 16384, silence(16384, 1, 3), 3)
    yield "scans.tif", bombs.tiff_of_one_tile(4096, 4096, silence(4096, 20000))
    yield "scans.jpg", silence(8000, 20000)
    yield "scans.pdf", documents.Document().scan(4096, 4096, silence(4096, 20000), space="DeviceGray").bytes
    for how in "mask", "pattern":
        yield f"{how}.pdf", bombs.behind_a_page(silence(4096, 20000), 4096, how)
    yield "segments.jpg", bombs.with_segments(silence(64, 1), 200_000)
    yield "zeros.png", png(16000)
    yield "noise.bin.jpg", b"\xff\xd8\xff\xe0" + random.Random(1).randbytes(4 << 20)


def picture(name):
    """What takes all of a file, if anything does."""
    return f"/iiif/3/{name}/full/!200,200/0/default.png"


def png(side):
    """All black, 1 bit a pixel: a thousandth of its raster."""
    def chunk(kind, body):
        checksum = zlib.crc32(kind + body).to_bytes(4, "big")
        return len(body).to_bytes(4, "big") + kind + body + checksum

    head = side.to_bytes(4, "big") * 2 + bytes([8, 2, 0, 0, 0])
    rows = zlib.compress(bytes(side * (3 * side + 1)), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


class Served:
    def __init__(self, binary, folder, store):
        self.process = subprocess.Popen(
            [binary, "serve", folder, "--store", store, "--listen", "127.0.0.1:0", "--workers", "2",
             "--drain-timeout", str(DRAIN)], stderr=subprocess.PIPE)  # fmt: skip
        for line in self.process.stderr:
            if found := re.search(rb"127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                break
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def get(self, path, timeout=120):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            return answer.status
        except OSError:
            return 0
        finally:
            connection.close()

    def memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def family(self):
        found, waiting = [], [self.process.pid]
        while waiting:
            process = waiting.pop()
            found.append(process)
            waiting += processes.children(process)
        return found

    def processor(self):
        """Seconds of all processes of the program that are there or were waited for."""
        total = 0
        for process in self.family():
            try:
                fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            total += sum(map(int, fields[11:15]))
        return total / TICK

    def terminate(self):
        """Seconds until it was gone; infinite where nobody would have waited longer."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10 * DRAIN)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return float("inf")
        return time.monotonic() - began


class Others:
    """Somebody who fetches a stored tile two hundred times a second; and the server's memory."""

    def __init__(self, served):
        self.served, self.times, self.highest = served, [], 0
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self.run)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        self.thread.join()

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.served.port)
        while not self.ends.wait(0.005):
            began = time.monotonic()
            try:
                connection.request("GET", TILE)
                connection.getresponse().read()
            except (OSError, http.client.HTTPException):
                connection = http.client.HTTPConnection("127.0.0.1", self.served.port)
            self.times.append(time.monotonic() - began)
            try:
                self.highest = max(self.highest, self.served.memory())
            except (FileNotFoundError, TypeError):
                return

    def p99(self):
        return sorted(self.times)[len(self.times) * 99 // 100] * 1000 if self.times else float("nan")


def measure(binary, name, data):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder, "images")
        root.mkdir()
        subprocess.run([binary, "demo", "--side", "2048", root / "picture.jpg"], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
        served = Served(binary, root, pathlib.Path(folder, "store"))
        assert served.get(TILE) == 200
        with Others(served) as alone:
            time.sleep(2)
        (root / name).write_bytes(data)
        held, spent = served.memory(), served.processor()
        with Others(served) as others:
            began = time.monotonic()
            status = served.get(picture(name))
            seconds = time.monotonic() - began
            # Too few answers would be no percentile.
            time.sleep(max(0, 1 - seconds))
        gone = served.process.poll() is not None
        grown = others.highest - held
        cost = float("nan") if gone else served.processor() - spent
        if not gone:
            for copy in ("a-", "b-"):
                (root / (copy + name)).write_bytes(data + b"\0")
                path = picture(copy + name)
                threading.Thread(target=served.get, args=(path,), daemon=True).start()
            time.sleep(0.3)
        end = float("nan") if gone else served.terminate()
        return (f"{status or 'closed':>6} {seconds:6.2f} s {grown:7.0f} MB {cost:6.2f} s cpu "
                f"p99 {alone.p99():5.1f} -> {others.p99():6.1f} ms, SIGTERM {end:4.1f} s"
                + (" SERVER GONE" if gone else ""))


def main():
    before, after = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:3])
    for name, data in files():
        print(f"{name} ({len(data) / 1e6:.1f} MB)")
        for word, binary in (("before", before), ("after", after)):
            print(f"  {word:6} {measure(binary, name, data)}", flush=True)


if len(sys.argv) != 3:
    sys.exit(__doc__)
main()
