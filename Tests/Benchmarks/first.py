#!/usr/bin/env python3
"""What a folder is like on its first visit, with nothing cut: seconds until there is something to see.

    first.py FOLDER [--rounds 3] PROGRAM...

The folder holds small pictures and giant.jpg. Each round gives every program a store of its own that is
empty, for the gallery and for the giant alike, and has it cut the giant alone, which is what its sharp
view is held against. Figures are medians of the rounds.
"""
import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support.browser import Browser  # noqa: E402

WINDOW = (1280, 800)
GIANT = "giant.jpg"

SEEN = """[...document.querySelectorAll('li img')].filter((one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return one.complete && one.naturalWidth > 0 && top < innerHeight && bottom > 0;
}).length"""
IN_VIEW = """[...document.querySelectorAll('li')].filter((one) => {
  const { top, bottom, height } = one.getBoundingClientRect();
  return height > 0 && top < innerHeight && bottom > 0 && !one.textContent.includes('giant');
}).length"""
# A preview, or a pixel in the middle of the picture.
SOMETHING = """(() => {
  const root = window.viewer?.shadowRoot;
  const canvas = root?.querySelector('canvas');
  return root?.querySelector('img.early')?.complete
    || canvas?.width > 0 && canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3] > 0;
})()"""


class Served:
    """A program that serves a folder, with an empty store."""

    def __init__(self, program, folder):
        self.store = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(
            [program, "serve", folder, "--store", self.store.name, "--listen", "127.0.0.1:0"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for line in self.process.stderr:
            if found := re.search(rb"127\.0\.0\.1:\d+", line):
                self.base = f"http://{found[0].decode()}"
                return
        raise SystemExit(f"{program} does not serve")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.store.cleanup()


def until(page, condition, began, limit=300):
    """Seconds since a moment until a condition holds."""
    while time.monotonic() - began < limit:
        try:
            if page.run(f"!!({condition})"):
                return time.monotonic() - began
        except AssertionError:
            # The page is another one by now.
            pass
        time.sleep(0.02)
    return float("inf")


def gallery(base, browser):
    page = browser.page(*WINDOW)
    began = time.monotonic()
    page.go(base + "/")
    # Somebody looks for something while all of it is still being cut.
    until(page, "document.querySelectorAll('li').length > 20", began)
    asked = time.monotonic()
    page.run("fetch('/images?search=giant').then((answer) => answer.json()).then(() => {{ window.found = true }}); 0")
    search = until(page, "window.found", asked)
    thumbnails = until(page, f"{SEEN} >= {IN_VIEW}", began)
    page.close()
    return {"first screen of thumbnails": thumbnails, "answer to a search meanwhile": search}


def giant(base, browser):
    page = browser.page(*WINDOW)
    began = time.monotonic()
    page.go(f"{base}/view/{GIANT}")
    said = until(page, f"document.querySelector('pyramidion-viewer')?.message?.textContent.includes('{GIANT}')"
                 " || window.viewer?.isLoaded", began)
    something = until(page, SOMETHING, began)
    sharp = until(page, "window.viewer?.wasSharp", began)
    page.close()
    return {"the giant's name": said, "something of the giant": something, "its sharp view": sharp}


def cut(program, folder):
    with tempfile.TemporaryDirectory(dir=folder.parent) as alone, tempfile.TemporaryDirectory() as store:
        os.link(folder / GIANT, pathlib.Path(alone) / GIANT)
        began = time.monotonic()
        subprocess.run(
            [program, "prerender", "--store", store, alone], check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        return {"cutting it alone": time.monotonic() - began}


def once(program, folder):
    found = {}
    browser = Browser()
    try:
        with Served(program, folder) as served:
            found |= gallery(served.base, browser)
        with Served(program, folder) as served:
            found |= giant(served.base, browser)
    finally:
        browser.close()
    return found | cut(program, folder)


def main():
    words = argparse.ArgumentParser()
    words.add_argument("folder", type=pathlib.Path)
    words.add_argument("programs", nargs="+")
    words.add_argument("--rounds", type=int, default=3)
    given = words.parse_args()
    rows = {program: [] for program in given.programs}
    for _ in range(given.rounds):
        for program, found in rows.items():
            found.append(once(program, given.folder))
    first, *others = given.programs
    print(f"seconds, medians of {given.rounds}: {first}" + "".join(f" beside {other}" for other in others))
    for name in rows[first][0]:
        medians = [statistics.median(row[name] for row in rows[program]) for program in given.programs]
        ratios = "".join(f"{medians[0] / other:9.2f}" for other in medians[1:])
        print(f"  {name:30}" + "".join(f"{median:9.2f}" for median in medians) + ratios)


if __name__ == "__main__":
    main()
