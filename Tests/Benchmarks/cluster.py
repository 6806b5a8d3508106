"""Several hosts of one store; cluster.sh says what it needs.

    cluster.py WORK [ROW...]
"""
import itertools
import os
import pathlib
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from support.cluster import Cluster, Visitors, first_asks, gateway, halted
from support.command import BINARY
from support.database import PASSWORD, Database
from support.far_store import FarStore
from support.gate import Gate
from support.pictures import draw
from support.processes import decoders, processors
from support.s3_signing import BucketWriter
from support.service import Service, wait_until
from support.wires import Wires

IMAGES, KINDS, FIRST_ASKS, KILLS, UNPLUGGINGS = 50, 5, 20, 5, 2
VISITS = int(os.environ.get("VISITS", "50000"))
ROUNDS = int(os.environ.get("ROUNDS", "5"))
PHOTOGRAPHS = int(os.environ.get("PHOTOGRAPHS", "300"))
# Longer than elsewhere, for this machine is to be idle meanwhile.
FAR_DELAY = 0.1
# Of config/nginx-cluster.conf, in seconds, and what it may take on top of that.
READ_TIMEOUT, TURNING = 4, 0.5
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"} | {
    name: os.environ[name] for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")}
# Who waits for an image while each of the hosts dies in its turn has asked them all.
BETWEEN_KILLS = 1
unmet = []


def say(row, words, seen, bar=None, is_met=True):
    if not is_met:
        unmet.append(words)
    beside = "" if bar is None else f"{bar:>14}   {'met' if is_met else 'NOT MET'}"
    print(f"{row:>3}  {words:<62} {seen:>12} {beside}", flush=True)


class Place:
    """An empty bucket, a folder of images, and whoever counts what is put there."""
    numbers = itertools.count()

    def __init__(self, work, images, wires=None):
        self.wires = wires
        self.work = work / f"place-{next(self.numbers)}"
        self.work.mkdir()
        self.images = images
        self.gate = Gate(os.environ["S3_ENDPOINT"], *([wires.here] if wires else []))
        self.bucket = BucketWriter(
            os.environ["S3_ENDPOINT"], os.environ["AWS_ACCESS_KEY_ID"], os.environ["AWS_SECRET_ACCESS_KEY"])
        self.bucket.name = f"cluster-{self.work.name}"
        self.bucket.put(f"/{self.bucket.name}")
        self.store = f"s3://{self.bucket.name}/p?endpoint={self.gate.endpoint}"

    def cluster(self, *flags):
        return Cluster(self.work, self.images, self.store, *flags, env=ENVIRONMENT, wires=self.wires)

    def published(self):
        return sum(name.endswith(".tif") for name in self.bucket.names("p/"))


def drawn(work, width, height):
    """Images of which some have the same pixels, each with a pyramid of its own."""
    folder = work / f"{width}x{height}"
    for number in range(IMAGES):
        path, like = folder / f"{number}.jpg", folder / f"{number % KINDS}.jpg"
        if path == like:
            draw(path, width, height, number)
        else:
            shutil.copy(like, path)
    return folder


def once(work):
    """Everybody's first asks of everything, of all hosts at the same time."""
    place = Place(work, drawn(work, 1600, 1200))
    cluster = place.cluster()
    paths = [f"/images/{number}.jpg/tiles/0/0_0.jpg?wait=60" for number in range(IMAGES)]
    came = first_asks(cluster.addresses, paths, FIRST_ASKS)
    answers = [one for path in came.values() for one in path]
    wait_until(lambda: place.published() == IMAGES)
    good = sum(status == 200 for status, _ in answers)
    say(12, "first asks answered with a tile", good, IMAGES * FIRST_ASKS, good == IMAGES * FIRST_ASKS)
    kinds = sum(len({body for _, body in path}) for path in came.values())
    say(12, "different answers for an image, above one", kinds - IMAGES, 0, kinds == IMAGES)
    say(12, "cuts, three hosts asked at once", place.gate.stored(), IMAGES, place.gate.stored() == IMAGES)
    say(12, "publications", place.published(), IMAGES, place.published() == IMAGES)
    cluster.end()


