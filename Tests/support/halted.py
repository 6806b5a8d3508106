"""Cutting that stands still, for what is under way to be looked at in peace."""
import os
import pathlib
import signal

from support.pictures import draw
from support.processes import nursery


class Halted:
    """Cutting stands still inside, since no child is made for it."""

    def __init__(self, service, shows_first=False):
        """shows_first: the image that is cut already, first.jpg, can be looked at meanwhile."""
        self.service = service
        self.shows_first = shows_first

    def __enter__(self):
        draw(self.service.folder / "first.jpg", 64, 64)
        assert self.service.get("/images/first.jpg").status == 200
        if self.shows_first:
            # Its one tile is clipped, and so decoded, by a child too.
            assert self.service.get("/images/first.jpg/tiles/0/0_0.jpg").status == 200
        self.nursery = nursery(self.service.process.pid)
        os.kill(self.nursery, signal.SIGSTOP)
        return self

    def resume(self):
        os.kill(self.nursery, signal.SIGCONT)

    def __exit__(self, *_):
        if pathlib.Path(f"/proc/{self.nursery}/exe").exists():
            self.resume()
