"""Mouse and wheel; the wheel leaves pages alone that it was not meant for."""
import http.server
import math
import threading

import pytest

import hands
from hands import offset, rest, show, state

EMBEDDING = """<!doctype html><meta charset="utf-8">
<style>body { margin: 0; height: 3000px } pyramidion-viewer { height: 400px }</style>
<script type="module" src="%s/viewer/viewer/pyramidion-viewer.js"></script>
<pyramidion-viewer id="viewer" src="%s/images/large.png"></pyramidion-viewer>"""


@pytest.fixture
def embedded(page, service):
    """A long page of another host's with the element in it, in a line each."""
    document = (EMBEDDING % (service.base, service.base)).encode()

    class Host(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(document)))
            self.end_headers()
            self.wfile.write(document)

        def log_message(self, *words):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Host) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield page(f"http://127.0.0.1:{host.server_port}/")
        host.shutdown()


def wheel(page, x, y, down, across=0, **more):
    page.mouse("mouseWheel", x, y, deltaX=across, deltaY=down, **more)


CONTROL = 2


def test_the_mouse_drags_one_to_one(page):
    opened = page()
    show(opened, 0.8, 700, 400)
    hands.record(opened)
    opened.mouse("mousePressed", 500, 300, button="left", buttons=1, clickCount=1)
    for step in range(1, 9):
        opened.mouse("mouseMoved", 500 - 20 * step, 300 + 5 * step, button="left", buttons=1)
    opened.wait("samples.at(-1)[2] === 340")
    way = hands.dragged(hands.samples(opened))
    assert math.dist(offset(opened), (700 - way[0], 400 - way[1])) < 0.01
    assert opened.run("getComputedStyle(viewer.surface).cursor") == "grabbing"
    opened.mouse("mouseReleased", 340, 340, button="left", buttons=0, clickCount=1)
    rest(opened)
    opened.mouse("mouseMoved", 600, 200)
    assert opened.run("getComputedStyle(viewer.surface).cursor") == "grab"


def test_other_buttons_drag_nothing(page):
    opened = page()
    show(opened, 0.8, 700, 400)
    opened.mouse("mousePressed", 500, 300, button="middle", buttons=4, clickCount=1)
    opened.mouse("mouseMoved", 400, 300, button="middle", buttons=4)
    opened.mouse("mouseReleased", 400, 300, button="middle", buttons=0, clickCount=1)
    assert offset(opened) == [700, 400]


def test_the_wheel_scrolls_the_page_until_the_viewer_is_engaged(embedded):
    zoom = state(embedded)["zoomScale"]
    # It says why, for a moment.
    embedded.run("window.hints = []; new MutationObserver(() => hints.push(viewer.shadowRoot.querySelector('.hint.shown')?.textContent))"
                 ".observe(viewer.shadowRoot, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] })")
    wheel(embedded, 400, 200, 120)
    embedded.wait("scrollY > 0")
    assert state(embedded)["zoomScale"] == zoom
    embedded.wait("hints.some((hint) => hint?.includes('wheel'))")
    embedded.run("scrollTo(0, 0); viewer.focus({ preventScroll: true })")
    wheel(embedded, 400, 200, -120)
    embedded.wait(f"viewer.zoomScale > {zoom}")
    assert embedded.run("scrollY") == 0


def test_with_control_the_wheel_zooms_about_the_pointer_wherever_the_focus_is(embedded):
    show(embedded, 0.5, 300, 200)
    zoom = state(embedded)["zoomScale"]
    under = embedded.run("viewer.imagePoint({ x: 300, y: 150 })")
    wheel(embedded, 300, 150, -120, modifiers=CONTROL)
    embedded.wait(f"viewer.zoomScale > {zoom}")
    at = embedded.run("viewer.imagePoint({ x: 300, y: 150 })")
    scale = state(embedded)["zoomScale"]
    assert embedded.run("scrollY") == 0
    assert math.dist((at["x"] * scale, at["y"] * scale), (under["x"] * scale, under["y"] * scale)) < 1
    assert scale / zoom == pytest.approx(math.exp(120 * 0.0025))


def test_two_fingers_on_a_trackpad_pan_and_pinch(page):
    opened = page()
    show(opened, 0.8, 700, 400)
    wheel(opened, 400, 300, 7, across=12)
    opened.wait("viewer.contentOffset.x === 712")
    assert offset(opened) == [712, 407]
    wheel(opened, 400, 300, -6, modifiers=CONTROL)
    opened.wait("viewer.zoomScale > 0.8")
    assert state(opened)["zoomScale"] == pytest.approx(0.8 * math.exp(6 * 0.01))


def test_many_notches_ask_and_note_once(page):
    opened = page()
    zoom = state(opened)["zoomScale"]
    # What the page notes of its opening is overtaken by what comes at once.
    opened.run("window.notes = 0; { const note = history.replaceState.bind(history);"
               "history.replaceState = (...all) => { notes += 1; note(...all); } }"
               "for (let i = 0; i < 8; i++) viewer.surface.dispatchEvent(new WheelEvent('wheel',"
               "{ deltaY: -60, clientX: 400, clientY: 300, ctrlKey: true, cancelable: true }))")
    assert state(opened)["zoomScale"] > zoom
    hands.ready(opened)
    opened.wait("notes > 0")
    assert opened.run("notes") == 1


def test_a_click_gives_the_viewer_the_keys_and_shows_no_ring(page):
    opened = page()
    opened.mouse("mousePressed", 500, 300, button="left", buttons=1, clickCount=1)
    opened.mouse("mouseReleased", 500, 300, button="left", buttons=0, clickCount=1)
    ring = "getComputedStyle(viewer, '::after').content !== 'none'"
    assert opened.run(f"[viewer.matches(':focus'), {ring}]") == [True, False]
    opened.key("ArrowLeft")
    assert opened.run(ring)


def test_the_minimap_is_there_once_there_is_more_than_shows_and_moves_the_view(page):
    opened = page()
    assert opened.run("document.getElementById('minimap').hidden")
    show(opened, 1, 1000, 600)
    opened.wait("!document.getElementById('minimap').hidden")
    x, y, width, height = opened.run("(({ x, y, width, height }) => [x, y, width, height])(document.getElementById('minimap').getBoundingClientRect())")
    hands.retiring(opened)
    opened.mouse("mousePressed", x + width * 0.75, y + height * 0.25, button="left", buttons=1, clickCount=1)
    opened.mouse("mouseReleased", x + width * 0.75, y + height * 0.25, button="left", buttons=0, clickCount=1)
    rest(opened)
    middle = opened.run("viewer.imagePoint({ x: 400, y: 300 })")
    assert math.dist((middle["x"], middle["y"]), (0.75 * 3000, 0.25 * 2000)) < 30
    opened.run("viewer.zoomToFit()")
    opened.wait("document.getElementById('minimap').hidden")
