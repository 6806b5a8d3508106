"""Images that wait in a queue that hosts share, in a real PostgreSQL."""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess

import pytest

from support.command import BINARY, run
from support.database import PASSWORD
from support.djvu import book, needs_djvu
from support.pictures import draw
from support.processes import nursery
from support.queue_hosts import LONG
from support.service import Service, wait_until


@pytest.fixture
def environment(database):
    return database.environment


@pytest.fixture
def pictures(tmp_path):
    for number in range(6):
        draw(tmp_path / "in" / f"{number}.jpg", 700, 500, number)
    return tmp_path / "in"


def cuts(answer):
    return [event for event in map(json.loads, answer.splitlines()) if event["event"] == "cut"]


def running(queue):
    return queue.jobs()["running"]


def test_what_one_puts_in_line_others_cut_once(queue):
    total = queue.put()
    assert (total["queued"], total["cut"], total["failed"]) == (6, 0, 0)
    assert queue.put()["queued"] == 6
    assert queue.jobs()["waiting"] == 6 and not queue.pyramids()
    workers = [queue.worker("--until-empty") for _ in range(3)]
    said = [worker.communicate(timeout=LONG)[0] for worker in workers]
    done = [event["version"] for text in said for event in cuts(text)]
    assert sorted(done) == queue.pyramids() and len(set(done)) == 6
    jobs = queue.jobs()
    assert (jobs["waiting"], jobs["running"], jobs["failed"], jobs["done"]) == (0, 0, 0, 6)
    total = queue.put()
    assert (total["queued"], total["current"]) == (0, 6)


def test_what_a_killed_worker_had_another_takes_over(queue):
    first = queue.worker()
    halted = wait_until(lambda: nursery(first.pid))
    os.kill(halted, signal.SIGSTOP)
    queue.put()
    wait_until(lambda: running(queue) > 0, LONG)
    first.kill()
    first.wait()
    # It may have ended with its parent by now.
    with contextlib.suppress(ProcessLookupError):
        os.kill(halted, signal.SIGKILL)
    second = queue.worker()
    wait_until(lambda: queue.jobs()["done"] == 6, LONG)
    second.terminate()
    said = second.communicate(timeout=LONG)[0]
    assert len(cuts(said)) == len(queue.pyramids()) == 6


def test_who_was_away_for_too_long_publishes_nothing(queue, pictures):
    for number in range(1, 6):
        (pictures / f"{number}.jpg").unlink()
    first = queue.worker()
    halted = wait_until(lambda: nursery(first.pid))
    os.kill(halted, signal.SIGSTOP)
    queue.put()
    wait_until(lambda: running(queue) == 1, LONG)
    holder = queue.jobs("--list", "running")["jobs"][0]["worker"]
    assert holder.endswith(f" {first.pid}")
    os.kill(first.pid, signal.SIGSTOP)
    second = queue.worker()
    wait_until(
        lambda: any(
            job["worker"].endswith(f" {second.pid}")
            for job in queue.jobs("--list", "running")["jobs"]), LONG)
    os.kill(first.pid, signal.SIGCONT)
    os.kill(halted, signal.SIGCONT)
    wait_until(lambda: queue.jobs()["done"] == 1, LONG)
    for worker in (first, second):
        worker.terminate()
    assert not cuts(first.communicate(timeout=LONG)[0])
    assert len(cuts(second.communicate(timeout=LONG)[0])) == len(queue.pyramids()) == 1


def test_who_is_told_to_end_gives_back_what_it_has(queue):
    first = queue.worker(lease=3600)
    halted = wait_until(lambda: nursery(first.pid))
    os.kill(halted, signal.SIGSTOP)
    queue.put()
    wait_until(lambda: running(queue) > 0, LONG)
    first.terminate()
    os.kill(halted, signal.SIGCONT)
    assert first.wait(LONG) == 0
    jobs = queue.jobs("--list", "waiting")
    done = jobs["done"]
    assert jobs["running"] == 0 and jobs["waiting"] == 6 - done
    assert all(job["tries"] == 0 for job in jobs["jobs"])
    assert queue.work().returncode == 0 and len(queue.pyramids()) == 6


