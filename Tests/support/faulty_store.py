"""A store that lies, on a port of its own: what it does stands in the first part of a path, or in a
bucket's name."""
import itertools
import re
import socket
import threading
import time
import urllib.parse

BODY = bytes(i * 7 % 251 for i in range(100_000))
TAG = '"state-1"'
LISTING = """<ListBucketResult><IsTruncated>{truncated}</IsTruncated>{entries}
<NextContinuationToken>{token}</NextContinuationToken></ListBucketResult>"""
COMPLAINT = "<Error><Code>{0}</Code><Message>{0} it is</Message><RequestId>tx-7</RequestId></Error>"


class FaultyStore:
    def __init__(self, body=BODY):
        self.body = body
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = self.socket.getsockname()[1]
        self.asked = []
        self.is_silent = False
        self.lock = threading.Lock()
        threading.Thread(target=self.accept, daemon=True).start()

    def end(self):
        self.socket.close()

    def count(self, part):
        """How many requests were made whose first line holds a text."""
        with self.lock:
            return sum(part in head.split("\r\n")[0] for head in self.asked)

    def heads(self):
        with self.lock:
            return list(self.asked)

    def accept(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        with connection:
            received = b""
            try:
                while True:
                    while b"\r\n\r\n" not in received:
                        more = connection.recv(65536)
                        if not more:
                            return
                        received += more
                    head, received = received.split(b"\r\n\r\n", 1)
                    head = head.decode()
                    with self.lock:
                        self.asked.append(head)
                    if self.is_silent:
                        time.sleep(60)
                        return
                    target = head.split(" ")[1]
                    name = target.split("?")[0].strip("/").split("/")[0].replace("-", "_")
                    if getattr(self, name)(connection, head, target) is not True:
                        return
            except OSError:
                # Who asked has had enough.
                return

    @staticmethod
    def wanted(head):
        found = re.search(r"^range: bytes=(\d+)-(\d+)", head, re.MULTILINE | re.IGNORECASE)
        return (int(found[1]), int(found[2])) if found else None

    @staticmethod
    def answer(connection, status, body=b"", *fields, length=None):
        lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body) if length is None else length}"]
        connection.sendall("\r\n".join([*lines, *fields, "", ""]).encode() + body)
        return True

    def part(self, connection, head, first=None, last=None, *fields, body=None, length=None):
        start, end = self.wanted(head)
        end = min(end, len(self.body) - 1)
        first, last = start if first is None else first, end if last is None else last
        body = self.body[start:end + 1] if body is None else body
        fields = fields or (f"ETag: {TAG}",)
        return self.answer(
            connection, "206 Partial Content", body,
            f"Content-Range: bytes {first}-{last}/{len(self.body)}", *fields, length=length)

    # What it does to objects

    def plain(self, connection, head, target):
        if "/absent" in target:
            return self.answer(connection, "404 Not Found")
        if self.wanted(head):
            return self.part(connection, head)
        return self.answer(connection, "200 OK", self.body, f"ETag: {TAG}")

    def empty(self, connection, head, target):
        return self.answer(connection, "200 OK", b"", f"ETag: {TAG}")

    def endless(self, connection, head, target):
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            connection.sendall(self.body)

    def endless_head(self, connection, head, target):
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        while True:
            connection.sendall(b"X-More: and more\r\n" * 100)

    def endless_complaint(self, connection, head, target):
        connection.sendall(b"HTTP/1.1 404 Not Found\r\n\r\n")
        while True:
            connection.sendall(self.body)

    def short(self, connection, head, target):
        start, end = self.wanted(head)
        self.part(connection, head, body=self.body[start:end], length=end + 1 - start)

    def long(self, connection, head, target):
        start, end = self.wanted(head)
        connection.sendall(
            (f"HTTP/1.1 206 x\r\nContent-Range: bytes {start}-{end}/{len(self.body)}\r\n"
             "Transfer-Encoding: chunked\r\n\r\n").encode()
            + b"%x\r\n" % (end + 2 - start) + self.body[start:end + 2] + b"\r\n0\r\n\r\n")

    def lying_length(self, connection, head, target):
        start, end = self.wanted(head)
        self.part(connection, head, body=self.body[start:end + 2], length=end + 2 - start)

    def wrong_range(self, connection, head, target):
        start, end = self.wanted(head)
        return self.part(connection, head, start + 1, end + 1)

    def no_range(self, connection, head, target):
        return self.answer(connection, "206 Partial Content", self.body[:5])

    def ignores_range(self, connection, head, target):
        return self.answer(connection, "200 OK", self.body)

    def other_state(self, connection, head, target):
        return self.part(connection, head, None, None, 'ETag: "state-2"')

    def changing(self, connection, head, target):
        state = 1 if self.wanted(head)[0] == 0 else 2
        return self.part(connection, head, None, None, f'ETag: "state-{state}"')

    def packed(self, connection, head, target):
        return self.part(connection, head, None, None, "Content-Encoding: gzip")

    def silent(self, connection, head, target):
        time.sleep(60)

    def dripping(self, connection, head, target):
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        while True:
            connection.sendall(b"x")
            time.sleep(1)

    def reset(self, connection, head, target):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")

    def garbage(self, connection, head, target):
        connection.sendall(b"\x15\x03\x03 what is that?\r\n\r\n")

    def once(self, connection, head, target):
        if self.count(target) > 1:
            return self.plain(connection, head, target)
        return self.answer(connection, "500 Oh", COMPLAINT.format("InternalError").encode())

    def busy(self, connection, head, target):
        return self.answer(connection, "503 x", COMPLAINT.format("SlowDown").encode(), "Retry-After: 0")

    def expired(self, connection, head, target):
        return self.answer(connection, "403 x", COMPLAINT.format("ExpiredToken").encode())

    def inward(self, connection, head, target):
        return self.answer(connection, "302 x", b"", "Location: http://169.254.169.254/latest/")

    def elsewhere(self, connection, head, target):
        return self.answer(
            connection, "302 x", b"", f"Location: http://localhost:{self.port}/plain/x")

    def round(self, connection, head, target):
        return self.answer(connection, "302 x", b"", "Location: /round/x")

    def to_plain(self, connection, head, target):
        return self.answer(connection, "307 x", b"", "Location: /plain/x")

    # What it does to listings: buckets have these names

    def listing(self, connection, entries, truncated="false", token=""):
        text = LISTING.format(truncated=truncated, entries=entries, token=token)
        return self.answer(connection, "200 OK", text.encode())

    def million(self, connection, head, target):
        """A bucket of a million images, folders among them, and of few pages at a time."""
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(target).query)
        if "list-type" not in query:
            return self.plain(connection, head, target)
        if "prefix" in query:
            return self.listing(connection, "")
        after = (query.get("continuation-token") or query.get("start-after") or [""])[0]
        digits = re.match(r"[a-z]*([0-9]+)", after)
        first = int(digits[1]) + 1 if digits else 0
        end = min(first + int(query["max-keys"][0]), 1_000_000)
        folders = [f"n{number:06}" for number in range(first, end) if number % 100 == 99]
        entries = [f"<Contents><Key>n{number:06}.jpg</Key><Size>9</Size><ETag>{TAG}</ETag></Contents>"
                   for number in range(first, end) if number % 100 != 99]
        entries += [f"<CommonPrefixes><Prefix>{name}/</Prefix></CommonPrefixes>" for name in folders]
        is_last = end == 1_000_000
        return self.listing(
            connection, "".join(entries), "false" if is_last else "true", "" if is_last else f"n{end - 1:06}")

    def wrong_xml(self, connection, head, target):
        return self.answer(connection, "200 OK", b"<ListBucketResult><Contents>")

    def growing_xml(self, connection, head, target):
        return self.answer(
            connection, "200 OK", b'<!DOCTYPE a [<!ENTITY b "cc">]><ListBucketResult>&b;')

    def endless_xml(self, connection, head, target):
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n<ListBucketResult>")
        for number in itertools.count():
            connection.sendall(b"<Contents><Key>k%d</Key><Size>1</Size></Contents>" % number * 1000)

    def circling(self, connection, head, target):
        return self.listing(
            connection, "<Contents><Key>a.jpg</Key><Size>1</Size></Contents>", "true", "again")

    def empty_pages(self, connection, head, target):
        return self.listing(connection, "", "true", f"t{self.count('/empty-pages')}")

    def breaking_off(self, connection, head, target):
        if "continuation-token" in target:
            return self.answer(connection, "500 Oh", COMPLAINT.format("InternalError").encode())
        return self.listing(
            connection, "<Contents><Key>a.jpg</Key><Size>1</Size></Contents>", "true", "more")

    def going_nowhere(self, connection, head, target):
        return self.listing(connection, "", truncated="true")
