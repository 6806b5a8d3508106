"""Images that are not cut yet: what is seen until they are, and what it costs others."""
import pytest

import hands
from stage import drawing
from support.halted import Halted
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


def test_a_view_says_within_a_second_what_it_waits_for(page, fresh):
    drawing(1500, 1200).save(fresh.folder / "big.png")
    with Halted(fresh):
        opened = page(fresh.base + "/view/big.png", waits=False)
        began = opened.run("performance.now()")
        opened.wait("viewer.message.textContent.startsWith('big.png')")
        # Its size, as the server knows it, and how far it is.
        opened.wait("/^big.png \\([\\d.]+ [kM]B\\)\\nThe image is being prepared …/.test(viewer.message.textContent)")
        assert opened.run("performance.now()") - began < 10_000
    hands.sharp(opened)
    assert opened.run("viewer.message.hidden")


def test_a_card_says_that_its_image_is_prepared_and_fills_in_by_itself(page, fresh):
    for name in "abc":
        drawing(600, 500).save(fresh.folder / f"{name}.png")
    with Halted(fresh):
        opened = page(fresh.base, waits=False)
        opened.wait(f"{CARDS}.length === 4 && {CARDS}.filter((card) => card.querySelector('.note').textContent).length === 3")
        opened.wait(f"{CARDS}.some((card) => card.querySelector('.note').textContent === 'Being prepared … 0 %')")
        said = notes(opened)
        assert said.pop("first.jpg") == ""
        assert set(said.values()) == {"Being prepared … 0 %", "Waiting …"}
    opened.wait("document.querySelectorAll('.thumbnail.here').length === 4")
    assert set(notes(opened).values()) == {""}
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
        opened.run("new Promise((done) => setTimeout(done, 3000))")
        asked = {e["request"]["url"].split("/iiif/3/")[1][:2] for e in opened.told("Network.requestWillBeSent")}
        assert asked and not asked & {"00", "01", "02", "03"}
    wait_until(lambda: fresh.metrics()["cuts_waiting"] == 0, 60)
