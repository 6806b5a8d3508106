"""What signals tell a running server: to read its settings anew, to reopen its log, to end."""
import gzip
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import threading

import pytest

from support.pictures import draw
from support.service import refuses, wait_until

TILE = "/images/a.jpg/tiles/0/0_0.jpg"
ROTATION = pathlib.Path(__file__).resolve().parents[2] / "config/pyramidion.logrotate"
LOGROTATE = shutil.which("logrotate", path=f"{os.environ['PATH']}:/usr/sbin")


@pytest.fixture
def folder(tmp_path):
    images = tmp_path / "images"
    images.mkdir()
    draw(images / "a.jpg", 64, 64)
    return images


def heard(service, words, count=1):
    """Waits until the error stream has said something, so many times."""
    return wait_until(lambda: [line for line in service.said if words in line][count - 1 :])


def hang_up(service, words, count=1):
    service.process.send_signal(signal.SIGHUP)
    return heard(service, words, count)


def test_settings_are_read_anew(serve, folder, tmp_path):
    file = tmp_path / "pyramidion.json5"
    file.write_text("{ maxAge: 60, maxFields: 50, cuts: 1, maxArea: 4096 }")
    service = serve(folder, "--config", file, "--max-fields", "40")
    assert service.get(TILE).fields["Cache-Control"] == "public, max-age=60"
    file.write_text("{ maxAge: 5, maxFields: 60, cuts: 2, maxArea: 1024, publicURL: 'https://a.test' }")
    hang_up(service, "max-age is 5 now, it was 60")
    heard(service, "cuts is to be 2: that takes a restart, and it is 1 until then")
    heard(service, "public-url is https://a.test now")
    assert service.get(TILE).fields["Cache-Control"] == "public, max-age=5"
    assert service.get("/iiif/3/a.jpg/info.json").json["maxArea"] == 1024
    assert service.get("/iiif/3/a.jpg/info.json").json["id"].startswith("https://a.test/")
    hang_up(service, "cuts is to be 2", 2)
    file.write_text("{ cuts: 1, maxAge: 5, maxArea: 1024, publicURL: 'https://a.test' }")
    hang_up(service, "no setting has changed")
    # A flag is above the file; whatever was said before is here by now.
    assert not any("max-fields" in line for line in service.said)


def test_limits_of_requests_change_on_every_loop(serve, folder, tmp_path):
    file = tmp_path / "pyramidion.json5"
    file.write_text("{ maxFields: 50 }")
    service = serve(folder, "--config", file, "--loops", "3")
    file.write_text("{ maxFields: 2 }")
    hang_up(service, "max-fields is 2 now, it was 50")
    statuses = set()
    for _ in range(12):
        with service.connect() as client:
            client.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\nA: 1\r\nB: 2\r\n\r\n")
            statuses.add(client.recv(4096).split()[1])
    assert statuses == {b"431"}


def test_a_broken_file_changes_nothing_and_is_told(serve, folder, tmp_path):
    file = tmp_path / "pyramidion.json5"
    file.write_text("{ maxAge: 60 }")
    service = serve(folder, "--config", file)
    file.write_text("{ maxAge: 'long' }")
    line = hang_up(service, "not reloaded")[0]
    assert "settings stay as they were" in line and "maxAge" in line
    file.unlink()
    hang_up(service, "not reloaded", 2)
    assert service.get(TILE).fields["Cache-Control"] == "public, max-age=60"
    file.write_text("{ maxAge: 7 }")
    hang_up(service, "max-age is 7 now, it was 60")
    service.process.send_signal(signal.SIGTERM)
    assert service.process.wait(timeout=30) == 0


@pytest.mark.parametrize("how", [signal.SIGUSR1, signal.SIGHUP])
def test_a_log_that_was_moved_away_is_begun_anew_and_no_line_is_lost(serve, folder, tmp_path, how):
    log, moved = tmp_path / "access.log", tmp_path / "access.log.1"
    service = serve(folder, "--access-log", log, "--log-format", "json")
    assert service.get("/healthz").status == 200
    wait_until(lambda: log.read_text())
    asked = [1]
    ending = threading.Event()

    def ask():
        while not ending.is_set():
            assert service.get(f"/healthz?{asked[0]}").status == 200
            asked[0] += 1

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        for _ in range(3):
            before = moved.read_text() if moved.exists() else ""
            log.rename(tmp_path / "moving")
            service.process.send_signal(how)
            # Its last lines may still be on their way: all that is needed is a new one elsewhere.
            wait_until(lambda: log.exists() and log.read_text())
            moved.write_text(before + (tmp_path / "moving").read_text())
    finally:
        ending.set()
        thread.join()
    assert service.end() == 0
    lines = (moved.read_text() + log.read_text()).splitlines()
    assert len(lines) == asked[0]
    requests = [json.loads(line)["request"] for line in lines]
    assert requests[1:] == [f"GET /healthz?{number} HTTP/1.1" for number in range(1, asked[0])]


def test_a_log_changes_its_place_and_format(serve, folder, tmp_path):
    file = tmp_path / "pyramidion.json5"
    file.write_text("{ accessLog: 'a.log' }")
    service = serve(folder, "--config", file)
    service.get("/healthz")
    wait_until(lambda: '"GET /healthz HTTP/1.1" 200' in (tmp_path / "a.log").read_text())
    file.write_text("{ accessLog: 'b.log', logFormat: 'json' }")
    hang_up(service, "log-format is json now, it was combined")
    service.get("/healthz")
    wait_until(lambda: (tmp_path / "b.log").exists() and (tmp_path / "b.log").read_text().endswith("\n"))
    assert json.loads((tmp_path / "b.log").read_text())["status"] == 200
    file.write_text("{ accessLog: 'none/c.log', logFormat: 'json' }")
    hang_up(service, "the access log stays where it was")


