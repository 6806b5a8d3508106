"""The same bytes to ours, to nginx, to llhttp and to h11: ours never accepts what all refuse.

Accepting is answering with a status that does not refuse the message itself; for the parsers it is
reaching the end of the first message without an error.
"""

import random
import socket

import pytest

from support.nginx import free_port, needed, nginx
from support.service import Server

h11 = pytest.importorskip("h11")
httptools = pytest.importorskip("httptools")
pytestmark = needed

REFUSING = {400, 408, 411, 413, 414, 417, 431, 494, 501, 505}


@pytest.fixture(scope="module")
def ports(tmp_path_factory):
    work = tmp_path_factory.mktemp("differential")
    (work / "root").mkdir(mode=0o755)
    (work / "root" / "index.html").write_text("hello")
    nginx_port = free_port()
    site = f'server {{ listen 127.0.0.1:{nginx_port}; location / {{ return 200 "hello"; }} }}'
    with nginx(work, nginx_port, site):
        ours = Server("--static", work / "root", "--loops", 1)
        yield ours.port, nginx_port
        ours.end()


def server_accepts(port, data):
    """Whether the first message gets a final answer that does not refuse it."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as client:
        received = b""
        try:
            client.sendall(data)
            client.shutdown(socket.SHUT_WR)
            while piece := client.recv(65536):
                received += piece
        except OSError:
            pass
    while received.startswith(b"HTTP/1.1 100"):
        received = received.partition(b"\r\n\r\n")[2]
    if not received.startswith(b"HTTP/1."):
        return False
    return int(received[9:12]) not in REFUSING


def llhttp_accepts(data):
    class Events:
        done = False

        def on_message_complete(self):
            self.done = True

    events = Events()
    try:
        httptools.HttpRequestParser(events).feed_data(data)
    except httptools.HttpParserUpgrade:
        return True
    except httptools.HttpParserError:
        # What follows the first message may be wrong; the first one was read.
        return events.done
    return events.done


def h11_accepts(data):
    connection = h11.Connection(h11.SERVER)
    try:
        connection.receive_data(data)
        connection.receive_data(b"")
        while True:
            event = connection.next_event()
            if isinstance(event, h11.EndOfMessage):
                return True
            if event in (h11.NEED_DATA, h11.PAUSED) or isinstance(event, h11.ConnectionClosed):
                return False
    except h11.RemoteProtocolError:
        return False


SEEDS = [
    b"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET /?a=%20b HTTP/1.1\r\nHost: a:80\r\nAccept: */*\r\nConnection: close\r\n\r\n",
    b"GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
    b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\nT: x\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nhi",
]

AMBIGUOUS = [
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r\n\r\nhello",
    b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\n Content-Length: 5\r\n\r\nhello",
    b"POST / HTTP/1.1\r\nHost: a\r\nX: y\rContent-Length: 5\r\n\r\nhello",
    b"POST / HTTP/1.1\r\nHost: a\r\nX: y\nContent-Length: 5\r\n\r\nhello",
    b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello0\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\x00b\r\n\r\n",
    b"GET /\xc3\xa9 HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
]

PIECES = [
    b"\r", b"\n", b"\r\n", b" ", b"\t", b"\x00", b"\x0b", b"\x7f", b"\x80", b":", b",", b";", b"\"",
    b"0", b"5", b"f", b"-", b"+", b"#", b"%", b"Content-Length: 3\r\n", b"Content-Length: 5\r\n",
    b"Transfer-Encoding: chunked\r\n", b"Transfer-Encoding: gzip\r\n", b"Host: b\r\n", b"chunked",
]  # fmt: skip


def mutations(count):
    source = random.Random(20_261_120)
    for _ in range(count):
        data = bytearray(source.choice(SEEDS))
        for _ in range(source.randint(1, 3)):
            place = source.randrange(len(data) + 1)
            kind = source.randrange(4)
            if kind == 0:
                data[place:place] = source.choice(PIECES)
            elif kind == 1:
                del data[place : place + source.randint(1, 3)]
            elif kind == 2:
                data[place : place + 1] = source.choice(PIECES)
            else:
                end = min(len(data), place + source.randint(1, 12))
                data[place:place] = data[place:end]
        yield bytes(data)


def test_ordinary_messages_are_accepted_by_all(ports):
    for data in SEEDS:
        assert server_accepts(ports[0], data), data
        assert llhttp_accepts(data), data


def test_ambiguous_messages_are_refused(ports):
    for data in AMBIGUOUS:
        assert not server_accepts(ports[0], data), data


def test_nothing_is_accepted_that_everybody_else_refuses(ports):
    ours, nginx = ports
    accepted = 0
    wider = []
    for data in mutations(4000):
        if not server_accepts(ours, data):
            continue
        accepted += 1
        if not (llhttp_accepts(data) or server_accepts(nginx, data)):
            wider.append((data, h11_accepts(data)))
    assert wider == []
    assert accepted > 400, "the mutations are too rough to say anything"
