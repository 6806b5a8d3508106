"""Cutting that stands still, for what is under way to be looked at in peace."""
import contextlib
import os
import pathlib
import signal
import time

from support.pictures import draw
from support.processes import decoders, nursery


def writes(folder):
    """Whether something of a pyramid is written below a folder."""
    for path in folder.rglob(".*.partial"):
        # It may get its name meanwhile.
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_size:
                return True
    return False


def hold_decoder(program, is_far_enough, step=0.002):
    """Stops the process that decodes an image for a program once something is so; answers its number.

    It goes on by steps of some milliseconds: however busy the machine, it is not over in one.
    """
    end = time.monotonic() + 60
    while True:
        for decoder in decoders(program):
            with contextlib.suppress(ProcessLookupError):
                os.kill(decoder, signal.SIGSTOP)
                if is_far_enough():
                    return decoder
                os.kill(decoder, signal.SIGCONT)
        assert time.monotonic() < end, "no decoder came so far"
        time.sleep(step)


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
