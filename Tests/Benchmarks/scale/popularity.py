"""Who is looked at how often, after Zipf, and what caches of the least recently used make of that.

Che's approximation: a cache of C items keeps each for the same time T after it was last asked for, and
T is what makes the expected number of kept items C."""
import math

EXACT = 1000
STEPS = 600


class Catalogue:
    """Items in groups of nearly the same popularity: (how many, rate of each); rates sum to 1."""

    def __init__(self, items, exponent):
        groups = []
        for rank in range(1, min(items, EXACT) + 1):
            groups.append((1, rank ** -exponent))
        if items > EXACT:
            edges = [
                EXACT * (items / EXACT) ** (step / STEPS) for step in range(STEPS + 1)]
            groups += [
                (end - start, math.sqrt(start * end) ** -exponent)
                for start, end in zip(edges, edges[1:])]
        total = sum(count * rate for count, rate in groups)
        self.items = items
        self.groups = [(count, rate / total) for count, rate in groups]


def kept_time(groups, room):
    """Che's T of a cache with room for so many items."""
    low, high = 0.0, 1.0
    while kept(groups, high) < room and high < 1e30:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if kept(groups, middle) < room else (low, middle)
    return high


def kept(groups, time):
    return sum(count * -math.expm1(-rate * time) for count, rate in groups)


def hits(catalogue, edge, hosts):
    """Hit ratios of a cache before the hosts and of the hosts behind it, which hold parts of the catalogue.

    What comes through the first comes at intervals longer than it keeps things: a miss is followed by
    another one only after everybody has been away for its T. So the second gains by what its own T
    is longer, which a stream of independent requests at the lower rate would overstate."""
    groups = catalogue.groups
    first = kept_time(groups, edge * catalogue.items) if edge else 0.0
    through = [(count, rate * math.exp(-rate * first)) for count, rate in groups]
    missed = sum(count * rate for count, rate in through)
    if not hosts:
        return 1 - missed, 0.0

    def gain(time):
        # The next request that comes through finds it: some chain of gaps shorter than the first T
        # ended, and all of it took less than the second.
        return [
            (count, rate * math.exp(-rate * first), -math.expm1(-rate * max(0.0, time - first)))
            for count, rate in groups]

    def held(time):
        # An item lies here while it is asked for, and for a time after; by its misses of the first.
        return sum(
            count * -math.expm1(-rate * math.exp(-rate * first) * time) for count, rate in groups)

    low, high, room = 0.0, 1.0, hosts * catalogue.items
    while held(high) < room and high < 1e30:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if held(middle) < room else (low, middle)
    found = sum(count * rate * share for count, rate, share in gain(high))
    return 1 - missed, found / missed
