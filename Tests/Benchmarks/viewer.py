#!/usr/bin/env python3
"""One session of pans and zooms in our viewer and in OpenSeadragon, in turns, on the same server.

    viewer.py HOST:PORT IMAGE OPENSEADRAGON.JS [--rounds 3] [--moves 60 | --jumps 9]
              [--latency MS --megabits N]

Of a folder of images the pages are turned instead, to the last one and back to the first. Jumps go at
once, without a motion, to places at full size that have nothing in common.

Both get the same targets, all of the window's shape, in windows of the same size, in a browser that
starts afresh for each session, and move there in the same time. A move's time to a sharp view runs
from the call until the viewer says that all of the view is there and its motion is over. Rests
between moves are those of someone who looks: 0.2 to 2 seconds. Requests and bytes are the
server's own count, prefetching and all.
"""
import argparse
import json
import pathlib
import random
import re
import statistics
import sys
import time
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support.browser import Browser  # noqa: E402

WINDOW = (1280, 800)
MOTION = 0.33
VIEW = "http://{host}/view/{image}"


def targets(width, height, count, seed=20):
    """Rectangles of image pixels and the rest after each, as a reader of a map wanders."""
    chance = random.Random(seed)
    shape = WINDOW[0] / WINDOW[1]
    widest = max(width, height * shape)
    wide, x, y = widest, width / 2, height / 2
    # Both open on all of the image.
    before = (wide, x, y)
    moves = []
    while len(moves) < count:
        kind = chance.random()
        if kind < 0.55:
            # A pan, from a nudge to a screen and a half.
            x += wide * chance.uniform(-1, 1) * 1.2
            y += wide / shape * chance.uniform(-1, 1) * 1.2
        elif kind < 0.8:
            wide /= chance.choice([1.5, 2, 3, 6])
        elif kind < 0.95:
            wide *= chance.choice([1.5, 2, 4])
        else:
            wide, x, y = widest, width / 2, height / 2
        wide = min(max(wide, WINDOW[0]), widest)
        x = min(max(x, min(wide, width) / 2), width - min(wide, width) / 2)
        high = min(wide / shape, height)
        y = min(max(y, high / 2), height - high / 2)
        if before != (wide, x, y):
            before = (wide, x, y)
            moves.append((wide, x, y, chance.uniform(0.2, 2)))
    return [
        ({"x": x - wide / 2, "y": y - wide / shape / 2, "width": wide, "height": wide / shape}, rest)
        for wide, x, y, rest in moves]


def jumps(width, height, count, seed=20):
    """Rectangles of a window each at one device pixel a pixel, in places of a grid that come in any order."""
    chance = random.Random(seed)
    across, down = width // WINDOW[0], height // WINDOW[1]
    places = [
        (column * (width - WINDOW[0]) / max(1, across - 1), row * (height - WINDOW[1]) / max(1, down - 1))
        for row in range(down) for column in range(across)]
    assert count <= len(places), f"only {len(places)} places have nothing in common"
    return [
        ({"x": x, "y": y, "width": WINDOW[0], "height": WINDOW[1]}, 0.8)
        for x, y in chance.sample(places, count)]


# What both pages get: the frames that came late while a move lasted.
FRAMES = """
  window.late = 0; window.frames = 0; window.isMoving = false;
  let before = 0;
  const count = (now) => {
    if (isMoving && before) { frames += 1; if (now - before > 25) late += 1; }
    before = now;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
"""

OURS = FRAMES + """
  const viewer = document.querySelector("pyramidion-viewer");
  window.opened = () => {
    // Both show a target in all of the window.
    if (viewer.isLoaded) viewer.contentInset = { top: 0, left: 0, bottom: 0, right: 0 };
    return viewer.isLoaded && viewer.isSettled;
  };
  window.move = (rect) => new Promise((done) => {
    let isSettled = false;
    const settled = () => { isSettled = true; isMoving = false; };
    const ready = () => {
      if (!isSettled) return;
      viewer.removeEventListener("tilesready", ready);
      done(performance.now() - start);
    };
    viewer.addEventListener("settled", settled, { once: true });
    viewer.addEventListener("tilesready", ready);
    const start = performance.now();
    isMoving = true;
    viewer.zoomTo(rect, { animated: ANIMATED });
  });
  window.seen = () => viewer.visibleRect;
"""

