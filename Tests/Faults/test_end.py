"""The end of a server whose worker hangs in a call that never comes back."""
import signal

import pytest

from support.pictures import draw
from support.service import Server, refuses, wait_until


@pytest.fixture
def hanging(faults, tmp_path):
    """Serves with one worker that reads a file for ever; a client waits for it."""
    (tmp_path / "images").mkdir()
    draw(tmp_path / "images/a.jpg", 64, 64)
    plan = faults.planned()
    servers, clients = [], []

    def start(*flags):
        server = Server(
            tmp_path / "images", "--store", tmp_path / "store", "--workers", "1", *flags,
            prefix=plan.prefix)
        servers.append(server)
        with plan.hanging("open", tmp_path / "images/a.jpg"):
            clients.append(server.connect())
            clients[-1].sendall(b"GET /images/a.jpg HTTP/1.1\r\nHost: a\r\n\r\n")
            wait_until(lambda: plan.seen)
        return server

    yield start
    for client in clients:
        client.close()
    for server in servers:
        server.kill()


def test_what_hangs_holds_up_no_end(hanging):
    server = hanging("--drain-timeout", "1")
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(timeout=30) == 1


def test_a_second_signal_waits_for_nothing(hanging):
    server = hanging("--drain-timeout", "3600")
    server.process.send_signal(signal.SIGTERM)
    wait_until(lambda: refuses(server))
    assert server.process.poll() is None
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(timeout=30) == 1
