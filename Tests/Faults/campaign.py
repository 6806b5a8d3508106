#!/usr/bin/env python3
"""The campaigns of `campaign.sh`, which tells of them."""
import argparse
import collections
import concurrent.futures
import http.client
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

import numpy
from PIL import Image, features

from support.command import BINARY
from support.faults import Faults
from support.service import Service


def noise(path, side=256, seed=0, **words):
    numbers = numpy.random.default_rng(seed)
    coarse = numbers.integers(0, 255, (side // 8, side // 8, 3), dtype=numpy.uint8)
    Image.fromarray(coarse).resize((side, side)).save(path, **words)


def children(process):
    """All processes below one."""
    found = []
    for task in pathlib.Path(f"/proc/{process}/task").glob("*/children"):
        try:
            for child in map(int, task.read_text().split()):
                found += [child, *children(child)]
        except (FileNotFoundError, ProcessLookupError):
            pass
    return found


def get(server, address):
    """The status, or None where there was no answer."""
    try:
        return server.get(address).status
    except (OSError, http.client.HTTPException):
        return None


# MARK: kills


def kills(count):
    numbers = random.Random(1)
    folder = pathlib.Path(tempfile.mkdtemp())
    images, store = folder / "images", folder / "store"
    images.mkdir()
    seen = collections.Counter()
    for turn in range(count):
        name = f"{turn % 40}.jpg"
        noise(images / name, side=2400, seed=turn, quality=90)
        server = Service(images, store)
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            answer = pool.submit(get, server, f"/iiif/3/{name}/full/64,/0/default.jpg")
            time.sleep(numbers.uniform(0.005, 0.25))
            if turn % 2:
                server.process.kill()
                seen["server killed"] += 1
            else:
                found = children(server.process.pid)
                if found:
                    os.kill(numbers.choice(found), signal.SIGKILL)
                    seen["decoder killed"] += 1
            seen[f"answer {answer.result()}"] += 1
        if not turn % 2:
            assert server.process.poll() is None, "the server died of a decoder's death"
        server.end()
    server = Service(images, store)
    for image in sorted(images.iterdir()):
        deadline = time.monotonic() + 30
        while get(server, f"/iiif/3/{image.name}/full/64,/0/default.jpg") != 200:
            assert time.monotonic() < deadline, f"{image.name} is not served any more"
            time.sleep(0.2)
    server.end()
    verdict = subprocess.run(
        [BINARY, "verify", "--store", store, "--deep"], capture_output=True, text=True)
    unsound = [line for line in verdict.stdout.splitlines() if ": sound" not in line]
    assert verdict.returncode == 0, unsound
    seen["verify at the end: " + verdict.stdout.strip().splitlines()[-1]] = 1
    left = [path for path in store.rglob("*") if path.suffix in (".partial", ".lock")]
    assert not left, left
    return seen


# MARK: mutants

FORMATS = {
    "jpg": {"quality": 80}, "png": {}, "tif": {"compression": "tiff_lzw"}, "webp": {"quality": 70},
    "gif": {}, "avif": {"quality": 60}, "jp2": {"quality_layers": [20]}, "pdf": {}, "svg": {},
}  # fmt: skip

DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><defs><linearGradient id="g">'
    '<stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient></defs>'
    '<g transform="rotate(9)"><path d="M9 9C40 1 60 80 90 40L20 90z" fill="url(#g)"/>'
    '<text x="9" y="60" font-size="20">words</text></g></svg>'
)


def original(kind, path):
    """What mutants of a format are made of."""
    if kind == "svg":
        path.write_text(DRAWING)
    else:
        noise(path, side=96, **FORMATS[kind])
    return path.read_bytes()


def mutant(whole, numbers):
    data = bytearray(whole)
    for _ in range(numbers.choice([1, 1, 2, 4, 16])):
        place = numbers.randrange(len(data))
        kind = numbers.randrange(4)
        if kind == 0:
            data[place] ^= 1 << numbers.randrange(8)
        elif kind == 1:
            data[place] = numbers.choice([0, 1, 0x7F, 0x80, 0xFF])
        elif kind == 2:
            data[place : place + numbers.randrange(1, 9)] = numbers.randbytes(numbers.randrange(9))
        else:
            del data[numbers.randrange(len(data) // 2, len(data)) :]
        if not data:
            return bytes(whole)
    return bytes(data)


def mutants(count, formats):
    seen = collections.Counter()
    for kind in formats:
        if kind in ("avif", "jp2") and not features.check({"avif": "avif", "jp2": "jpg_2000"}[kind]):
            continue
        numbers = random.Random(kind)
        folder = pathlib.Path(tempfile.mkdtemp())
        images = folder / "images"
        images.mkdir()
        whole = original(kind, folder / f"original.{kind}")
        server = Service(images, folder / "store", "--cuts", "2", "--cut-wait", "60", "--allow-untrusted")
        before = server.resident()
        for batch in range(0, count, 200):
            names = [f"{number}.{kind}" for number in range(batch, min(count, batch + 200))]
            for name in names:
                (images / name).write_bytes(mutant(whole, numbers))
            with concurrent.futures.ThreadPoolExecutor(4) as pool:
                address = "/iiif/3/{}/full/!64,64/0/default.jpg"
                for status in pool.map(lambda name: get(server, address.format(name)), names):
                    seen[f"{kind} {status}"] += 1
            assert server.process.poll() is None, f"the server died within {names[0]} to {names[-1]}"
            for name in names:
                (images / name).unlink()
        grown = (server.resident() - before) >> 20
        deaths = [line for line in server.get("/metrics").body.decode().splitlines()
                  if "death" in line and not line.startswith("#") and not line.endswith(" 0")]  # fmt: skip
        seen[f"{kind}: MB that the server grew by"] = grown
        for line in deaths:
            name, number = line.rsplit(" ", 1)
            seen[f"{kind}: {name.removeprefix('pyramidion_')}"] = int(float(number))
        assert server.end() == 0
    return seen


# MARK: calls


def calls():
    seen = collections.Counter()
    folder = pathlib.Path(tempfile.mkdtemp())
    faults = Faults(folder)
    source = folder / "picture.png"
    noise(source, side=700)
    # What the program itself calls; its children have no environment.
    for call in ("mkdir", "open", "stat", "flock", "pwrite", "pread", "fsync", "rename", "unlink"):
        for error in ("ENOSPC", "EIO"):
            for fault in faults.each(call, error, folder / "store"):
                store = folder / "store"
                subprocess.run(["rm", "-rf", store], check=True)
                run = subprocess.run(
                    [BINARY, "prerender", "--store", store, source], env=fault.environment,
                    capture_output=True, text=True)  # fmt: skip
                seen[f"{call} {error}: code {run.returncode}"] += 1
                assert run.returncode in (0, 1, 3), (str(fault), run)
                again = subprocess.run(
                    [BINARY, "prerender", "--store", store, source], capture_output=True, text=True)
                assert again.returncode == 0, (str(fault), again)
                sound = subprocess.run([BINARY, "verify", "--store", store, "--deep"], stdout=subprocess.DEVNULL)
                assert sound.returncode == 0, str(fault)
                left = [path for path in store.rglob("*") if path.suffix == ".partial"]
                assert not left, (str(fault), left)
    return seen


def main():
    words = argparse.ArgumentParser()
    words.add_argument("campaigns", nargs="*", choices=["kills", "mutants", "calls", []])
    words.add_argument("--kills", type=int, default=500)
    words.add_argument("--mutants", type=int, default=10_000)
    words.add_argument("--formats", nargs="+", choices=list(FORMATS), default=list(FORMATS))
    asked = words.parse_args()
    campaigns = {
        "kills": lambda: kills(asked.kills),
        "mutants": lambda: mutants(asked.mutants, asked.formats),
        "calls": calls,
    }
    rows, has_failed = [], False
    for name in asked.campaigns or campaigns:
        began = time.monotonic()
        try:
            rows += [(name, times, what) for what, times in sorted(campaigns[name]().items())]
        except AssertionError as failure:
            has_failed = True
            rows.append((name, "-", f"FAILED: {failure}"))
        rows.append((name, "-", f"{time.monotonic() - began:.0f} s in all"))
    print(f"\n{'campaign':10}{'times':>8}  seen")
    for name, times, what in rows:
        print(f"{name:10}{times:>8}  {what}")
    sys.exit(1 if has_failed else 0)


if __name__ == "__main__":
    main()
