"""Files that lie far away, for benchmarks."""
import socket
import time

from support.faulty_store import FaultyStore


class FarStore(FaultyStore):
    """Seconds pass before each answer; all else takes as little as may be, for nobody measures it."""

    def __init__(self, files, delay):
        super().__init__()
        self.files, self.delay = files, delay
        self.sent = 0

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/base/"

    def base(self, connection, head, target):
        time.sleep(self.delay)
        body = self.files.get(target.removeprefix("/base/"))
        if body is None:
            return self.answer(connection, "404 Not Found")
        first, last = self.wanted(head) or (0, len(body) - 1)
        part = memoryview(body)[first:last + 1]
        self.sent += len(part)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(
            (f"HTTP/1.1 206 x\r\nContent-Range: bytes {first}-{first + len(part) - 1}/{len(body)}\r\n"
             f'Content-Length: {len(part)}\r\nETag: "1"\r\n\r\n').encode())
        connection.sendall(part)
        return True