THEIRS = FRAMES + """
  document.body.style.margin = 0;
  document.body.innerHTML = '<div id="viewer" style="width: 100vw; height: 100vh"></div>';
  const viewer = OpenSeadragon({
    id: "viewer", showNavigationControl: false, drawer: "canvas", animationTime: MOTION,
    visibilityRatio: 0, minZoomImageRatio: 0.1, maxZoomPixelRatio: 4, tileSources: "SOURCE",
  });
  const item = () => viewer.world.getItemAt(0);
  window.opened = () => viewer.world.getItemCount() === 1 && item().getFullyLoaded();
  window.move = (rect) => new Promise((done) => {
    let isOver = false;
    const over = () => { isOver = true; isMoving = false; look(); };
    const look = () => {
      if (!isOver || !item().getFullyLoaded()) return;
      item().removeHandler("fully-loaded-change", look);
      done(performance.now() - start);
    };
    viewer.addOnceHandler("animation-finish", over);
    item().addHandler("fully-loaded-change", look);
    const start = performance.now();
    isMoving = true;
    viewer.viewport.fitBounds(
      item().imageToViewportRectangle(rect.x, rect.y, rect.width, rect.height), !ANIMATED);
  });
  window.seen = () => item().viewportToImageRectangle(viewer.viewport.getBounds());
"""

OUR_ALBUM = OURS + """
  window.move = (page) => new Promise((done) => {
    const ready = () => {
      if (viewer.page !== page || !viewer.isSettled) return;
      viewer.removeEventListener("tilesready", ready);
      isMoving = false;
      done(performance.now() - start);
    };
    viewer.addEventListener("tilesready", ready);
    const start = performance.now();
    isMoving = true;
    viewer.goToPage(page);
  });
  window.seen = () => viewer.page;
"""

THEIR_ALBUM = FRAMES + """
  document.body.style.margin = 0;
  document.body.innerHTML = '<div id="viewer" style="width: 100vw; height: 100vh"></div>';
  const viewer = OpenSeadragon({
    id: "viewer", showNavigationControl: false, showSequenceControl: false, drawer: "canvas",
    sequenceMode: true, tileSources: SOURCES,
  });
  const item = () => viewer.world.getItemAt(0);
  window.opened = () => viewer.world.getItemCount() === 1 && item().getFullyLoaded();
  window.move = (page) => new Promise((done) => {
    const over = () => { isMoving = false; done(performance.now() - start); };
    viewer.addOnceHandler("open", () => {
      if (item().getFullyLoaded()) over();
      else item().addOnceHandler("fully-loaded-change", over);
    });
    const start = performance.now();
    isMoving = true;
    viewer.goToPage(page);
  });
  window.seen = () => viewer.currentPage();
"""


def counted(host):
    """The server's requests and bytes so far."""
    text = urllib.request.urlopen(f"http://{host}/metrics").read().decode()
    requests = sum(
        int(number) for number in re.findall(r"^pyramidion_requests_total\{.*\} (\d+)$", text, re.M))
    (sent,) = re.findall(r"^pyramidion_sent_bytes_total (\d+)$", text, re.M)
    return requests, int(sent), len(text)


def memory(process):
    """Megabytes that the browser's processes have of their own and share, each page once."""
    total, left = 0, [process.pid]
    while left:
        number = left.pop()
        try:
            rollup = pathlib.Path(f"/proc/{number}/smaps_rollup").read_text()
            for thread in pathlib.Path(f"/proc/{number}/task").iterdir():
                left += map(int, (thread / "children").read_text().split())
        except (FileNotFoundError, ProcessLookupError):
            continue
        total += int(re.search(r"^Pss:\s+(\d+)", rollup, re.M)[1])
    return total / 1024


def pan(page):
    """Drags the settled view to and fro for five seconds; frames a second, and how many were late."""
    page.run("isMoving = true; late = frames = 0")
    x, y = (side / 2 for side in WINDOW)
    page.mouse("mousePressed", x, y, button="left", clickCount=1)
    end = time.monotonic() + 5
    step = 0
    while time.monotonic() < end:
        step += 1
        across = abs(step % 60 - 30) - 15
        page.mouse("mouseMoved", x + across * 4, y + across * 2, button="left", buttons=1)
        time.sleep(0.012)
    late, frames = page.run("[late, frames]")
    page.mouse("mouseReleased", x, y, button="left", clickCount=1)
    return {"pan, frames/s": frames / 5, "pan, late frames": late}


def opens(page, program, library, host, image, pages, is_animated):
    """Opens an image, or the pages of an album, in one of the two programs."""
    animated = json.dumps(is_animated)
    if program == "ours":
        page.go(VIEW.format(host=host, image=image))
        page.run((OUR_ALBUM if pages else OURS).replace("ANIMATED", animated) + "0")
        return
    # A page of the same origin, to write into.
    page.go(f"http://{host}/robots.txt")
    page.run(library + ";0")
    sources = [f"/iiif/3/{urllib.parse.quote(name, safe='')}/info.json" for name in pages or [image]]
    script = THEIR_ALBUM if pages else THEIRS
    for word, value in [("ANIMATED", animated), ("MOTION", str(MOTION)), ("SOURCES", json.dumps(sources)), ("SOURCE", sources[0])]:
        script = script.replace(word, value)
    page.run(script + "0")