def test_a_log_is_begun_and_ended(serve, folder, tmp_path):
    file, log = tmp_path / "pyramidion.json5", tmp_path / "a.log"
    file.write_text("{}")
    service = serve(folder, "--config", file, "--loops", "2")
    with service.connect() as waiting:
        # Its answer is under way while the log is begun.
        waiting.sendall(b"GET /heal")
        for turn in (1, 2):
            file.write_text("{ accessLog: 'a.log' }")
            hang_up(service, f"access-log is {log} now, it was none", turn)
            wait_until(lambda: service.get(f"/healthz?on{turn}").status == 200
                       and f"/healthz?on{turn} " in log.read_text())
            file.write_text("{}")
            hang_up(service, f"access-log is none now, it was {log}", turn)
            wait_until(lambda: not holds(service, log))
            assert service.get("/healthz?off").status == 200
    assert service.metrics()["access_log_lost_lines_total"] == 0
    assert service.end() == 0
    assert "?off" not in log.read_text()


def holds(service, path):
    folder = pathlib.Path(f"/proc/{service.process.pid}/fd")
    return any(os.path.realpath(link) == str(path) for link in folder.iterdir())


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
def test_a_full_disk_under_the_log_is_told_and_tears_no_line(serve, folder, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "none", disk])
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        log, filler = disk / "a.log", disk / "filler"
        # Freed at once it is seen on every processor: each counts some pages of its own.
        filler.write_bytes(bytes((4 << 20) - (16 << 10)))
        service = serve(folder, "--access-log", log, "--log-format", "json")
        asked = 0
        while not any("log-unwritable" in line for line in service.said):
            for _ in range(20):
                service.get(f"/healthz?{asked}{'x' * 300}")
                asked += 1
        lost = wait_until(lambda: service.metrics()["access_log_lost_lines_total"])
        assert lost > 0
        assert service.metrics()['faults_total{kind="log-unwritable"}'] == 1
        filler.unlink()
        wait_until(lambda: service.get("/healthz?after") and "?after" in log.read_text())
        heard(service, "the access log takes lines again")
        assert service.end() == 0
        lines = [json.loads(line) for line in log.read_text().splitlines()]
        told = sum(line.get("dropped", 0) for line in lines)
        assert told > 0
        assert len([line for line in lines if "x" * 300 in line.get("request", "")]) < asked
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


def test_a_second_signal_ends_at_once(serve, folder):
    service = serve(folder, "--loops", "1")
    service.get("/healthz")
    with service.connect() as client:
        client.sendall(b"GET /heal")
        # One loop has taken it before it answers the next one.
        service.get("/healthz")
        service.process.send_signal(signal.SIGTERM)
        # Draining: nobody new comes in.
        wait_until(lambda: refuses(service))
        assert service.process.poll() is None
        service.process.send_signal(signal.SIGTERM)
        assert service.process.wait(timeout=30) == 1


def test_what_is_not_finished_in_time_is_cut_short(serve, folder):
    service = serve(folder, "--drain-timeout", "0", "--loops", "1")
    with service.connect() as client:
        client.sendall(b"GET /heal")
        service.get("/healthz")
        service.process.send_signal(signal.SIGTERM)
        assert service.process.wait(timeout=30) == 1


def test_help_names_what_a_reload_takes(binary):
    text = subprocess.run([binary, "help", "serve"], capture_output=True, text=True).stdout
    told = re.sub(r"\s+", " ", text)
    assert "takes a restart: all but" in told and "max-age" in told.split("all but")[1].split(".")[0]


@pytest.mark.skipif(LOGROTATE is None, reason="logrotate is not there")
def test_the_file_for_logrotate_loses_no_line(serve, folder, tmp_path):
    logs = tmp_path / "logs"
    logs.mkdir()
    log = logs / "access.log"
    service = serve(folder, "--access-log", log)
    rules = ROTATION.read_text()
    # Where the logs lie, and how the service is told, is another matter without systemd.
    rules, places = re.subn(r"/var/log/pyramidion/", f"{logs}/", rules)
    rules, orders = re.subn(r"^( +)systemctl kill .*$", rf"\1kill -USR1 {service.process.pid}", rules, flags=re.MULTILINE)
    assert (places, orders) == (2, 1)
    config = tmp_path / "rotation"
    config.write_text(rules)
    config.chmod(0o644)

    def rotate():
        # The newest is left as it is till the next time.
        subprocess.run(
            [LOGROTATE, "--force", "--state", tmp_path / "state", config], check=True, capture_output=True)
        wait_until(log.exists)

    for turn in range(3):
        for number in range(5):
            assert service.get(f"/healthz?turn={turn}&number={number}").status == 200
        # A line is written when its answer has gone, which may be after it was read.
        wait_until(lambda: log.read_text().count("\n") == 5)
        rotate()
    kept = [log, logs / "access.log.1", *(logs / f"access.log.{age}.gz" for age in (2, 3))]
    assert all(file.exists() for file in kept)
    lines = [
        line for file in kept[1:]
        for line in (gzip.open(file, "rt") if file.suffix == ".gz" else open(file)).read().splitlines()]
    asked = {re.search(r"turn=\d&number=\d", line)[0] for line in lines}
    assert len(lines) == len(asked) == 15
