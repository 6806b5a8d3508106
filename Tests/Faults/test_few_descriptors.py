"""A server that may have few files open: who can't be served now is told to come again, and neither
clients nor open images keep new images from being cut."""
import concurrent.futures
import http.client

import pytest

from support.command import run
from support.pictures import draw
from support.service import Service, wait_until

CLIENTS = 6


def limited(limit):
    return ["prlimit", f"--nofile={limit}:{limit}"]


@pytest.fixture
def serve(tmp_path):
    """A server of twelve images that may hold so many descriptors."""
    (tmp_path / "images").mkdir()
    for seed in range(12):
        draw(tmp_path / f"images/{seed}.{'jpg' if seed % 2 else 'png'}", 300, 200, seed)
    servers = []

    def start(limit, *flags):
        words = ["--loops", 2, "--workers", 2, *flags]
        servers.append(Service(tmp_path / "images", tmp_path / "store", *words, prefix=limited(limit)))
        return servers[-1]

    yield start
    for server in servers:
        server.kill()


def questions(server):
    for name in sorted(path.name for path in server.folder.iterdir()):
        yield f"/images/{name}"
        yield f"/images/{name}/tiles/0/0_0.jpg"
        yield f"/iiif/3/{name}/0,0,100,100/50,/0/default.jpg"
        yield from ("/images?folder=", "/healthz", "/readyz")


def asked(server, question):
    """The answer; None where the client was turned away before it could ask."""
    try:
        return server.get(question)
    except (http.client.HTTPException, OSError):
        return None


@pytest.mark.parametrize("limit", [64, 48])
def test_open_images_and_clients_leave_room_for_a_cut(serve, limit):
    server = serve(limit)
    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as clients:
        for question, answer in zip(questions(server), clients.map(server.get, questions(server))):
            assert answer.status == 200, (question, answer.status, answer.body)


@pytest.mark.parametrize("limit", [32, 24])
def test_who_can_not_be_served_is_told_to_come_again(serve, limit):
    # Who finds no room for a connection waits until those that have asked all have lost theirs.
    server = serve(limit, "--idle-timeout", 2)
    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as clients:
        # Connections that stay open take what a cut needs.
        for question, answer in zip(
            questions(server), clients.map(lambda each: asked(server, each), questions(server))):
            if answer is None or answer.status == 200:
                continue
            assert answer.status == 503 and answer.fields["Retry-After"], (question, answer.body)
            assert question != "/healthz"


def test_one_client_is_served_every_image(serve):
    server = serve(24)
    for question in questions(server):
        assert server.get(question).status == 200, question


def test_what_is_cut_is_served_while_nothing_new_can_be_opened(serve):
    server = serve(64)
    tile = "/images/0.png/tiles/0/0_0.jpg"
    stored = server.get(tile).body
    held = [server.connect() for _ in range(60)]
    draw(server.folder / "new.png", 300, 200, 50)
    for _ in range(3):
        assert server.get(tile).body == stored
        assert server.get("/healthz").status == 200
    for client in held:
        client.close()
    wait_until(lambda: server.get("/images/new.png").status == 200)


def test_too_few_to_serve_at_all_are_told_at_the_start(tmp_path):
    words = ["--listen", "127.0.0.1:0", "--store", tmp_path / "store", "--loops", 2]
    command = run("serve", tmp_path, *words, prefix=limited(20), timeout=30)
    assert command.returncode == 3
    assert "20 files may be open at a time here, and serving takes 24 at least" in command.stderr
    assert "LimitNOFILE=" in command.stderr