def test_a_damaged_image_is_told_of_and_tried_again_when_asked_for(queue, pictures):
    (pictures / "bad.jpg").write_bytes((pictures / "0.jpg").read_bytes()[:300])
    queue.put()
    assert queue.work().returncode == 1
    jobs = queue.jobs()
    assert (jobs["failed"], jobs["done"]) == (1, 6)
    bad = jobs["jobs"][0]
    assert bad["image"] == str(pictures / "bad.jpg") and bad["reason"] and bad["state"] == "failed"
    # Hosts that never tried it know, too.
    answer = queue.serve().get("/images/bad.jpg/tiles/0/0_0.jpg")
    assert answer.status == 422 and bad["reason"].encode() in answer.body
    assert queue.put()["failed"] == 0 and queue.jobs()["failed"] == 1
    assert queue.jobs("--retry", "all")["changed"] == 1
    assert queue.jobs()["waiting"] == 1
    assert queue.work().returncode == 1 and queue.jobs()["failed"] == 1
    assert queue.jobs("--drop", bad["version"])["changed"] == 1
    dropped, left = queue.jobs("--drop", "failed"), queue.jobs()
    # How long ago runs began is told in seconds, which go by.
    for told in (dropped, left):
        del told["runs"], told["code"]
    assert dropped == left | {"changed": 0}


def test_what_ends_its_workers_is_left_alone(queue, database):
    queue.put()
    database.ask(
        "update pyramidion.job set state = 'run', tries = 5, claim = 5, worker = 'gone 1',"
        " lease = now() - interval '1 s' where source like '%/3.jpg'::bytea")
    assert queue.work().returncode == 0
    assert queue.jobs()["failed"] == 1
    assert queue.jobs()["jobs"][0]["reason"] == "its worker died"
    answer = queue.serve().get("/images/3.jpg")
    assert answer.status == 422 and b"its worker died" in answer.body
    assert len(queue.pyramids()) == 5


def test_rows_that_name_what_lies_elsewhere_are_not_read(queue, database, pictures, tmp_path):
    draw(tmp_path / "other" / "secret.jpg", 64, 64, 1)
    (pictures / "link").symlink_to(tmp_path / "other")
    queue.put()
    before = queue.jobs()["waiting"]
    for letter, name in [
            ("a", f"{tmp_path}/other/secret.jpg"), ("b", f"{pictures}/../other/secret.jpg"),
            ("c", f"{pictures}/link/secret.jpg"), ("d", f"{pictures}x")]:
        database.ask(
            "insert into pyramidion.job (version, source, bytes, recipe) select"
            f" '{letter * 16}', '{name}'::bytea, 1, recipe from pyramidion.job limit 1")
    queue.work()
    assert len(queue.pyramids()) == before == 6


@needs_djvu
def test_pages_of_djvu_wait_for_a_host_that_has_the_programs_for_them(queue, pictures, tmp_path):
    book(pictures / "book.djvu")
    assert queue.put()["queued"] == 6 + 4
    without = {"PATH": str(tmp_path)}
    answer = queue.run(
        "work", "--cluster", queue.database.address, "--store", queue.store, "--until-empty",
        pictures, env=without)
    assert answer.returncode == 0, answer.stderr
    assert queue.jobs()["waiting"] == 4 and len(queue.pyramids()) == 6
    assert queue.work().returncode == 0
    jobs = queue.jobs()
    assert (jobs["waiting"], jobs["failed"], len(queue.pyramids())) == (0, 0, 10)


def test_what_is_asked_for_is_cut_once_by_whichever_host(queue, database):
    hosts = [queue.serve(), queue.serve()]
    worker = queue.worker()
    for number in range(6):
        for host in hosts:
            assert host.get(f"/images/{number}.jpg/tiles/0/0_0.jpg").status == 200
    # What one host puts in line after another one has cut it is found to be there.
    wait_until(lambda: (jobs := queue.jobs())["done"] >= 6 and jobs["waiting"] + jobs["running"] == 0, LONG)
    worker.terminate()
    by_worker = len(cuts(worker.communicate(timeout=LONG)[0]))
    metrics = [host.metrics() for host in hosts]
    name = 'shared_queue_claims_total{outcome="mine"}'
    assert all(one["shared_queue_usable"] == 1 and name in one for one in metrics)
    assert len(queue.pyramids()) == 6 and by_worker <= 6


