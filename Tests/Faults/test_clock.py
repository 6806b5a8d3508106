"""The time of day is set while an image is cut: how long that may take is no matter of it."""
import os
import signal
import time
import urllib.error
import urllib.request

import pytest

from support.pictures import draw
from support.processes import decoders
from support.service import Server, wait_until


@pytest.fixture
def stopped(tmp_path, faults):
    """Servers whose cutting process is stopped before it has done anything, and the shift of their
    time of day."""
    servers = []

    def start(deadline):
        # Large enough for the signal to come before the cut is over.
        draw(tmp_path / "images/a.jpg", 6000, 4000)
        shift = tmp_path / "shift"
        shift.write_text("0")
        prefix = ["env", *(f"{name}={value}" for name, value in faults.clock_shifted_by(shift).items())]
        server = Server(
            tmp_path / "images", "--store", tmp_path / "store", "--deadline", deadline, "--cut-wait", 0,
            prefix=prefix)
        servers.append(server)
        status(server)
        wait_until(lambda: decoders(server.process.pid))
        os.kill(decoders(server.process.pid)[0], signal.SIGSTOP)
        assert status(server) == 503, "the cut was over before it could be stopped"
        return server, shift

    yield start
    for server in servers:
        for child in decoders(server.process.pid):
            os.kill(child, signal.SIGCONT)
        server.kill()


def status(server):
    try:
        with urllib.request.urlopen(f"{server.base}/images/a.jpg/tiles/0/0_0.jpg", timeout=30) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_a_clock_set_back_lets_no_cut_run_for_ever(stopped):
    server, shift = stopped(deadline=2)
    shift.write_text("-86400")
    wait_until(lambda: status(server) == 422, seconds=20)


def test_a_clock_set_forward_ends_no_cut(stopped):
    server, shift = stopped(deadline=60)
    shift.write_text("86400")
    # Nothing tells that nothing happens: who waits for the child looks ten times in this.
    time.sleep(1)
    assert status(server) == 503
    os.kill(decoders(server.process.pid)[0], signal.SIGCONT)
    wait_until(lambda: status(server) == 200, seconds=30)
