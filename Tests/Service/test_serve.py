"""The server as its clients meet it: the built binary, real sockets, awkward peers."""

import fcntl
import json
import os
import random
import re
import signal
import socket
import stat
import struct
import termios
import time

import pytest

from support.command import run, start
from support.service import Server, refuses, wait_until



class StaticServer(Server):
    """A folder as it lies; its clients are awkward, so it is never waited for."""

    def __init__(self, folder, *flags, **more):
        super().__init__("--static", folder, *flags, **more)

    def connect(self, timeout=20):
        return super().connect(timeout)


def unread(client):
    """Bytes that have come and were not taken."""
    return struct.unpack("i", fcntl.ioctl(client, termios.FIONREAD, bytes(4)))[0]


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "root"
    (root / "sub").mkdir(parents=True)
    (root / "a.txt").write_bytes(b"hello")
    (root / "empty.bin").write_bytes(b"")
    (root / "large.bin").write_bytes(random.Random(1).randbytes(3_000_000))
    (root / "sub" / "index.html").write_bytes(b"<p>sub</p>")
    return root


@pytest.fixture
def serve(folder):
    servers = []

    def start(*flags, **more):
        servers.append(StaticServer(folder, *flags, **more))
        return servers[-1]

    yield start
    for server in servers:
        server.kill()


def request(path, *fields, method="GET"):
    lines = [f"{method} {path} HTTP/1.1", "Host: a", *fields, "", ""]
    return "\r\n".join(lines).encode()


def read_all(client):
    received = bytearray()
    while piece := client.recv(1 << 16):
        received += piece
    return bytes(received)


def exchange(server, data):
    with server.connect() as client:
        client.sendall(data)
        return read_all(client)


def get(server, path, *fields, method="GET"):
    answer = exchange(server, request(path, "Connection: close", *fields, method=method))
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    return int(lines[0].split()[1]), dict(line.split(": ", 1) for line in lines[1:]), body


def test_files_are_served_whole_and_in_parts(serve, folder):
    # What else is said of files is proved without sockets by StaticFilesTests.
    server = serve()
    status, fields, body = get(server, "/a.txt")
    assert (status, body) == (200, b"hello")
    assert get(server, "/a.txt", f"If-None-Match: {fields['ETag']}")[0] == 304
    status, part, body = get(server, "/a.txt", "Range: bytes=1-2")
    assert (status, part["Content-Range"], body) == (206, "bytes 1-2/5", b"el")
    assert get(server, "/../secret")[0] == 404
    assert get(server, "/empty.bin")[2] == b""
    assert get(server, "/large.bin")[2] == (folder / "large.bin").read_bytes()
    assert get(server, "/large.bin", "Range: bytes=-7")[2] == (folder / "large.bin").read_bytes()[-7:]


def test_a_replaced_file_is_served_anew_and_a_cut_one_cuts_the_answer(serve, folder):
    (folder / "huge.bin").write_bytes(bytes(40_000_000))
    server = serve()
    assert get(server, "/a.txt")[2] == b"hello"
    (folder / "new").write_bytes(b"other words")
    (folder / "new").rename(folder / "a.txt")
    wait_until(lambda: get(server, "/a.txt")[2] == b"other words")
    with server.connect() as client:
        client.sendall(request("/huge.bin"))
        client.recv(1000)
        os.truncate(folder / "huge.bin", 100)
        assert len(read_all(client)) < 40_000_000
    assert get(server, "/a.txt")[0] == 200


def test_a_stalled_reader_of_many_answers_costs_bounded_memory(serve, folder):
    server = serve("--loops", "1")
    content = (folder / "large.bin").read_bytes()
    get(server, "/large.bin")
    before = server.resident()
    with server.connect() as client:
        client.sendall(request("/large.bin") * 199 + request("/large.bin", "Connection: close"))
        seen = []

        def is_full():
            # What the kernel keeps for who doesn't read.
            seen.append(unread(client))
            return len(seen) > 5 and 0 < seen[-1] == seen[-5]

        wait_until(is_full)
        assert get(server, "/a.txt")[2] == b"hello", "others are served meanwhile"
        assert server.resident() - before < 8 << 20
        reader = client.makefile("rb")
        for _ in range(200):
            length = 0
            while (line := reader.readline()) != b"\r\n":
                if line.startswith(b"Content-Length: "):
                    length = int(line.split()[1])
            assert reader.read(length) == content
        assert reader.read() == b""


