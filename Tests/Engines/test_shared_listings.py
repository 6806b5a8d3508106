"""Sources that one host lists for all, in a real PostgreSQL."""
import contextlib
import json
import socket
import threading

import pytest

from support.pictures import draw
from support.queue_hosts import LONG

# What the first release with a queue made, and how it puts an image in line.
FIRST_TABLES = """
create schema pyramidion;
create table pyramidion.schema_number (number int not null);
insert into pyramidion.schema_number values (1);
create table pyramidion.tally (done bigint not null);
insert into pyramidion.tally values (0);
create table pyramidion.job (
  id bigint generated always as identity primary key,
  version text not null unique check (version ~ '^[a-z2-7]{16}$'),
  source bytea not null, bytes bigint not null, page int, recipe text not null,
  replaces boolean not null default false, priority smallint not null default 0,
  state text not null default 'todo' check (state in ('todo', 'run', 'failed')),
  claim bigint not null default 0, tries smallint not null default 0, worker text, lease timestamptz,
  made timestamptz not null default now(), due timestamptz not null default now(), reason text)"""
FIRST_PUT = """
insert into pyramidion.job as old (version, source, bytes, page, replaces, recipe, priority)
  select '{}', '{}'::bytea, 1, null, false, 'other', 0
  on conflict (version) do update set priority = greatest(old.priority, excluded.priority)"""


@pytest.fixture
def environment(database):
    return database.environment


@pytest.fixture
def pictures(tmp_path):
    for number in range(6):
        draw(tmp_path / "in" / f"{number}.jpg", 64, 64, number)
    return tmp_path / "in"


@contextlib.contextmanager
def nothing_put(database):
    """Whoever puts an image in line is refused that as long as it lasts, and tries again."""
    database.ask(f"alter database {database.name} set lock_timeout = '100ms'")
    with database.locked("pyramidion.job"):
        yield


def told(program):
    """The next that it tells."""
    bound = threading.Timer(LONG, program.kill)
    bound.start()
    line = program.stdout.readline()
    bound.cancel()
    return json.loads(line)


def until(program, event):
    """The next event of a name that it tells, and what it told before."""
    before = []
    while (news := told(program))["event"] != event:
        before.append(news["event"])
    return news, before


def ended(program):
    """What it told until its end."""
    said = program.communicate(timeout=LONG)[0]
    assert program.returncode == 0
    return [json.loads(line) for line in said.splitlines()]


def first_run(queue):
    return queue.jobs()["runs"][0]


def test_one_lists_for_all_and_the_next_goes_on_with_it(queue, database, pictures):
    (pictures / "empty.jpg").touch()
    assert queue.jobs()["runs"] == []
    with nothing_put(database):
        first = queue.lister()
        run = told(first)
        assert run.pop("event") == "lists" and list(run) == ["run"]
        second = queue.lister()
        assert told(second) == run | {"event": "follows", "host": f"{socket.gethostname()} {first.pid}"}
        assert (seen := first_run(queue)) | run | {"state": "listing", "found": 0, "queued": 0} == seen
        first.kill()
        first.wait()
        database.ask("update pyramidion.run set lease = now()")
        assert told(second) == run | {"event": "lists"}
        # It was away for too long, and another one has it.
        database.ask(
            "update pyramidion.run set claim = claim + 1, holder = 'web 9', lease = now() + interval '1 h'")
        until(second, "lost")
        assert told(second) == run | {"event": "follows", "host": "web 9"}
        database.ask("update pyramidion.run set lease = now()")
        assert told(second) == run | {"event": "lists"}
    said = second.communicate(timeout=LONG)[0].splitlines()
    assert second.returncode == 1
    total = json.loads(said[-1])
    # What it had begun when it lost it was put in line, or is now.
    assert total["failed"] == 1 and queue.jobs()["waiting"] == 6
    assert (seen := first_run(queue)) | {"state": "listed", "found": 7, "queued": 6, "failed": 1} == seen
    # Who comes later lists anew: something may have come.
    third = queue.lister()
    assert told(third)["run"] != run["run"]


def left(queue, last, age="0"):
    """As if a host had died that had listed so far."""
    queue.put()
    queue.database.ask(
        "delete from pyramidion.job;"
        f" update pyramidion.run set is_listed = false, lease = now() - interval '{age}', queued = 3,"
        f" found = 3, last_name = '{last}'::bytea")


def test_what_was_listed_is_not_listed_again(queue, pictures):
    left(queue, pictures / "2.jpg")
    assert first_run(queue)["state"] == "left" and first_run(queue)["lastName"] == str(pictures / "2.jpg")
    lister = queue.lister()
    assert told(lister)["after"] == str(pictures / "2.jpg")
    assert ended(lister)[-1]["queued"] == 3
    run = first_run(queue)
    assert [run[key] for key in ("state", "found", "queued", "waiting")] == ["listed", 6, 6, 3]


@pytest.mark.parametrize("last, age", [("gone.jpg", "0"), ("2.jpg", "2 days")])
def test_where_nobody_knows_what_came_before_all_is_listed(queue, pictures, last, age):
    left(queue, pictures / last, age)
    lister = queue.lister()
    assert "after" not in told(lister) and ended(lister)[-1]["queued"] == 6
    assert first_run(queue)["found"] == 6


def test_what_no_host_of_ours_would_count_overflows_nothing(queue, database):
    left(queue, queue.pictures / "2.jpg")
    database.ask(f"update pyramidion.run set found = {2**63 - 1}, failed = -5")
    assert queue.put()["queued"] == 3 and first_run(queue)["failed"] == 0


def test_who_is_told_to_end_leaves_it_to_others(queue, database):
    queue.jobs()
    with nothing_put(database):
        first = queue.lister()
        run = told(first)
        first.terminate()
        first.communicate(timeout=LONG)
        assert first.returncode == 1 and first_run(queue)["state"] == "left"
    second = queue.lister()
    assert told(second) == run
    assert ended(second)[-1]["queued"] == 6 and queue.jobs()["waiting"] == 6


def test_hosts_of_the_first_release_go_on_beside_newer_ones(queue, database):
    database.ask(FIRST_TABLES)
    database.ask(FIRST_PUT.format("a" * 16, "/old/1.jpg"))
    # Two at once find what is to be added.
    listers = [queue.lister(), queue.lister()]
    assert sum(event["event"] == "queued" for lister in listers for event in ended(lister)) in (6, 12)
    assert database.ask("select number, addition from pyramidion.schema_number") == [["1", "1"]]
    # What the older ask is what they know: the greatest number.
    assert database.ask("select max(number) from pyramidion.schema_number") == [["1"]]
    database.ask(FIRST_PUT.format("b" * 16, "/old/2.jpg"))
    assert queue.jobs()["waiting"] == 8 and queue.work().returncode == 0
    assert queue.jobs()["waiting"] == 2 and first_run(queue)["waiting"] == 0
