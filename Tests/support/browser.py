"""A headless Chromium, driven over its own protocol."""
import base64
import contextlib
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time
import urllib.request

STEPPED_CLOCK = pathlib.Path(__file__).with_name("stepped_clock.js").read_text()
NAMES = ["chromium-headless-shell", "chromium", "google-chrome"]


def installed():
    named = os.environ.get("PYRAMIDION_CHROMIUM")
    return named or next((found for found in map(shutil.which, NAMES) if found), None)


class WebSocket:
    """As much of RFC 6455 as the browser's protocol needs: text frames, both ways."""

    def __init__(self, host, port, path):
        self.socket = socket.create_connection((host, port), timeout=60)
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n".encode()
        )
        self.held = b""
        # Of a message whose end is still to come.
        self.text = b""
        while b"\r\n\r\n" not in self.held:
            self.held += self.socket.recv(4096)
        head, self.held = self.held.split(b"\r\n\r\n", 1)
        assert b" 101 " in head.split(b"\r\n")[0], head

    def send(self, text):
        payload = text.encode()
        mask = os.urandom(4)
        length = len(payload)
        if length < 126:
            head = struct.pack("!BB", 0x81, 0x80 | length)
        elif length < 1 << 16:
            head = struct.pack("!BBH", 0x81, 0x80 | 126, length)
        else:
            head = struct.pack("!BBQ", 0x81, 0x80 | 127, length)
        stretched = (mask * (length // 4 + 1))[:length]
        masked = bytes(a ^ b for a, b in zip(payload, stretched))
        self.socket.sendall(head + mask + masked)

    def hold(self, count):
        """Waits until so many bytes are held."""
        while len(self.held) < count:
            more = self.socket.recv(1 << 20)
            if not more:
                raise ConnectionError("the browser has gone")
            self.held += more

    def frame(self):
        """The next frame, and whether it is a message's last; what has come of it stays held where the
        rest does not come in time."""
        self.hold(2)
        length, start = self.held[1] & 127, 2
        if length > 125:
            start = 4 if length == 126 else 10
            self.hold(start)
            length = int.from_bytes(self.held[2:start], "big")
        self.hold(start + length)
        frame, self.held = self.held[: start + length], self.held[start + length :]
        return frame[start:], bool(frame[0] & 0x80)

    def receive(self, timeout):
        """The next message; None when none comes in time."""
        self.socket.settimeout(timeout)
        try:
            is_last = False
            while not is_last:
                payload, is_last = self.frame()
                self.text += payload
        except TimeoutError:
            return None
        text, self.text = self.text, b""
        return text.decode()


class Browser:
    def __init__(self, *flags):
        self.profile = tempfile.mkdtemp(prefix="chromium-")
        self.process = subprocess.Popen(
            [
                installed(), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                "--remote-debugging-port=0", f"--user-data-dir={self.profile}", "--no-first-run",
                "--disable-background-networking", "--disable-dev-shm-usage", "--mute-audio",
                "--force-color-profile=srgb", *flags, "about:blank",
            ],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True,
        )
        self.port = None
        for line in self.process.stderr:
            found = re.search(rb"listening on ws://127\.0\.0\.1:(\d+)", line)
            if found:
                self.port = int(found[1])
                break
        assert self.port, "the browser did not start"

    def page(self, width=1000, height=700, ratio=1, touch=False, is_stepped=False):
        """A page; where its clock is stepped, time passes when a test says so."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/json/new?about:blank", method="PUT")
        target = json.load(urllib.request.urlopen(request))
        page = Page(WebSocket("127.0.0.1", self.port, f"/devtools/page/{target['id']}"))
        page.address = f"http://127.0.0.1:{self.port}/json/close/{target['id']}"
        for domain in ("Page", "Runtime", "Network", "Log"):
            page.call(f"{domain}.enable")
        if is_stepped:
            page.call("Page.addScriptToEvaluateOnNewDocument", source=STEPPED_CLOCK)
        page.size(width, height, ratio)
        # Keys go to the page that has the focus, and of several only one really has.
        page.call("Emulation.setFocusEmulationEnabled", enabled=True)
        if touch:
            page.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        return page

    def close(self):
        # What was started may be a script around the browser: all of its session goes.
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process.stderr.close()
        shutil.rmtree(self.profile, ignore_errors=True)


class Page:
    def __init__(self, socket):
        self.socket = socket
        self.numbers = itertools.count(1)
        self.events = []

    def call(self, method, **parameters):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            text = self.socket.receive(60)
            assert text is not None, f"no answer to {method}"
            message = json.loads(text)
            if message.get("id") == number:
                assert "error" not in message, (method, message["error"])
                return message["result"]
            self.events.append(message)

    def close(self):
        urllib.request.urlopen(self.address).close()
        self.socket.socket.close()

    def listen(self, seconds=0):
        """Takes in what the browser tells by itself."""
        end = time.monotonic() + seconds
        while True:
            text = self.socket.receive(max(0.005, end - time.monotonic()))
            if text is not None:
                self.events.append(json.loads(text))
            elif time.monotonic() >= end:
                return self.events

    def told(self, method):
        self.listen()
        return [event["params"] for event in self.events if event.get("method") == method]

    def size(self, width, height, ratio=1):
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height,
            deviceScaleFactor=ratio, mobile=False)

    def go(self, address):
        self.call("Page.navigate", url=address)
        self.wait("document.readyState === 'complete'")

    def run(self, expression):
        """The value of a script, promises awaited."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True,
            userGesture=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait(self, expression, seconds=20):
        """Waits for what the network or a timer brings; a stepped clock goes on meanwhile."""
        end = time.monotonic() + seconds
        found = f"window.clock ? clock.until(() => {expression}) : {expression}"
        while time.monotonic() < end:
            with contextlib.suppress(AssertionError):
                # Elements have no value to bring over.
                if self.run(f"Promise.resolve({found}).then(Boolean)"):
                    return
            self.listen(0.03)
        raise AssertionError(f"not in {seconds} s: {expression}")

    def picture(self, clip=None):
        more = {"clip": {**clip, "scale": 1}} if clip else {}
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", **more)["data"])

    def touch(self, kind, *points):
        self.call(
            "Input.dispatchTouchEvent", type=kind,
            touchPoints=[{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)])

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def key(self, key, **more):
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text, **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, **more)
