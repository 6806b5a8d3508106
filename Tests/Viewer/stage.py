"""What the viewer's tests are played on: drawings, a service, and time."""
import re
import subprocess
import threading
import time

import numpy
from PIL import Image

LARGE = (3000, 2000)
PAGES = [(900, 700), (700, 900), (1000, 600), (800, 800), (640, 480)]


def drawing(width, height):
    """Waves of every colour with lines as thin as a pixel, so that blur and seams show."""
    x = numpy.arange(width)[None, :]
    y = numpy.arange(height)[:, None]
    planes = [
        127 * (1 + numpy.sin(x / 31 + y / 83)),
        127 * (1 + numpy.sin(y / 27 - x / 97)),
        127 * (1 + numpy.cos((x + y) / 41)),
    ]
    pixels = numpy.stack(planes, axis=-1)
    pixels[(x % 61 == 0) | (y % 67 == 0)] = 240
    return Image.fromarray(pixels.astype(numpy.uint8))


class Service:
    """`pyramidion serve` in a process of its own."""

    def __init__(self, binary, folder, store, *flags):
        self.process = subprocess.Popen(
            [binary, "serve", folder, "--listen", "127.0.0.1:0", "--store", store, *flags],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        said = b""
        for line in self.process.stderr:
            said += line
            found = re.search(rb"127\.0\.0\.1:(\d+)", line)
            if found:
                self.base = f"http://127.0.0.1:{int(found[1])}"
                break
        else:
            raise AssertionError(said.decode())
        # What the server says later must not fill the pipe.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def end(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def eventually(look, seconds=10):
    """What `look` answers as soon as it is true."""
    end = time.monotonic() + seconds
    while True:
        answer = look()
        if answer or time.monotonic() > end:
            return answer
        time.sleep(0.03)
