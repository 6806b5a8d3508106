"""Copies of far pyramids as hosts keep them, block by block, and which requests fill them.

These are the rules of FetchRules/RangePlan and Sources/Far/CopyShelf, said a second time: the
self-check holds them against a naive reading, the check beside a server against what it does."""
import collections

BLOCK, GAP, AROUND, LONGEST = 4096, 65_536, 32_768, 4 << 20
# Tiles on each side that are read along, and how far that goes.
NEIGHBOURS, FARTHEST = 4, 131_072
ABSENT, COMING, PRESENT = 0, 1, 2


def blocks_of(start, end):
    return range(start // BLOCK, (end - 1) // BLOCK + 1) if end > start else range(0)


class Copy:
    """What is here of one file, and what is on its way."""

    def __init__(self, size, opened=(), around=AROUND):
        self.size, self.around = size, around
        self.blocks = bytearray(-(-size // BLOCK))
        for offset, length in opened:
            self.set(blocks_of(offset, min(size, offset + length)), PRESENT)

    @property
    def bytes(self):
        return (len(self.blocks) - self.blocks.count(ABSENT)) * BLOCK

    def set(self, blocks, state):
        self.blocks[blocks.start:blocks.stop] = bytes([state]) * len(blocks)

    def holds(self, place):
        blocks = blocks_of(place[0], place[0] + place[1])
        return self.blocks.count(PRESENT, blocks.start, blocks.stop) == len(blocks)

    def is_coming(self, place):
        """Whether nothing of it has to be asked for."""
        blocks = blocks_of(place[0], place[0] + place[1])
        return self.blocks.find(ABSENT, blocks.start, blocks.stop) < 0

    def plan(self, places):
        """Ranges of blocks that bring what is wanted of all these; they are on their way from now on."""
        runs = []
        for offset, length in sorted(places):
            for block in blocks_of(offset, min(self.size, offset + length)):
                if self.blocks[block] != ABSENT or runs and block < runs[-1][1]:
                    continue
                if runs and block - runs[-1][1] <= GAP // BLOCK and self.is_free(runs[-1][1], block):
                    runs[-1][1] = block + 1
                else:
                    runs.append([block, block + 1])
        fetches = []
        for start, end in self.widened(runs, self.reach(places) // BLOCK):
            for at in range(start, end, LONGEST // BLOCK):
                piece = range(at, min(end, at + LONGEST // BLOCK))
                self.set(piece, COMING)
                fetches.append(piece)
        return fetches

    def is_free(self, start, end):
        return self.blocks.count(ABSENT, start, end) == end - start

    def reach(self, places):
        """How far is read around them, in bytes."""
        if not self.around or not places:
            return self.around
        mean = sum(length for _, length in places) // len(places)
        return max(self.around, min(NEIGHBOURS * mean, FARTHEST))

    def widened(self, runs, around):
        wide = []
        for first, last in runs:
            floor = max(0, first - around, wide[-1][1] if wide else 0)
            start = first
            while start > floor and self.blocks[start - 1] == ABSENT:
                start -= 1
            top, end = min(len(self.blocks), last + around), max(last, start)
            while end < top and self.blocks[end] == ABSENT:
                end += 1
            if wide and wide[-1][1] >= start:
                wide[-1][1] = max(wide[-1][1], end)
            else:
                wide.append([start, end])
        return wide

    def arrive(self, fetch):
        self.set(fetch, PRESENT)

    def bytes_of(self, fetch):
        return min(self.size, fetch.stop * BLOCK) - fetch.start * BLOCK


class Shelf:
    """The copies of a host: whoever has not been asked for longest makes room as a whole."""

    def __init__(self, budget):
        self.budget, self.held, self.evicted = budget, 0, 0
        self.copies = collections.OrderedDict()

    def find(self, name):
        copy = self.copies.get(name)
        if copy:
            self.copies.move_to_end(name)
        return copy

    def keep(self, name, copy):
        self.copies[name] = copy
        self.grow(name, copy.bytes)

    def grow(self, name, count):
        """So many bytes more of this one: others go for them."""
        self.held += count
        while self.held > self.budget and len(self.copies) > 1:
            oldest = next(iter(self.copies))
            if oldest == name:
                break
            self.held -= self.copies.pop(oldest).bytes
            self.evicted += 1

    def clear(self):
        self.copies.clear()
        self.held = 0


class TileCache:
    """What stands before the hosts: nginx or a CDN, which keep tiles by their addresses."""

    def __init__(self, budget):
        self.budget, self.held = budget, 0
        self.tiles = collections.OrderedDict()

    def has(self, address):
        if address not in self.tiles:
            return False
        self.tiles.move_to_end(address)
        return True

    def keep(self, address, length):
        if not self.budget or address in self.tiles:
            return
        self.tiles[address] = length
        self.held += length
        while self.held > self.budget:
            self.held -= self.tiles.popitem(last=False)[1]
