"""The server as a process: what signals mean to it, and what it keeps from others."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request

import pytest

from support.pictures import draw

NOBODY = 65534


def test_a_hang_up_is_said_and_ends_nothing(serve, tmp_path):
    draw(tmp_path / "a.jpg", 64, 64)
    service = serve(tmp_path)
    for count in (1, 2):
        service.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + 10
        while sum("SIGHUP is ignored" in line for line in service.said) < count:
            assert time.monotonic() < deadline, service.said
            time.sleep(0.01)
        assert service.get("/images/a.jpg/tiles/0/0_0.jpg").status == 200
    service.process.send_signal(signal.SIGTERM)
    assert service.process.wait(timeout=10) == 0


@pytest.fixture
def public():
    """A folder that an ordinary user may use: those of tests are their own user's."""
    folder = pathlib.Path(tempfile.mkdtemp())
    for part in ("images", "store"):
        (folder / part).mkdir()
    draw(folder / "images/a.jpg", 64, 64)
    for path in [folder, *folder.rglob("*")]:
        os.chown(path, NOBODY, NOBODY)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can start a server as somebody else")
def test_an_ordinary_user_s_server_is_closed_to_that_user(binary, public):
    words = [binary, "serve", public / "images", "--store", public / "store", "--listen", "127.0.0.1:0"]
    with subprocess.Popen(words, user=NOBODY, group=NOBODY, stderr=subprocess.PIPE, text=True) as server:
        address = re.search(r"http://127\.0\.0\.1:\d+", server.stderr.readline())[0]
        # What belongs to root in spite of its user is nobody's to read.
        assert os.stat(f"/proc/{server.pid}/mem").st_uid == 0
        with urllib.request.urlopen(f"{address}/images/a.jpg/tiles/0/0_0.jpg", timeout=30) as answer:
            assert answer.status == 200
        with urllib.request.urlopen(f"{address}/metrics", timeout=30) as answer:
            assert b"resident_memory_bytes" in answer.read()
        server.terminate()


def children(process):
    tasks = pathlib.Path(f"/proc/{process.pid}/task")
    return [int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split()]


def test_the_cutting_process_has_given_its_rights_up(serve, tmp_path):
    draw(tmp_path / "a.jpg", 64, 64)
    service = serve(tmp_path)
    assert service.get("/images/a.jpg/tiles/0/0_0.jpg").status == 200
    cutters = children(service.process)
    assert cutters
    for cutter in cutters:
        status = pathlib.Path(f"/proc/{cutter}/status").read_text()
        assert re.search(r"^NoNewPrivs:\s1$", status, re.MULTILINE)
        # A filter, not the strict mode of four calls.
        assert re.search(r"^Seccomp:\s2$", status, re.MULTILINE)
