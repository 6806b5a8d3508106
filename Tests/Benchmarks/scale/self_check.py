"""The simulator's own rules against simpler ones; ends with 1 and says so where they differ."""
import bisect
import collections
import itertools
import random
import types

import layout
from cluster import Cluster
from copies import ABSENT, BLOCK, COMING, GAP, LONGEST, PRESENT, Copy, blocks_of
from popularity import Catalogue, hits
from visits import shown, views


def plans_bring_what_is_wanted(say):
    """Every block that is wanted and absent, none that is here or coming, no gaps beyond the rule."""
    numbers = random.Random(7)
    for _ in range(400):
        size = numbers.randrange(1, 600) * BLOCK + numbers.choice([0, 1, BLOCK - 1])
        copy = Copy(size)
        for block in range(len(copy.blocks)):
            copy.blocks[block] = numbers.choices([ABSENT, COMING, PRESENT], [8, 1, 1])[0]
        before = bytes(copy.blocks)
        places = [
            (start, numbers.randrange(1, 40_000))
            for start in (numbers.randrange(size) for _ in range(numbers.randrange(1, 9)))]
        fetches = copy.plan(places)
        fetched = [block for fetch in fetches for block in fetch]
        wanted = {
            block for start, length in places for block in blocks_of(start, min(size, start + length))
            if before[block] == ABSENT}
        say(len(fetched) == len(set(fetched)), "blocks are asked for twice")
        say(wanted <= set(fetched), "a block that is wanted is not asked for")
        say(all(before[block] == ABSENT for block in fetched), "a block is asked for that is here")
        say(all(len(fetch) <= LONGEST // BLOCK for fetch in fetches), "a request is too long")
        reach = (GAP + 2 * copy.reach(places)) // BLOCK
        say(all(any(abs(block - one) <= reach for one in wanted) for block in fetched),
            "a block is asked for that lies far from all that is wanted")


def kept_shares_are_those_of_played_caches(say):
    """Two caches in a row, played item by item, beside what the formula says."""
    for exponent, first, second in [(0.9, 0.01, 0.05), (1.1, 0.01, 0.05), (0.7, 0.02, 0.02)]:
        items, requests, numbers = 10_000, 120_000, random.Random(3)
        weights = list(itertools.accumulate(rank ** -exponent for rank in range(1, items + 1)))
        caches = [(collections.OrderedDict(), int(first * items)),
                  (collections.OrderedDict(), int(second * items))]
        asked, found = [0, 0], [0, 0]
        for number in range(requests):
            item = bisect.bisect_left(weights, numbers.random() * weights[-1])
            counts = number > requests // 3
            for tier, (cache, room) in enumerate(caches):
                asked[tier] += counts
                if item in cache:
                    cache.move_to_end(item)
                    found[tier] += counts
                    break
                cache[item] = True
                if len(cache) > room:
                    cache.popitem(last=False)
        told = hits(Catalogue(items, exponent), first, second)
        for tier in (0, 1):
            seen = found[tier] / asked[tier]
            say(abs(seen - told[tier]) < 0.03,
                f"Zipf {exponent}, tier {tier}: played {seen:.3f}, told {told[tier]:.3f}")


def views_show_the_image(say):
    """The whole image is one view's, and no visitor asks for a tile twice."""
    one = layout.modelled(8000, 6000, 1)
    number = shown(one, 1000 / 6000, 4000, 3000)[0][0]
    level = one.levels[number]
    say(len(shown(one, 1000 / 6000, 4000, 3000)) == len(level.places), "a view lacks tiles")
    for seed in range(50):
        tiles = [tile for view in views(one, seed) for tile in view]
        say(len(tiles) == len(set(tiles)), "a visitor asks for a tile twice")
        for number, column, row in tiles:
            offset, length = one.levels[number].place(column, row)
            say(0 < offset and offset + length <= one.size, "a tile lies outside its file")


def fleets_lose_nothing(say):
    """All tiles come from somewhere, the same each time, and every view comes, whoever is killed."""
    for streams, kills in [(False, 0), (True, 0), (False, 6), (True, 6)]:
        chosen = types.SimpleNamespace(
            images=40, visits=60, rate=20.0, pause=0.3, warm=0.0, hosts=3, kills=kills, restart=0.5,
            fetches=8, around=32, connections=6, seed=5, zipf=0.9, edge=0 if streams else 0.02,
            copies=0.1, streams=streams, no_hedging=False)
        fleets = [Cluster(chosen, [layout.modelled(3000, 2000, 1)]) for _ in range(2)]
        first, second = [fleet.play() for fleet in fleets]
        say(first == second, "the same fleet did two things")
        say(fleets[0].begun == len(fleets[0].latencies), "a view never came")
        say(first["kills"] == kills, "a host outlived its end")
        answered = first["edge"] + first["copy"] + first["engine"]
        say(answered >= first["tiles"] if kills else answered == first["tiles"],
            f"{answered} of {first['tiles']} tiles were answered")


def run():
    wrong = []
    for check in (plans_bring_what_is_wanted, kept_shares_are_those_of_played_caches,
                  views_show_the_image, fleets_lose_nothing):
        said = []
        check(lambda holds, words: None if holds else said.append(words))
        print(f"{'wrong' if said else 'right'}: {check.__name__.replace('_', ' ')}")
        wrong += said
    for words in wrong[:10]:
        print(f"  {words}")
    return 1 if wrong else 0
