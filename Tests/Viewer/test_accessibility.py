"""For whoever sees, hears or moves otherwise."""
import pytest

import hands
from hands import rest, state
from stage import BARRED


def visible_controls(page):
    return page.run(
        "[...document.querySelectorAll('button, a[href]:not(.skip), input, select, textarea')].filter((e) => e.checkVisibility())"
        ".map((e) => { const box = e.getBoundingClientRect(); return { name: e.getAttribute('aria-label') || e.textContent ||"
        " e.labels?.[0]?.textContent || '', width: box.width, height: box.height, tag: e.tagName, left: box.left, right: box.right,"
        " top: box.top, bottom: box.bottom } })")


def nodes(page):
    return [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in page.call("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]


def test_the_viewer_is_a_named_region_and_takes_keys_only_while_it_has_the_focus(page):
    opened = page()
    opened.wait("viewer.getAttribute('aria-label') === 'large.png'")
    assert opened.run("[viewer.role ?? viewer.getAttribute('role'), viewer.getAttribute('aria-roledescription')]") == ["region", "zoomable image"]
    opened.run("viewer.focus()")
    assert opened.run("viewer.getAttribute('role')") == "application"
    opened.run("viewer.blur()")
    assert opened.run("viewer.getAttribute('role')") == "region"
    tree = nodes(opened)
    assert ("image", "large.png") in tree
    assert {"Image", "Zoom"} <= {name for role, name in tree if role == "toolbar"}


def test_where_we_are_is_told_politely_and_once_at_rest(page):
    opened = page("/view/book")
    live = "viewer.shadowRoot.querySelector('[aria-live=polite]').textContent"
    opened.wait(f"{live} === 'Page 1 of 5, zoom ' + Math.round(viewer.zoomScale * 100) + ' %, showing all of it'")
    # That another page has come to be known may say the same once more, which nobody hears.
    opened.run("window.heard = new Set(); { const line = viewer.shadowRoot.querySelector('[aria-live=polite]'); const before = line.textContent;"
               " new MutationObserver(() => { if (line.textContent !== before) heard.add(line.textContent); }).observe("
               "line, { childList: true, characterData: true, subtree: true }); }")
    opened.run("viewer.zoomTo({ x: 0, y: 0, width: 200, height: 150 })")
    opened.wait(f"{live}.endsWith('showing top left')")
    assert opened.run("heard.size") == 1


def test_the_picture_is_described_by_where_we_are(page):
    opened = page()
    opened.wait("viewer.shadowRoot.getElementById(viewer.surface.getAttribute('aria-describedby'))?.textContent.includes('showing all of it')")


def test_a_viewer_can_be_labelled_by_its_page(page):
    opened = page()
    opened.run("viewer.setAttribute('label', 'A map of Kyoto')")
    assert opened.run("viewer.getAttribute('aria-label')") == "A map of Kyoto"
    opened.run("viewer.readers.announce()")
    assert opened.run("viewer.surface.getAttribute('aria-label')") == "A map of Kyoto"


@pytest.mark.parametrize("path,width,height", [("/view/book", 1280, 800), ("/view/book", 390, 844), ("/view/book", 320, 256), ("/", 390, 844), ("/embed/book", 390, 300)])
def test_every_control_has_a_name_a_size_and_its_place_in_the_window(page, path, width, height):
    opened = page(path, width=width, height=height, waits=path != "/")
    opened.wait("document.querySelectorAll('button, a').length > 3")
    controls = visible_controls(opened)
    assert controls
    for control in controls:
        assert control["name"].strip(), control
        assert control["width"] >= 24 and control["height"] >= 24 or control["tag"] == "A" and path == "/", control
        assert control["left"] >= 0 and control["right"] <= width, control
    if path.startswith("/view"):
        for control in controls:
            assert control["top"] >= 0 and control["bottom"] <= height, control
        # Nothing lies over anything else.
        for number, one in enumerate(controls):
            for other in controls[number + 1:]:
                apart = (one["right"] <= other["left"] + 1 or other["right"] <= one["left"] + 1
                         or one["bottom"] <= other["top"] + 1 or other["bottom"] <= one["top"] + 1)
                assert apart, (one, other)


def test_every_gesture_is_a_button_too(page):
    opened = page("/view/book")

    def click(label):
        opened.run(f"document.querySelector('[aria-label=\"{label}\"]').click()")
        rest(opened)

    hands.menu(opened)
    fit = state(opened)["zoomScale"]
    click("Zoom in")
    assert state(opened)["zoomScale"] == pytest.approx(fit * 1.5)
    click("Actual size")
    assert state(opened)["zoomScale"] == pytest.approx(1)
    click("Zoom in")
    click("Move by buttons")
    opened.wait("document.querySelector('.pad:not([hidden])')")
    before = hands.offset(opened)
    click("Right")
    click("Down")
    assert all(after > there for after, there in zip(hands.offset(opened), before))
    click("Left")
    click("Up")
    assert hands.offset(opened) == pytest.approx(before)
    click("Zoom out")
    click("Show all")
    assert opened.run("viewer.isAtFit && document.querySelector('[aria-label=\"Show all\"]').disabled")
    opened.wait("viewer.pages.isReady(1)")
    click("Next page")
    opened.wait("viewer.page === 1 && viewer.isSettled")
    click("Previous page")
    opened.wait("viewer.page === 0 && viewer.isSettled")
    hands.show(opened, 1.3)
    click("Loupe")
    opened.wait("viewer.isLoupeShown")
    click("Loupe")
    assert not opened.run("viewer.isLoupeShown")


def test_the_focus_goes_round_and_is_seen(page):
    opened = page("/view/book")
    seen = []
    for _ in range(30):
        opened.key("Tab", code="Tab", windowsVirtualKeyCode=9)
        seen.append(opened.run("document.activeElement.id || document.activeElement.getAttribute('aria-label') || document.activeElement.tagName"))
        outlined = opened.run(
            "(() => { const e = document.activeElement; if (e === document.body) return true;"
            "const s = getComputedStyle(e); return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2 ||"
            "getComputedStyle(e, '::after').borderTopWidth === '3px' })()")
        assert outlined, seen
    assert {"skip", "home", "title", "viewer", "More", "Zoom in", "Next page"} <= set(seen)


def test_dialogs_are_named_hold_the_focus_and_give_it_back(page):
    opened = page()
    for label, heading in [("Share", "Share"), ("Bookmarks", "Bookmarks"), ("Download", "Download"), ("Help", "Hands and keys")]:
        hands.click(opened, label, "dialog")
        assert ("dialog", heading) in nodes(opened)
        for _ in range(4):
            opened.key("Tab", code="Tab", windowsVirtualKeyCode=9)
            assert opened.run("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
        opened.key("Escape", code="Escape", windowsVirtualKeyCode=27)
        opened.wait("!document.querySelector('dialog')")
        # What came out of the menu gives it back to the menu's button.
        assert opened.run("document.activeElement.getAttribute('aria-label')") == {"Bookmarks": "More", "Help": "More"}.get(label, label)


@pytest.mark.parametrize("path", ["/", "/view/large.png", "/embed/large.png"])
def test_pages_can_be_zoomed_and_say_their_language(page, path):
    opened = page(path, waits=False)
    viewport = opened.run("document.querySelector('meta[name=viewport]').content")
    assert "user-scalable" not in viewport and "maximum-scale" not in viewport
    assert opened.run("document.documentElement.lang") == "en"
    assert opened.run("document.title")


def luminance(colour):
    channels = [int(part) / 255 for part in colour[colour.index("(") + 1:-1].split(",")[:3]]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_contrast(page, scheme):
    opened = page("/", waits=False)
    opened.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    opened.wait("document.querySelector('#entries small')")
    ground = luminance(opened.run("getComputedStyle(document.documentElement).backgroundColor"))
    for part in (".folder small", ".folder .name", "#where a", ".album"):
        ink = luminance(opened.run(f"getComputedStyle(document.querySelector('{part}')).color"))
        ratio = (max(ink, ground) + 0.05) / (min(ink, ground) + 0.05)
        assert ratio >= 4.5, (part, ratio)


def test_forced_colours_leave_controls_with_edges(page):
    opened = page()
    opened.call("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    assert opened.run("getComputedStyle(document.querySelector('.button')).borderTopWidth") == "1px"


def test_the_caption_says_what_and_how_close_and_is_laid_out_by_the_rows(page):
    opened = page("/view/large.png#xywh=1000,600,800,600", height=BARRED)
    hands.click(opened, "About this image", ".caption dt")
    texts = opened.run("Object.fromEntries([...document.querySelectorAll('.caption dt')].map((dt) => [dt.textContent, dt.nextSibling.textContent]))")
    assert texts["Name"] == "large.png" and texts["Size"] == "3,000 × 2,000 pixels, 6 megapixels"
    assert texts["Zoom"] == "100 %" and texts["Level"].startswith("0 of ")
    width, label, height, picture, text = opened.run(
        "(() => { const panel = document.querySelector('.caption'), box = (e) => { const b = e.getBoundingClientRect(), o ="
        " panel.firstChild.getBoundingClientRect(); return [b.x - o.x, b.y - o.y, b.width, b.height] };"
        "const dl = panel.querySelector('dl'); return [panel.clientWidth, dl.clientWidth, panel.firstChild.offsetHeight,"
        " box(panel.querySelector('img')), box(dl)] })()")
    assert label == width - 40
    assert picture == pytest.approx([(width - 150) / 2, 20, 150, 150])
    assert text[:3] == pytest.approx([20, 178, width - 40])
    assert height == int(198 + text[3] + 0.5)
