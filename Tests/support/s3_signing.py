"""Puts things into a bucket and looks at them, signed by a second hand than the one that is tested."""
import datetime
import hashlib
import hmac
import http.client
import re
import urllib.parse


class BucketWriter:
    def __init__(self, endpoint, key, secret, region="us-east-1"):
        self.host = urllib.parse.urlsplit(endpoint).netloc
        self.key, self.secret, self.region = key, secret, region
        self.connection = http.client.HTTPConnection(self.host)
        self.name = None

    def put(self, path, body=b""):
        path = urllib.parse.quote(path)
        self.ask("PUT", path, "", body)

    def get(self, key):
        """An object of the bucket that is its own."""
        return self.ask("GET", urllib.parse.quote(f"/{self.name}/{key}"))

    def names(self, prefix):
        """All keys of that bucket that begin so."""
        query = f"encoding-type=url&list-type=2&prefix={urllib.parse.quote(prefix, safe='')}"
        said = self.ask("GET", f"/{self.name}", query).decode()
        return [urllib.parse.unquote(name) for name in re.findall("<Key>(.*?)</Key>", said)]

    def ask(self, method, path, query="", body=b""):
        fields = self.signed(method, path, query, hashlib.sha256(body).hexdigest())
        target = f"{path}?{query}" if query else path
        self.connection.putrequest(method, target, skip_accept_encoding=True, skip_host=True)
        for name, value in {**fields, "content-length": str(len(body))}.items():
            self.connection.putheader(name, value)
        self.connection.endheaders(body)
        answer = self.connection.getresponse()
        said = answer.read()
        assert answer.status == 200, said
        return said

    def signed(self, method, path, query, digest):
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
        fields = {"host": self.host, "x-amz-content-sha256": digest, "x-amz-date": now}
        lines = "".join(f"{name}:{value}\n" for name, value in fields.items())
        names = ";".join(fields)
        request = f"{method}\n{path}\n{query}\n{lines}\n{names}\n{digest}"
        scope = f"{now[:8]}/{self.region}/s3/aws4_request"
        text = f"AWS4-HMAC-SHA256\n{now}\n{scope}\n{hashlib.sha256(request.encode()).hexdigest()}"
        key = f"AWS4{self.secret}".encode()
        for part in scope.split("/"):
            key = hmac.digest(key, part.encode(), "sha256")
        proof = hmac.digest(key, text.encode(), "sha256").hex()
        return fields | {
            "authorization": f"AWS4-HMAC-SHA256 Credential={self.key}/{scope}, "
                             f"SignedHeaders={names}, Signature={proof}"}
