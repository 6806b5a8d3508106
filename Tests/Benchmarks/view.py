#!/usr/bin/env python3
"""A view of 40 tiles: one streamed answer beside single requests over six connections, in turns.

    view.py HOST:PORT IMAGE

Prints medians of the time to the first and to the last byte, bytes on the wire, and requests.
Both are also measured with a round trip of 40 ms, by waiting that long before every request.
"""

import json
import socket
import statistics
import sys
import threading
import time
from urllib.parse import quote, urlsplit

HOST, PORT = sys.argv[1].rsplit(":", 1)
IMAGE = quote(sys.argv[2], safe="")
VIEW = "zoom=1&bounds=1900,1140&center=6400,4480&prefetch=0"
ROUNDS = 15


def connect():
    connection = socket.create_connection((HOST, int(PORT)))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def ask(connection, path, delay):
    """Sends a request and reads its answer; when the first byte came, and how many there were."""
    time.sleep(delay)
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {HOST}:{PORT}\r\n\r\n".encode())
    head = b""
    first = None
    while b"\r\n\r\n" not in head:
        part = connection.recv(1 << 16)
        assert part, "the server closed the connection"
        first = first or time.monotonic()
        head += part
    fields, _, body = head.partition(b"\r\n\r\n")
    assert fields.startswith(b"HTTP/1.1 200"), fields[:200]
    count = len(head)
    lowered = fields.lower()
    if b"content-length:" in lowered:
        left = int(lowered.split(b"content-length:")[1].split(b"\r\n")[0]) - len(body)
        while left > 0:
            part = connection.recv(1 << 16)
            assert part, "the answer ended early"
            left -= len(part)
            count += len(part)
    else:
        tail = body[-5:]
        while tail != b"0\r\n\r\n":
            part = connection.recv(1 << 16)
            assert part, "the stream ended early"
            count += len(part)
            tail = (tail + part)[-5:]
    return first, count


def document(path):
    connection = connect()
    connection.sendall(
        f"GET {path} HTTP/1.1\r\nHost: {HOST}:{PORT}\r\nConnection: close\r\n\r\n".encode())
    answer = b""
    while part := connection.recv(1 << 16):
        answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    if b"chunked" in head.lower():
        plain = b""
        while body:
            size, _, rest = body.partition(b"\r\n")
            plain += rest[:int(size, 16)]
            body = rest[int(size, 16) + 2:]
        body = plain
    return json.loads(body)


def singles(paths, delay):
    connections = [connect() for _ in range(6)]
    queue, firsts, counts, guard = list(paths), [], [], threading.Lock()

    def fetch(connection):
        while True:
            with guard:
                if not queue:
                    return
                path = queue.pop(0)
            first, count = ask(connection, path, delay)
            with guard:
                firsts.append(first)
                counts.append(count)

    threads = [threading.Thread(target=fetch, args=(connection,)) for connection in connections]
    start = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    end = time.monotonic()
    for connection in connections:
        connection.close()
    return min(firsts) - start, end - start, sum(counts)


def streamed(path, delay):
    connection = connect()
    start = time.monotonic()
    first, count = ask(connection, path, delay)
    end = time.monotonic()
    connection.close()
    return first - start, end - start, count


view = document(f"/images/{IMAGE}/viewport?{VIEW}")
paths = []
for tile in view["placeholder"] + view["tiles"]:
    parts = urlsplit(tile["url"])
    paths.append(parts.path + ("?" + parts.query if parts.query else ""))
stream = f"/images/{IMAGE}/viewport/tiles?{VIEW}"
print(f"a view of {len(view['tiles'])} tiles and {len(view['placeholder'])} placeholder(s)")
for delay in (0, 0.04):
    runs = {"streamed": [], "single, 6 connections": []}
    for _ in range(ROUNDS):
        runs["streamed"].append(streamed(stream, delay))
        runs["single, 6 connections"].append(singles(paths, delay))
    print(f"  round trip {delay * 1000:.0f} ms")
    for name, rows in runs.items():
        first, last, count = (statistics.median(column) for column in zip(*rows))
        requests = 1 if name == "streamed" else len(paths)
        print(f"    {name:22} first byte {first * 1000:7.2f} ms   last byte {last * 1000:7.2f} ms"
              f"   {count / 1000:7.1f} kB   {requests:3} request(s)")
    ratio = statistics.median(r[1] for r in runs["streamed"]) / statistics.median(
        r[1] for r in runs["single, 6 connections"])
    print(f"    ratio of the time to the last byte: {ratio:.2f}")
