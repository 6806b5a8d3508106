"""Writes small baseline JPEGs of every kind that the scan's reader takes: samplings, restarts,
optimised and standard tables, sizes that are no whole MCUs, flat and rough pictures."""
import io
import pathlib
import sys

import imagecodecs
import numpy
from PIL import Image

folder = pathlib.Path(sys.argv[1])
numbers = numpy.random.default_rng(1)
for width, height in [(40, 33), (64, 64), (17, 70), (7, 5)]:
    for grain in (0, 12, 90):
        y, x = numpy.mgrid[0:height, 0:width]
        smooth = numpy.stack([3 * x, 3 * y, 2 * x + y], 2)
        noise = numbers.integers(-grain, grain + 1, smooth.shape)
        pixels = numpy.clip(smooth + noise, 0, 255).astype(numpy.uint8)
        name = f"{width}-{height}-{grain}"
        for sampling in ("444", "422", "440", "420"):
            for optimize in (False, True):
                (folder / f"{name}-{sampling}-{optimize}").write_bytes(
                    imagecodecs.jpeg8_encode(
                        pixels, level=80, subsampling=sampling, optimize=optimize))
        for words in ({}, {"restart_marker_blocks": 2}, {"restart_marker_rows": 1}):
            for mode in ("RGB", "L"):
                data = io.BytesIO()
                Image.fromarray(pixels).convert(mode).save(data, "JPEG", quality=70, **words)
                (folder / f"{name}-{mode}-{len(words)}-{sum(map(ord, str(words)))}").write_bytes(
                    data.getvalue())