def test_who_cuts_nothing_has_workers_do_it(queue, pictures):
    (pictures / "bad.jpg").write_bytes((pictures / "0.jpg").read_bytes()[:300])
    host = queue.serve("--cuts", "0")
    assert host.get("/images/0.jpg/tiles/0/0_0.jpg?wait=0").status == 503
    wait_until(lambda: queue.jobs()["waiting"] == 1)
    assert not queue.pyramids()
    worker = queue.worker()
    for number in range(6):
        path = f"/images/{number}.jpg/tiles/0/0_0.jpg"
        wait_until(lambda: host.get(path).status == 200, LONG)
    wait_until(lambda: host.get("/images/bad.jpg").status == 422, LONG)
    # Whoever has one damaged has it cut anew by others, too.
    version = host.get("/images/1.jpg").json["version"]
    path = queue.store / version[:2] / f"{version}.tif"
    whole = path.read_bytes()
    other = queue.serve("--cuts", "0")
    path.write_bytes(whole[:100])
    wait_until(lambda: other.get("/images/1.jpg/tiles/0/0_0.jpg").status == 200, LONG)
    assert len(path.read_bytes()) == len(whole)
    worker.terminate()
    assert len(cuts(worker.communicate(timeout=LONG)[0])) == 7
    metrics = host.metrics()
    assert metrics['shared_queue_claims_total{outcome="mine"}'] == 0


def test_who_cuts_nothing_says_who_does(queue, pictures, environment):
    alone = run("serve", "--cuts", "0", "--listen", "127.0.0.1:0", "--store", queue.store, pictures, env=environment)
    assert alone.returncode == 3 and "pyramidion work" in alone.stderr and "--pyramids require" in alone.stderr


def test_a_database_that_is_down_keeps_nobody_from_cutting(queue, database):
    host = queue.serve()
    assert host.get("/images/0.jpg/tiles/0/0_0.jpg").status == 200
    database.stop()
    try:
        for number in (1, 2, 3):
            assert host.get(f"/images/{number}.jpg/tiles/0/0_0.jpg").status == 200
        wait_until(lambda: host.metrics()["shared_queue_usable"] == 0, LONG)
        ready = host.get("/readyz")
        assert ready.status == 200 and b"degraded: the queue" in ready.body
        assert sum("can't be used" in line for line in host.said) == 1
    finally:
        database.start()
    wait_until(lambda: host.metrics()["shared_queue_usable"] == 1, LONG)
    assert host.get("/images/4.jpg/tiles/0/0_0.jpg").status == 200
    assert sum("is there again" in line for line in host.said) == 1
    assert host.get("/readyz").body == b"ready\n"
    assert len(queue.pyramids()) == 5


def test_a_worker_outlives_its_database(queue, database, pictures):
    worker = queue.worker()
    queue.put()
    # One that has cut has begun: without a database it would not.
    wait_until(lambda: queue.jobs()["done"] == 6, LONG)
    database.stop()
    assert queue.run("jobs", "--cluster", database.address).returncode == 3
    database.start()
    draw(pictures / "later.jpg", 700, 500, 9)
    queue.put()
    wait_until(lambda: queue.jobs()["done"] == 7, LONG)
    worker.terminate()
    assert len(cuts(worker.communicate(timeout=LONG)[0])) == 7


def test_hosts_are_told_of_what_waits_and_of_what_is_done(queue, database):
    heard = database.listener("pyramidion")
    queue.put()
    assert queue.work().returncode == 0
    told = heard()
    assert "" in told and sorted(set(told) - {""}) == queue.pyramids() and len(queue.pyramids()) == 6


