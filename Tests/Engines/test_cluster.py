"""Three hosts of one store behind nginx, in short: Tests/Benchmarks/cluster.sh has all of it, with its bars."""
import http.client
import re
import shutil

import pytest

from support.cluster import Cluster, Visitors, first_asks, gateway, halted
from support.nginx import needed
from support.pictures import draw
from support.service import Service, wait_until

pytestmark = needed
# Far longer than anything takes that is waited for.
LONG = 240
# What nginx waits for a host that hangs, in seconds: a busy machine is none.
PATIENCE = 15


@pytest.fixture
def cluster(environment, bucket, gate, tmp_path):
    clusters = []

    def start(sizes, *flags):
        for number, size in enumerate(sizes):
            draw(tmp_path / "images" / f"{number}.jpg", *size, number)
        clusters.append(Cluster(
            tmp_path, tmp_path / "images", f"s3://{bucket.name}/p?endpoint={gate.endpoint}", "--cut-wait", "2",
            *flags, env=environment, patience=PATIENCE))
        return clusters[-1]

    yield start
    for one in clusters:
        assert one.end() == [0, 0, 0]


def published(bucket):
    return sum(name.endswith(".tif") for name in bucket.names("p/"))


def tiles(count):
    return [f"/images/{number}.jpg/tiles/0/{column}_0.jpg" for number in range(count) for column in range(2)]


def cut_all(many, count):
    """Each host has all of them open."""
    came = first_asks(many.addresses, [f"{path}?wait=60" for path in tiles(count)], 3)
    assert {status for one in came.values() for status, _ in one} == {200}


def test_a_host_that_dies_while_it_cuts_fails_nobody(cluster, bucket, gate):
    many = cluster([(5000, 4000), *[(400, 300)] * 9], "--lease", "10")
    visitors = [Visitors(many.port, tiles(1), 2)]
    name = 'claims_total{outcome="mine"}'
    home = wait_until(
        lambda: next((f"{number}" for number, one in enumerate(many.hosts) if one.metrics()[name]), None), LONG)
    many.kill(int(home))
    visitors.append(Visitors(many.port, tiles(10)))
    many.begin(int(home))
    wait_until(lambda: published(bucket) == 10, LONG)
    wait_until(lambda: all(one.get("/images/0.jpg").status == 200 for one in many.hosts), LONG)
    for one in visitors:
        one.end()
        assert not one.failures
    assert gate.stored() <= 10 + many.kills


def answer_some(visitors, count=200):
    before = visitors.count()
    wait_until(lambda: visitors.count() > before + count, LONG)


def test_what_is_there_is_served_while_the_store_is_not(cluster, engine):
    many = cluster([(400, 300)] * 10)
    cut_all(many, 10)
    visitors = Visitors(many.port, tiles(10), 4)
    with halted(gateway(engine)):
        answer_some(visitors)
    visitors.end()
    assert set(visitors.answers) == {200}, visitors.failures


def test_hosts_that_begin_anew_one_after_the_other_fail_nobody(cluster):
    many = cluster([(400, 300)] * 10)
    cut_all(many, 10)
    visitors = Visitors(many.port, tiles(10), 4)
    for number in range(3):
        many.kill(number)
        answer_some(visitors)
        many.begin(number)
        # It may be passed over yet: others are there.
        answer_some(visitors)
    visitors.end()
    assert not visitors.failures


def test_hosts_that_leave_one_after_the_other_fail_nobody(cluster):
    many = cluster([(400, 300)] * 10)
    cut_all(many, 10)
    visitors = Visitors(many.port, tiles(10), 4)
    for number in range(3):
        assert many.hosts[number].end() == 0
        answer_some(visitors)
        many.begin(number)
        answer_some(visitors)
    visitors.end()
    assert not visitors.failures


def test_a_host_that_answers_nothing_is_passed_over(cluster):
    many = cluster([(400, 300)] * 10)
    cut_all(many, 10)
    visitors = Visitors(many.port, tiles(10), 4)
    with many.unplugged(1):
        answer_some(visitors, 400)
    visitors.end()
    assert not visitors.failures and visitors.answers[200] >= 400


def test_a_stream_that_breaks_off_is_finished_tile_by_tile(cluster, engine, tmp_path):
    many = cluster([(6000, 4500)])
    # It takes a while: who is told to come back does so.
    for one in many.hosts:
        wait_until(lambda: one.get(tiles(1)[0]).status == 200, LONG)
    # None of them has any of it here any more.
    for number in range(3):
        many.kill(number)
        shutil.rmtree(many.work / f"copies-{number}")
        many.begin(number)
    wait_until(lambda: ask(many.port, "/images/0.jpg")[0] == 200, LONG)
    view = "zoom=1&bounds=6000,4500&center=3000,2250&prefetch=0"
    stream = f"/images/0.jpg/viewport/tiles?{view}&placeholder=0"
    alone = Service(tmp_path / "images", tmp_path / "alone")
    wait_until(lambda: alone.get("/images/0.jpg").status == 200, LONG)
    wanted = re.findall(r"Content-Location: ([^?]+)", alone.get(stream).body.decode(errors="replace"))
    alone.end()
    assert len(wanted) > 300
    # The first one is sent at once; of the others most are not here yet, at whichever host.
    for one in many.hosts:
        wait_until(lambda: one.get(wanted[0]).status == 200, LONG)
    with halted(gateway(engine)):
        connection = http.client.HTTPConnection("127.0.0.1", many.port, timeout=LONG)
        connection.request("GET", stream)
        answer = connection.getresponse()
        assert answer.status == 200 and answer.read(1)
        for number in range(3):
            many.kill(number)
        with pytest.raises((http.client.IncompleteRead, ConnectionError)):
            answer.read()
        connection.close()
    # The viewer asks so for what it lacks, and a host answers.
    many.begin(0)
    for tile in wanted:
        wait_until(lambda: ask(many.port, tile)[0] == 200, LONG)
    for number in (1, 2):
        many.begin(number)


def ask(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LONG)
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body
