"""Work is done for somebody: a connection that closes calls off what it had asked for."""
import socket

import pytest

from support.pictures import draw
from support.service import wait_until


# Pictures that take long are turned ones of a large image: turning is all our own work.

@pytest.fixture
def loaded(serve, tmp_path):
    draw(tmp_path / "large.jpg", 2000, 1700)
    service = serve(tmp_path, "--workers", "1", "--loops", "2", "--queue", "6")
    assert service.get("/images/large.jpg").status == 200
    return service


def waiting(service, lane="renders"):
    return service.metrics()[f'queue_length{{lane="{lane}"}}']


def at_rest(service):
    """Whether no work waits; the worker may still be at what has been taken from it."""
    return waiting(service) == 0 and waiting(service, "tiles") == 0


def test_work_whose_client_has_left_is_dropped(loaded):
    before = loaded.metrics()["renders_total"]
    askers = []
    for turn in range(6):
        connection = loaded.connect()
        path = f"/iiif/3/large.jpg/full/max/{turn + 20.25}/default.png"
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        askers.append(connection)
    wait_until(lambda: waiting(loaded) == 5)
    for connection in askers:
        # Gone at once, and not when the kernel thinks so.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        connection.close()
    wait_until(lambda: at_rest(loaded))
    # A picture that is ready proves that the lane is free again.
    assert loaded.get("/iiif/3/large.jpg/full/700,/0/default.jpg").status == 200
    assert loaded.metrics()["renders_total"] - before <= 2
