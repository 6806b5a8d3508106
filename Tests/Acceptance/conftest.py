"""The tile service as viewers meet it: the built binary over a folder of images."""
import http.client
import io
import json
import pathlib
import re
import subprocess
import threading
import urllib.parse

import numpy
import pytest
from PIL import Image


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.fields = response.headers
        self.body = response.read()

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def pixels(self):
        return numpy.asarray(Image.open(io.BytesIO(self.body)).convert("RGB"))


class Service:
    """`pyramidion serve` in a process of its own."""

    def __init__(self, binary, folder, store, *flags):
        self.folder = pathlib.Path(folder)
        self.process = subprocess.Popen(
            [binary, "serve", folder, "--listen", "127.0.0.1:0", "--store", store, *flags],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        said = []
        self.port = None
        for line in self.process.stderr:
            said.append(line.decode())
            found = re.search(r"127\.0\.0\.1:(\d+)", said[-1])
            if found:
                self.port = int(found[1])
                break
        assert self.port, "".join(said)
        self.said = said
        # What the server says later must not fill the pipe.
        threading.Thread(target=self._listen, daemon=True).start()
        self.local = threading.local()

    def _listen(self):
        for line in self.process.stderr:
            self.said.append(line.decode(errors="replace"))

    @property
    def base(self):
        return f"http://127.0.0.1:{self.port}"

    def get(self, path, method="GET", **fields):
        """Asks over a connection that stays open, one a thread."""
        fields = {name.replace("_", "-"): value for name, value in fields.items()}
        for attempt in (1, 2):
            connection = getattr(self.local, "connection", None)
            if connection is None:
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
                self.local.connection = connection
            try:
                connection.request(method, path, headers=fields)
                return Answer(connection.getresponse())
            except (http.client.RemoteDisconnected, ConnectionResetError):
                # A connection that has done its work; a new one must be answered.
                connection.close()
                self.local.connection = None
                if attempt == 2:
                    raise

    def resident(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024

    def descriptors(self):
        return len(list(pathlib.Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(40)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self.process.wait()


@pytest.fixture(scope="session")
def start_service(binary, tmp_path_factory):
    """Starts services; each has a store of its own unless it is given one."""
    services = []

    def start(folder, *flags, store=None):
        store = store or tmp_path_factory.mktemp("store")
        services.append(Service(binary, folder, store, *flags))
        return services[-1]

    yield start
    for service in services:
        service.end()


SIZES = [(1, 1), (257, 1), (511, 513), (3001, 2003)]


@pytest.fixture(scope="session")
def drawn_service(start_service, tmp_path_factory, drawn):
    """Serves a drawing of each size as PNG; one call answers the service."""
    folder = tmp_path_factory.mktemp("images")
    for width, height in SIZES:
        Image.fromarray(drawn(width, height)[0]).save(
            folder / f"{width}x{height}.png", compress_level=1
        )
    return start_service(folder, "--quality", "95", "--render-quality", "95")


@pytest.fixture(scope="session")
def drawn():
    """The pixels of a drawing, and of each of its levels down to one pixel."""
    made = {}

    def levels(width, height):
        if (width, height) not in made:
            x = numpy.arange(width)[None, :] / 300
            y = numpy.arange(height)[:, None] / 300
            planes = [
                127 * (1 + numpy.sin(x + 0 * y)),
                127 * (1 + numpy.cos(y + x / 3)),
                127 * (1 + numpy.sin(x * 0.7 - y)),
            ]
            exact = numpy.rint(numpy.stack(planes, axis=-1)).astype(numpy.float64)
            pictures = [exact.astype(numpy.uint8)]
            reduction = 0
            while max(pictures[-1].shape[:2]) > 1:
                reduction += 1
                pictures.append(numpy.rint(area_average(exact, reduction)).astype(numpy.uint8))
            made[(width, height)] = pictures
        return made[(width, height)]

    return levels


def area_average(pixels, reduction):
    """Every level pixel the mean of the image pixels that it covers, at the edges fewer."""
    step = 1 << reduction
    rows = numpy.add.reduceat(pixels, numpy.arange(0, pixels.shape[0], step), axis=0)
    sums = numpy.add.reduceat(rows, numpy.arange(0, pixels.shape[1], step), axis=1)

    def counts(side):
        starts = numpy.arange(0, side, step)
        return numpy.minimum(starts + step, side) - starts

    area = counts(pixels.shape[0])[:, None] * counts(pixels.shape[1])[None, :]
    return sums / area[:, :, None]


def quoted(name):
    return urllib.parse.quote(name, safe="")