def kills(work):
    """The same behind nginx, while hosts are killed and come back."""
    place = Place(work, drawn(work, 12_000, 9000))
    cluster = place.cluster("--lease", "10", "--cut-wait", "2")
    paths = [f"/images/{number}.jpg/tiles/0/0_0.jpg" for number in range(IMAGES)]
    visitors = Visitors(cluster.port, paths, FIRST_ASKS)
    begun = time.monotonic()
    for _ in range(KILLS):
        time.sleep(BETWEEN_KILLS)
        number = wait_until(lambda: place.published() == IMAGES or cutting(cluster), 300)
        if number is True:
            break
        cluster.kill(number[0])
        time.sleep(1)
        cluster.begin(number[0])
    wait_until(lambda: place.published() == IMAGES, 300)
    took = time.monotonic() - begun
    time.sleep(3)
    visitors.end()
    cuts, most = place.gate.stored(), IMAGES + cluster.kills
    say(12, f"cuts, {cluster.kills} kills while {took:.0f} s of cutting", cuts, f"<= {most}", cuts <= most)
    say(12, "publications", place.published(), IMAGES, place.published() == IMAGES)
    say(12, f"failed of {visitors.count()} requests meanwhile", len(visitors.failures), 0, not visitors.failures)
    tell(visitors)
    cluster.end()


def cutting(cluster):
    """The numbers of the hosts that have cut for some time already."""
    busy = [{one for one in decoders(host.process.pid) if processors(one) > 0.1} for host in cluster.hosts]
    return [number for number, ones in enumerate(busy) if ones]


def tell(visitors):
    for path, status in visitors.failures[:10]:
        print(f"     {path}: {status}")


def share(times, part):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))]


def failures(work):
    """All is published, and looked at while hosts are killed and unplugged, and the store is."""
    wires = Wires(3) if "WIRES" in os.environ else None
    place = Place(work, drawn(work, 1600, 1200), wires)
    cluster = place.cluster("--cut-wait", "2")
    paths = [f"/images/{number}.jpg/tiles/{level}/{column}_{row}.jpg" for number in range(IMAGES)
             for level, columns, rows in ((0, 6, 4), (1, 3, 2)) for column in range(columns) for row in range(rows)]
    came = first_asks(cluster.addresses, [f"{path}?wait=60" for path in paths], 3)
    assert {status for one in came.values() for status, _ in one} == {200}
    visitors = Visitors(cluster.port, paths)
    time.sleep(5)
    before = list(visitors.times)
    with halted(gateway({"folder": os.environ["S3_DIR"]})):
        time.sleep(6)
    time.sleep(2)
    during = visitors.times[len(before):]
    while cluster.kills < KILLS or visitors.count() < VISITS - 2000:
        number = cluster.kills % 3
        if cluster.kills < KILLS:
            cluster.kill(number)
            time.sleep(2)
            cluster.begin(number)
        time.sleep(2)
        if cluster.kills in (2, 4):
            with cluster.unplugged((number + 1) % 3):
                time.sleep(6)
            time.sleep(6)
    wait_until(lambda: visitors.count() >= VISITS, 300)
    visitors.end()
    answers = sum(visitors.answers.values())
    failed = answers - visitors.answers[200]
    say(13, f"failed of {answers} requests, {cluster.kills} kills, {UNPLUGGINGS} {'wires pulled' if wires else 'halts'}", failed, 0, not failed)
    tell(visitors)
    slowest, most = max(visitors.times), READ_TIMEOUT + TURNING
    say(13, "the slowest, s", f"{slowest:.2f}", f"<= {most}", slowest <= most)
    for name, times in (("before", before), ("store stopped for 6 s and back", during), ("all of it", visitors.times)):
        say(13, f"median and p99, {name}, ms", f"{1000 * share(times, 0.5):.2f} {1000 * share(times, 0.99):.1f}")
    cluster.end()
    if wires:
        wires.end()


def cold(work):
    """Tiles of which none is here, of a store that waits: from one host, and from three."""
    pyramid = work / "far.tif"
    draw(work / "far.png", 12_000, 9000, 1, compress_level=0)
    subprocess.run([BINARY, "cut", work / "far.png", pyramid], check=True)
    names = [f"{number}.tif" for number in range(12)]
    rates = []
    for count in (1, 3):
        store = FarStore({name: pyramid.read_bytes() for name in names}, FAR_DELAY)
        hosts = [Service(store.address, work / f"cold-{count}-{number}", "--copies", "memory",
                         "--fetches", "16", "--read-around", "0") for number in range(count)]
        # Far apart: none comes with another. Each image has one home.
        paths = [(place % count, f"/images/{name}/tiles/0/{column}_{row}.jpg")
                 for place, name in enumerate(names) for column in range(0, 47, 12) for row in range(0, 35, 4)]
        for place, name in enumerate(names):
            assert hosts[place % count].get(f"/images/{name}").status == 200
        random.Random(1).shuffle(paths)

        def ask(path):
            answer = hosts[path[0]].get(path[1])
            assert answer.status == 200, answer.body
        begun = time.monotonic()
        with ThreadPoolExecutor(48 * count) as pool:
            list(pool.map(ask, paths))
        rates.append(len(paths) / (time.monotonic() - begun))
        for one in hosts:
            one.end()
        store.end()
    ratio = rates[1] / rates[0]
    say(9, f"cold tiles a second, {1000 * FAR_DELAY:.0f} ms away: one host, three",
        f"{rates[0]:.0f} {rates[1]:.0f}")
    say(9, "... three beside one", f"{ratio:.2f}", ">= 2.7", ratio >= 2.7)


