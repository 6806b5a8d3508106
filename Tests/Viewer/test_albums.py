"""Folders and documents: pages side by side, three of them there, one at a time."""
import pytest

import hands
from stage import PAGES, drawing
from hands import Finger, names, rest, state, tap


@pytest.fixture
def book(fingers):
    page = fingers("/view/book")
    page.run("viewer.loupe = 'off'")
    return page


def strip(page):
    """Offset and stride of the strip of pages."""
    return page.run("[viewer.state.strip.offset, viewer.state.strip.stride]")


def turned(page, number):
    page.wait(f"viewer.page === {number} && viewer.isSettled && viewer.pages.isReady({number})")


def warm(page):
    page.wait("[...viewer.pages.stores.keys()].every((page) => viewer.pages.isReady(page)) && viewer.pages.stores.size > 1")


def test_a_folder_is_an_album_in_the_order_of_its_names(book):
    assert book.run("[viewer.pageCount, viewer.page, viewer.image.id]") == [5, 0, "book/1 page.png"]
    assert book.run("[viewer.image.width, viewer.image.height]") == list(PAGES[0])
    assert book.run("document.getElementById('pager').textContent") == "of 5"


def test_a_document_of_several_pages_is_one_too(page):
    opened = page("/view/pages.tif")
    assert opened.run("viewer.pageCount") == 3
    for number in (1, 2):
        opened.run(f"viewer.goToPage({number}, {{ animated: false }})")
        turned(opened, number)
        assert opened.run("[viewer.image.width, viewer.image.height]") == list(PAGES[number])


def test_pages_between_here_and_far_off_are_not_asked_for(book):
    warm(book)
    book.run("viewer.goToPage(4)")
    turned(book, 4)
    warm(book)
    assert book.run("performance.getEntriesByType('resource').filter(({ name }) => name.includes('3%20page')).length") == 0


def test_three_pages_have_a_view_whatever_the_page(book):
    warm(book)
    assert book.run("[...viewer.pages.stores.keys()].sort()") == [0, 1]
    for number, pool in [(1, [0, 1, 2]), (2, [1, 2, 3]), (4, [3, 4])]:
        book.run(f"viewer.goToPage({number}, {{ animated: false }})")
        turned(book, number)
        book.wait(f"JSON.stringify([...viewer.pages.stores.keys()].sort()) === '{pool}'.replaceAll(' ', '')")


def test_the_page_flips_at_half_during_the_drag(book):
    warm(book)
    stride = strip(book)[1]
    finger = Finger(book, pace=0.05).down((700, 300)).move((700 - stride / 2 + 4, 300), steps=12).hold()
    at = strip(book)[0]
    assert at < stride / 2 and book.run("viewer.page") == 0
    finger.move((finger.points[0][0] - 20, 300), steps=4)
    assert strip(book)[0] >= stride / 2 and book.run("viewer.page") == 1
    assert "pagechange" in names(book) and "settled" not in names(book)
    finger.hold().up()
    turned(book, 1)
    assert strip(book)[0] == stride


def test_a_page_let_go_before_half_swings_back(book):
    warm(book)
    Finger(book, pace=0.05).down((500, 300)).move((300, 300)).hold().up()
    turned(book, 0)
    assert strip(book)[0] == 0
    assert "pagechange" not in names(book)


def test_one_flick_is_one_page_however_fast(book):
    warm(book)
    Finger(book, pace=0.008).down((780, 300)).move((20, 300), steps=6).up()
    turned(book, 1)
    warm(book)
    Finger(book, pace=0.008).down((600, 300)).move((500, 300), steps=5).up()
    turned(book, 2)
    assert strip(book)[0] == 2 * strip(book)[1]


def test_taps_at_the_sides_turn_the_page_and_in_the_middle_do_not(book):
    warm(book)
    tap(book, (760, 300))
    turned(book, 1)
    tap(book, (400, 300))
    book.wait("told.filter((e) => e.type === 'singletap').length === 2 && viewer.isSettled")
    assert book.run("viewer.page") == 1
    tap(book, (30, 300))
    turned(book, 0)


def test_taps_turn_nothing_while_zoomed_or_when_switched_off(book):
    warm(book)
    hands.show(book, state(book)["fitScale"] * 2)
    tap(book, (760, 300))
    book.wait("told.some((e) => e.type === 'singletap') && viewer.isSettled")
    assert book.run("viewer.page") == 0
    hands.show(book, state(book)["fitScale"])
    book.run("viewer.tapTurnsPages = 'off'")
    tap(book, (760, 300))
    book.wait("told.some((e) => e.type === 'singletap') && viewer.isSettled")
    assert book.run("viewer.page") == 0


def test_a_zoomed_page_takes_the_drag_until_it_is_at_its_edge(book):
    warm(book)
    zoom = state(book)["fitScale"] * 2
    hands.show(book, zoom, 100, 100)
    Finger(book, pace=0.05).down((600, 300)).move((200, 300)).hold().up()
    rest(book)
    assert book.run("viewer.page") == 0 and strip(book)[0] == 0
    right = state(book)["contentSize"]["width"] - 800
    hands.show(book, zoom, right, 100)
    Finger(book).down((600, 300)).move((150, 300), steps=6).up()
    turned(book, 1)
    # And the page that was left has forgotten its zoom.
    assert book.run("viewer.isAtFit")


def test_an_album_without_paging_keeps_its_page_under_the_finger(book):
    warm(book)
    book.run("viewer.setAttribute('paging', 'off')")
    Finger(book).down((700, 300)).move((100, 300), steps=6).up()
    rest(book)
    assert strip(book)[0] == 0
    book.key("PageDown")
    turned(book, 1)


