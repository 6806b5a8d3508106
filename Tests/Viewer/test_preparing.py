"""Images that are not cut yet: what is seen until they are, and what it costs others."""
import base64
import contextlib
import io
import os
import signal

import numpy
import pytest
from PIL import Image

import hands
from stage import drawing
from support.halted import Halted, hold_decoder
from support.service import wait_until

CARDS = "[...document.querySelectorAll('#entries li')]"


def notes(page):
    """What each card says in place of its picture; nothing where the picture is there."""
    return page.run(
        f"Object.fromEntries({CARDS}.map((card) => [card.querySelector('.name')?.textContent,"
        " card.querySelector('.note')?.textContent]))")


@pytest.fixture
def fresh(start_service, tmp_path):
    """A service with images that nobody has asked for yet."""
    folder = tmp_path / "fresh"
    folder.mkdir()
    service = start_service(folder)
    yield service
    service.end()


def test_a_view_says_what_it_waits_for(page, fresh):
    drawing(1500, 1200).save(fresh.folder / "big.png")
    with Halted(fresh):
        opened = page(fresh.base + "/view/big.png", waits=False)
        opened.wait("viewer.message.textContent.startsWith('big.png')")
        # Its size, as the server knows it, and how far it is.
        opened.wait("/^big.png\\n1,500 × 1,200 pixels, [\\d.]+ [kM]B\\nThe image is being prepared …/.test(viewer.message.textContent)")
    hands.sharp(opened)
    assert opened.run("viewer.message.hidden")


def test_a_card_says_that_its_image_is_prepared_and_fills_in_by_itself(page, fresh):
    for name in "abc":
        drawing(600, 500).save(fresh.folder / f"{name}.png")
    with Halted(fresh):
        opened = page(fresh.base, waits=False)
        opened.wait(f"{CARDS}.length === 4")
        # One is being cut, the others wait; who is looked at again says it anew.
        wait_until(lambda: (said := notes(opened)).pop("first.jpg") == "" and set(said.values()) == {"Being prepared … 0 %", "Waiting …"})
    opened.wait("document.querySelectorAll('.thumbnail.here').length === 4")
    wait_until(lambda: set(notes(opened).values()) == {""})
    opened.listen(0.1)
    assert [e for e in opened.events if e.get("method") in ("Log.entryAdded", "Runtime.exceptionThrown")] == []


def test_pictures_that_wait_leave_the_connections_to_what_is_opened(page, fresh):
    for number in range(12):
        drawing(300, 200).save(fresh.folder / f"{number}.png")
    with Halted(fresh, shows_first=True):
        opened = page(fresh.base, waits=False)
        opened.run(
            "window.under = window.most = 0; { const ask = fetch; window.fetch = (...all) => { most = Math.max(most, ++under);"
            " return ask(...all).finally(() => { under -= 1; }); } }")
        opened.wait(f"{CARDS}.filter((card) => card.querySelector('.note').textContent).length >= 8")
        assert opened.run("most") == 2
        # What is there opens at once, though twelve others wait.
        opened.run(f"{CARDS}.find((card) => card.textContent.includes('first.jpg')).querySelector('a').click()")
        opened.wait("window.viewer?.isLoaded")
        hands.sharp(opened)


def test_pictures_out_of_sight_are_asked_for_no_more(page, fresh):
    for number in range(40):
        drawing(300, 200).save(fresh.folder / f"{number:02}.png")
    with Halted(fresh):
        opened = page(fresh.base, waits=False, width=500, height=400)
        opened.wait(f"{CARDS}.filter((card) => card.querySelector('.note').textContent).length >= 2")
        opened.run("scrollTo(0, document.body.scrollHeight)")
        opened.wait(f"{CARDS}.at(-2).querySelector('.note').textContent")
        opened.events.clear()

        def asked():
            return [e["request"]["url"].split("/iiif/3/")[1][:2] for e in opened.told("Network.requestWillBeSent")]

        # All that are in sight are asked for twice more, in turn.
        wait_until(lambda: len(asked()) > 2 * len(set(asked())), 60)
        assert not set(asked()) & {"00", "01", "02", "03"}
    wait_until(lambda: fresh.metrics()["cuts_waiting"] == 0, 60)


@contextlib.contextmanager
def half_cut(service):
    """giant.png, black above and white below, is cut so far that there is something to see of it."""
    Image.linear_gradient("L").resize((9000, 12000)).save(service.folder / "giant.png", compress_level=1)
    progress(service)
    decoder = hold_decoder(service.process.pid, lambda: progress(service).get("preview"), step=0.02)
    try:
        yield
    finally:
        os.kill(decoder, signal.SIGCONT)


def seen(told):
    return Image.open(io.BytesIO(base64.b64decode(told["preview"].split(",")[1]))).convert("L")


def progress(service, more="&preview=data"):
    return service.get(f"/images/giant.png?missing=empty&wait=0{more}").json.get("progress", {})


def test_a_large_image_shows_what_there_is_of_it_while_it_is_cut(page, fresh):
    with half_cut(fresh):
        told = progress(fresh)
        assert (told["width"], told["height"]) == (9000, 12000)
        assert seen(told).size == (563, 750)
        # Who does not ask for it is not sent it.
        assert "preview" not in progress(fresh, "")
        opened = page(fresh.base + "/view/giant.png", waits=False)
        opened.wait("viewer.shadowRoot.querySelector('img.early')?.complete")
        assert opened.run("viewer.message.textContent").startswith("giant.png\n9,000 × 12,000 pixels, ")
        bottom = opened.run("document.getElementById('bar').getBoundingClientRect().bottom")
        screen = numpy.asarray(Image.open(io.BytesIO(opened.picture())).convert("L")).astype(int)
        column = screen[round(bottom) + 4 :, 210]
        # Where it will be: what is there of it, and gray for what is still to come.
        assert column[0] < 60 and set(column[-40:]) <= set(range(126, 131))
    opened.wait("viewer.isLoaded")
    hands.sharp(opened)
    assert opened.run("[viewer.message.hidden, !!viewer.shadowRoot.querySelector('img.early')]") == [True, False]


def test_a_card_shows_what_there_is_of_its_image(page, fresh):
    with half_cut(fresh):
        opened = page(fresh.base, waits=False)
        opened.wait("document.querySelector('.thumbnail.early img')?.complete")
        assert notes(opened)["giant.png"].startswith("Being prepared … ")
        assert opened.run("document.querySelector('.early img').naturalHeight") == 750
    opened.wait("document.querySelector('.thumbnail.here:not(.early) img')?.complete")
    wait_until(lambda: notes(opened) == {"giant.png": ""})


def test_where_nothing_is_cut_on_demand_a_view_says_so_at_once(page, start_service, tmp_path):
    drawing(300, 200).save(tmp_path / "new.png")
    service = start_service(tmp_path, "--pyramids", "require")
    opened = page(service.base + "/view/new.png", waits=False)
    opened.wait("viewer.message.textContent.startsWith('This image is not prepared yet.')")
    opened.wait("document.querySelector('a.primary.way-out:not([hidden])')")
