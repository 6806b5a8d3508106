"""Processes that decode tiles are killed and stopped, and tiles change: what clients see of it."""
import concurrent.futures
import itertools
import os
import signal
import threading
import time

import pytest

from support import processes
from support.command import run
from support.pictures import draw
from support.service import wait_until

PATIENCE = 2
"""Seconds that a tile may take."""


@pytest.fixture(scope="module")
def images(tmp_path_factory):
    folder = tmp_path_factory.mktemp("images")
    draw(folder / "a.jpg", 1800, 1300)
    draw(folder / "b.jpg", 1800, 1300, seed=1)
    return folder


@pytest.fixture
def service(start_service, images):
    # Nothing is kept: each render decodes each of its tiles.
    service = start_service(images, "--tile-cache", "0", "--answer-cache", "0", "--workers", "2")
    for name in ("a.jpg", "b.jpg"):
        assert service.get(f"/images/{name}").status == 200
    yield service
    service.end()


def places():
    """Regions that were not asked for before."""
    return ((number % 700, number // 700) for number in itertools.count())


def render(service, place, name="a.jpg"):
    x, y = place
    return service.get(f"/iiif/3/{name}/{x},{y},400,400/100,100/0/default.jpg")


def test_decoders_start_with_the_first_render_and_stay(service):
    assert processes.decoders(service.process.pid) == []
    place = places()
    assert render(service, next(place)).status == 200
    first = processes.decoders(service.process.pid)
    assert len(first) == 1
    for _ in range(20):
        assert render(service, next(place)).status == 200
    assert processes.decoders(service.process.pid) == first
    assert service.metrics()["tile_decoders"] == 1


def test_renders_are_answered_while_their_decoders_are_killed(service):
    place = places()
    assert render(service, next(place)).status == 200
    ends = threading.Event()
    killed = []

    def kill():
        while not ends.wait(0.1):
            for decoder in processes.decoders(service.process.pid)[:1]:
                try:
                    os.kill(decoder, signal.SIGKILL)
                    killed.append(decoder)
                except ProcessLookupError:
                    continue

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        with concurrent.futures.ThreadPoolExecutor(4) as clients:
            answers = []
            while len(answers) < 120 or len(killed) < 5 and len(answers) < 20_000:
                answers += clients.map(
                    lambda one: render(service, one), itertools.islice(place, 40))
    finally:
        ends.set()
        killer.join()
    # A tile is tried again, but not for ever: one whose decoders were all killed is asked for again.
    statuses = {answer.status for answer in answers}
    assert statuses <= {200, 503}, statuses
    assert sum(answer.status == 200 for answer in answers) > len(answers) * 5 / 6
    assert all(answer.fields["Retry-After"] for answer in answers if answer.status == 503)
    assert len(killed) >= 5 and service.metrics()['tile_decoders_ended_total{reason="gone"}'] > 0
    # Nothing is damaged, and nothing is left behind.
    assert render(service, next(place)).status == 200
    assert len(processes.decoders(service.process.pid)) <= 4


def test_a_stopped_decoder_costs_its_tile_for_a_while_and_no_other(service):
    place = places()
    assert render(service, next(place)).status == 200
    (decoder,) = processes.decoders(service.process.pid)
    os.kill(decoder, signal.SIGSTOP)
    began = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(1) as client:
        held_up = client.submit(render, service, (0, 0))
        wait_until(
            lambda: service.metrics()['render_memory_bytes{of="taken"}'] > 0 or held_up.done())
        for _ in range(10):
            # The first of them has a decoder started, which may take too long on a busy machine.
            wait_until(lambda: render(service, next(place), "b.jpg").status == 200)
        answer = held_up.result()
    assert answer.status == 503 and time.monotonic() - began >= PATIENCE
    assert int(answer.fields["Retry-After"]) > 0 and "too long" in answer.body.decode()
    wait_until(lambda: [line for line in service.said if "fault deadline" in line and "a.jpg" in line])
    # The pyramid is as good as it was: nothing is cut anew, and the tile is there again.
    assert not [line for line in service.said if "damaged-pyramid" in line]
    wait_until(lambda: render(service, next(place)).status == 200)
    assert service.metrics()["cuts_finished_total"] == 2
    assert decoder not in processes.decoders(service.process.pid)
    assert service.metrics()['tile_decoders_ended_total{reason="late"}'] >= 1


def test_a_bit_that_changed_is_damage_and_is_cut_anew(service):
    (pyramid,) = [
        path for path in service.store.glob("*/*.tif") if b"a.jpg" in path.read_bytes()[:65536]]
    sound = pyramid.read_bytes()
    place = sound.index(b"\xff\xda", sound.index(b"\xff\xd8\xff")) + 200
    with pyramid.open("r+b") as file:
        file.seek(place)
        file.write(bytes([sound[place] ^ 1]))
    statuses = [
        service.get(f"/iiif/3/a.jpg/full/{width},/0/default.jpg").status
        for width in range(1790, 1750, -10)]
    assert 500 in statuses, "a picture of all tiles shows it"
    wait_until(lambda: service.get("/iiif/3/a.jpg/full/1740,/0/default.jpg").status == 200)
    answer = run("verify", "--deep", pyramid)
    assert answer.returncode == 0, answer.stdout
