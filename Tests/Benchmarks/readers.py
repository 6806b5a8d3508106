"""One who reads documents in Chromium: in our viewer, and in PDF.js served from the same machine."""
import contextlib
import functools
import http.server
import pathlib
import random
import re
import threading
import time

import gestures
from support.browser import Browser
from viewer import WINDOW, memory

# Points of the page as pixels of the screen, as PDF.js has 600 %.
POINT = 6 * 96 / 72
PATIENCE = 300

OURS = """
  window.until = (isThere) => new Promise((done) => {
    const start = performance.now();
    let isDone = false;
    const look = () => {
      if (isDone || !isThere()) return;
      isDone = true;
      viewer.removeEventListener('tilesready', told);
      done(performance.now() - start);
    };
    // Told as soon as it is drawn, as PDF.js tells it, and not when the next frame begins.
    const told = () => queueMicrotask(look);
    const poll = () => { look(); if (!isDone) requestAnimationFrame(poll); };
    viewer.addEventListener('tilesready', told);
    poll();
  });
  window.sharp = () => viewer.isSettled && viewer.wasSharp;
  window.lastByte = () => Math.max(...performance.getEntriesByType('resource').filter(({ name }) => name.includes('/tiles')).map((entry) => entry.responseEnd));
  window.pan = (x, y) => {
    performance.clearResourceTimings();
    const start = performance.now();
    viewer.setContentOffset({ x, y }, { animated: false });
    return until(sharp).then((drawn) => ({ drawn, lastByte: lastByte() - start }));
  };
  window.turn = (page) => { viewer.goToPage(page - 1, { animated: false }); return until(() => viewer.page === page - 1 && sharp()); };
  window.zoom = (factor) => { viewer.setZoomScale(factor * viewer.fitScale, { animated: false }); return until(sharp); };
  0
"""

THEIRS = """
  window.view = PDFViewerApplication.pdfViewer;
  window.rendered = (isWanted) => new Promise((done) => {
    const start = performance.now();
    const { eventBus } = PDFViewerApplication;
    const look = (event) => { if (!isWanted(event)) return; eventBus.off('pagerendered', look); done(performance.now() - start); };
    eventBus.on('pagerendered', look);
  });
  window.isDrawn = (page) => view.getPageView(page - 1)?.renderingState === 3;
  window.pan = (x, y) => { const done = rendered((event) => event.isDetailView); view.container.scrollTo(x, y); return done; };
  window.turn = (page) => {
    const start = performance.now();
    PDFViewerApplication.page = page;
    if (isDrawn(page)) return 0;
    return rendered((event) => event.pageNumber === page).then(() => performance.now() - start);
  };
  window.zoom = (factor) => { const done = rendered(() => true); view.currentScale = factor; return done; };
  0
"""


def renderer(process):
    """Megabytes of the largest process that shows pages."""
    most, left = 0, [process.pid]
    while left:
        number = left.pop()
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            for thread in pathlib.Path(f"/proc/{number}/task").iterdir():
                left += map(int, (thread / "children").read_text().split())
            if b"--type=renderer" in pathlib.Path(f"/proc/{number}/cmdline").read_bytes():
                rollup = pathlib.Path(f"/proc/{number}/smaps_rollup").read_text()
                most = max(most, int(re.search(r"^Pss:\s+(\d+)", rollup, re.M)[1]) / 1024)
    return most


def corners(width, height, count):
    """Where views of one size begin that have nothing in common."""
    places = [(x, y) for y in range(0, height - WINDOW[1], WINDOW[1]) for x in range(0, width - WINDOW[0], WINDOW[0])]
    return random.Random(9).sample(places, count)


def read_on(page, process, opened):
    """Jumps, turns twenty pages and zooms five times."""
    found = {"open": opened, "jump": page.run("window.turn(500)")}
    for number in range(501, 521):
        page.run(f"window.turn({number})")
    for factor in (1.5, 3, 2, 4, 1):
        page.run(f"window.zoom({factor})")
    return found | {"megabytes": renderer(process)}


@contextlib.contextmanager
def chromium():
    browser = Browser()
    try:
        yield browser
    finally:
        browser.close()


