"""What a shell or a manager of services does not allow the server, is no image's fault."""
import os
import subprocess

import numpy
import pytest
from PIL import Image

from support.command import BINARY
from support.pictures import draw
from support.service import wait_until


def check_passes(answer, status, *words):
    assert answer.status == status, answer.body
    assert int(answer.fields["Retry-After"]) > 0
    assert all(word in answer.body.decode() for word in words), answer.body


def test_files_that_may_not_become_long(serve, tmp_path):
    root = tmp_path / "images"
    draw(root / "small.jpg", 600, 400)
    noise = numpy.random.default_rng(1).integers(0, 255, (900, 1200, 3), dtype=numpy.uint8)
    Image.fromarray(noise).save(root / "noise.png")
    service = serve(root, prefix=["prlimit", f"--fsize={1 << 20}"])
    assert service.get("/images/small.jpg/tiles/0/0_0.jpg").status == 200
    check_passes(service.get("/images/noise.png"), 507, "files may not become so long here")
    # The memory that is shared with who decodes tiles is a file too.
    check_passes(
        service.get("/iiif/3/small.jpg/0,0,300,300/150,/0/default.jpg"), 503, "no tile can be decoded")
    check_passes(service.get("/readyz"), 503, "no tile can be decoded")
    wait_until(lambda: [line for line in service.said if "fault decoder-unusable" in line])
    wait_until(lambda: [line for line in service.said if "fault store-full" in line])
    assert service.get("/images/small.jpg/tiles/0/0_0.jpg").status == 200
    assert service.end() == 0


def test_decoders_that_may_start_no_thread(serve, tmp_path):
    if os.geteuid() != 0:
        pytest.skip("the server itself could start none")
    root = tmp_path / "images"
    draw(root / "picture.jpg", 600, 400)
    draw(root / "drawing.png", 600, 400)
    service = serve(root, prefix=["prlimit", "--nproc=1"])
    for name in ("picture.jpg", "drawing.png"):
        check_passes(service.get(f"/images/{name}"), 503, "the decoder")
    wait_until(lambda: [line for line in service.said if "fault decoder-unusable" in line])


def test_too_few_addresses_are_told_at_the_start(tmp_path):
    answer = subprocess.run(
        ["prlimit", f"--as={300_000 << 10}", BINARY, "serve", "--listen", "127.0.0.1:0", "--store",
         tmp_path / "store", tmp_path], capture_output=True, text=True, timeout=60)
    assert answer.returncode == 3 and "ulimit -v" in answer.stderr, answer