def test_a_client_that_sends_drop_by_drop_is_cut_off(serve):
    server = serve("--loops", "1", "--head-timeout", "1")
    with server.connect() as slow, server.connect() as silent:
        start = time.monotonic()
        slow.settimeout(0.3)
        answer = b""
        for byte in request("/a.txt"):
            slow.sendall(bytes([byte]))
            assert get(server, "/a.txt")[2] == b"hello"
            try:
                answer = slow.recv(4096)
                break
            except TimeoutError:
                continue
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert time.monotonic() - start < 10
        assert silent.recv(10) == b"", "one that says nothing is closed as well"


def test_an_idle_connection_and_a_stalled_reader_are_closed_in_time(serve):
    server = serve("--idle-timeout", "1", "--write-timeout", "1", "--loops", "1")
    get(server, "/a.txt")
    get(server, "/large.bin")
    before = server.descriptors()
    with server.connect() as idle, server.connect() as stalled:
        idle.sendall(request("/a.txt"))
        idle.recv(4096)
        stalled.sendall(request("/large.bin") * 20)
        assert idle.recv(1) == b""
        wait_until(lambda: server.descriptors() <= before)


def test_resets_in_mid_answer_leak_nothing(serve):
    server = serve("--loops", "2")
    # Each loop keeps its own files open; connections go to the loops in turn.
    for path in ["/large.bin", "/large.bin", "/a.txt", "/a.txt"]:
        get(server, path)
    before = server.descriptors()
    for turn in range(200):
        client = server.connect()
        client.sendall(request("/large.bin") * 3)
        if turn % 2:
            client.recv(1000)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()
    wait_until(lambda: server.descriptors() <= before)
    assert get(server, "/a.txt")[2] == b"hello"
    assert server.process.poll() is None


def test_ten_thousand_idle_connections_stay_small(serve):
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 16_000:
        pytest.skip("this system allows too few descriptors")
    resource.setrlimit(resource.RLIMIT_NOFILE, (13_000 if soft < 13_000 else soft, hard))
    server = serve("--loops", "2")
    get(server, "/a.txt")
    before = server.resident()
    wanted = request("/a.txt")
    clients = []
    try:
        for _ in range(10_000):
            client = server.connect()
            client.sendall(wanted)
            clients.append(client)
        for client in clients:
            assert client.recv(4096).endswith(b"hello")
        grown = server.resident() - before
        assert grown <= 64 << 20, f"{grown >> 20} MB"
        assert get(server, "/a.txt")[2] == b"hello"
    finally:
        for client in clients:
            client.close()


def test_connections_beyond_the_cap_wait_for_their_turn(serve):
    server = serve("--max-connections", "4")
    held = [server.connect() for _ in range(4)]
    for client in held:
        client.sendall(request("/a.txt"))
        client.recv(4096)
    waiting = server.connect(timeout=0.5)
    waiting.sendall(request("/a.txt"))
    with pytest.raises(TimeoutError):
        waiting.recv(1)
    held[0].close()
    waiting.settimeout(10)
    assert waiting.recv(4096).endswith(b"hello")
    for client in [*held[1:], waiting]:
        client.close()


def test_running_out_of_descriptors_turns_clients_away_and_recovers(serve):
    server = serve("--loops", "1")
    get(server, "/a.txt")
    import resource

    limit = server.descriptors() + 20
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (limit, limit))
    clients = [server.connect() for _ in range(60)]
    wait_until(lambda: server.descriptors() >= limit - 1)
    ticks = lambda: sum(map(int, open(f"/proc/{server.process.pid}/stat").read().split()[13:15]))
    spent = ticks()
    time.sleep(1)
    assert ticks() - spent < 30, "the loop spins"
    for client in clients:
        client.close()
    wait_until(lambda: server.descriptors() < limit - 10)
    assert get(server, "/a.txt")[2] == b"hello"