def test_the_old_page_stays_until_there_is_something_of_the_new_one(book):
    warm(book)
    book.call("Network.emulateNetworkConditions", offline=False, latency=400, downloadThroughput=-1, uploadThroughput=-1)
    book.run("window.blank = []; viewer.addEventListener('pagechange', () => blank.push(!viewer.pages.isReady(viewer.page)))")
    book.run("void viewer.goToPage(4, { animated: false })")
    assert book.run("viewer.page") == 0
    turned(book, 4)
    assert book.run("blank") == [False]


def test_a_page_that_is_being_prepared_says_nothing_over_the_one_in_view(page):
    opened = page("/view/small.png")
    opened.run(
        "{ window.refused = 0; const ask = fetch; window.fetch = (address, ...more) => {"
        " if (!String(address).includes('/images/book%2F2%20page.png?') || refused >= 2) return ask(address, ...more);"
        " refused += 1;"
        " return Promise.resolve(new Response('{\"error\": {}, \"progress\": {\"share\": 0.4}}', { status: 503, headers: { 'Retry-After': '0.2' } })); };"
        " viewer.load('/images/book'); }")
    opened.wait("refused > 0 && viewer.isLoaded && viewer.pageCount === 5")
    assert opened.run("viewer.message.hidden")
    opened.wait("refused === 2 && viewer.pages.isReady(1)")
    assert opened.run("viewer.message.hidden")
    # The one that is opened says so itself, and how far it is.
    opened.run("refused = 0; viewer.load('/images/book%2F2%20page.png')")
    opened.wait("viewer.message.textContent === '2 page.png\\nThe image is being prepared … 40 %'")
    hands.sharp(opened)
    assert opened.run("viewer.message.hidden")


def test_an_album_whose_first_page_is_damaged_shows_the_others(page, start_service, tmp_path):
    folder = tmp_path / "torn"
    folder.mkdir()
    (folder / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    for name in "bc":
        drawing(500, 400).save(folder / f"{name}.png")
    service = start_service(tmp_path)
    opened = page(service.base + "/view/torn", waits=False)
    opened.wait("window.viewer?.isLoaded && viewer.pageCount === 3")
    opened.wait("!viewer.message.hidden && viewer.message.textContent.startsWith('This image can’t be shown')")
    opened.key("PageDown")
    turned(opened, 1)
    hands.sharp(opened)
    assert opened.run("[viewer.message.hidden, viewer.image.id]") == [True, "torn/b.png"]
    opened.key("PageUp")
    opened.wait("!viewer.message.hidden")
    assert opened.told("Runtime.exceptionThrown") == []
    service.end()


def test_pages_turn_as_often_as_the_key_is_pressed(book):
    warm(book)
    for _ in range(3):
        book.key("PageDown")
    turned(book, 3)


def test_the_number_field_goes_to_a_page(book):
    field = "document.querySelector('#pager input')"
    book.run(f"{field}.value = 4; {field}.dispatchEvent(new Event('change'))")
    turned(book, 3)
    book.run(f"{field}.value = 40; {field}.dispatchEvent(new Event('change'))")
    assert book.run(f"{field}.value") == "4"


def test_resizing_keeps_the_page(book):
    book.run("viewer.goToPage(2, { animated: false })")
    turned(book, 2)
    book.size(500, 700)
    book.wait("viewer.state.bounds.width === 500")
    turned(book, 2)
    assert strip(book)[0] == 2 * strip(book)[1]


def test_an_empty_folder_says_so(page):
    opened = page("/view/empty", waits=False)
    opened.wait("!viewer.message.hidden && viewer.message.textContent === 'This folder holds no images yet. Put some into it and open it again.'")


SHELF = "[viewer.pageCount, viewer.image?.id, viewer.image?.width, viewer.image?.height]"


def test_a_document_stands_in_an_album_with_its_first_page(page, odd):
    opened = page(odd.base + "/view/shelf")
    assert opened.run(SHELF) == [3, "shelf/a sixty.tif;1", *PAGES[0]]
    hands.sharp(opened)
    # All of its pages are a step away; what is one image has no such step.
    link = "document.querySelector('#bar > a:not(.button)')"
    assert opened.run(f"[{link}.hidden, {link}.textContent]") == [False, "All 3 pages"]
    for number, name, size in [(1, "b photo.png", (500, 400)), (2, "c other.tif;1", PAGES[0])]:
        opened.run(f"void viewer.goToPage({number}, {{ animated: false }})")
        turned(opened, number)
        assert opened.run(SHELF) == [3, f"shelf/{name}", *size]
        assert opened.run(f"{link}.hidden") == (number == 1)
        hands.sharp(opened)
    opened.run(f"{link}.click()")
    opened.wait("location.pathname === '/view/shelf%2Fc%20other.tif'")
    hands.ready(opened)
    assert opened.run("viewer.pageCount") == 3
    assert opened.told("Runtime.exceptionThrown") == []


def test_pages_of_a_document_are_called_so_that_people_understand_it(page, odd):
    opened = page(odd.base + "/view/shelf%2Fa%20sixty.tif")
    title = "[document.title, document.getElementById('title').textContent]"
    assert opened.run(title) == ["a sixty.tif, page 1 · Pyramidion", "a sixty.tif, page 1"]
    opened.run("void viewer.goToPage(2, { animated: false })")
    opened.wait("document.getElementById('title').textContent === 'a sixty.tif, page 3'")
    opened.wait("viewer.getAttribute('aria-label') === 'a sixty.tif, page 3'")
