"""A running `pyramidion serve`, and requests to it over HTTP."""
import http.client
import io
import json
import pathlib
import re
import socket
import subprocess
import threading
import time
import urllib.parse

import numpy
from PIL import Image

from support.command import BINARY


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


class Server:
    """`pyramidion serve` in a process of its own, on a port of this machine: 0 is any that is free.

    Another address has to be one of a network of the tests' own.
    """

    def __init__(self, *words, prefix=(), stdout=subprocess.DEVNULL, env=None, port=0, address="127.0.0.1"):
        self.address = address
        self.process = subprocess.Popen(
            [*prefix, BINARY, "serve", "--listen", f"{address}:{port}", *map(str, words)],
            stdout=stdout,
            stderr=subprocess.PIPE,
            env=env,
        )
        self.said = []
        self.port = None
        for line in self.process.stderr:
            self.said.append(line.decode())
            found = re.search(rf" on .*{re.escape(address)}:(\d+)", self.said[-1])
            if found:
                self.port = int(found[1])
                break
        assert self.port, "".join(self.said)
        # What the server says later must not fill the pipe.
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stderr:
            self.said.append(line.decode(errors="replace"))

    @property
    def base(self):
        return f"http://{self.address}:{self.port}"

    def connect(self, timeout=60):
        return socket.create_connection((self.address, self.port), timeout=timeout)

    def resident(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024

    def descriptors(self):
        return len(list(pathlib.Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def end(self):
        """Lets it finish what is under way; answers the code it ends with."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(40)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self.process.wait()

    def kill(self):
        self.process.kill()
        self.process.wait()


class Service(Server):
    """The images of a folder, with their pyramids in a store."""

    def __init__(self, folder, store, *flags, prefix=(), env=None, port=0, address="127.0.0.1"):
        self.folder = pathlib.Path(folder)
        self.store = store if "://" in str(store) else pathlib.Path(store)
        self.local = threading.local()
        super().__init__(folder, "--store", store, *flags, prefix=prefix, env=env, port=port, address=address)

    def get(self, path, method="GET", **fields):
        """Asks over a connection that stays open, one a thread."""
        fields = {name.replace("_", "-"): value for name, value in fields.items()}
        for attempt in (1, 2):
            connection = getattr(self.local, "connection", None)
            if connection is None:
                connection = http.client.HTTPConnection(self.address, self.port, timeout=60)
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

    def metrics(self):
        """The samples of /metrics by their name with its labels."""
        lines = self.get("/metrics").body.decode().splitlines()
        samples = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        return {name.removeprefix("pyramidion_"): float(value) for name, value in samples}


class RawClient:
    """Sends request targets byte for byte, over one connection for as long as it stays open."""

    def __init__(self, service):
        self.service = service
        self.socket = None

    def get(self, target, *lines):
        if isinstance(target, str):
            target = target.encode()
        head = [b"GET " + target + b" HTTP/1.1", b"Host: images.test"]
        head += [line.encode() for line in lines]
        request = b"\r\n".join(head) + b"\r\n\r\n"
        for attempt in (1, 2):
            self.socket = self.socket or self.service.connect()
            try:
                self.socket.sendall(request)
                response = http.client.HTTPResponse(self.socket, method="GET")
                response.begin()
                answer = Answer(response)
                if response.will_close:
                    self.close()
                return answer
            except (http.client.RemoteDisconnected, ConnectionError):
                self.close()
                if attempt == 2:
                    raise

    def close(self):
        if self.socket:
            self.socket.close()
        self.socket = None


def wait_until(condition, seconds=30):
    """Polls a condition; answers what it came to be."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "it did not come to be in time"
        time.sleep(0.02)
    return found


def refuses(server):
    """Whether a server takes no new connection any more: it has heard that it is to end."""
    try:
        server.connect(timeout=1).close()
        return False
    except OSError:
        return True


def quoted(name):
    return urllib.parse.quote(name, safe="")
