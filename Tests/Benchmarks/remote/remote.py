#!/usr/bin/env python3
"""Images that lie elsewhere beside the requests that they cost; see remote.sh.

    remote.py IMAGE PYRAMID COG ROW...

The store is a host of this machine that waits FAR_DELAY seconds (0.02) before each answer. What is
measured and its peer take turns; medians, and ratios to the peer.
"""
import pathlib
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import engines
import here
from ground import NUMBERS, ROUNDS, TILE, Far, in_turns, say, seconds, view, views


def cold(files):
    """A tile that is not here, its image open."""
    far = Far(files)
    far.tile(0, 0)
    places = [(column, row) for column in range(3, 48, 6) for row in range(2, 35, 4)]
    NUMBERS.shuffle(places)
    in_turns(4, "a cold tile; a range of as many bytes", lambda: far.tile(*places.pop()),
             lambda: far.range("far.tif", far.anywhere(TILE), TILE))
    far.end()


def streamed(files):
    far = Far(files)
    far.tile(0, 0)
    places, seen = views(), []
    rounds = min(ROUNDS, len(places) - 1)
    before = far.asked()

    def peer():
        """As many bytes."""
        length = seen[-1][1]
        far.range("far.tif", far.anywhere(length), length)
    times = [(seconds(lambda: seen.append(view(far.viewer, places.pop()))), seconds(peer)) for _ in range(rounds)]
    tiles = [one for one, _ in seen]
    mine, its = (statistics.median(1000 * one for one in column) for column in zip(*times))
    say(5, f"a view of {statistics.median(tiles):.0f} cold tiles in one stream; one range, ms", mine, its)
    asked = far.host.count("") - before[0] - rounds
    say(5, "... its requests; its tiles", asked / rounds, statistics.mean(tiles))
    far.end()


def clients(files):
    """As OpenSeadragon asks: 40 tiles over six connections."""
    far = Far(files)
    far.tile(0, 0)
    places = [(x // 256, y // 256) for x, y in views()]
    times = []
    with ThreadPoolExecutor(6) as pool:
        for left, top in places[:12]:
            wanted = [(left - 4 + column, top - 2 + row) for row in range(5) for column in range(8)]
            wanted.sort(key=lambda one: abs(one[0] - left) + abs(one[1] - top))
            times.append((
                seconds(lambda: list(pool.map(lambda one: far.tile(*one), wanted))),
                seconds(lambda: list(pool.map(
                    lambda _: far.range("far.tif", far.anywhere(TILE), TILE), wanted)))))
    mine, its = (statistics.median(1000 * one for one in column) for column in zip(*times))
    say(6, "40 tiles over 6 connections; 40 ranges over 6, ms", mine, its)
    far.end()


def visits(files):
    """Pans and zooms through an image: GETs a tile, and bytes beside those of the tiles."""
    for way in ("streamed", "single"):
        far = Far(files)
        far.tile(0, 0)
        asked, sent = far.asked()
        tiles = used = 0
        seen = set()
        for visit in range(8):
            x, y = NUMBERS.randrange(1500, 11_000), NUMBERS.randrange(1200, 8000)
            for _ in range(20):
                x = min(max(x + NUMBERS.randrange(-900, 901), 1000), 11_700)
                y = min(max(y + NUMBERS.randrange(-600, 601), 700), 8500)
                answer = far.service.get(
                    "/images/far.tif/viewport?zoom=1&bounds=1900,1140"
                    f"&center={x},{y}&prefetch=0").json
                wanted = [one["url"] for one in answer["tiles"]]
                fresh = [one for one in wanted if one not in seen]
                seen.update(fresh)
                tiles += len(fresh)
                if way == "streamed":
                    view(far.viewer, (x, y))
                for one in fresh:
                    got = far.service.get(one)
                    assert got.status == 200
                    used += len(got.body)
        now = far.asked()
        say(7, f"{way}: GETs; tiles", now[0] - asked, tiles, 0)
        say(7, f"{way}: bytes; those of the tiles", (now[1] - sent) / 1e6, used / 1e6)
        far.end()


def index(files):
    """The first tile of an image that nobody here has opened."""
    for name in ("far.tif", "cog.tif"):
        far = Far(files)
        took = seconds(lambda: far.tile(5, 5, name=name))
        asked, sent = far.asked()
        peer = statistics.median(seconds(lambda: far.range(name, 0, TILE)) for _ in range(5))
        say(8 if name == "far.tif" else 16, f"first tile of {name}; a range, ms", 1000 * took, 1000 * peer)
        print(f"     ... in {asked} requests and {sent / 1e6:.2f} MB of {far.size[name] / 1e6:.0f} MB")
        far.end()


def stopped(files):
    """Tiles that are here while the engine is silent, what is not here, and the end of that."""
    far = Far(files)
    here = [(column, row) for column in range(8) for row in range(8)]
    for place in here:
        far.tile(*place)

    def slowest():
        return sorted(seconds(lambda: far.tile(*place)) for _ in range(20) for place in here)[-13]

    before = slowest()
    far.host.is_silent = True
    while not far.service.metrics()['breaker_open{engine="root"}']:
        far.service.get(f"/images/none-{NUMBERS.random()}.jpg")
    say(14, "tiles that are here, engine silent; before, p99, ms", 1000 * slowest(), 1000 * before, 2)
    refused = sorted(
        seconds(lambda: far.service.get(f"/images/none-{NUMBERS.random()}.jpg")) for _ in range(100))[-2]
    print(f" 14  what is not here, p99: {1000 * refused:.1f} ms")
    far.host.is_silent = False
    back = seconds(lambda: until(lambda: far.service.get("/images/cog.tif").status == 200))
    print(f" 15  the first answer after the engine came back: {back:.2f} s")
    far.end()


def until(condition):
    while not condition():
        time.sleep(0.02)


ROWS = {"cold": cold, "view": streamed, "clients": clients, "visits": visits, "index": index, "stopped": stopped,
        "whole": here.whole, "memory": here.memory, "ceph": engines.ceph, "cut": engines.cut, "published": engines.published,
        "thread": engines.thread}


def main():
    image, pyramid, cog, *wanted = sys.argv[1:]
    files = {"118.jpg": pathlib.Path(image).read_bytes(), "far.tif": pathlib.Path(pyramid).read_bytes(),
             "cog.tif": pathlib.Path(cog).read_bytes()}
    print(f"row  what; beside what{'':<44} ours      peer   ratio")
    for row in wanted:
        ROWS[row](files)


main()
