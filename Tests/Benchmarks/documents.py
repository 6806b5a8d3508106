#!/usr/bin/env python3
"""Documents beside their peers, case by case; documents.sh brings what it needs.

    documents.py FOLDER [--rounds 3] [CASE...]

Each line tells ours, the peer's and their ratio: below 1 ours takes less of it.
"""
import argparse
import concurrent.futures
import contextlib
import importlib.util
import io
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import xml.etree.ElementTree as ElementTree

from PIL import Image

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import drawings  # noqa: E402
import readers  # noqa: E402
from support.browser import installed  # noqa: E402
from support.command import BINARY  # noqa: E402
from support.service import Service  # noqa: E402
from viewer import memory  # noqa: E402

PAGES = int(os.environ.get("PAGES", "1158"))
MINUTES = float(os.environ.get("MINUTES", "5"))


def row(what, ours, theirs, peer, unit="ms"):
    ratio = f"{ours / theirs:9.4f}" if theirs else ""
    print(f"  {what:52} {ours:12.2f} {theirs:12.2f} {unit:4} {ratio}  {peer}", flush=True)


def took(work):
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def worked(process):
    """Milliseconds of processors that a process and all that it started have taken so far."""
    left, ticks = [process], 0
    while left:
        number = left.pop()
        try:
            with open(f"/proc/{number}/stat") as file:
                ticks += sum(int(word) for word in file.read().rsplit(")", 1)[1].split()[11:15])
            for thread in os.listdir(f"/proc/{number}/task"):
                with open(f"/proc/{number}/task/{thread}/children") as file:
                    left += file.read().split()
        except OSError:
            pass  # It has ended, and who started it has its time.
    return 1000 * ticks / os.sysconf("SC_CLK_TCK")


