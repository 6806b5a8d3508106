"""Who gives out keys for a while: a token service, what stands beside a container, and a machine's metadata."""
import datetime
import http.server
import json
import threading
import time
import urllib.parse

# Nothing that has it may ever be seen.
MARK = "MARKEDissued"
ROLE = "/latest/meta-data/iam/security-credentials/"


class Issuer:
    """Gives out keys, each time others; it counts them, and notes how it was asked."""

    def __init__(self):
        self.count = 0
        # In seconds, of each key.
        self.lifetime = 3600
        # Who asks once more waits.
        self.holds_second = False
        # Instead of keys.
        self.answer = None
        self.asked = []
        # How a machine's metadata was asked before it gave out keys, and what it said.
        self.steps, self.session, self.role = [], f"{MARK}-session", "tiles@example"
        issuer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                issuer.give(self, dict(urllib.parse.parse_qsl(body)), issuer.xml)

            def do_PUT(self):
                issuer.steps.append((self.path, int(self.headers["X-aws-ec2-metadata-token-ttl-seconds"]) > 0))
                issuer.say(self, issuer.session.encode())

            def do_GET(self):
                if self.path.startswith("/latest/"):
                    token = self.headers["X-aws-ec2-metadata-token"]
                    if token != issuer.session:
                        return issuer.say(self, b"", 401)
                    if self.path == ROLE:
                        issuer.steps.append((self.path, True))
                        return issuer.say(self, issuer.role.encode(), 200 if issuer.role else 404)
                issuer.give(self, {"path": self.path, "token": self.headers["Authorization"]}, issuer.json)

            def log_message(self, *words):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self):
        self.holds_second = False
        self.server.shutdown()
        self.server.server_close()

    def give(self, handler, question, text):
        self.asked.append(question)
        while self.holds_second and len(self.asked) > 1:
            time.sleep(0.05)
        self.count += 1
        end = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=self.lifetime)
        keys = text(f"KEY{self.count}", end.strftime("%Y-%m-%dT%H:%M:%SZ"))
        self.say(handler, keys if self.answer is None else self.answer)

    @staticmethod
    def say(handler, body, status=200):
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        try:
            handler.wfile.write(body)
        except OSError:
            pass

    @staticmethod
    def xml(key, end):
        return f"""<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
          <AssumeRoleWithWebIdentityResult><Credentials><SessionToken>{MARK}token</SessionToken>
          <SecretAccessKey>{MARK}secret</SecretAccessKey><Expiration>{end}</Expiration>
          <AccessKeyId>{key}</AccessKeyId></Credentials><AssumedRoleUser><Arn>arn:x</Arn></AssumedRoleUser>
          </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>""".encode()

    @staticmethod
    def json(key, end):
        return json.dumps({
            "AccessKeyId": key, "SecretAccessKey": f"{MARK}secret", "Token": f"{MARK}token", "Expiration": end,
            "RoleArn": "arn:x"}).encode()
