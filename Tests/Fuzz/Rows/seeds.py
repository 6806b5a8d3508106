"""Writes streams as zlib packs them, the parts of small PNG files of every kind and filter, and small
TIFF files in strips and tiles."""
import pathlib
import sys
import zlib

import numpy
import tifffile

folder = pathlib.Path(sys.argv[1])
numbers = numpy.random.default_rng(1)
texts = [
    b"", b"a", b"abcabcabcabc" * 40, bytes(range(256)) * 3, bytes(1000),
    numbers.integers(0, 256, 700, dtype=numpy.uint8).tobytes(),
    numbers.integers(0, 5, 1500, dtype=numpy.uint8).tobytes(),
    numpy.cumsum(numbers.integers(-2, 3, 1500)).astype(numpy.uint8).tobytes(),
]
for index, text in enumerate(texts):
    for level in (0, 1, 9):
        for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FIXED, zlib.Z_HUFFMAN_ONLY):
            packer = zlib.compressobj(level, zlib.DEFLATED, -15, strategy=strategy)
            body = packer.compress(text) + packer.flush()
            (folder / f"stream-{index}-{level}-{strategy}").write_bytes(b"\0" + body)

channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
for color, depths in {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}.items():
    for depth in depths:
        for width, height in ((1, 1), (13, 7)):
            for transparent in (False, True):
                row = (width * channels[color] * depth + 7) // 8
                colors = min(200, 1 << depth) if color == 3 else 0
                key = {0: 2, 2: 6, 3: 2}.get(color, 0) if transparent else 0
                head = bytes([width - 1, height - 1, depth, color, 0, colors, key, 99])
                most = 200 if color == 3 and depth == 8 else 256
                rows = b"".join(
                    bytes([y % 5]) + numbers.integers(0, most, row, dtype=numpy.uint8).tobytes()
                    for y in range(height))
                palette = numbers.integers(0, 256, 3 * colors + key, dtype=numpy.uint8).tobytes()
                name = f"picture-{color}-{depth}-{width}-{transparent}"
                (folder / name).write_bytes(b"\1" + head + palette + rows)

for samples, photometric, extra in ((1, "minisblack", 0), (2, "minisblack", 1), (3, "rgb", 0), (4, "rgb", 1)):
    for dtype in (numpy.uint8, numpy.uint16):
        for order, rows in (("<", 1), (">", 4), ("<", 11), (">", None)):
            for compression, predictor in (
                    (None, False), ("lzw", False), ("lzw", True), ("zlib", False), ("zlib", True),
                    ("packbits", False)):
                for planar in (False, True) if samples > 1 else (False,):
                    picture = numpy.cumsum(numbers.integers(-2, 3, (11, 9, samples)), 1).astype(dtype)
                    path = folder / (
                        f"parts-{samples}-{dtype.__name__}-{order == '<'}-{rows}-{compression}-{predictor}-{planar}")
                    if planar:
                        picture = numpy.moveaxis(picture, 2, 0)
                    tifffile.imwrite(
                        path, picture if samples > 1 else picture[..., 0], photometric=photometric,
                        planarconfig="separate" if planar else "contig", compression=compression,
                        predictor=predictor, byteorder=order, rowsperstrip=rows,
                        tile=None if rows else (16, 16), metadata=None, software=False,
                        extrasamples=["unassalpha"] if extra else None)
                    path.write_bytes(b"\2" + path.read_bytes())