def test_who_is_told_of_nothing_any_more_looks_by_itself(queue, database, pictures):
    worker = queue.worker()
    listening = (
        "select count(*), count(pg_terminate_backend(pid)) from pg_stat_activity"
        " where datname = current_database() and query = 'listen pyramidion'")
    wait_until(lambda: database.ask(listening)[0][0] == "1", LONG)
    queue.put()
    wait_until(lambda: queue.jobs()["done"] == 6, LONG)
    # It listens again.
    wait_until(lambda: database.ask(listening.replace("pg_terminate_backend(pid)", "pid"))[0][0] == "1", LONG)
    draw(pictures / "later.jpg", 700, 500, 9)
    queue.put()
    wait_until(lambda: queue.jobs()["done"] == 7, LONG)
    worker.terminate()
    assert len(cuts(worker.communicate(timeout=LONG)[0])) == 7


def test_passwords_are_nowhere_to_be_seen(queue, database, environment, pictures):
    bare = {name: value for name, value in environment.items() if name != "PGPASSWORD"}
    for command in (["jobs"], ["work", pictures], ["prerender", pictures], ["serve", pictures]):
        store = [] if command == ["jobs"] else ["--store", queue.store]
        answer = run(*command, "--cluster", database.open_address, *store, env=bare)
        assert answer.returncode == 3 and "list of processes" in answer.stderr
        assert PASSWORD not in answer.stdout + answer.stderr
    inside = bare | {"PYRAMIDION_CLUSTER": database.open_address}
    assert run("jobs", env=inside).returncode == 0
    wrong = inside | {"PYRAMIDION_CLUSTER": database.open_address.replace("MARKED", "WRONGMARKED")}
    answer = run("jobs", env=wrong)
    assert answer.returncode == 3 and "MARKED" not in answer.stderr and ":***@" in answer.stderr
    host = Service(pictures, queue.store, env=inside)
    queue.programs.append(host)
    assert host.get("/images/0.jpg/tiles/0/0_0.jpg").status == 200
    wait_until(lambda: host.metrics()["shared_queue_usable"] == 1, LONG)
    shown = [host.get(path).body for path in ("/metrics", "/readyz", "/", "/images/0.jpg")]
    shown += [line.encode() for line in host.said]
    for process in (host.process.pid, nursery(host.process.pid)):
        shown.append(open(f"/proc/{process}/cmdline", "rb").read())
    shown.append(open(f"/proc/{nursery(host.process.pid)}/environ", "rb").read())
    assert not any(PASSWORD.encode() in one for one in shown)


@pytest.mark.skipif(
    any(pathlib.Path(folder, "libpdfium.so").exists() for folder in ("/usr/local/lib", "/usr/lib")),
    reason="PDFium lies where every program finds it")
def test_a_worker_without_pdfium_says_what_it_leaves_to_others(queue, tmp_path):
    alone = shutil.copy(BINARY, tmp_path / "pyramidion")
    words = [alone, "work", "--cluster", queue.database.address, "--store", queue.store, "--until-empty"]
    for flags, count in ([], 1), (["--documents", "off"], 0):
        said = subprocess.run(
            [*words, *flags, queue.pictures], env=queue.environment, capture_output=True, text=True, timeout=LONG)
        assert said.returncode == 0 and said.stderr.count("no PDF is cut (--pdf-engine: PDFium is not") == count


@pytest.mark.parametrize("address, words", [
    ("mysql://h/d", "postgresql://user@host"), ("postgresql://", "neither a host"),
    ("postgresql://u@127.0.0.1:1/d", "refused")])
def test_what_is_no_queue_is_told_of(address, words, environment):
    answer = run("jobs", "--cluster", address, env=environment)
    assert answer.returncode == 3 and words in answer.stderr.lower()


def test_a_queue_is_named(environment):
    answer = run("jobs", env=environment)
    assert answer.returncode == 2 and "--cluster" in answer.stderr


def test_tables_of_another_time_are_left_alone(queue, database):
    queue.put()
    database.ask("update pyramidion.schema_number set number = 99")
    answer = queue.run("jobs", "--cluster", database.address)
    assert answer.returncode == 3 and "99" in answer.stderr


def test_who_shares_no_queue_needs_no_library():
    said = subprocess.run(["ldd", BINARY], text=True, capture_output=True, check=True).stdout
    assert "libpq" not in said and "libcurl" not in said