def test_termination_finishes_what_is_under_way(serve, folder):
    server = serve()
    with server.connect() as busy, server.connect() as idle:
        idle.sendall(request("/a.txt"))
        idle.recv(4096)
        busy.sendall(request("/large.bin") * 4)
        busy.recv(1000)
        server.process.send_signal(signal.SIGTERM)
        assert idle.recv(1) == b""
        wait_until(lambda: refuses(server))
        assert len(read_all(busy)) >= 3_000_000 - 1000
        assert server.process.wait(20) == 0


def test_a_second_signal_ends_at_once(serve):
    server = serve()
    with server.connect() as busy:
        busy.sendall(request("/large.bin") * 10)
        busy.recv(1000)
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: refuses(server))
        assert server.process.poll() is None
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(5) == 1


def test_a_unix_socket_serves_and_goes_with_its_server(serve, folder, tmp_path):
    path = tmp_path / "socket"
    words = ["serve", "--static", folder, "--listen", f"unix:{path}"]
    process = start(*words)
    try:
        process.stderr.readline()
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(path))
            client.sendall(request("/a.txt", "Connection: close"))
            assert read_all(client).endswith(b"hello")
        second = run(*words)
        assert second.returncode == 3 and "can't listen on" in second.stderr
        process.kill()
        process.wait()
        assert path.exists(), "a killed server leaves its socket"
    finally:
        process.kill()
        process.wait()
        process.stderr.close()
    third = start(*words)
    assert "serving" in third.stderr.readline()
    third.terminate()
    assert third.wait(10) == 0
    third.stderr.close()
    assert not path.exists()


def test_what_is_no_socket_is_kept(folder, tmp_path):
    path = tmp_path / "letter"
    path.write_text("dear")
    refused = run("serve", "--static", folder, "--listen", f"unix:{path}")
    assert refused.returncode == 3
    assert f"{path} is there already and is no socket" in refused.stderr
    assert path.read_text() == "dear"
    link = tmp_path / "link"
    link.symlink_to(path)
    assert run("serve", "--static", folder, "--listen", f"unix:{link}").returncode == 3
    assert link.is_symlink() and path.read_text() == "dear"


def test_a_server_leaves_the_socket_of_the_next_one(folder, tmp_path):
    path = tmp_path / "socket"
    words = ["serve", "--static", folder, "--listen", f"unix:{path}"]
    first = start(*words)
    first.stderr.readline()
    path.unlink()
    second = start(*words)
    second.stderr.readline()
    first.terminate()
    assert first.wait(10) == 0
    assert path.is_socket(), "the second one's"
    second.terminate()
    assert second.wait(10) == 0
    assert not path.exists()
    first.stderr.close()
    second.stderr.close()


@pytest.mark.parametrize("flags, mode", [((), 0o660), (("--socket-mode", "606"), 0o606)])
def test_a_socket_has_its_mode_whatever_the_mask(folder, tmp_path, flags, mode):
    path = tmp_path / "socket"
    mask = os.umask(0o077)
    try:
        process = start("serve", "--static", folder, "--listen", f"unix:{path}", *flags)
    finally:
        os.umask(mask)
    process.stderr.readline()
    assert stat.S_IMODE(path.stat().st_mode) == mode
    process.terminate()
    assert process.wait(10) == 0
    process.stderr.close()


