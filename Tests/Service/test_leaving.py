"""A host that is told to end says so to those who ask whether it is ready, before it closes its ears."""
import signal
import time

import pytest

from support.pictures import draw
from support.service import Service, refuses, wait_until

TILE = "/images/a.jpg/tiles/0/0_0.jpg"


@pytest.fixture
def folder(tmp_path):
    draw(tmp_path / "images/a.jpg", 64, 64)
    return tmp_path / "images"


def tell(service, sign=signal.SIGTERM):
    """Tells it to end, and waits until it says that."""
    service.process.send_signal(sign)
    wait_until(lambda: service.get("/readyz").status == 503)


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_who_leaves_is_not_ready_and_answers_all_else(serve, folder, sign):
    service = serve(folder, "--leave-notice", "3600", "--drain-timeout", "3600")
    assert service.get("/readyz").status == 200
    tell(service, sign)
    answer = service.get("/readyz")
    assert (answer.status, answer.fields["Retry-After"]) == (503, "2")
    assert b"told to end" in answer.body
    # Whoever has not heard of it comes in as before.
    with service.connect() as client:
        client.sendall(f"GET {TILE} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
        assert client.makefile("rb").readline() == b"HTTP/1.1 200 OK\r\n"
    assert service.get("/healthz").status == 200
    assert service.process.poll() is None
    service.process.send_signal(sign)
    assert service.process.wait(timeout=30) == 0


def test_the_notice_comes_before_the_end(serve, folder):
    service = serve(folder, "--leave-notice", "2")
    begun = time.monotonic()
    service.process.terminate()
    assert service.process.wait(timeout=60) == 0
    assert time.monotonic() - begun >= 2


def test_what_is_under_way_after_the_notice_is_finished(serve, folder):
    service = serve(
        folder, "--leave-notice", "1", "--drain-timeout", "3600", "--head-timeout", "3600", "--loops", "1")
    with service.connect() as client:
        client.sendall(b"GET /healthz HTTP/1.1\r\n")
        # One loop: it has seen the other one, too.
        service.get("/healthz")
        service.process.terminate()
        wait_until(lambda: refuses(service))
        assert service.process.poll() is None
        client.sendall(b"Host: a\r\n\r\n")
        assert client.makefile("rb").readline() == b"HTTP/1.1 200 OK\r\n"
    assert service.process.wait(timeout=60) == 0


def test_settings_are_read_while_it_leaves(folder, tmp_path):
    file = tmp_path / "pyramidion.json5"
    file.write_text("{ leaveNotice: 3600, maxAge: 60 }")
    service = Service(folder, tmp_path / "store", "--config", file)
    tell(service)
    file.write_text("{ leaveNotice: 0, maxAge: 5 }")
    service.process.send_signal(signal.SIGHUP)
    wait_until(lambda: service.get(TILE).fields["Cache-Control"] == "public, max-age=5")
    assert service.get("/readyz").status == 503 and service.process.poll() is None
    service.process.send_signal(signal.SIGTERM)
    assert service.process.wait(timeout=30) == 0
