"""The server as a process: what signals mean to it, and what it keeps from others."""
import os
import pathlib
import re
import shutil
import signal
import stat
import subprocess
import tempfile
import urllib.request

import pytest

from support.halted import hold_decoder, writes
from support.pictures import draw
from support.processes import nursery
from support.service import Service, wait_until

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


@pytest.mark.skipif(
    any(pathlib.Path(folder, "libpdfium.so").exists() for folder in ("/usr/local/lib", "/usr/lib")),
    reason="PDFium lies where every program finds it")
def test_a_server_that_finds_no_engine_for_pdfs_says_so(binary, tmp_path):
    (tmp_path / "images").mkdir()
    program = shutil.copy(binary, tmp_path / "pyramidion")
    words = [program, "serve", tmp_path / "images", "--store", tmp_path / "store", "--listen", "127.0.0.1:0"]
    for flags, is_said in ([], True), (["--documents", "off"], False):
        with subprocess.Popen([*words, *flags], stderr=subprocess.PIPE, text=True) as server:
            said = server.stderr.readline()
            server.terminate()
        assert "decoders are boxed" in said
        assert ("; no PDF is served (--pdf-engine: PDFium is not found here" in said) == is_said


@pytest.fixture
def serve_as_nobody(binary, public):
    """Serves the public folder as an ordinary user."""
    prefix = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    services = []

    def start(*flags):
        services.append(Service(public / "images", public / "store", *flags, prefix=prefix))
        return services[-1]

    yield start
    for service in services:
        service.end()


as_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can keep files from somebody")


def line_of(service, kind):
    return wait_until(lambda: next((line for line in service.said if f"fault {kind}" in line), None))


@as_root
def test_what_may_not_be_read_is_told_as_that(public, serve_as_nobody):
    images = public / "images"
    draw(images / "secret.jpg", 64, 64)
    (images / "secret.jpg").chmod(0o600)
    draw(images / "closed/b.jpg", 64, 64)
    (images / "closed").chmod(0o700)
    (images / "link.jpg").symlink_to("closed/b.jpg")
    service = serve_as_nobody()
    for address in ("/images/secret.jpg", "/iiif/3/closed%2Fb.jpg/info.json", "/images?folder=closed"):
        answer = service.get(address)
        assert (answer.status, answer.fields["Retry-After"]) == (503, "10"), address
        assert b"Permission denied" in answer.body
    assert 'image="secret.jpg" reason="the image can\'t be read: Permission denied"' in line_of(
        service, "unreadable")
    assert service.metrics()['faults_total{kind="unreadable"}'] == 3
    # What is ours is listed and found, and what is nobody's business stays so.
    names = [entry["name"] for entry in service.get("/images").json["entries"]]
    assert "a.jpg" in names and "link.jpg" not in names
    assert service.get("/images?search=a.jpg").status == 200
    (images / ".hidden.jpg").write_bytes(b"")
    (images / ".hidden.jpg").chmod(0)
    (images / "out.jpg").symlink_to("/etc/shadow")
    for name in (".hidden.jpg", "out.jpg", "none.jpg", "..%2Fstore"):
        assert service.get(f"/images/{name}").status == 404, name
    (images / "secret.jpg").chmod(0o644)
    assert service.get("/images/secret.jpg").status == 200


@as_root
def test_pyramids_that_root_has_cut_are_the_store_s_owner_s(binary, public, serve_as_nobody):
    for number in range(40):
        draw(public / f"images/{number}.jpg", 64, 64, seed=number)
    store = public / "store"
    store.chmod(0o750)
    mask = os.umask(0o077)
    try:
        words = [binary, "prerender", "--store", store, public / "images", "--progress", "never"]
        subprocess.run(words, check=True, capture_output=True)
    finally:
        os.umask(mask)
    made = list(store.rglob("*"))
    assert len(made) > 41
    for path in made:
        status = path.stat()
        assert (status.st_uid, status.st_gid) == (NOBODY, NOBODY), path
        assert stat.S_IMODE(status.st_mode) == (0o750 if path.is_dir() else 0o640), path
    service = serve_as_nobody()
    assert service.get("/images/1.jpg/tiles/0/0_0.jpg").status == 200
    # Nobody else's folder keeps a new pyramid out.
    for number in range(40):
        draw(public / f"images/{number}.jpg", 64, 64, seed=100 + number)
        assert service.get(f"/images/{number}.jpg/tiles/0/0_0.jpg").status == 200


@as_root
def test_folders_of_the_store_that_are_not_ours_are_named(public, serve_as_nobody):
    letters = "0123456789abcdefghijklmnopqrstuvwxyz"
    for first in letters:
        for second in letters:
            (public / "store" / (first + second)).mkdir(mode=0o755)
    service = serve_as_nobody()
    assert "of the store's folders, one is " in line_of(service, "store-unusable")
    answer = service.get("/images/a.jpg/tiles/0/0_0.jpg")
    assert answer.status == 503
    assert re.search(rb"Permission denied in the store's folder \w\w", answer.body)


