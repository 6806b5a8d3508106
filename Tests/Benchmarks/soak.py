#!/usr/bin/env python3
"""Mixed traffic against a running server: soak.py PORT PID FOLDER SECONDS."""

import collections
import http.client
import os
import pathlib
import random
import re
import shutil
import socket
import sys
import threading
import time

PORT, PID, WORK, SECONDS = int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3]), float(sys.argv[4])
IMAGES = {"first.jpg": 8192, "second.jpg": 4096}
WARM = min(60, SECONDS / 5)
counts, guard = collections.Counter(), threading.Lock()
end = time.monotonic() + SECONDS


def resident():
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{PID}/status").read_text())[1]) / 1024


def descriptors():
    return len(os.listdir(f"/proc/{PID}/fd"))


def tile(rng):
    name = rng.choice(list(IMAGES))
    level = rng.randrange(5)
    count = max(1, (IMAGES[name] >> level) // 256)
    column, row = rng.randrange(count), rng.randrange(count)
    side = 256 << level
    return rng.choice([
        f"/images/{name}/tiles/{level}/{column}_{row}.jpg",
        f"/iiif/3/{name}/{column * side},{row * side},{side},{side}/256,256/0/default.jpg",
        f"/iiif/2/{name}/{column * side},{row * side},{side},{side}/256,/0/default.jpg",
        f"/dzi/{name}_files/{(IMAGES[name] - 1).bit_length() - level}/{column}_{row}.jpg",
    ])


def render(rng):
    name = rng.choice(list(IMAGES))
    side = IMAGES[name]
    x, y = rng.randrange(side - 600), rng.randrange(side - 600)
    size, turn = rng.randrange(50, 500), rng.choice(["0", "90", "!180", "22.5"])
    quality, form = rng.choice(["default", "gray", "bitonal"]), rng.choice(["jpg", "png", "webp"])
    return f"/iiif/3/{name}/{x},{y},600,600/{size},/{turn}/{quality}.{form}"


def other(rng):
    name = rng.choice(list(IMAGES))
    return rng.choice([
        f"/images/{name}", "/images", "/", f"/view/{name}", f"/iiif/3/{name}/info.json",
        f"/iiif/2/{name}/info.json", f"/dzi/{name}.dzi", f"/xyz/{name}.json",
        f"/zoomify/{name}/ImageProperties.xml", "/healthz", "/readyz", "/metrics",
        f"/images/{name}/viewport?zoom=0.5&bounds=1200,800",
        f"/images/{name}/viewport/tiles?zoom=0.3&bounds=900,600",
        "/images/none.jpg", "/iiif/3/none/full/max/0/default.jpg", f"/iiif/3/{name}/full/0,/0/x.jpg",
        "/images/%2e%2e%2fsecret", f"/images/{name}/tiles/0/9999_0.jpg", "/images/new.jpg",
    ])


def browse(seed, choose):
    rng = random.Random(seed)
    connection, tag = None, None
    while time.monotonic() < end:
        try:
            connection = connection or http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
            fields = {"If-None-Match": tag} if tag and rng.random() < 0.2 else {}
            connection.request(rng.choice(["GET", "GET", "GET", "HEAD"]), choose(rng), headers=fields)
            answer = connection.getresponse()
            answer.read()
            tag = answer.getheader("ETag")
            with guard:
                counts[answer.status] += 1
            if answer.status == 503:
                time.sleep(0.1)
        except (OSError, http.client.HTTPException) as problem:
            with guard:
                counts[type(problem).__name__] += 1
            connection = None
        if rng.random() < 0.01 and connection:
            connection.close()
            connection = None


def leave(seed):
    """Asks and goes away, before or in the middle of the answer."""
    rng = random.Random(seed)
    while time.monotonic() < end:
        with socket.create_connection(("127.0.0.1", PORT)) as connection:
            path = rng.choice([tile, render, other])(rng)
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: soak\r\n\r\n".encode())
            if rng.random() < 0.5:
                connection.recv(rng.choice([1, 1000, 100_000]))
        with guard:
            counts["left"] += 1
        time.sleep(0.01)


def replace():
    """New images appear, and one is replaced again and again."""
    while time.monotonic() < end:
        shutil.copyfile(WORK / "small.jpg", WORK / "replaced.jpg")
        os.replace(WORK / "replaced.jpg", WORK / "images" / "new.jpg")
        with guard:
            counts["replaced"] += 1
        time.sleep(2)


workers = [threading.Thread(target=browse, args=(seed, choose), daemon=True)
           for seed, choose in enumerate([tile] * 4 + [render] * 2 + [other] * 2)]
workers += [threading.Thread(target=leave, args=(99,), daemon=True), threading.Thread(target=replace, daemon=True)]
for worker in workers:
    worker.start()
time.sleep(WARM)
before = (resident(), descriptors())
history = []
while time.monotonic() < end:
    time.sleep(min(30, max(0.1, end - time.monotonic())))
    history.append(f"{resident():.0f}")
for worker in workers:
    worker.join(70)
time.sleep(3)
after = (resident(), descriptors())
print("answers:", ", ".join(f"{count} {name}" for name, count in sorted(counts.items(), key=str)))
print(f"resident MB every 30 s: {' '.join(history)}")
print(f"memory {before[0]:.1f} MB after {WARM:.0f} s, {after[0]:.1f} MB at the end: "
      f"{100 * (after[0] / before[0] - 1):+.1f}%")
print(f"descriptors {before[1]} and {after[1]}")
bad = sum(count for name, count in counts.items() if isinstance(name, int) and name >= 500 and name != 503)
broken = sum(count for name, count in counts.items() if isinstance(name, str) and name not in ("left", "replaced"))
print(f"5xx {bad}, come back later {counts[503]}, broken connections {broken}")
sys.exit(1 if bad or broken else 0)