def our_pans(service, name, count):
    """Milliseconds until the last byte of each view has come, and until it is drawn."""
    with chromium() as browser:
        page = browser.page(*WINDOW)
        page.go(f"{service.base}/view/{name}")
        page.wait("window.viewer?.isLoaded && viewer.wasSharp", PATIENCE)
        page.run(OURS)
        scale = POINT * 72 / 150
        width, height = page.run("[viewer.image.width, viewer.image.height]")
        page.run(f"viewer.setZoomScale({scale}, {{ animated: false }}); until(sharp)")
        return [page.run(f"window.pan({x}, {y})") for x, y in corners(int(width * scale), int(height * scale), count)]


def our_reading(service, name):
    with chromium() as browser:
        page = browser.page(*WINDOW)
        start = time.monotonic()
        page.go(f"{service.base}/view/{name}#page=900")
        page.wait("window.viewer?.isLoaded && viewer.page === 899 && viewer.wasSharp", PATIENCE)
        opened = 1000 * (time.monotonic() - start)
        page.run(OURS)
        return read_on(page, browser.process, opened)


def our_gestures(service, name):
    with chromium() as browser:
        page = browser.page(*WINDOW, touch=True)
        page.go(f"{service.base}/view/{name}#page=500")
        page.wait("window.viewer?.isLoaded && viewer.page === 499 && viewer.wasSharp", PATIENCE)
        return gestures.read(page, {"xDistance": -900}, lambda: page.key("/", code="Slash"))


class Files(http.server.SimpleHTTPRequestHandler):
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript"}

    def log_message(self, *_): pass


class PDFJS:
    """PDF.js' own viewer in a browser, and who serves it and the documents."""

    def __init__(self, folder):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=folder))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        self.browser = Browser()
        return self

    def __exit__(self, *_):
        self.browser.close()
        self.server.shutdown()
        self.server.server_close()

    def open(self, name, number=1, **more):
        page = self.browser.page(*WINDOW, **more)
        start = time.monotonic()
        page.go(f"http://127.0.0.1:{self.server.server_port}/peers/pdfjs/web/viewer.html?file=/files/{name}#page={number}")
        page.wait(
            f"window.PDFViewerApplication?.pdfViewer?.getPageView?.({number - 1})?.renderingState === 3", PATIENCE)
        opened = 1000 * (time.monotonic() - start)
        page.run(THEIRS)
        return page, opened

    def pans(self, name, count):
        page, _ = self.open(name)
        page.run("{ const done = rendered((event) => event.isDetailView); view.currentScale = 6; done }")
        width, height = page.run("[view.container.scrollWidth, view.container.scrollHeight]")
        return [page.run(f"window.pan({x}, {y})") for x, y in corners(width, height, count)]

    def reading(self, name):
        page, opened = self.open(name, 900)
        return read_on(page, self.browser.process, opened)

    def gestures(self, name):
        page, _ = self.open(name, 500, touch=True)
        page.run("view.currentScaleValue = 'page-fit'; 0")
        page.wait("view.getPageView(499).renderingState === 3", PATIENCE)
        search = {"code": "KeyF", "windowsVirtualKeyCode": 70, "modifiers": 2}
        return gestures.read(page, {"yDistance": -690}, lambda: page.key("f", **search))

    def find(self, name, word):
        """Milliseconds until all of a document was searched, and how often a word was found."""
        page, _ = self.open(name)
        page.run(
            "window.start = performance.now(); PDFViewerApplication.eventBus.dispatch('find', { source: window, type: '',"
            f" query: '{word}', caseSensitive: false, entireWord: false, highlightAll: true, findPrevious: false, matchDiacritics: false }})")
        page.wait("window.PDFViewerApplication.findController._extractTextPromises.length > 0", PATIENCE)
        page.run("Promise.all(PDFViewerApplication.findController._extractTextPromises).then(() => { window.took = performance.now() - start; }); 0")
        page.wait("window.took", PATIENCE)
        page.run("new Promise((done) => setTimeout(done, 2000))")
        return page.run("[took, PDFViewerApplication.findController._matchesCountTotal]")

    def wander(self, names, seconds):
        """Megabytes of the browser while somebody wanders through documents in a page each."""
        pages = [self.open(name)[0] for name in names]
        choice = random.Random(1)
        end = time.monotonic() + seconds
        found = []
        while time.monotonic() < end:
            page = choice.choice(pages)
            scale = choice.choice([0.5, 1, 2, 4, 6])
            page.run(f"PDFViewerApplication.page = Math.ceil({choice.random()} * view.pagesCount) || 1; view.currentScale = {scale}; 0")
            page.events.clear()
            time.sleep(1)
            found.append(memory(self.browser.process))
        return found