def is_there(target, seen):
    """Whether what was asked for is what is seen: a page, or the middle of a rectangle."""
    if isinstance(target, int):
        return seen == target
    middle = [
        min(max(target[axis] + target[side] / 2, 0), 1e9) for axis, side in
        (("x", "width"), ("y", "height"))]
    return seen["x"] <= middle[0] <= seen["x"] + seen["width"]


def session(host, image, pages, program, library, moves, network, is_animated=True):
    browser = Browser()
    try:
        page = browser.page(*WINDOW)
        if network:
            page.call("Network.emulateNetworkConditions", **network)
        opens(page, program, library, host, image, pages, is_animated)
        page.wait("window.opened()", 60)
        page.run("new Promise((done) => setTimeout(done, 1500))")
        page.call("Performance.enable")
        measured = lambda: {
            row["name"]: row["value"] for row in page.call("Performance.getMetrics")["metrics"]}
        before, requests, sent, own = measured(), *counted(host)
        times = []
        for target, rest in moves:
            times.append(page.run(f"window.move({json.dumps(target)})"))
            seen = page.run("JSON.parse(JSON.stringify(window.seen()))")
            assert is_there(target, seen), (program, target, seen)
            page.events.clear()
            page.run(f"new Promise((done) => setTimeout(done, {rest * 1000}))")
        after, peak = measured(), memory(browser.process)
        requests_after, sent_after, _ = counted(host)
        page.call("HeapProfiler.collectGarbage")
        heap = measured()["JSHeapUsedSize"] / 1e6
        late, frames = page.run("[late, frames]")
        panned = {} if pages else pan(page)
        return {
            # The one for the count before is not the viewer's.
            "requests": requests_after - requests - 1,
            "megabytes": (sent_after - sent - own) / 1e6,
            "sharp, median ms": statistics.median(times),
            "sharp, 90 % ms": sorted(times)[int(len(times) * 0.9)],
            "sharp, worst ms": max(times),
            "late frames": late,
            "frames": frames,
            "script s": after["ScriptDuration"] - before["ScriptDuration"],
            "main thread s": after["TaskDuration"] - before["TaskDuration"],
            "heap MB": heap,
            "processes MB": peak,
            **panned,
        }
    finally:
        browser.close()


def main():
    words = argparse.ArgumentParser()
    words.add_argument("host")
    words.add_argument("image")
    words.add_argument("library", type=pathlib.Path)
    words.add_argument("--rounds", type=int, default=3)
    words.add_argument("--moves", type=int, default=60)
    words.add_argument("--jumps", type=int, default=0)
    words.add_argument("--latency", type=float, default=0)
    words.add_argument("--megabits", type=float, default=0)
    given = words.parse_args()
    network = given.latency or given.megabits
    network = network and {
        "offline": False, "latency": given.latency,
        "downloadThroughput": given.megabits * 125_000 or -1,
        "uploadThroughput": given.megabits * 125_000 or -1}
    with urllib.request.urlopen(f"http://{given.host}/images/{given.image}") as answer:
        described = json.load(answer)
    pages = [page["id"] for page in described["pages"]] if described.get("type") == "album" else []
    if pages:
        there = [*range(1, len(pages)), *range(len(pages) - 2, -1, -1)]
        moves = [(page, 0.8) for page in there]
        what = f"{len(moves)} page turns through an album of {len(pages)}"
    elif given.jumps:
        moves = jumps(described["width"], described["height"], given.jumps)
        what = f"{given.jumps} cold jumps in {described['width']} x {described['height']}"
    else:
        moves = targets(described["width"], described["height"], given.moves)
        what = f"{len(moves)} pans and zooms over {described['width']} x {described['height']}"
    library = given.library.read_text()
    rows = {"ours": [], "OpenSeadragon": []}
    for _ in range(given.rounds):
        for program, found in rows.items():
            found.append(session(
                given.host, given.image, pages, program, library, moves, network, not given.jumps))
    version = re.search(r"versionStr: '([\d.]+)'", library)[1]
    print(
        f"{what}, window {WINDOW[0]} x {WINDOW[1]}, "
        + (f"{given.latency:.0f} ms and {given.megabits:.0f} Mbit/s, " if network else "")
        + f"medians of {given.rounds}: ours beside OpenSeadragon {version}")
    for name in rows["ours"][0]:
        ours, theirs = (
            statistics.median(row[name] for row in rows[program]) for program in rows)
        ratio = f"{ours / theirs:9.2f}" if theirs else ""
        print(f"  {name:18} {ours:10.1f} {theirs:10.1f} {'' if name == 'frames' else ratio}")


if __name__ == "__main__":
    main()
