"""Visits: what somebody looks at in an image, view by view, and which tiles that takes."""
import math
import random

SCREEN = (1600, 1000)


def shown(layout, zoom, x, y, screen=SCREEN):
    """The tiles of a view, centre first: (level, column, row).

    zoom: pixels of the screen by pixels of the image; x, y: the centre, in pixels of the image."""
    number = min(len(layout.levels) - 1, max(0, math.floor(math.log2(1 / zoom) + 0.01)))
    level = layout.levels[number]
    scale = level.width / layout.levels[0].width
    across, down = screen[0] / zoom * scale, screen[1] / zoom * scale
    left, top = x * scale - across / 2, y * scale - down / 2
    columns = range(
        max(0, int(left // level.tile)),
        min(level.columns, math.ceil((left + across) / level.tile)))
    rows = range(
        max(0, int(top // level.tile)), min(level.rows, math.ceil((top + down) / level.tile)))
    centre = (x * scale / level.tile - 0.5, y * scale / level.tile - 0.5)
    tiles = [(number, column, row) for row in rows for column in columns]
    return sorted(tiles, key=lambda t: (t[1] - centre[0]) ** 2 + (t[2] - centre[1]) ** 2)


def views(layout, seed, most=12):
    """The views of one visit: the whole image, then steps in, moves aside and now and then a step out.

    Each is told by the tiles that are new to the visitor, whose client keeps what it has had."""
    numbers = random.Random(seed)
    base = layout.levels[0]
    fitting = min(1.0, min(SCREEN[0] / base.width, SCREEN[1] / base.height))
    zoom, x, y = fitting, base.width / 2, base.height / 2
    had = set()
    for _ in range(most):
        wanted = shown(layout, zoom, x, y)
        yield [tile for tile in wanted if tile not in had]
        had.update(wanted)
        step = numbers.random()
        if step < 0.45 and zoom < 1:
            zoom = min(1.0, zoom * numbers.choice([1.5, 2, 2, 4]))
            x += numbers.uniform(-0.4, 0.4) * SCREEN[0] / zoom
            y += numbers.uniform(-0.4, 0.4) * SCREEN[1] / zoom
        elif step < 0.9:
            x += numbers.uniform(-0.7, 0.7) * SCREEN[0] / zoom
            y += numbers.uniform(-0.7, 0.7) * SCREEN[1] / zoom
        else:
            zoom = max(fitting, zoom / 2)
        x, y = min(max(x, 0), base.width), min(max(y, 0), base.height)