class Bench:
    def __init__(self, folder, rounds):
        self.folder = folder
        self.files = folder / "files"
        self.rounds = rounds
        drawings.map_sheet(self.files / "map.pdf")
        drawings.scan(self.files / "scan.pdf")

    @contextlib.contextmanager
    def served(self, *flags):
        """Our server over the files, with nothing cut."""
        store = tempfile.mkdtemp(dir=self.folder)
        service = Service(self.files, store, "--cut-wait", "300", *flags)
        try:
            yield service
        finally:
            service.end()
            shutil.rmtree(store)

    def file(self, name): return self.files / f"{name}.pdf"

    def places(self, count, level):
        """Tiles of a level, each in a block of its own, and in no order."""
        blocks = [(column, row) for row in range(level["rows"] // 4) for column in range(level["columns"] // 4)]
        return [(4 * column + 1, 4 * row + 1) for column, row in random.Random(4).sample(blocks, count)]

    def open_map(self, service):
        told = service.get("/images/map.pdf").json
        level = next(level for level in told["levels"] if level["reduction"] == -2)
        assert service.get("/images/map.pdf/tiles/-2/0_0.jpg").status == 200
        return level

    def tile(self):
        """A tile at 600 dots per inch, of a page that is read and of which nothing else is kept."""
        with self.served() as service:
            places = self.places(3 * self.rounds, self.open_map(service))
            ours = [took(lambda: service.get(f"/images/map.pdf/tiles/-2/{x}_{y}.jpg")) for x, y in places]
        theirs = [
            took(lambda: subprocess.run(
                ["pdftoppm", "-r", "600", "-x", str(256 * x), "-y", str(256 * y), "-W", "256", "-H", "256", "-jpeg", self.file("map")],
                check=True, capture_output=True))
            for x, y in places[:self.rounds]]
        row("a tile of the map at 600 dpi", statistics.median(ours), statistics.median(theirs), "pdftoppm")

    def block(self):
        """The same over HTTP with its block of 1,152 pixels, beside a list of what is to be drawn that is kept."""
        import pymupdf

        with self.served() as service:
            places = self.places(3 * self.rounds, self.open_map(service))
            ours = [took(lambda: service.get(f"/images/map.pdf/tiles/-2/{x}_{y}.jpg")) for x, y in places]
        kept = pymupdf.open(self.file("map"))[0].get_displaylist()
        scale = 600 / 72
        theirs = []
        for x, y in places:
            left, top = 256 * x - 64, 256 * y - 64
            clip = pymupdf.Rect(left, top, left + 1152, top + 1152) / scale
            theirs.append(took(lambda: kept.get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=0, clip=clip)))
        row("a block of the map at 600 dpi, and a tile of it sent", statistics.median(ours), statistics.median(theirs), "MuPDF, display list")

    def prerender(self):
        pages = min(PAGES, 1158)
        store = tempfile.mkdtemp(dir=self.folder)
        ours = took(lambda: subprocess.run(
            [BINARY, "prerender", "--store", store, "--pages", f"1-{pages}", self.file("octave")], check=True, capture_output=True))
        shutil.rmtree(store)
        out = tempfile.mkdtemp(dir=self.folder)
        lots = "".join(f"{first} {min(pages, first + 49)}\n" for first in range(1, pages + 1, 50))
        theirs = took(lambda: subprocess.run(
            ["xargs", "-P2", "-L1", "sh", "-c", f'pdftoppm -r 150 -jpeg -f $0 -l $1 {self.file("octave")} {out}/page'],
            input=lots, text=True, check=True))
        shutil.rmtree(out)
        row(f"octave.pdf, {pages} pages at 150 dpi, ours with tiles", ours / pages, theirs / pages, "pdftoppm -jpeg, two at a time", "ms/p")

    def weight(self):
        """Bytes of the tiles of pages full of text, as they come, beside the same tiles as JPEG 85 with coarse colours."""
        with self.served() as service, self.served("--format", "lossless") as exact:
            for reduction, density in ((0, 150), (-2, 600)):
                ours = theirs = 0
                for page in range(200, 200 + 2 * self.rounds):
                    told = self.until(service, f"/images/octave.pdf;{page}").json
                    self.until(exact, f"/images/octave.pdf;{page}")
                    level = next(level for level in told["levels"] if level["reduction"] == reduction)
                    for line, column in itertools.product(range(level["rows"]), range(level["columns"])):
                        address = told["links"]["tiles"].format(reduction=reduction, column=column, row=line)
                        ours += len(service.get(address).body)
                        plain = exact.get(address.split("?")[0].rsplit(".", 1)[0] + ".png").body
                        packed = io.BytesIO()
                        Image.open(io.BytesIO(plain)).convert("RGB").save(packed, "JPEG", quality=85, subsampling="4:2:0")
                        theirs += packed.tell()
                row(f"tiles of a page of text at {density} dpi", ours / 2000 / self.rounds, theirs / 2000 / self.rounds,
                    "JPEG 85, 4:2:0", "kB")

    def scan(self):
        ours, theirs = [], []
        for _ in range(self.rounds):
            with tempfile.TemporaryDirectory(dir=self.folder) as out:
                ours.append(took(lambda: subprocess.run([BINARY, "cut", self.file("scan"), f"{out}/a.tif"], check=True, capture_output=True)))
                theirs.append(took(lambda: subprocess.run(
                    ["vips", "tiffsave", f"{self.file('scan')}[dpi=300]", f"{out}/b.tif", "--tile", "--pyramid", "--compression", "jpeg"],
                    check=True, capture_output=True)))
        row("a scanned page to a pyramid", statistics.median(ours), statistics.median(theirs), "vips tiffsave of pdfload")

    @staticmethod
    def until(service, address, seconds=300):
        end = time.monotonic() + seconds
        while True:
            answer = service.get(address)
            if answer.status == 200 or time.monotonic() > end:
                assert answer.status == 200, (address, answer.status)
                return answer
            time.sleep(0.2)

    def manifest(self):
        import iiif_prezi3

        address = "/presentation/3/pgfmanual.pdf/manifest.json"
        with self.served() as service:
            told = self.until(service, address)
            ours = [took(lambda: service.get(address)) for _ in range(5 * self.rounds)]
        plain = told.json
        theirs = [took(lambda: iiif_prezi3.Manifest(**plain).json()) for _ in range(self.rounds)]
        count = len(plain["items"])
        row(f"the manifest of {count} pages", statistics.median(ours), statistics.median(theirs), "iiif-prezi3, built and dumped")

    def restart(self):
        """The manifest of a server that has just begun, with what the one before it kept and without."""
        address = "/presentation/3/octave.pdf/manifest.json"
        found = {"kept": [], "nothing": []}
        for _ in range(self.rounds):
            store = tempfile.mkdtemp(dir=self.folder)
            for what in ("nothing", "kept"):
                service = Service(self.files, store)
                before = worked(service.process.pid)
                self.until(service, address)
                found[what].append(worked(service.process.pid) - before)
                service.end()
            shutil.rmtree(store)
        row("processors for a book's manifest after a restart", statistics.median(found["kept"]), statistics.median(found["nothing"]),
            "the same with nothing kept")

    def thumbnails(self):
        count = min(200, PAGES)
        lots = f"1 {count // 2}\n{count // 2 + 1} {count}\n"
        ours, theirs = [], []
        for _ in range(self.rounds):
            with self.served() as service:
                told = self.until(service, "/presentation/3/octave.pdf/manifest.json").json
                addresses = [urllib.parse.urlsplit(canvas["thumbnail"][0]["id"]).path for canvas in told["items"][:count]]

                def all_of_them():
                    with concurrent.futures.ThreadPoolExecutor(6) as pool:
                        for answer in pool.map(service.get, addresses):
                            assert answer.status == 200
                before = worked(service.process.pid)
                waited = took(all_of_them)
                ours.append((waited, worked(service.process.pid) - before))
            with tempfile.TemporaryDirectory(dir=self.folder) as out:
                before = worked(os.getpid())
                waited = took(lambda: subprocess.run(
                    ["xargs", "-P2", "-L1", "sh", "-c", f'pdftoppm -scale-to 200 -jpeg -f $0 -l $1 {self.file("octave")} {out}/page'],
                    input=lots, text=True, check=True))
                # What this process does meanwhile is to wait.
                theirs.append((waited, worked(os.getpid()) - before))
        for what, place in [("waited", 0), ("of processors", 1)]:
            mine, other = (statistics.median(one[place] for one in all) / count for all in (ours, theirs))
            row(f"{count} thumbnails of a book that is not cut, {what}", mine, other, "pdftoppm -scale-to 200, two at a time", "ms/p")

    def words(self):
        """How far boxes of words are where pdftotext has them: the area of both by that of either."""
        first, count = 201, 50
        said = subprocess.run(
            ["pdftotext", "-bbox", "-cropbox", "-f", str(first), "-l", str(first + count - 1), self.file("pgfmanual"), "-"],
            capture_output=True, check=True).stdout
        # Letters that XML has no place for.
        said = re.sub(rb"<!DOCTYPE[^>]*>|[\x00-\x08\x0b\x0c\x0e-\x1f]", b"", said)
        overlaps, found = [], 0
        with self.served() as service:
            self.until(service, "/images/pgfmanual.pdf;1/text")
            for number, page in enumerate(ElementTree.fromstring(said).iter("{http://www.w3.org/1999/xhtml}page"), first):
                told = self.until(service, f"/images/pgfmanual.pdf;{number}/text").json
                mine = [word for line in told["lines"] for word in line["words"]]
                scale = told["width"] / float(page.get("width"))
                for word in page:
                    there = [float(word.get(key)) * scale for key in ("xMin", "yMin", "xMax", "yMax")]
                    best = max([0, *(overlap(there, one["box"]) for one in mine if one["text"] == word.text)])
                    overlaps.append(best)
                    found += best > 0
        print(f"  words of {count} pages: mean overlap {statistics.mean(overlaps):.3f} with pdftotext -bbox over {len(overlaps)} words,"
              f" {statistics.mean([one for one in overlaps if one]):.3f} over the {found} that both have")

    # In a browser.

    def pan(self):
        with self.served() as service, readers.PDFJS(self.folder) as pdfjs:
            self.open_map(service)
            ours = readers.our_pans(service, "map.pdf", 3 * self.rounds)
            theirs = pdfjs.pans("map.pdf", 3 * self.rounds)
        for what, key in [("all of a view of the map after a pan at 600 %, last byte", "lastByte"), ("the same, drawn", "drawn")]:
            row(what, statistics.median(one[key] for one in ours), statistics.median(theirs), "PDF.js, its detail view")

    def book(self):
        found = {"ours": [], "PDF.js": []}
        for _ in range(self.rounds):
            with self.served() as service:
                found["ours"].append(readers.our_reading(service, "pgfmanual.pdf"))
            with readers.PDFJS(self.folder) as pdfjs:
                found["PDF.js"].append(pdfjs.reading("pgfmanual.pdf"))
        for name, unit in (("open", "ms"), ("jump", "ms"), ("megabytes", "MB")):
            ours, theirs = (statistics.median(one[name] for one in found[who]) for who in found)
            what = {"open": "1,321 pages, cold: page 900 sharp", "jump": "page 500 after that",
                    "megabytes": "renderer after 20 pages and 5 zooms"}[name]
            row(what, ours, theirs, "PDF.js", unit)

    def gestures(self):
        found = {"ours": [], "PDF.js": []}
        for _ in range(self.rounds):
            with self.served() as service:
                found["ours"].append(readers.our_gestures(service, "pgfmanual.pdf"))
            with readers.PDFJS(self.folder) as pdfjs:
                found["PDF.js"].append(pdfjs.gestures("pgfmanual.pdf"))

        def of(who, tell):
            return statistics.median(tell(one) for one in found[who])

        for what, tell, unit in [
                ("late of 1,000 frames: 20 pages, 5 zooms, 3 searches", lambda one: 1000 * len(one["late"]) / one["count"], ""),
                ("the latest of them", lambda one: max(one["late"], default=0), "ms")]:
            row(what, of("ours", tell), of("PDF.js", tell), "PDF.js", unit)

    def search(self):
        with self.served() as service:
            self.until(service, "/images/pgfmanual.pdf;1321/text", 900)
            address = "/images/pgfmanual.pdf/search?q=foreach"
            answer = service.get(address).json
            assert answer["complete"] == 1
            ours = [took(lambda: service.get(address)) for _ in range(10 * self.rounds)]
        with readers.PDFJS(self.folder) as pdfjs:
            theirs, total = pdfjs.find("pgfmanual.pdf", "foreach")
        row(f"all hits of a word: {answer['total']} and {total}", statistics.median(ours), theirs, "PDF.js' find")

    # Minutes of load.

    def readers(self):
        """Memory of the server with its children while eight wander through four books."""
        books = ["map", "pgfmanual", "octave", "scan"]
        with self.served() as service:
            end = time.monotonic() + 60 * MINUTES
            failed = []
            threads = [threading.Thread(target=self.wander, args=(service, books, end, seed, failed)) for seed in range(8)]
            for thread in threads:
                thread.start()
            ours = []
            while any(thread.is_alive() for thread in threads):
                ours.append(memory(service.process))
                time.sleep(2)
        with readers.PDFJS(self.folder) as pdfjs:
            theirs = pdfjs.wander([f"{book}.pdf" for book in books], 60 * MINUTES)
        print(f"  (answers other than 200: {len(failed)})")
        row(f"memory at most, 8 clients, 4 books, {MINUTES:g} minutes", max(ours), max(theirs), "Chromium, PDF.js in four pages", "MB")

    @staticmethod
    def wander(service, books, end, seed, failed):
        choice = random.Random(seed)
        counts = {}
        while time.monotonic() < end:
            book = choice.choice(books)
            told = service.get(f"/images/{book}.pdf").json
            counts[book] = len(told.get("pages") or [1])
            name = f"{book}.pdf;{choice.randint(1, counts[book])}" if counts[book] > 1 else f"{book}.pdf"
            answer = service.get(f"/images/{name}")
            if answer.status != 200:
                failed.append(answer.status)
                continue
            for _ in range(5):
                level = choice.choice(answer.json["levels"])
                for _ in range(6):
                    column, line = choice.randrange(level["columns"]), choice.randrange(level["rows"])
                    status = service.get(f"/images/{name}/tiles/{level['reduction']}/{column}_{line}.jpg").status
                    if status != 200:
                        failed.append(status)

    def bombs(self):
        """Tiles that are stored, while a page that nobody can draw is asked for each second."""
        seconds = min(20, 60 * MINUTES)
        for number in range(int(2 * seconds)):
            drawings.bomb(self.files / f"bomb-{number}.pdf", number)
        try:
            with self.served() as service:
                assert service.get("/images/scan.pdf").status == 200
                alone = self.stored(service, seconds)
                stop = threading.Event()
                opener = threading.Thread(target=self.open_bombs, args=(service, stop))
                opener.start()
                beside = self.stored(service, seconds)
                stop.set()
                opener.join()
        finally:
            for path in self.files.glob("bomb-*.pdf"):
                path.unlink()
        row("99 % of stored tiles, a bomb a second", beside, alone, "the same without")

    @staticmethod
    def stored(service, seconds):
        end = time.monotonic() + seconds
        times = []
        while time.monotonic() < end:
            number = len(times) % 64
            times.append(took(lambda: service.get(f"/images/scan.pdf/tiles/0/{number % 8}_{number // 8}.jpg")))
        return sorted(times)[int(0.99 * len(times))]

    @staticmethod
    def open_bombs(service, stop):
        number = 0
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            while not stop.wait(1):
                pool.submit(service.get, f"/images/bomb-{number}.pdf")
                number += 1


def overlap(one, box):
    x, y, width, height = box
    across = max(0, min(one[2], x + width) - max(one[0], x))
    down = max(0, min(one[3], y + height) - max(one[1], y))
    both = across * down
    return both / ((one[2] - one[0]) * (one[3] - one[1]) + width * height - both)


# What each needs of others: programs, modules of Python, files that are fetched, PDF.js with a browser.
CASES = {
    "tile": ["pdftoppm"], "block": ["pymupdf"], "prerender": ["pdftoppm", "octave.pdf"], "weight": ["octave.pdf"],
    "scan": ["vips"], "manifest": ["iiif_prezi3", "pgfmanual.pdf"], "restart": ["octave.pdf"],
    "thumbnails": ["pdftoppm", "octave.pdf"], "words": ["pdftotext", "pgfmanual.pdf"], "pan": ["PDF.js"],
    "book": ["PDF.js", "pgfmanual.pdf"], "gestures": ["PDF.js", "pgfmanual.pdf"], "search": ["PDF.js", "pgfmanual.pdf"],
    "readers": ["PDF.js", "pgfmanual.pdf", "octave.pdf"], "bombs": [],
}


def is_there(need, folder):
    if need.endswith(".pdf"):
        return (folder / "files" / need).exists()
    if need == "PDF.js":
        return (folder / "peers/pdfjs").is_dir() and installed() is not None
    return shutil.which(need) is not None or importlib.util.find_spec(need) is not None


def main():
    words = argparse.ArgumentParser()
    words.add_argument("folder", type=pathlib.Path)
    words.add_argument("--rounds", type=int, default=3)
    words.add_argument("cases", nargs="*", metavar="CASE")
    given = words.parse_args()
    unknown = set(given.cases) - set(CASES)
    if unknown:
        words.error(f"no such case: {', '.join(sorted(unknown))}; there are {', '.join(CASES)}")
    bench = Bench(given.folder, given.rounds)
    print(f"{'ours, the peer, their ratio':>81}")
    are_all = True
    for case in given.cases or CASES:
        missing = [need for need in CASES[case] if not is_there(need, given.folder)]
        if missing:
            are_all = False
            print(f"  {case} is left out: {', '.join(missing)} not there", flush=True)
        else:
            getattr(bench, case)()
    sys.exit(0 if are_all else 3)


if __name__ == "__main__":
    main()