class Cost(NamedTuple):
    """By the clock, of the processors of commands and decoders, and of the database's."""
    seconds: float
    used: float
    served: float


def shared(work):
    """Many photographs: by a queue, and without one; by one worker and by two, of one core each."""
    if not Database.is_installed():
        return print(" 10  no PostgreSQL is installed")
    folder = work / "photographs"
    for number in range(PHOTOGRAPHS):
        path, like = folder / f"{number}.jpg", folder / f"{number % KINDS}.jpg"
        if path == like:
            draw(path, 1632, 1232, number)
        else:
            shutil.copy(like, path)
    database = Database(tempfile.mkdtemp(prefix="pyramidion-postgresql-"))
    environment = ENVIRONMENT | {"PGPASSWORD": PASSWORD}

    def took(*commands, is_pinned=False):
        """Of commands that run together, or each on a core of its own: what they cost."""
        # What was written and removed before is no part of it: kernel time on a busy disk swings by more than the bar.
        os.sync()
        begun, before, served = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN), database.processors()
        running = [subprocess.Popen([*(["taskset", "-c", str(core)] if is_pinned else []), BINARY, *map(str, one)],
                                    env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                   for core, one in enumerate(commands)]
        assert [one.wait() for one in running] == [0] * len(running)
        seconds, after = time.monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Cost(seconds, used, database.processors() - served)

    def put_away(store):
        """A whole store: the disk has a fuller one behind each command, and none that is being removed beside it."""
        assert len(list(store.glob("??/*.tif"))) == PHOTOGRAPHS
        store.rename(work / f"kept-{next(kept)}")

    def alone():
        store = work / "alone"
        cost = took(["prerender", "--cluster", "none", "--store", store, "--jobs", "1", folder])
        put_away(store)
        return cost

    def together(workers, is_pinned=False):
        """What putting and cutting cost the programs, and how long the cutting took."""
        store = work / "shared"
        database.make()
        queue = ["--cluster", database.address, "--store", store]
        put = took(["prerender", *queue, folder])
        cut = took(*[["work", *queue, "--jobs", "1", "--until-empty", folder]] * workers, is_pinned=is_pinned)
        put_away(store)
        return Cost(*map(sum, zip(put, cut))), cut.seconds

    kept, over, ratios = itertools.count(), [], []
    for turn in range(ROUNDS):
        # There and back: a machine that grows slower, or a disk that grows fuller, costs either the same.
        costs = {"queued": [], "without": []}
        there = ["queued", "without"] if turn % 2 else ["without", "queued"]
        for name in there + there[::-1]:
            costs[name].append(together(1)[0] if name == "queued" else alone())
        queued, without = (Cost(*map(sum, zip(*costs[name]))) for name in ("queued", "without"))
        over.append((queued.used / without.used, queued.seconds / without.seconds, queued.served / without.used))
        # Alone it would use what the other one's core leaves idle.
        one, two = (together(workers, is_pinned=True)[1] for workers in (1, 2))
        ratios.append(one / two)
        say(10, f"round {turn + 1}: {queued.used:.2f} s of processors by a queue, {without.used:.2f} s without", f"{over[-1][0]:.3f}")
    database.end()
    (used, clock, served), ratio = map(statistics.median, zip(*over)), statistics.median(ratios)
    say(10, f"{PHOTOGRAPHS} photographs by a queue, processor time beside none", f"{used:.3f}", "<= 1.03", used <= 1.03)
    say(10, "... by the clock, the listing before the first cut", f"{clock:.3f}")
    say(10, "... and what the database has used, a share of the time without", f"{served:.3f}")
    say(10, f"two workers beside one, the last time {one:.1f} and {two:.1f} s", f"{ratio:.2f}", ">= 1.8", ratio >= 1.8)


ROWS = {"once": once, "kills": kills, "failures": failures, "cold": cold, "shared": shared}


def main():
    work = pathlib.Path(sys.argv[1])
    work.chmod(0o755)
    print(f"row  what{'':<64} seen            bar")
    for row in sys.argv[2:] or ROWS:
        ROWS[row](work)
    return 1 if unmet else 0


sys.exit(main())
