"""Visitors, what stands before the hosts, hosts with copies, and an engine, event by event."""
import bisect
import collections
import heapq
import itertools
import math
import random
import zlib

from copies import Copy, Shelf, TileCache
from visits import views

# Of an engine, in seconds: half of its answers begin by then, and 99 of a hundred.
HALF, NEARLY_ALL = 0.015, 0.200
BANDWIDTH = 80e6
# Of a tile that is here: through a host, and from what stands before the hosts.
FROM_HOST, FROM_EDGE = 0.001, 0.005
# How long a proxy takes to turn to another host.
TURNING = 0.3
OPENING = 512 << 10
# Of a stream.
FETCHED_TOGETHER = 64


class Clock:
    def __init__(self):
        self.now, self.line, self.numbers = 0.0, [], itertools.count()

    def after(self, seconds, action):
        heapq.heappush(self.line, (self.now + seconds, next(self.numbers), action))

    def run(self):
        while self.line:
            self.now, _, action = heapq.heappop(self.line)
            action()


class Engine:
    """An object store as one host sees it: latency, pace, and second requests where the first is slow."""

    def __init__(self, clock, numbers, counts, fetches=64, is_hedged=True):
        self.clock, self.numbers, self.counts = clock, numbers, counts
        self.room, self.line, self.is_hedged = fetches, collections.deque(), is_hedged
        self.times = collections.deque(maxlen=128)
        self.limit, self.asked, self.twice = None, 0, 0
        self.spread = math.log(NEARLY_ALL / HALF) / 2.326

    def get(self, length, done):
        self.line.append((length, done))
        self.turn()

    def turn(self):
        while self.room and self.line:
            self.room -= 1
            self.begin(*self.line.popleft())

    def latency(self, length):
        return self.numbers.lognormvariate(math.log(HALF), self.spread) + length / BANDWIDTH

    def begin(self, length, done):
        self.counts["fetches"] += 1
        self.counts["bytes"] += length
        self.asked += 1
        took = self.latency(length)
        if self.is_hedged and self.limit and took > self.limit and self.twice < 0.05 * self.asked:
            self.twice += 1
            self.counts["hedged"] += 1
            took = min(took, self.limit + self.latency(length))
        self.note(took)

        def end():
            self.room += 1
            done()
            self.turn()
        self.clock.after(took, end)

    def note(self, took):
        self.times.append(took)
        if len(self.times) >= 20 and self.asked % 16 == 0:
            usual = sorted(self.times)[(len(self.times) - 1) * 95 // 100]
            self.limit = max(1.5 * usual, 0.1)


class Host:
    """Answers with tiles of copies; what is missing comes from the engine."""

    def __init__(self, number, clock, engine, layouts, budget, counts, around):
        self.number, self.clock, self.engine, self.layouts = number, clock, engine, layouts
        self.shelf, self.counts, self.around = Shelf(budget), counts, around
        self.opening, self.waiting = {}, collections.defaultdict(list)
        self.is_up, self.life = True, 0
        self.pending = {}
        self.tickets = itertools.count()

    def kill(self):
        """Its copies are gone with it; whoever waits for it is told so."""
        self.is_up = False
        self.life += 1
        self.shelf.clear()
        self.opening.clear()
        self.waiting.clear()
        left, self.pending = list(self.pending.values()), {}
        for _, lost in left:
            lost()

    def ask(self, image, tiles, done, lost):
        ticket = next(self.tickets)
        self.pending[ticket] = (done, lost)

        def end():
            kept = self.pending.pop(ticket, None)
            if kept:
                self.clock.after(FROM_HOST, kept[0])
        copy = self.shelf.find(image)
        if copy:
            return self.bring(image, copy, tiles, end)
        if image not in self.opening:
            self.opening[image] = []
            self.open(image)
        self.opening[image].append((tiles, end))

    def open(self, image):
        layout, life = self.layouts(image), self.life

        def opened():
            if life != self.life:
                return
            copy = Copy(layout.size, layout.opened, self.around)
            self.shelf.keep(image, copy)
            for tiles, end in self.opening.pop(image):
                self.bring(image, copy, tiles, end)
        self.counts["openings"] += 1
        self.engine.get(min(layout.size, OPENING), opened)

    def bring(self, image, copy, tiles, end):
        layout = self.layouts(image)
        places = [layout.levels[level].place(column, row) for level, column, row in tiles]
        missing = [place for place in places if not copy.holds(place)]
        self.counts["copy"] += len(places) - len(missing)
        self.counts["engine"] += len(missing)
        self.counts["used"] += sum(length for _, length in missing)
        if not missing:
            return end()
        self.waiting[id(copy)].append((missing, end))
        life = self.life
        for fetch in copy.plan(missing):
            length = copy.bytes_of(fetch)
            if self.shelf.copies.get(image) is copy:
                self.shelf.grow(image, length)

            def arrived(fetch=fetch):
                if life == self.life:
                    copy.arrive(fetch)
                    self.tell(copy)
            self.engine.get(length, arrived)

    def tell(self, copy):
        still = []
        for missing, end in self.waiting.pop(id(copy), []):
            if all(copy.holds(place) for place in missing):
                end()
            else:
                still.append((missing, end))
        if still:
            self.waiting[id(copy)] = still


class Cluster:
    """All of it; `play` ends when the last visitor has gone."""

    def __init__(self, options, layouts):
        self.options = options
        self.numbers = random.Random(options.seed)
        self.clock, self.counts = Clock(), collections.Counter()
        self.latencies, self.begun, self.under_way = [], 0, 0
        self.kinds = layouts
        mean = sum(layout.size for layout in layouts) / len(layouts)
        catalogue = mean * options.images
        self.edge = TileCache(options.edge * catalogue)
        self.hosts = []
        for number in range(options.hosts):
            engine = Engine(
                self.clock, self.numbers, self.counts, options.fetches, not options.no_hedging)
            self.hosts.append(Host(
                number, self.clock, engine, self.layout, options.copies * catalogue / options.hosts,
                self.counts, options.around << 10))
        self.weights = list(itertools.accumulate(
            rank ** -options.zipf for rank in range(1, options.images + 1)))

    def layout(self, image):
        return self.kinds[zlib.crc32(b"%d" % image) % len(self.kinds)]

    def host(self, image):
        """By the image, as nginx hashes it; of those that are up."""
        up = [host for host in self.hosts if host.is_up] or self.hosts
        return max(up, key=lambda host: zlib.crc32(b"%d %d" % (image, host.number)))

    def play(self):
        at = 0.0
        for number in range(self.options.visits):
            at += self.numbers.expovariate(self.options.rate)
            self.clock.after(at, lambda number=number: self.arrive(number))
        for number in range(self.options.kills):
            when = at * (number + 1) / (self.options.kills + 1)
            self.clock.after(when, lambda number=number: self.kill(number % len(self.hosts)))
        self.clock.run()
        return self.counts

    def kill(self, number):
        host = self.hosts[number]
        if not host.is_up or sum(other.is_up for other in self.hosts) == 1:
            return
        self.counts["kills"] += 1
        host.kill()
        self.clock.after(self.options.restart, lambda: setattr(host, "is_up", True))

    def arrive(self, number):
        # What happens until caches are warm is no measure of what they do.
        if number == int(self.options.visits * self.options.warm):
            self.counts.clear()
            self.latencies.clear()
            self.begun = self.under_way
        image = bisect.bisect_left(self.weights, self.numbers.random() * self.weights[-1])
        self.look(image, views(self.layout(image), number))

    def look(self, image, steps):
        tiles = next((tiles for tiles in steps if tiles), None)
        if not tiles:
            return
        begun, view = self.clock.now, View(self, image, tiles)
        self.begun += 1
        self.under_way += 1

        def seen():
            self.under_way -= 1
            self.latencies.append(self.clock.now - begun)
            pause = self.numbers.expovariate(1 / self.options.pause)
            self.clock.after(pause, lambda: self.look(image, steps))
        view.begin(seen)


class View:
    """Tiles that somebody wants now: one by one over some connections, or in one stream."""

    def __init__(self, cluster, image, tiles):
        self.cluster, self.image, self.left, self.under_way = cluster, image, collections.deque(tiles), 0

    def begin(self, seen):
        self.seen = seen
        self.cluster.counts["tiles"] += len(self.left)
        if self.cluster.options.streams:
            together = FETCHED_TOGETHER
            self.left = collections.deque(
                list(self.left)[at:at + together] for at in range(0, len(self.left), together))
        self.go_on()

    def go_on(self):
        connections = 1 if self.cluster.options.streams else self.cluster.options.connections
        while self.left and self.under_way < connections:
            self.under_way += 1
            self.ask(self.left.popleft())
        if not self.under_way:
            self.seen()

    def came(self):
        self.under_way -= 1
        self.go_on()

    def ask(self, wanted):
        cluster, image = self.cluster, self.image
        if cluster.options.streams:
            return self.ask_host(wanted, self.came)
        if cluster.edge.has((image, wanted)):
            cluster.counts["edge"] += 1
            return cluster.clock.after(FROM_EDGE, self.came)

        def came():
            level, column, row = wanted
            length = cluster.layout(image).levels[level].place(column, row)[1]
            cluster.edge.keep((image, wanted), length)
            self.came()
        self.ask_host([wanted], came)

    def ask_host(self, tiles, done):
        cluster = self.cluster

        def lost():
            cluster.counts["turned"] += 1
            cluster.clock.after(TURNING, lambda: self.ask_host(tiles, done))
        cluster.host(self.image).ask(self.image, tiles, done, lost)
