"""An engine with one bucket in memory, which tests have refuse, fall silent and lie; it keeps the
conditions that hosts agree by, and believes whoever asks."""
import email.utils
import hashlib
import http.server
import re
import threading
import time
import urllib.parse
from xml.sax.saxutils import escape


class BucketEngine:
    def __init__(self):
        self.objects = {}
        self.written = {}
        # What comes in parts: of each upload its key, when it began, and its parts by their numbers.
        self.uploads = {}
        # Given the number of an upload's part and its body, which it may keep waiting; false: it is refused.
        self.takes_part = lambda number, part: True
        # What is said instead of putting parts together, one after the other, and whether that is done all the same.
        self.endings, self.completes_though = [], False
        # What was asked, a line each; and what proved who asks.
        self.asked, self.proofs = [], []
        # Instead of an answer: a status and a code; for requests whose line it finds.
        self.refusal, self.refused = None, "."
        # Another one has another tag for all that is there.
        self.generation = 0
        # Of bodies, in bytes.
        self.sent = 0
        # Given the key and the first byte of a part, answers what is sent for it.
        self.spoil = lambda key, start, part: part
        self.lock = threading.Lock()
        engine = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                engine.answer(self, b"")

            def do_PUT(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                engine.answer(self, body)

            do_DELETE = do_GET
            do_POST = do_PUT

            def log_message(self, *words):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.endpoint = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self):
        self.server.shutdown()
        self.server.server_close()

    def address(self, bucket="pyramids", folder="p"):
        return f"s3://{bucket}/{folder}?endpoint={self.endpoint}"

    def names(self, ending=""):
        with self.lock:
            return sorted(name for name in self.objects if name.endswith(ending))

    def count(self, pattern):
        """How many requests there were whose line it finds."""
        with self.lock:
            return sum(bool(re.search(pattern, one)) for one in self.asked)

    def answer(self, handler, body):
        line = f"{handler.command} {handler.path}"
        part = re.search(r"partNumber=(\d+)", line)
        takes = not part or self.takes_part(int(part[1]), body)
        with self.lock:
            self.asked.append(line)
            self.proofs.append((handler.headers.get("Authorization"), handler.headers.get("X-Amz-Security-Token")))
            if not takes or (self.refusal and re.search(self.refused, line)):
                status, code = self.refusal if takes else (500, "InternalError")
                said = f"<Error><Code>{code}</Code><Message>no</Message></Error>".encode()
            else:
                status, said, fields = self.answered(handler, body)
                code = None
        fields = {"Content-Type": "application/xml"} if code else fields
        handler.send_response(status)
        for name, value in fields.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(said)))
        handler.end_headers()
        try:
            handler.wfile.write(said)
        except OSError:
            pass

    def answered(self, handler, body):
        path, _, query = handler.path.partition("?")
        query = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
        key = urllib.parse.unquote(path).partition("/")[2].partition("/")[2]
        if "uploads" in query or "uploadId" in query:
            return self.upload(handler, key, query, body)
        if not key:
            return 200, self.listing(query.get("prefix", "")), {"Content-Type": "application/xml"}
        known = self.objects.get(key)
        match handler.command:
            case "GET":
                return self.read(key, known, handler.headers)
            case "PUT":
                if known is not None and handler.headers.get("If-None-Match") == "*":
                    return 412, b"", {}
                self.store(key, body)
                return 200, b"", {"ETag": self.tag(body)}
            case "DELETE":
                self.objects.pop(key, None)
                return 204, b"", {}
        return 501, b"", {}

    def tag(self, body):
        return f'"{hashlib.md5(body + bytes(self.generation)).hexdigest()}"'

    def store(self, key, body):
        self.objects[key], self.written[key] = body, time.time()

    def read(self, key, body, asked):
        if body is None:
            return 404, b"<Error><Code>NoSuchKey</Code></Error>", {}
        if asked.get("If-Match", self.tag(body)) != self.tag(body):
            return 412, b"", {}
        fields = {
            "ETag": self.tag(body),
            "Last-Modified": email.utils.formatdate(self.written[key], usegmt=True)}
        found = re.fullmatch(r"bytes=(\d+)-(\d+)", asked.get("Range", ""))
        if not found:
            return 200, self.spoil(key, 0, body), fields
        first, last = int(found[1]), min(int(found[2]), len(body) - 1)
        if first >= len(body):
            return 416, b"", {"Content-Range": f"bytes */{len(body)}"}
        fields["Content-Range"] = f"bytes {first}-{last}/{len(body)}"
        self.sent += last + 1 - first
        return 206, self.spoil(key, first, body[first:last + 1]), fields

    def upload(self, handler, key, query, body):
        """What comes in parts is there once all of them are told."""
        name, command = query.get("uploadId"), handler.command
        if command == "GET":
            entries = "".join(
                f"<Upload><Key>{key}</Key><UploadId>{name}</UploadId><Initiated>"
                f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(begun))}.000Z</Initiated></Upload>"
                for name, (key, begun, _) in self.uploads.items())
            said = f"<ListMultipartUploadsResult>{entries}</ListMultipartUploadsResult>"
        elif name is None:
            name = f"2~/{len(self.asked)}"
            self.uploads[name] = (key, time.time(), {})
            said = f"<InitiateMultipartUploadResult><UploadId>{name}</UploadId></InitiateMultipartUploadResult>"
        elif name not in self.uploads:
            return 404, b"<Error><Code>NoSuchUpload</Code></Error>", {}
        elif command == "PUT":
            self.uploads[name][2][int(query["partNumber"])] = body
            return 200, b"", {"ETag": self.tag(body)}
        elif command == "DELETE":
            del self.uploads[name]
            return 204, b"", {}
        else:
            ending = self.endings.pop(0) if self.endings else None
            if ending is None or self.completes_though:
                if key in self.objects and handler.headers.get("If-None-Match") == "*":
                    return 412, b"<Error><Code>PreconditionFailed</Code></Error>", {}
                parts = self.uploads.pop(name)[2]
                told = [(int(number), tag.replace("&quot;", '"')) for number, tag in re.findall(
                    r"<PartNumber>(\d+)</PartNumber><ETag>(.*?)</ETag>", body.decode())]
                assert told == [(number, self.tag(part)) for number, part in sorted(parts.items())]
                self.store(key, b"".join(part for _, part in sorted(parts.items())))
            said = '<?xml version="1.0"?>\n  \n' + (
                f"<Error><Code>{ending}</Code></Error>" if ending else
                "<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>")
        return 200, said.encode(), {"Content-Type": "application/xml"}

    def listing(self, prefix):
        entries = "".join(
            f"<Contents><Key>{escape(urllib.parse.quote(key))}</Key><LastModified>"
            f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(self.written[key]))}.000Z"
            f"</LastModified><ETag>{escape(self.tag(body))}</ETag><Size>{len(body)}</Size></Contents>"
            for key, body in sorted(self.objects.items()) if key.startswith(prefix))
        return (
            '<?xml version="1.0"?><ListBucketResult><EncodingType>url</EncodingType>'
            f"<IsTruncated>false</IsTruncated>{entries}</ListBucketResult>").encode()
