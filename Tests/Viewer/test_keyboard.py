"""All that hands can do, by keys."""
import pytest

import hands
from hands import offset, rest, show, state


@pytest.fixture
def keyed(page):
    opened = page()
    show(opened, 0.8, 700, 400)
    opened.run("viewer.focus()")
    return opened


def press(page, *keys, **more):
    for key in keys:
        page.key(key, **more)
    rest(page)


@pytest.mark.parametrize("key,moved", [
    ("ArrowLeft", (-100, 0)), ("ArrowRight", (100, 0)), ("ArrowUp", (0, -75)), ("ArrowDown", (0, 75))])
def test_arrows_move_by_an_eighth_of_the_view(keyed, key, moved):
    press(keyed, key)
    assert offset(keyed) == pytest.approx([700 + moved[0], 400 + moved[1]])


def test_plus_and_minus_zoom_by_steps(keyed):
    press(keyed, "+")
    assert state(keyed)["zoomScale"] == pytest.approx(1.2)
    press(keyed, "-", "-")
    assert state(keyed)["zoomScale"] == pytest.approx(1.2 / 1.5 / 1.5)
    press(keyed, "=")
    assert state(keyed)["zoomScale"] == pytest.approx(0.8)


def test_zero_shows_all_and_one_shows_pixels(keyed):
    press(keyed, "0")
    assert keyed.run("viewer.isAtFit")
    press(keyed, "1")
    assert state(keyed)["zoomScale"] == pytest.approx(1)


def test_pages_home_and_end_of_a_single_image(keyed):
    bar = state(keyed)["contentInset"]["top"]
    press(keyed, "PageDown")
    assert offset(keyed)[1] == pytest.approx(400 + 0.875 * 600)
    press(keyed, "PageUp")
    assert offset(keyed)[1] == pytest.approx(400)
    press(keyed, " ")
    assert offset(keyed)[1] == pytest.approx(400 + 0.875 * 600)
    press(keyed, "Home")
    assert offset(keyed)[1] == -bar
    press(keyed, "End")
    assert offset(keyed)[1] == pytest.approx(2000 * 0.8 - 600)


def test_pages_home_and_end_of_an_album(page):
    opened = page("/view/book")
    opened.run("viewer.focus()")
    for key, number in [("PageDown", 1), ("PageDown", 2), ("PageUp", 1), ("End", 4), ("Home", 0)]:
        opened.key(key)
        opened.wait(f"viewer.page === {number} && viewer.isSettled")


def test_l_is_the_loupe_and_arrows_move_it(keyed):
    show(keyed, 1.2)
    before = offset(keyed)
    press(keyed, "l")
    keyed.wait("viewer.isLoupeShown")
    place = "viewer.shadowRoot.querySelector('.loupe').getBoundingClientRect().x"
    first = keyed.run(place)
    press(keyed, "ArrowRight", "ArrowRight")
    assert keyed.run(place) == pytest.approx(first + 32)
    assert offset(keyed) == before
    press(keyed, "Escape")
    assert not keyed.run("viewer.isLoupeShown")


def test_question_mark_opens_help_and_escape_gives_the_focus_back(keyed):
    press(keyed, "?")
    keyed.wait("document.querySelector('dialog[open]')")
    assert keyed.run("document.querySelector('dialog[open] h2').textContent") == "Hands and keys"
    keyed.key("Escape", windowsVirtualKeyCode=27, code="Escape")
    keyed.wait("!document.querySelector('dialog')")
    assert keyed.run("document.activeElement === viewer")


def test_letters_open_what_the_buttons_do(page):
    opened = page()
    for key, heading in [("b", "Bookmarks"), ("s", "Share"), ("d", "Download")]:
        opened.key(key)
        opened.wait(f"document.querySelector('dialog[open] h2')?.textContent === '{heading}'")
        opened.run("document.querySelector('dialog').close()")
        opened.wait("!document.querySelector('dialog')")
    opened.key("c")
    opened.wait("document.querySelector('.crop')")
    opened.run("document.querySelector('[aria-label=\"Close crop\"]').click()")


def test_letters_can_be_switched_off(page):
    opened = page()
    opened.key("?")
    opened.wait("document.querySelector('dialog[open]')")
    opened.run("document.querySelector('.switch input').click(); document.querySelector('dialog').close()")
    for key in "bcsdil":
        opened.key(key)
    # What letters open is loaded by then, if any has asked for it; help has had it come.
    late = next(entry for entry in opened.run("performance.getEntriesByType('resource').map(({ name }) => name)") if "-late-" in entry)
    opened.run(f"import('{late}').then(() => new Promise(requestAnimationFrame)).then(() => 0)")
    assert not opened.run("!!document.querySelector('dialog, .crop') || viewer.isLoupeShown")
    opened.run("localStorage.clear()")


def test_keys_are_the_images_before_anything_has_the_focus(page):
    opened = page()
    zoom = state(opened)["zoomScale"]
    opened.key("+")
    opened.wait(f"viewer.zoomScale > {zoom * 1.49}")


def test_keys_with_control_are_the_browsers(keyed):
    press(keyed, "0", modifiers=2)
    assert state(keyed)["zoomScale"] == pytest.approx(0.8)
