"""A host of the web with files whose states tests change; it counts what is asked of it."""
import collections
import hashlib
import http.server
import re
import threading
import time
import urllib.parse


class FarHost:
    def __init__(self, files=None):
        self.files = dict(files or {})
        self.tags = {}
        self.asked = []
        self.sent = 0
        # Nobody is answered while it is set.
        self.is_silent = False
        # So many are told to come back after so many seconds.
        self.refusals = 0
        self.retry_after = 0
        # What is said of a state, made of its strong tag.
        self.tag = lambda tag: tag
        # When all of it was written, as it says.
        self.modified = "Sun, 01 Mar 2026 10:00:00 GMT"
        # So many bytes of a body go out, and then nothing more.
        self.stalls_after = None
        # Of what a range is asked of all of it comes.
        self.serves_parts = True
        # Before each answer, in seconds.
        self.delay = 0
        # Of each part, the first request is answered once there is a second one.
        self.holds_first = False
        self.held = collections.Counter()
        self.lock = threading.Lock()
        host = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Its head is sent before its body: without this a body waits for who acknowledges late.
            disable_nagle_algorithm = True

            def do_GET(self):
                host.answer(self)

            def log_message(self, *words):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def base(self):
        return f"http://127.0.0.1:{self.port}/base/"

    def end(self):
        self.is_silent, self.stalls_after = False, None
        self.server.shutdown()
        self.server.server_close()

    def count(self, name=""):
        """How many requests there were for a name, or for any."""
        with self.lock:
            return sum(name in one for one in self.asked)

    def answer(self, handler):
        name = urllib.parse.unquote(handler.path.split("?")[0]).removeprefix("/base/")
        with self.lock:
            self.asked.append(name)
        while self.is_silent:
            time.sleep(0.05)
        time.sleep(self.delay)
        wanted = (name, handler.headers.get("Range"))
        if self.holds_first:
            with self.lock:
                self.held[wanted] += 1
            while self.holds_first and self.held[wanted] < 2:
                time.sleep(0.01)
        with self.lock:
            is_refused = self.refusals > 0
            self.refusals -= is_refused
        if is_refused:
            return self.send(handler, 429, fields={"Retry-After": str(self.retry_after)})
        body = self.files.get(name)
        if body is None:
            return self.send(handler, 404)
        tag = self.strong_tag(name, body)
        if handler.headers.get("If-Match", tag) != tag:
            return self.send(handler, 412)
        fields = {"ETag": self.tag(tag), "Last-Modified": self.modified}
        if not fields["ETag"]:
            del fields["ETag"]
        found = re.fullmatch(r"bytes=(\d+)-(\d+)", handler.headers.get("Range", ""))
        if not found or not self.serves_parts:
            return self.send(handler, 200, body, fields)
        first, last = int(found[1]), min(int(found[2]), len(body) - 1)
        if first >= len(body):
            return self.send(handler, 416, fields={"Content-Range": f"bytes */{len(body)}"})
        fields["Content-Range"] = f"bytes {first}-{last}/{len(body)}"
        return self.send(handler, 206, body[first:last + 1], fields)

    def strong_tag(self, name, body):
        """Made once of each state: of a large file it takes longer than all the rest of an answer."""
        known, tag = self.tags.get(name, (None, None))
        if known is not body:
            tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
            self.tags[name] = (body, tag)
        return tag

    def send(self, handler, status, body=b"", fields=None):
        handler.send_response(status)
        for name, value in (fields or {}).items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        try:
            if self.stalls_after is not None and len(body) > self.stalls_after:
                handler.wfile.write(body[:self.stalls_after])
                while self.stalls_after is not None:
                    time.sleep(0.05)
                handler.close_connection = True
                return
            handler.wfile.write(body)
        except OSError:
            return
        with self.lock:
            self.sent += len(body)
