"""Clients that ask for many tiles or large pictures and read none of them."""
import resource
import socket

import numpy
import pytest
from PIL import Image

from support.service import wait_until

READERS = 2000
PIPELINED = 64
TILE = "/images/a.jpg/tiles/0/0_0.jpg"


@pytest.mark.parametrize("flags", [[], ["--access-log", "/dev/null"]], ids=["silent", "logged"])
def test_readers_that_stop_take_little_memory(start_service, tmp_path, flags):
    limit, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < READERS + 100:
        pytest.skip("too few descriptors for so many readers")
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, READERS + 4000), hard))
    # Noise makes tiles so large that the kernel can't take all that was asked for.
    noise = numpy.random.default_rng(1).integers(0, 256, (700, 1000, 3), numpy.uint8)
    Image.fromarray(noise).save(tmp_path / "a.jpg", quality=95)
    service = start_service(tmp_path, "--write-timeout", "600", *flags)
    assert service.get(TILE).status == 200
    asked = f"GET {TILE} HTTP/1.1\r\nHost: images.test\r\nUser-Agent: a stalled reader\r\n\r\n".encode()
    before = service.resident()
    readers = []
    try:
        for _ in range(READERS):
            reader = socket.socket()
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            reader.connect(("127.0.0.1", service.port))
            reader.sendall(asked * PIPELINED)
            readers.append(reader)
        wait_until(lambda: service.metrics()["connections"] > READERS)
        seen = []

        def is_quiet():
            seen.append(service.metrics()["sent_bytes_total"])
            return len(seen) > 5 and seen[-1] - seen[-5] < 100_000

        wait_until(is_quiet)
        assert service.metrics()["connections"] > READERS
        more = service.resident() - before
        print(f"{more / READERS / 1024:.1f} KB a reader")
        assert more < 32 << 20
        assert service.get(TILE).status == 200
    finally:
        for reader in readers:
            reader.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))


def test_pictures_that_nobody_reads_take_bounded_memory(start_service, tmp_path):
    noise = numpy.random.default_rng(1).integers(0, 256, (1600, 1800, 3), numpy.uint8)
    Image.fromarray(noise).save(tmp_path / "a.jpg", quality=50)
    service = start_service(
        tmp_path, "--write-timeout", "600", "--tile-cache", "0", "--answer-cache", "0", "--workers", "2")
    region = "/iiif/3/a.jpg/{},0,1500,1500/max/0/default.png"
    # What pictures need that are in the making is there once it was needed once.
    assert service.get(region.format(299)).status == 200
    before = service.resident()
    most = 0
    readers = []
    statuses = []
    try:
        for number in range(40):
            reader = socket.socket()
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            reader.connect(("127.0.0.1", service.port))
            reader.sendall(f"GET {region.format(number)} HTTP/1.1\r\nHost: a.test\r\n\r\n".encode())
            readers.append(reader)
            # Some six megabytes each; who asks in turn has an answer, or is told to come back.
            reader.settimeout(60)
            try:
                statuses.append(reader.recv(12)[-3:])
            except ConnectionResetError:
                statuses.append(b"")
            most = max(most, service.resident() - before)
        print(f"{most >> 20} MB more at most")
        assert set(statuses) <= {b"200", b"503", b""} and b"200" in statuses
        assert most < 112 << 20
        # Those who read are answered, as soon as the slowest were parted with.
        wait_until(lambda: service.get(region.format(100)).status == 200)
    finally:
        for reader in readers:
            reader.close()
    wait_until(lambda: service.metrics()['render_memory_bytes{of="unsent"}'] == 0)
    assert service.resident() - before < 32 << 20
