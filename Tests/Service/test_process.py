"""The server as a process: what signals mean to it, and what it keeps from others."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import urllib.request

import pytest

from support.pictures import draw
from support.processes import decoders, nursery
from support.service import wait_until

NOBODY = 65534


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
        # How decoders are boxed is said first.
        said = (re.search(r"http://127\.0\.0\.1:\d+", line) for line in server.stderr)
        address = next(found[0] for found in said if found)
        # What belongs to root in spite of its user is nobody's to read.
        assert os.stat(f"/proc/{server.pid}/mem").st_uid == 0
        with urllib.request.urlopen(f"{address}/images/a.jpg/tiles/0/0_0.jpg", timeout=30) as answer:
            assert answer.status == 200
        with urllib.request.urlopen(f"{address}/metrics", timeout=30) as answer:
            assert b"resident_memory_bytes" in answer.read()
        server.terminate()


def test_a_decoder_has_given_its_rights_up(serve, tmp_path):
    # Large enough for it to be stopped before it is done.
    draw(tmp_path / "a.png", 3000, 2000)
    service = serve(tmp_path, "--cut-wait", "0")
    assert service.get("/images/a.png/tiles/0/0_0.jpg").status == 503
    (cutter,) = wait_until(lambda: decoders(service.process.pid))
    # What it writes to the pyramid comes after what it gives up.
    wait_until(lambda: any(path.stat().st_size for path in service.store.rglob("*.partial")))
    status = pathlib.Path(f"/proc/{cutter}/status").read_text()
    assert re.search(r"^NoNewPrivs:\s1$", status, re.MULTILINE)
    # A filter, not the strict mode of four calls.
    assert re.search(r"^Seccomp:\s2$", status, re.MULTILINE)
    assert set(re.findall(r"^Cap\w+:\s(\w+)$", status, re.MULTILINE)) == {"0" * 16}
    if os.getuid() == 0:
        assert re.search(r"^Uid:\s65534\s65534\s65534\s65534$", status, re.MULTILINE)
        assert re.search(r"^Groups:\s*$", status, re.MULTILINE)


def test_the_nursery_has_one_thread_and_nothing_of_its_parents(serve, tmp_path, monkeypatch):
    monkeypatch.setenv("PYRAMIDION_SECRET", "word")
    draw(tmp_path / "a.png", 64, 64)
    service = serve(tmp_path)
    assert service.get("/images/a.png/tiles/0/0_0.jpg").status == 200
    place = pathlib.Path(f"/proc/{nursery(service.process.pid)}")
    assert len(list((place / "task").iterdir())) == 1
    names = {line.partition(b"=")[0] for line in (place / "environ").read_bytes().split(b"\0")[:-1]}
    assert names - {b"LD_LIBRARY_PATH", b"LD_PRELOAD"} == {
        b"LANG", b"HOME", b"VIPS_NOVECTOR", b"VIPS_WARNING"}
    # Null devices, its line, its signals, and the control of the child that decodes tiles.
    assert len(list((place / "fd").iterdir())) == 6


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_the_nursery_ends_with_the_server(serve, tmp_path, end):
    draw(tmp_path / "a.png", 3000, 2000)
    service = serve(tmp_path, "--cut-wait", "0", "--drain-timeout", "1")
    assert service.get("/images/a.png/tiles/0/0_0.jpg").status == 503
    processes = [nursery(service.process.pid), *wait_until(lambda: decoders(service.process.pid))]
    service.process.send_signal(end)
    service.process.wait(30)
    wait_until(lambda: not any(pathlib.Path(f"/proc/{one}/exe").exists() for one in processes))
