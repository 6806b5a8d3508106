"""Blocks of drawn levels, held against what is drawn at one go."""
import random

import numpy


def hold_blocks(service, name, drawn_whole):
    """Compares tiles of 26 random blocks at five densities; `drawn_whole` draws a width and a height."""
    choice = random.Random(2)
    levels = {level["reduction"]: level for level in service.get(f"/images/{name}").json["levels"]}
    for exponent, count in [(0, 2), (-1, 4), (-2, 6), (-3, 7), (-4, 7)]:
        level = levels[exponent]
        whole = drawn_whole(level["width"], level["height"]).astype(int)
        for _ in range(count):
            # The tiles on both sides of a corner where blocks meet, or tiles where there is one block.
            blocks = (-(-level["columns"] // 4), -(-level["rows"] // 4))
            column = min(4 * choice.randrange(blocks[0]), level["columns"] - 1)
            row = min(4 * choice.randrange(blocks[1]), level["rows"] - 1)
            for x in {max(0, column - 1), column}:
                for y in {max(0, row - 1), row}:
                    tile = service.get(f"/images/{name}/tiles/{exponent}/{x}_{y}.png")
                    assert tile.status == 200
                    pixels = tile.pixels.astype(int)[:, :, :3]
                    high, wide = pixels.shape[:2]
                    part = whole[256 * y:256 * y + high, 256 * x:256 * x + wide]
                    far = numpy.abs(pixels - part).max(axis=2)
                    # Letters that are turned may land half a pixel elsewhere, away from the lines.
                    edge = numpy.ones_like(far, bool)
                    edge[3:-3, 3:-3] = False
                    assert far[edge].max() <= 16, (exponent, x, y)
                    assert (far > 16).mean() < 0.01, (exponent, x, y)
