"""Writes small TIFF files of every kind the reader knows: classic and big, both byte orders,
pages and SubIFDs, shared JPEG tables, alpha, sparse tiles, a description of our own."""
import pathlib
import struct
import sys

# As long with any numbers: blanks stand for digits.
DESCRIPTION = (
    '{"pyramidion":{"format":2,"index":{"checksums":[%5d,%5d,%5d],"length":2000,"place":%5d},'
    '"recipe":{"base":"auto","chroma":"4:2:0","format":"jpeg","keepsProfile":false,"quality":85,'
    '"tileSize":16},"source":{"modified":1,"name":"a","size":1},'
    '"version":"aaaaaaaaaaaaaaaa"}}\0'
)
WIDTHS = {1: 1, 2: 1, 3: 2, 4: 4, 7: 1, 16: 8}


def tiff(order, big, directories, data):
    """Directories are lists of (tag, type, values); an int value 'data' stands for the tiles."""
    letters = {3: "H", 4: "I", 16: "Q"}
    pointer = "Q" if big else "I"
    inline = 8 if big else 4
    head = 16 if big else 8
    sizes = [(8 if big else 2) + len(d) * (20 if big else 12) + inline for d in directories]
    starts = [head + sum(sizes[:i]) for i in range(len(sizes))]
    end = head + sum(sizes)
    extra = b""
    out = b"II" if order == "<" else b"MM"
    out += struct.pack(order + ("HHHQ" if big else "HI"), *((43, 8, 0, head) if big else (42, head)))
    chained = [i for i, d in enumerate(directories) if (254, 4, [99]) not in d]
    for number, directory in enumerate(directories):
        out += struct.pack(order + ("Q" if big else "H"), len(directory))
        for tag, kind, values in sorted(directory):
            if values == "subifd":
                values = [starts[-1]]
            if isinstance(values, bytes):
                raw, count = values, len(values)
            else:
                values = [len(data) and 2000 + 16 * v if tag == 324 else v for v in values]
                raw = struct.pack(order + str(len(values)) + letters[kind], *values)
                count = len(values)
            out += struct.pack(order + "HH" + pointer, tag, kind, count)
            if len(raw) <= inline:
                out += raw.ljust(inline, b"\0")
            else:
                out += struct.pack(order + pointer, end + len(extra))
                extra += raw
        later = [i for i in chained if i > number]
        out += struct.pack(order + pointer, starts[later[0]] if later and number in chained else 0)
    return (out + extra).ljust(2000, b"\0") + data


def directory(width, height, compression, photometric, samples, first, more=()):
    columns, rows = -(-width // 16), -(-height // 16)
    tiles = columns * rows
    return [
        (254, 4, [0 if first else 1]),
        (256, 4, [width]),
        (257, 4, [height]),
        (258, 3, [8] * samples),
        (259, 3, [compression]),
        (262, 3, [photometric]),
        (277, 3, [samples]),
        (322, 3, [16]),
        (323, 3, [16]),
        (324, 4, list(range(tiles))),
        (325, 4, [16] * tiles),
        *more,
    ]


def described(place):
    return (DESCRIPTION % (1900, 1940, 1960, place)).encode()


def crc32c(data):
    value = ~0
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = (value & 0xFFFFFFFF) >> 1 ^ (0x82F63B78 if value & 1 else 0)
    return ~value & 0xFFFFFFFF


def sealed(file):
    """What ours are: the description tells where it lies, and the index ends with its checksum."""
    place = file.index(b'{"pyramidion"')
    text = described(place)
    head = file[:place] + text + file[place + len(text) : 1996]
    return head + struct.pack("<I", crc32c(head)) + file[2000:]


def main(folder):
    tables = (347, 7, b"\xff\xd8\xff\xdb\x00\x03\x00\xff\xd9")
    kinds = {
        "tables": (7, 6, 3, [tables, (530, 3, [2, 2])]),
        "rgb": (7, 2, 3, [tables]),
        "webp": (50001, 2, 4, [(338, 3, [2])]),
        "deflate": (8, 1, 1, [(317, 3, [2])]),
        "lzw": (5, 2, 3, []),
        "raw": (1, 1, 2, [(338, 3, [1])]),
        "ours": (7, 1, 1, [(305, 2, b"Pyramidion\0"), (270, 2, described(0))]),
    }
    for name, (compression, photometric, samples, more) in kinds.items():
        for order in "<>":
            for big in (False, True):
                levels = [
                    directory(40, 20, compression, photometric, samples, True, more),
                    directory(20, 10, compression, photometric, samples, False),
                    directory(10, 5, compression, photometric, samples, False),
                ]
                file = tiff(order, big, levels, bytes(range(96)) * 2)
                if name == "ours":
                    file = sealed(file)
                label = f"{name}-{'big' if big else 'classic'}-{'le' if order == '<' else 'be'}"
                (folder / label).write_bytes(file)
    parent = directory(40, 20, 7, 6, 3, True, [tables, (330, 4, "subifd")])
    child = directory(20, 10, 7, 6, 3, False)
    child[0] = (254, 4, [99])
    (folder / "subifd").write_bytes(tiff("<", False, [parent, child], bytes(192)))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
