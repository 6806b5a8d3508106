"""A database or a disk that takes what it is asked and never answers: hosts go on without it."""
import json
import os
import signal
import time

import pytest

from support.pictures import draw
from support.processes import nursery
from support.queue_hosts import LONG
from support.service import wait_until


@pytest.fixture
def environment(database):
    return database.environment


@pytest.fixture
def pictures(tmp_path):
    for number in range(4):
        draw(tmp_path / "in" / f"{number}.jpg", 700, 500, number)
    return tmp_path / "in"


def test_a_database_that_never_answers_keeps_nobody_from_cutting(queue, database):
    host = queue.serve()
    assert host.get("/images/0.jpg/tiles/0/0_0.jpg?wait=60").status == 200
    with database.halted():
        for number in (1, 2):
            assert host.get(f"/images/{number}.jpg/tiles/0/0_0.jpg?wait=60").status == 200
        wait_until(lambda: host.metrics()["shared_queue_usable"] == 0, LONG)
        assert b"degraded: the queue" in host.get("/readyz").body
    wait_until(lambda: host.metrics()["shared_queue_usable"] == 1, LONG)
    assert host.get("/images/3.jpg/tiles/0/0_0.jpg?wait=60").status == 200
    assert len(queue.pyramids()) == 4


def test_a_pyramid_that_waits_for_its_disk_holds_up_no_other(queue, faults):
    plan = faults.planned()
    queue.store.mkdir()
    with plan.hanging("fsync", queue.store):
        queue.worker(env=plan.environment)
        queue.put()
        wait_until(lambda: len(queue.pyramids()) == 3, LONG)
        assert plan.seen
    # The last one is still in its hand.
    wait_until(lambda: queue.jobs()["done"] == 3, LONG)
    assert queue.jobs()["running"] == 1


def test_what_is_cut_meanwhile_is_told_of_later(queue, database):
    # Nothing comes of its claim's end within the test's time: it has to be told.
    worker = queue.worker(lease=3600)
    halted = wait_until(lambda: nursery(worker.pid))
    os.kill(halted, signal.SIGSTOP)
    queue.put()
    wait_until(lambda: queue.jobs()["running"] > 0, LONG)
    # One that only halts would take up what was said to it once it goes on.
    database.stop()
    try:
        os.kill(halted, signal.SIGCONT)
        wait_until(queue.pyramids, LONG)
        # It has said so in vain by then.
        time.sleep(3.5)
    finally:
        database.start()
    wait_until(lambda: queue.jobs()["done"] == 4, LONG)
    worker.terminate()
    said = [json.loads(line) for line in worker.communicate(timeout=LONG)[0].splitlines()]
    assert sum(event["event"] == "cut" for event in said) == len(queue.pyramids()) == 4
