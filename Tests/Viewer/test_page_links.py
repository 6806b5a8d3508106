"""Links of documents in the viewer: followed by mouse, finger and keys, and no hindrance to moving."""
import pytest

import hands
from hands import tap
from support.documents import Document

FONT = "/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"
#: In points from the lower left corner.
INSIDE = (100, 500, 300, 600)
OUTSIDE = (100, 200, 300, 300)
BUTTON = {"button": "left", "buttons": 1, "clickCount": 1}


@pytest.fixture(scope="module")
def leading(page_engine, start_service, tmp_path_factory):
    folder = tmp_path_factory.mktemp("leading")
    document = Document()
    # The pages' numbers: each follows its contents, and links come first.
    last = 4 + 2 * 3
    targets = [(INSIDE, f"/Dest [{last} 0 R /Fit]"), (OUTSIDE, "/A << /S /URI /URI (https://example.org/there) >>")]
    notes = [
        document.add("<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [%d %d %d %d] %s >>" % (*box, where))
        for box, where in targets
    ]
    document.page(400, 700, b"BT /F 20 Tf 110 540 Td (Third page) Tj ET", FONT, "/Annots [%s]" % " ".join(f"{number} 0 R" for number in notes))
    document.page(400, 700).page(400, 700).write(folder / "a.pdf")
    assert document.pages[2] == last
    service = start_service(folder)
    yield service
    service.end()


@pytest.fixture
def opened(page, leading):
    def open_book(**more):
        found = page(f"{leading.base}/view/a.pdf", width=900, height=700, **more)
        found.wait("viewer.shadowRoot.querySelectorAll('.link').length === 2 && viewer.isSettled")
        found.run(
            "window.followed = []; viewer.shadowRoot.addEventListener('click', (event) => {"
            " const link = event.target.closest('.link'); if (!link) return; followed.push(link.href);"
            " if (link.target) event.preventDefault(); })")
        return found

    return open_book


def middle(page, at):
    return page.run(
        f"(() => {{ const box = viewer.shadowRoot.querySelectorAll('.link')[{at}].getBoundingClientRect();"
        " return [box.x + box.width / 2, box.y + box.height / 2]; })()")


def click(page, at):
    x, y = middle(page, at)
    page.mouse("mousePressed", x, y, **BUTTON)
    page.mouse("mouseReleased", x, y, **BUTTON)


def test_links_lie_where_they_are_printed_and_say_where_they_lead(opened):
    page = opened()
    told = page.run(
        "[...viewer.shadowRoot.querySelectorAll('.link')].map(({ ariaLabel, rel, target, href }) => [ariaLabel, rel, target, href.replace(/.*#/, '#')])")
    assert told == [
        ["Third page, Page 3", "", "", "#page=3"],
        ["https://example.org/there", "noopener noreferrer", "_blank", "https://example.org/there"]]
    found = page.run("(() => { const box = viewer.shadowRoot.querySelector('.link').getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; })()")
    wanted = page.run(
        "(() => { const place = viewer.binding.place(0); const { contentOffset: o, zoomScale: z } = viewer.state; const k = 150 / 72 * place.scale * z;"
        f" return [place.x * z - o.x + {INSIDE[0]} * k, place.y * z - o.y + {700 - INSIDE[3]} * k, {INSIDE[2] - INSIDE[0]} * k, {INSIDE[3] - INSIDE[1]} * k]; }})()")
    assert all(abs(a - b) < 2 for a, b in zip(found, wanted)), (found, wanted)


def test_a_click_follows_a_link_and_turns_no_page_beside(opened):
    page = opened()
    click(page, 1)
    page.wait("followed.length === 1")
    assert page.run("[followed, viewer.page]") == [["https://example.org/there"], 0]
    click(page, 0)
    page.wait("viewer.page === 2 && viewer.isSettled")
    assert page.run("followed.length") == 2


def test_a_drag_that_begins_on_a_link_moves_the_page(opened):
    page = opened()
    # The link begins at 209 pixels of the page from above and from the left.
    box = "viewer.shadowRoot.querySelector('.link').getBoundingClientRect()"
    before = page.run(f"{box}.width")
    hands.show(page, 2, 300, 200)
    # It follows the page a frame later, which may have been drawn between zooming and scrolling.
    page.wait(f"viewer.isSettled && {box}.width > {1.5 * before} && {box}.y > 0")
    x, y = middle(page, 0)
    assert page.run(f"!!viewer.shadowRoot.elementFromPoint({x}, {y}).closest('.link')")
    before = page.run("viewer.state.contentOffset.y")
    page.mouse("mousePressed", x, y, **BUTTON)
    for step in range(1, 9):
        page.mouse("mouseMoved", x, y - 10 * step, button="left", buttons=1)
    page.mouse("mouseReleased", x, y - 80, **BUTTON)
    page.wait("viewer.isSettled")
    assert page.run("viewer.state.contentOffset.y") != before
    assert page.run("[followed, viewer.page]") == [[], 0]


def test_a_finger_follows_a_link(opened):
    page = opened(touch=True, is_stepped=True)
    tap(page, tuple(middle(page, 1)))
    page.wait("followed.length === 1")
    assert page.run("viewer.page") == 0


def test_keys_follow_a_link(opened):
    page = opened()
    page.run("viewer.shadowRoot.querySelector('.link').focus()")
    page.key("Enter")
    page.wait("viewer.page === 2 && viewer.isSettled")
    assert page.run("[viewer.scrollTop, followed.length]") == [0, 1]


def test_in_the_view_of_one_page_links_lead_to_the_views_of_others(page, leading):
    found = page(f"{leading.base}/view/a.pdf;1", width=900, height=700)
    found.wait("viewer.shadowRoot.querySelectorAll('.link').length === 2 && viewer.isSettled")
    assert found.run("viewer.shadowRoot.querySelector('.link').href").endswith("/view/a.pdf;3")
    click(found, 0)
    found.wait("location.pathname === '/view/a.pdf;3' && window.viewer?.isLoaded && viewer.wasSharp")
    assert found.run("viewer.image.id") == "a.pdf;3"
