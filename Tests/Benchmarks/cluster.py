"""Several hosts of one store; cluster.sh says what it needs.

    cluster.py WORK [ROW...]
"""
import itertools
import os
import pathlib
import shutil
import sys
import time

from support.cluster import Cluster, Visitors, first_asks, gateway, halted
from support.gate import Gate
from support.pictures import draw
from support.s3_signing import BucketWriter
from support.service import wait_until

IMAGES, KINDS, FIRST_ASKS, KILLS, UNPLUGGINGS = 50, 5, 20, 5, 2
VISITS = int(os.environ.get("VISITS", "50000"))
# Of config/nginx-cluster.conf, in seconds, and what it may take on top of that.
READ_TIMEOUT, TURNING = 4, 0.5
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"} | {
    name: os.environ[name] for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")}
# Who waits for an image while each of the hosts dies in its turn has asked them all.
BETWEEN_KILLS = 3
unmet = []


def say(row, words, seen, bar=None, is_met=True):
    if not is_met:
        unmet.append(words)
    beside = "" if bar is None else f"{bar:>14}   {'met' if is_met else 'NOT MET'}"
    print(f"{row:>3}  {words:<62} {seen:>12} {beside}", flush=True)


class Place:
    """An empty bucket, a folder of images, and whoever counts what is put there."""
    numbers = itertools.count()

    def __init__(self, work, images):
        self.work = work / f"place-{next(self.numbers)}"
        self.work.mkdir()
        self.images = images
        self.gate = Gate(os.environ["S3_ENDPOINT"])
        self.bucket = BucketWriter(
            os.environ["S3_ENDPOINT"], os.environ["AWS_ACCESS_KEY_ID"], os.environ["AWS_SECRET_ACCESS_KEY"])
        self.bucket.name = f"cluster-{self.work.name}"
        self.bucket.put(f"/{self.bucket.name}")
        self.store = f"s3://{self.bucket.name}/p?endpoint={self.gate.endpoint}"

    def cluster(self, *flags):
        return Cluster(self.work, self.images, self.store, *flags, env=ENVIRONMENT)

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
    came = first_asks(cluster.ports, paths, FIRST_ASKS)
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
    place = Place(work, drawn(work, 6000, 4000))
    cluster = place.cluster("--lease", "10", "--cut-wait", "2")
    paths = [f"/images/{number}.jpg/tiles/0/0_0.jpg" for number in range(IMAGES)]
    visitors = Visitors(cluster.port, paths, FIRST_ASKS)
    begun = time.monotonic()
    for number in range(KILLS):
        time.sleep(BETWEEN_KILLS)
        if place.published() == IMAGES:
            break
        cluster.kill(number % 3)
        time.sleep(1)
        cluster.begin(number % 3)
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


def tell(visitors):
    for path, status in visitors.failures[:10]:
        print(f"     {path}: {status}")


def share(times, part):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))]


def failures(work):
    """All is published, and looked at while hosts are killed and unplugged, and the store is."""
    place = Place(work, drawn(work, 1600, 1200))
    cluster = place.cluster("--cut-wait", "2")
    paths = [f"/images/{number}.jpg/tiles/{level}/{column}_{row}.jpg" for number in range(IMAGES)
             for level, columns, rows in ((0, 6, 4), (1, 3, 2)) for column in range(columns) for row in range(rows)]
    came = first_asks(cluster.ports, [f"{path}?wait=60" for path in paths], 3)
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
    say(13, f"failed of {answers} requests, {cluster.kills} kills, {UNPLUGGINGS} unpluggings", failed, 0, not failed)
    tell(visitors)
    slowest, most = max(visitors.times), READ_TIMEOUT + TURNING
    say(13, "the slowest, s", f"{slowest:.2f}", f"<= {most}", slowest <= most)
    for name, times in (("before", before), ("store stopped for 6 s and back", during), ("all of it", visitors.times)):
        say(13, f"median and p99, {name}, ms", f"{1000 * share(times, 0.5):.2f} {1000 * share(times, 0.99):.1f}")
    cluster.end()


ROWS = {"once": once, "kills": kills, "failures": failures}


def main():
    work = pathlib.Path(sys.argv[1])
    work.chmod(0o755)
    print(f"row  what{'':<64} seen            bar")
    for row in sys.argv[2:] or ROWS:
        ROWS[row](work)
    return 1 if unmet else 0


sys.exit(main())