@pytest.mark.parametrize("format", ["json", "combined"])
def test_the_access_log_tells_every_answer(serve, folder, tmp_path, format):
    (folder / "huge.bin").write_bytes(bytes(40_000_000))
    log = tmp_path / "log"
    server = serve("--access-log", str(log), "--log-format", format)
    get(server, "/a.txt", 'User-Agent: "odd\\"\u00ff', "Referer: x")
    exchange(server, b"GET / HTTP/9.9\r\n\r\n")
    get(server, "/missing")
    with server.connect() as client:
        client.sendall(request("/huge.bin"))
        client.recv(1000)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    wait_until(lambda: log.read_bytes().count(b"\n") == 4)
    lines = log.read_text().splitlines()
    if format == "json":
        entries = [json.loads(line) for line in lines]
        assert {entry["status"] for entry in entries} == {200, 404, 505}
        first = next(entry for entry in entries if entry["request"].startswith("GET /a.txt"))
        assert (first["bytes"], first["answeredBy"]) == (5, "file")
        assert first["userAgent"].startswith('"odd\\"') and first["referer"] == "x"
        cut = next(entry for entry in entries if "huge" in entry["request"])
        assert 0 < cut["bytes"] < 40_000_000
        assert len({entry["id"] for entry in entries if entry["status"] != 505}) == 3
    else:
        pattern = r'127\.0\.0\.1 - - \[\d\d/\w{3}/\d{4}:[\d:]{8} \+0000\] "[^"]*" \d{3} \d+ "[^"]*" "[^"]*" [0-9a-f]{16} \d+ [\w-]+'
        assert all(re.fullmatch(pattern, line) for line in lines), lines


def test_a_log_nobody_reads_does_not_stop_the_server(serve):
    server = serve("--access-log", "-", "--loops", "1")
    with server.connect() as client:
        reader = client.makefile("rb")
        for _ in range(20):
            client.sendall(request("/a.txt") * 100)
            for _ in range(100):
                while reader.readline() != b"\r\n":
                    pass
                assert reader.read(5) == b"hello"
    server.process.terminate()
    assert server.process.wait(15) == 0


def test_what_can_not_be_is_said(folder):
    # Every slip has its words in ServeSettingsTests; here is what they end with.
    for place, flags, code, words in [
        (folder, ["--loops", "0"], 2, "--loops '0' is not a whole number from 1 to 256"),
        (folder, ["--access-log", "/nowhere/log"], 3, "can't write the access log"),
        (folder, ["--listen", "203.0.113.1:80"], 3, "can't listen on 203.0.113.1:80"),
        (folder / "missing", ["--listen", "127.0.0.1:0"], 3, "can't serve"),
    ]:
        refused = run("serve", "--static", place, *flags)
        assert refused.returncode == code
        assert words in refused.stderr


def test_a_store_is_told_by_its_name_and_lies_elsewhere(folder, tmp_path):
    words = ["serve", folder, "--listen", "127.0.0.1:0", "--store"]
    refused = run(*words, "/proc/foo")
    assert refused.returncode == 3
    assert "the store can't be used: cannot make the folder /proc/foo" in refused.stderr
    for store in (folder, folder / "below", folder / "not" / "there"):
        refused = run(*words, store)
        assert refused.returncode == 3 and f"the store {store} lies among the images" in refused.stderr
    assert not (folder / "below").exists()
    link = tmp_path / "link"
    link.symlink_to(folder)
    assert run(*words, link / "below").returncode == 3
    # What is hidden is not served.
    server = start(*words, folder / ".cache/pyramidion")
    assert any("serving" in line for line in server.stderr)
    server.terminate()
    assert server.wait(10) == 0
    server.stderr.close()


def test_limits_are_flags(serve):
    plain, strict = serve(), serve(
        "--max-head-bytes=256", "--max-fields=2", "--max-target-bytes=64", "--max-body-bytes=3", "--max-requests=2")
    for rest, status in [
        (b"GET /a.txt HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 400 + b"\r\n", 431),
        (b"GET /a.txt HTTP/1.1\r\nHost: a\r\nX: 1\r\nY: 2\r\n", 431),
        (b"GET /" + b"a" * 64 + b" HTTP/1.1\r\nHost: a\r\n", 414),
        (b"POST /a.txt HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n", 413),
    ]:
        message = rest + b"\r\n"
        assert exchange(strict, message).startswith(f"HTTP/1.1 {status} ".encode())
        with plain.connect() as client:
            client.sendall(message + b"none")
            assert not client.recv(4096).startswith(f"HTTP/1.1 {status} ".encode())
    assert exchange(strict, request("/a.txt") * 3).count(b"HTTP/1.1 200 OK") == 2