def name_of(process):
    return pathlib.Path(f"/proc/{process}/comm").read_text().strip()


def test_processes_have_names_and_a_killed_nursery_is_told(serve, tmp_path):
    draw(tmp_path / "a.png", 3000, 2000)
    draw(tmp_path / "b.png", 64, 64)
    service = serve(tmp_path, "--cut-wait", "0")
    assert service.get("/images/a.png/tiles/0/0_0.jpg").status == 503
    cutter = hold_decoder(service.process.pid, lambda: writes(service.store))
    parent = nursery(service.process.pid)
    assert name_of(cutter) == "pyramid-cutter"
    assert name_of(parent) == "pyramid-nursery"
    assert name_of(service.process.pid) == "pyramidion"
    # The cutter is killed once, and another one goes on; that is counted though nobody is told.
    os.kill(cutter, signal.SIGKILL)
    deaths = 'decoder_deaths_total{signal="SIGKILL"}'
    wait_until(lambda: service.metrics()[deaths] == 1)
    wait_until(lambda: service.get("/images/a.png/tiles/0/0_0.jpg").status == 200)
    os.kill(parent, signal.SIGKILL)
    wait_until(lambda: service.get("/images/b.png/tiles/0/0_0.jpg").status == 200)
    assert "another one takes its place" in line_of(service, "decoder-killed")
    assert service.metrics()[deaths] == 2
    assert nursery(service.process.pid) not in (None, parent)


def test_a_decoder_has_given_its_rights_up(serve, tmp_path):
    draw(tmp_path / "a.png", 3000, 2000)
    service = serve(tmp_path, "--cut-wait", "0")
    assert service.get("/images/a.png/tiles/0/0_0.jpg").status == 503
    # What it writes to the pyramid comes after what it gives up.
    cutter = hold_decoder(service.process.pid, lambda: writes(service.store))
    status = pathlib.Path(f"/proc/{cutter}/status").read_text()
    assert re.search(r"^NoNewPrivs:\s1$", status, re.MULTILINE)
    # A filter, not the strict mode of four calls.
    assert re.search(r"^Seccomp:\s2$", status, re.MULTILINE)
    assert set(re.findall(r"^Cap\w+:\s(\w+)$", status, re.MULTILINE)) == {"0" * 16}
    if os.getuid() == 0:
        assert re.search(r"^Uid:\s65534\s65534\s65534\s65534$", status, re.MULTILINE)
        assert re.search(r"^Groups:\s*$", status, re.MULTILINE)
    os.kill(cutter, signal.SIGCONT)


def test_the_nursery_holds_nothing_that_its_children_have_by_themselves(serve, tmp_path):
    root = tmp_path / "images"
    names = ("first.png", "second.png", "third.jpg")
    for name in names:
        draw(root / name, 600, 400)
    service = serve(root)
    for name in names:
        assert service.get(f"/images/{name}/tiles/0/0_0.jpg").status == 200
    status = pathlib.Path(f"/proc/{nursery(service.process.pid)}/status").read_text()
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    # Those that set up the hundred libraries of libvips have 39 MB of them alone.
    assert int(line.split()[1]) < 30 * 1024


def test_the_nursery_has_one_thread_and_nothing_of_its_parents(serve, tmp_path, monkeypatch):
    monkeypatch.setenv("PYRAMIDION_SECRET", "word")
    draw(tmp_path / "a.png", 64, 64)
    service = serve(tmp_path)
    assert service.get("/images/a.png/tiles/0/0_0.jpg").status == 200
    place = pathlib.Path(f"/proc/{nursery(service.process.pid)}")
    assert len(list((place / "task").iterdir())) == 1
    names = {line.partition(b"=")[0] for line in (place / "environ").read_bytes().split(b"\0")[:-1]}
    assert names - {b"LD_LIBRARY_PATH", b"LD_PRELOAD", b"PDFIUM_LIBRARY"} == {
        b"LANG", b"HOME", b"VIPS_NOVECTOR", b"VIPS_WARNING"}
    # Null devices, its line, its signals, and the control of the child that decodes tiles.
    assert len(list((place / "fd").iterdir())) == 6


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_the_nursery_ends_with_the_server(serve, tmp_path, end):
    draw(tmp_path / "a.png", 3000, 2000)
    service = serve(tmp_path, "--cut-wait", "0", "--drain-timeout", "1")
    assert service.get("/images/a.png/tiles/0/0_0.jpg").status == 503
    processes = [nursery(service.process.pid), hold_decoder(service.process.pid, lambda: True)]
    service.process.send_signal(end)
    service.process.wait(30)
    wait_until(lambda: not any(pathlib.Path(f"/proc/{one}/exe").exists() for one in processes))
