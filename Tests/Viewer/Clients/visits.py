"""What a visit by somebody else's viewer must show: no request that failed, the right picture."""
import io
import math

import numpy
from PIL import Image

SIZES = [(3001, 2003), (511, 513), (257, 1)]


def check_requests(page, *marks, least, kind="image/jpeg"):
    """All that the page asked for it got; a tile's address has all of `marks` in it, and is one of `kind`."""
    page.listen(0.05)
    asked, kinds, problems = {}, {}, []
    for event in page.events:
        what = event.get("params", {})
        match event.get("method"):
            case "Network.requestWillBeSent":
                asked[what["requestId"]] = what["request"]["url"]
            case "Network.responseReceived":
                kinds[what["requestId"]] = what["response"]["mimeType"]
                if what["response"]["status"] != 200:
                    problems.append((what["response"]["status"], what["response"]["url"]))
            case "Network.loadingFailed" if not what.get("canceled"):
                problems.append((what["errorText"], asked.get(what["requestId"])))
            case "Runtime.exceptionThrown":
                problems.append(what["exceptionDetails"])
            case "Log.entryAdded" if what["entry"]["level"] == "error":
                problems.append((what["entry"]["text"], what["entry"].get("url")))
    assert not problems, problems[:5]
    tiles = {
        address: kinds.get(number) for number, address in asked.items()
        if all(mark in address for mark in marks)}
    assert len(tiles) >= least, (len(tiles), least)
    assert set(tiles.values()) <= {kind, None}, set(tiles.values())


def count_of_tiles(width, height, side=256):
    """Of all levels, down to the first that is one tile."""
    count = 0
    while True:
        columns, rows = math.ceil(width / side), math.ceil(height / side)
        count += columns * rows
        if columns * rows == 1:
            return count
        width, height = math.ceil(width / 2), math.ceil(height / 2)


def check_picture(page, source, shown, ratio, detail=None):
    """The screen beside the source resized by PIL.

    `shown` is where the whole image lies in the window, as left, top, right, bottom in CSS pixels;
    `detail` how many pixels of the image there are to a CSS pixel where that is not the screen's
    ratio: some viewers enlarge tiles on dense screens.
    """
    detail = detail or ratio
    screen = Image.open(io.BytesIO(page.picture())).convert("RGB")
    left, top, right, bottom = (edge * detail for edge in shown)
    window = (screen.width * detail / ratio, screen.height * detail / ratio)
    inside = (
        math.ceil(max(0, left) - 1e-6), math.ceil(max(0, top) - 1e-6),
        math.floor(min(window[0], right) + 1e-6), math.floor(min(window[1], bottom) + 1e-6))
    scale = source.width / (right - left), source.height / (bottom - top)
    wide, high = inside[2] - inside[0], inside[3] - inside[1]
    if min(right - left, bottom - top) < 2:
        # Thinner than can be compared.
        return
    assert wide >= 1 and high >= 1, ("nothing of the image is in the window", shown)
    box = (
        (inside[0] - left) * scale[0], (inside[1] - top) * scale[1],
        (inside[2] - left) * scale[0], (inside[3] - top) * scale[1])
    box = (max(0, box[0]), max(0, box[1]), min(source.width, box[2]), min(source.height, box[3]))
    expected = source.resize((wide, high), Image.LANCZOS, box=box)
    enlarged = ratio // detail
    if enlarged > 1:
        expected = expected.resize((wide * enlarged, high * enlarged), Image.BICUBIC)
    found = screen.crop([edge * enlarged for edge in inside])
    difference = numpy.abs(
        numpy.asarray(found).astype(int) - numpy.asarray(expected).astype(int)).mean(axis=2)
    assert difference.mean() <= 6, difference.mean()
    # A tile that is missing, or of another place, is far off in all of its area.
    for y in range(0, difference.shape[0], 64):
        for x in range(0, difference.shape[1], 64):
            block = difference[y : y + 64, x : x + 64]
            assert block.size < 1024 or block.mean() <= 12, (x, y, block.mean())
