"""Where the tiles of a pyramid lie: of a real one, or of one made up after the sizes of many."""
import math
import random
import struct

# Bytes of the numbers of TIFF, by the type of a field.
SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 16: 8}
LETTERS = {1: "B", 2: "B", 3: "H", 4: "I", 16: "Q"}
WIDTH, HEIGHT, TILE_WIDTH, TILE_HEIGHT, OFFSETS, LENGTHS = 256, 257, 322, 323, 324, 325
LEVELS_BELOW = 330
MOST_VALUES = 50_000_000


class Level:
    """One size of the image, with (offset, length) of each tile, row by row."""

    def __init__(self, width, height, tile, places):
        self.width, self.height, self.tile, self.places = width, height, tile, places
        self.columns = -(-width // tile)
        self.rows = -(-height // tile)
        if len(places) != self.columns * self.rows:
            raise ValueError(f"{len(places)} tiles where there are {self.columns} x {self.rows}")

    def place(self, column, row):
        return self.places[row * self.columns + column]


class Layout:
    """A file: its levels from the largest, its size, and what of it comes as the image is opened."""

    def __init__(self, levels, size, opened):
        self.levels, self.size, self.opened = levels, size, opened

    @property
    def tiles(self):
        return sum(len(level.places) for level in self.levels)


def modelled(width, height, seed, tile=256, mean=11_500):
    """A pyramid as ours are: levels from the smallest, tiles in rows, the index before them."""
    numbers = random.Random(seed)
    sizes = [(width, height)]
    while max(sizes[-1]) > tile:
        sizes.append(tuple(max(1, -(-side // 2)) for side in sizes[-1]))
    counts = [-(-w // tile) * -(-h // tile) for w, h in sizes]
    index = 4096 + 12 * sum(counts)
    at, levels = index, []
    for (w, h), count in reversed(list(zip(sizes, counts))):
        places = []
        for _ in range(count):
            length = max(300, round(numbers.lognormvariate(math.log(mean), 0.5) * 0.88))
            places.append((at, length))
            at += length
        levels.insert(0, Level(w, h, tile, places))
    return Layout(levels, at, [(0, min(at, 512 << 10))])


def read(path):
    """The layout of a pyramid in a TIFF or BigTIFF file."""
    with open(path, "rb") as file:
        return _TIFF(file).layout()


class _TIFF:
    def __init__(self, file):
        self.file = file
        self.size = file.seek(0, 2)
        head = self.bytes(0, 16)
        self.order = {b"II": "<", b"MM": ">"}.get(head[:2])
        version = struct.unpack((self.order or "<") + "H", head[2:4])[0]
        if not self.order or version not in (42, 43):
            raise ValueError("this is no TIFF file")
        self.is_big = version == 43
        self.first = self.numbers(head[8:16], "Q")[0] if self.is_big else self.numbers(head[4:8], "I")[0]

    def bytes(self, offset, count):
        if offset < 0 or offset + count > self.size:
            raise ValueError(f"bytes {offset} to {offset + count} of a file of {self.size}")
        self.file.seek(offset)
        return self.file.read(count)

    def numbers(self, data, letter):
        return struct.unpack(f"{self.order}{len(data) // struct.calcsize('=' + letter)}{letter}", data)

    def directory(self, offset):
        """Its fields by number, where the next one lies, and where their values do."""
        width, head, letter = (20, 8, "Q") if self.is_big else (12, 2, "H")
        count = self.numbers(self.bytes(offset, head), letter)[0]
        if count > 4096:
            raise ValueError(f"a directory of {count} fields")
        data = self.bytes(offset + head, count * width + (8 if self.is_big else 4))
        fields, tables = {}, [(offset, head + len(data))]
        inline = 8 if self.is_big else 4
        for at in range(0, count * width, width):
            number, kind = self.numbers(data[at:at + 4], "H")
            values = self.numbers(data[at + 4:at + 4 + inline], "Q" if self.is_big else "I")[0]
            if kind not in LETTERS or values > MOST_VALUES:
                continue
            length, place = values * SIZES[kind], data[at + width - inline:at + width]
            if length > inline:
                offset_of_values = self.numbers(place, "Q" if self.is_big else "I")[0]
                tables.append((offset_of_values, length))
                place = self.bytes(offset_of_values, length)
            fields[number] = self.numbers(place[:length], LETTERS[kind])
        tail = data[count * width:]
        return fields, self.numbers(tail, "Q" if self.is_big else "I")[0], tables

    def layout(self):
        levels, tables, waiting, seen = [], [], [self.first], set()
        while waiting:
            offset = waiting.pop(0)
            if not offset or offset in seen:
                continue
            seen.add(offset)
            fields, following, mine = self.directory(offset)
            waiting += list(fields.get(LEVELS_BELOW, ())) + [following]
            if OFFSETS not in fields or fields[TILE_WIDTH] != fields[TILE_HEIGHT]:
                continue
            width, height, side = (fields[name][0] for name in (WIDTH, HEIGHT, TILE_WIDTH))
            count = -(-width // side) * -(-height // side)
            places = list(zip(fields[OFFSETS], fields[LENGTHS]))[:count]
            levels.append(Level(width, height, side, places))
            tables += mine
        if not levels:
            raise ValueError("this file has no tiles")
        levels.sort(key=lambda level: -level.width)
        return Layout(levels, self.size, [(0, min(self.size, 512 << 10)), *tables])
