"""What went wrong is told as what it is: the network, the server, or the viewer itself."""
import json
import pathlib

import pytest

import hands
from support.documents import Document


def tells(page, src, text):
    """Opens what can't be shown, and waits until that is said in these words, or in words that begin so."""
    page.run(f"void viewer.load('{src}')")
    page.wait(f"!viewer.message.hidden && !viewer.isLoaded && viewer.message.textContent.startsWith({json.dumps(text)})")


def answering(page, status, body):
    """Descriptions of images are answered so from now on."""
    page.run(
        "{ const ask = fetch; window.fetch = (address, ...more) => String(address).includes('/images/')"
        f" ? Promise.resolve(new Response({body!r}, {{ status: {status} }})) : ask(address, ...more); }}")


def test_a_server_that_is_gone(page):
    opened = page("/view/small.png")
    opened.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
    tells(opened, "/images/large.png", "The server can’t be reached. Try again in a moment.")
    # It is back: nothing of the failure is kept.
    opened.call("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    opened.run("viewer.load('/images/large.png')")
    hands.sharp(opened)
    assert opened.run("viewer.message.hidden")


def test_a_server_that_goes_while_one_looks_is_told_of_and_comes_back(page):
    opened = page()
    hands.sharp(opened)
    hands.retiring(opened)
    opened.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
    hands.show(opened, 1, 2000, 1500)
    opened.wait("[...document.querySelectorAll('[role=status]')].some((line) => !line.hidden && line.textContent.startsWith('The server does not answer'))")
    # No tile is given up for it.
    assert opened.run("[...viewer.pages.stores.get(0).failed.values()].every(({ count }) => count === 0)")
    opened.call("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    hands.sharp(opened)
    opened.wait("[...document.querySelectorAll('[role=status]')].every((line) => line.hidden || !line.textContent.startsWith('The server does not'))")


def test_tools_that_could_not_be_had_are_told_of_and_had_at_the_next_attempt(page):
    opened = page("/", waits=False)
    opened.call("Network.setBlockedURLs", urls=["*-late-*"])
    opened.go(opened.base + "/view/large.png")
    hands.sharp(opened)
    hands.retiring(opened)
    toast = "document.getElementById('toast')"
    for key, opens in (("i", ".caption dt"), ("?", "dialog[open]")):
        opened.run(f"{toast}.hidden = true")
        opened.key(key)
        opened.wait(f"!{toast}.hidden && {toast}.textContent.startsWith('This could not be loaded')")
        assert not opened.run(f"!!document.querySelector('{opens}')")
    opened.call("Network.setBlockedURLs", urls=[])
    for key, opens in (("i", ".caption dt"), ("?", "dialog[open]")):
        opened.key(key)
        opened.wait(f"document.querySelector('{opens}')")


def test_pages_that_could_not_be_reached_come_by_themselves_once_the_server_is_back(page):
    opened = page("/view/book#page=1")
    hands.sharp(opened)
    opened.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
    opened.run("viewer.goToPage(viewer.pageCount - 1, { animated: false })")
    opened.wait("!viewer.message.hidden && viewer.message.textContent.includes('The server can’t be reached. Trying again …')")
    opened.call("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    opened.wait("viewer.message.hidden && viewer.page === viewer.pageCount - 1 && viewer.wasSharp")


def test_a_calculator_that_could_not_be_had_is_asked_for_again(page):
    opened = page("/", waits=False)
    opened.call("Network.setBlockedURLs", urls=["*viewport.wasm"])
    opened.run(
        "import('/viewer/viewer/pyramidion-viewer.js').then(() => { window.viewer = document.createElement('pyramidion-viewer');"
        " viewer.style.height = '300px'; document.body.prepend(viewer); })")
    tells(opened, "/images/small.png", "The server can’t be reached. Try again in a moment.")
    opened.call("Network.setBlockedURLs", urls=[])
    opened.run("viewer.load('/images/small.png')")
    hands.sharp(opened)


def test_a_server_that_fails_says_so_in_its_own_words(page):
    opened = page("/view/small.png")
    answering(opened, 507, '{"error": {"detail": "the disk is full"}}')
    tells(opened, "/images/large.png",
          "The server could not make this image ready. The image itself may be sound: try again later.\n(the disk is full)")


def test_a_server_that_lacks_what_it_needs_says_so_while_it_is_asked_again(page):
    opened = page("/view/small.png")
    answering(opened, 503, '{"error": {"detail": "no decoder starts"}}')
    tells(opened, "/images/large.png", "The server can’t make this image ready now. Trying again …\n(no decoder starts)")
    answering(opened, 503, '{"error": {"detail": "too much work waits already"}}')
    tells(opened, "/images/large.png", "The server has much to do. Trying again …")


def test_a_library_that_draws_no_documents_is_named(page, start_service, tmp_path):
    library = next(pathlib.Path("/lib").rglob("libz.so.1"), None)
    if library is None:
        pytest.skip("no library that is not PDFium")
    Document().page().write(tmp_path / "a.pdf")
    service = start_service(tmp_path, "--pdf-engine", str(library.resolve()))
    opened = page(service.base + "/view/a.pdf", waits=False)
    opened.wait("window.viewer?.message?.textContent.includes('PDFium')")
    assert opened.run("!viewer.message.hidden && viewer.message.textContent.startsWith('The server can’t make this image ready now')")
    service.end()


def test_an_answer_that_is_none_is_no_fault_of_the_network(page):
    opened = page("/view/small.png")
    answering(opened, 200, "<h1>A portal</h1>")
    tells(opened, "/images/large.png", "The server’s answer can’t be read.")


def test_a_fault_of_the_viewer_is_told_as_one(page):
    opened = page("/view/small.png")
    answering(opened, 200, '{"type": "image", "id": "large.png", "width": 300, "height": 200}')
    tells(opened, "/images/large.png", "The viewer itself has failed, which says nothing of the image.")
    # Who looks into the console finds where.
    assert opened.told("Runtime.consoleAPICalled")[-1]["type"] == "error"


def test_a_view_that_is_left_asks_no_more(page):
    opened = page("/view/small.png")
    opened.run(
        "{ const ask = fetch; window.asked = 0; window.fetch = (address, ...more) => {"
        " if (!String(address).includes('/images/large.png?')) return ask(address, ...more);"
        " asked += 1; return Promise.resolve(new Response('{\"progress\": {\"share\": 0.5}}', { status: 503 })); } }"
        " void viewer.load('/images/large.png')")
    opened.wait("asked >= 2")
    opened.run("viewer.load('/images/small.png')")
    hands.sharp(opened)
    before = opened.run("asked")
    opened.run("new Promise((done) => setTimeout(done, 1500))")
    assert opened.run("[asked, viewer.image.id, viewer.message.hidden]") == [before, "small.png", True]
