"""Books: pages that face each other, from either side, or in a column; and what lies beside them."""
import io
import json

import pytest
from PIL import Image

import hands
from hands import Finger, rest, tap

WORDS = "the quick brown fox jumps over a lazy dog".split()
WIDTH, HEIGHT = 300, 450
COUNT = 12


def recognized(number):
    """A page of three lines; every word's box is 28 by 12."""
    lines = []
    for line in range(3):
        words = "".join(
            f"<span class='ocrx_word' title='bbox {10 + 32 * at} {40 + 30 * line} {38 + 32 * at} {52 + 30 * line}'>{word}</span> "
            for at, word in enumerate([*WORDS[3 * line:3 * line + 3], f"page{number}"]))
        lines.append(f"<span class='ocr_line' title='bbox 10 {40 + 30 * line} 134 {52 + 30 * line}'>{words}</span>")
    return f"<html><body><div class='ocr_page' title='bbox 0 0 {WIDTH} {HEIGHT}'>{''.join(lines)}</div></body></html>"


@pytest.fixture(scope="module")
def library(start_service, tmp_path_factory):
    folder = tmp_path_factory.mktemp("library")
    books = {
        "novel": {
            "title": "A Novel", "layout": "spreads",
            "labels": [{"from": 1, "style": "roman"}, {"from": 3, "first": 1}],
            "outline": [
                {"title": "One", "page": 3, "parts": [{"title": "Further", "page": 5}]}, {"title": "Two", "page": 9}],
        },
        "manga": {"title": "Moons", "layout": "spreads", "direction": "rtl", "single": [6]},
        "roll": {"title": "A Roll", "layout": "scroll", "direction": "ttb"},
    }
    for name, book in books.items():
        (folder / name).mkdir()
        (folder / name / "book.json").write_text(json.dumps(book))
        for page in range(1, COUNT + 1):
            color = (20 * page, 255 - 20 * page, 128)
            Image.new("RGB", (WIDTH, HEIGHT), color).save(folder / name / f"{page:02}.png")
    for page in range(1, COUNT + 1):
        (folder / "novel" / f"{page:02}.hocr").write_text(recognized(page))
    service = start_service(folder, "--quality", "95")
    yield service
    service.end()


@pytest.fixture
def opened(page, library):
    def open_book(name, **more):
        return page(f"{library.base}/view/{name}", width=more.pop("width", 1000), height=more.pop("height", 700), **more)

    return open_book


def seen(page):
    """The pages in view."""
    return page.run(
        "viewer.binding.parts(viewer.state.page).filter(({ page, place }) => { const { contentOffset: o, zoomScale: z, bounds: b } = viewer.state;"
        f" const x = place.x * z - o.x, y = place.y * z - o.y, w = {WIDTH} * place.scale * z, h = {HEIGHT} * place.scale * z;"
        " return x < b.width && y < b.height && x + w > 0 && y + h > 0; }).map(({ page }) => page)")


def color(page, number, across=0.5):
    """What the screen shows of a page, at a part of its width."""
    x, y = page.run(
        f"(() => {{ const place = viewer.binding.place({number}); const {{ contentOffset: o, zoomScale: z }} = viewer.state;"
        f" return [(place.x + {across} * {WIDTH} * place.scale) * z - o.x, (place.y + 0.1 * {HEIGHT} * place.scale) * z - o.y]; }})()")

    box = {"x": round(x), "y": round(y), "width": 2, "height": 2}
    return Image.open(io.BytesIO(page.picture(box))).convert("RGB").getpixel((0, 0))


def near(found, number):
    wanted = (20 * (number + 1), 255 - 20 * (number + 1), 128)
    return all(abs(a - b) < 14 for a, b in zip(found, wanted))


def geometry(page, script):
    return page.run(f"import(new URL('/viewer/book/geometry.js', location)).then(({{ spreads, BoxLine, pageSizes }}) => {script})")


def test_spreads_and_lines_are_as_on_the_server(opened):
    page = opened("novel")

    def firsts(cover, shift, alone=()):
        return geometry(page, f"spreads(7, {{ cover: '{cover}', shift: {shift} }}, (page) => {list(alone)}.includes(page))")

    assert firsts("alone", 0) == [0, 1, 3, 5]
    assert firsts("paired", 0) == [0, 2, 4, 6]
    assert firsts("alone", 1) == [0, 1, 2, 4, 6]
    assert firsts("paired", 1) == [0, 1, 3, 5]
    assert firsts("alone", 0, [3]) == [0, 1, 3, 4, 6]
    assert firsts("alone", 0, [2]) == [0, 1, 2, 3, 5]
    boxes = "[{ width: 100, height: 200 }, { width: 60, height: 100 }, { width: 80, height: 300 }]"

    def places(direction):
        return geometry(
            page, f"{{ const line = new BoxLine({boxes}, '{direction}', 10); return line.boxes.map((_, at) => [line.frame(at).x, line.frame(at).y]); }}")

    assert places("ltr") == [[0, 50], [110, 100], [180, 0]]
    assert places("rtl") == [[160, 50], [90, 100], [0, 0]]
    assert places("ttb") == [[0, 0], [20, 210], [10, 320]]
    assert places("btt") == [[0, 420], [20, 310], [10, 0]]
    # By what they measure; where one of them can't mean it, all are as high as the first.
    assert geometry(page, "pageSizes({ sizes: [[600, 1200, 300, 1], [400, 800, 200, 1]], pages: [0, 1] })") == [{"width": 600, "height": 1200}] * 2
    assert geometry(page, "pageSizes({ sizes: [[600, 1200, 300, 1], [400, 600, 1, 1]], pages: [0, 1] })") == [
        {"width": 600, "height": 1200}, {"width": 800, "height": 1200}]


def test_a_book_opens_at_its_cover_and_turns_spread_by_spread(opened):
    page = opened("novel")
    assert page.run("[viewer.book.layout, viewer.pageCount, document.title]") == ["spreads", COUNT, "A Novel · Pyramidion"]
    assert seen(page) == [0]
    page.key("PageDown")
    page.wait("viewer.isSettled && viewer.page === 1")
    assert seen(page) == [1, 2]
    page.wait("viewer.wasSharp")
    assert near(color(page, 1), 1) and near(color(page, 2), 2)
    # They face each other: the second begins where the first ends.
    first, second = page.run("[1, 2].map((page) => viewer.binding.place(page))")
    assert (first["x"], second["x"], first["y"], second["y"]) == (0, WIDTH, 0, 0)
    page.key("ArrowRight")
    page.wait("viewer.isSettled && viewer.page === 3")
    page.key("End")
    page.wait("viewer.isSettled && viewer.page === 11")
    assert seen(page) == [11]
    assert page.run("document.querySelector('#pager [aria-label=\"Next page\"]').disabled")
    page.key("Home")
    page.wait("viewer.isSettled && viewer.page === 0")


def test_read_from_the_right_all_is_mirrored(opened):
    page = opened("manga", touch=True, is_stepped=True)
    hands.record(page)
    page.run("viewer.loupe = 'off'")
    assert page.run("viewer.binding.isReversed") is True and seen(page) == [0]
    tap(page, (60, 400))
    page.wait("viewer.isSettled && viewer.page === 1")
    assert seen(page) == [1, 2]
    first, second = page.run("[1, 2].map((page) => viewer.binding.place(page).x)")
    assert (first, second) == (WIDTH, 0)
    # A swipe to the right leads on, one to the left back.
    Finger(page, pace=0.01).down((200, 400)).move((700, 400), steps=8).up()
    page.wait("viewer.isSettled && viewer.page === 3")
    Finger(page, pace=0.01).down((700, 400)).move((200, 400), steps=8).up()
    page.wait("viewer.isSettled && viewer.page === 1")
    page.key("ArrowLeft")
    page.wait("viewer.isSettled && viewer.page === 3")
    # Page 6 is bound in by itself.
    assert seen(page) == [3, 4]
    page.key("PageDown")
    page.wait("viewer.isSettled && viewer.page === 5")
    assert seen(page) == [5]
    left, right = page.run("['Next page', 'Previous page'].map((name) => document.querySelector(`#pager [aria-label='${name}']`).getBoundingClientRect().left)")
    assert left < right


def test_taps_turn_no_page_while_zoomed(opened):
    page = opened("novel", touch=True, is_stepped=True)
    hands.record(page)
    page.run("viewer.loupe = 'off'; viewer.goToPage(3, { animated: false })")
    page.wait("viewer.isSettled && viewer.page === 3")
    hands.show(page, page.run("viewer.fitScale") * 2)
    tap(page, (950, 400))
    page.wait("told.some((e) => e.type === 'singletap') && viewer.isSettled")
    assert seen(page) and set(seen(page)) <= {3, 4}
    hands.show(page, page.run("viewer.fitScale"))
    tap(page, (950, 400))
    page.wait("viewer.isSettled && viewer.page === 5")


def test_a_narrow_window_shows_one_page_and_a_wide_one_two(opened):
    page = opened("novel")
    page.run("viewer.goToPage(4, { animated: false })")
    page.wait("viewer.isSettled && viewer.page === 4")
    assert seen(page) == [3, 4]
    page.size(400, 800)
    page.wait("viewer.book.bound === 'single' && viewer.isSettled")
    assert (page.run("viewer.page"), seen(page)) == (4, [4])
    page.size(1000, 700)
    page.wait("viewer.book.bound === 'spreads' && viewer.isSettled")
    assert (page.run("viewer.page"), seen(page)) == (4, [3, 4])


def test_a_column_scrolls_by_wheel_and_keys_and_tells_the_page(opened):
    page = opened("roll")
    assert page.run("viewer.binding.scrolls") and page.run("viewer.page") == 0
    assert page.run("viewer.contentSize.height > 11 * viewer.state.bounds.height * 0.4")
    for _ in range(20):
        page.mouse("mouseWheel", 500, 400, deltaX=0, deltaY=120)
    page.wait("viewer.page > 0 && viewer.isSettled")
    page.run("viewer.goToPage(6, { animated: false })")
    page.wait("viewer.isSettled && viewer.page === 6 && viewer.wasSharp")
    assert 6 in seen(page) and near(color(page, 6), 6)
    assert len(page.run("[...viewer.pages.stores.keys()]")) <= 6
    before = page.run("viewer.contentOffset.y")
    page.key("PageDown")
    page.wait(f"viewer.isSettled && viewer.contentOffset.y > {before} + 500")
    # Zoomed out a page fits, not the whole roll.
    page.run("viewer.zoomToFit()")
    rest(page)
    assert page.run(f"viewer.zoomScale * {HEIGHT} > 500")


def test_labels_are_what_one_goes_to_and_what_is_told(opened):
    page = opened("novel")
    field = "document.querySelector('#pager input')"
    assert page.run(f"[{field}.value, document.querySelector('#pager span').textContent]") == ["i", "(1 of 12)"]
    for typed, found in [("ii", 1), ("1", 2), ("10", 11)]:
        page.run(f"{field}.value = '{typed}'; {field}.dispatchEvent(new Event('change'))")
        page.wait(f"viewer.page === {found} && viewer.isSettled")
    page.run(f"{field}.value = 'nowhere'; {field}.dispatchEvent(new Event('change'))")
    assert page.run(f"{field}.value") == "10"


def shelf(page, name):
    page.wait("document.querySelector('.button.book')")
    page.run(f"document.querySelector('.side.shelf').hidden && document.querySelector('.button.book').click(); document.getElementById('tab-{name}').click()")
    page.wait(f"!document.getElementById('panel-{name}').hidden")


def test_contents_lead_to_their_pages_and_mark_the_part_in_view(opened):
    page = opened("novel")
    shelf(page, "contents")
    names = "[...document.querySelectorAll('.part')].map((part) => [part.querySelector('.name').textContent, part.querySelector('small').textContent])"
    page.wait(f"{names}.length === 3")
    assert page.run(names) == [["One", "1"], ["Further", "3"], ["Two", "7"]]
    assert page.run("[...document.querySelectorAll('.part')].map((part) => part.getAttribute('aria-level'))") == ["1", "2", "1"]
    page.run("document.querySelectorAll('.part')[2].click()")
    page.wait("viewer.page === 8 && viewer.isSettled && document.querySelector('.part[aria-current]')?.textContent.startsWith('Two')")
    # The book stands beside what is open.
    assert page.run("viewer.contentInset.left >= document.querySelector('.shelf').getBoundingClientRect().right")
    page.run("{ const field = document.querySelector('.contents input'); field.value = 'furth'; field.dispatchEvent(new Event('input')); }")
    page.wait(f"{names}.length === 1")
    page.run("document.querySelector('.part').focus()")
    page.key("Enter")
    page.wait("viewer.page === 4 && viewer.isSettled")
    page.key("Escape")
    page.wait("document.querySelector('.shelf').hidden && viewer.contentInset.left === 0")


def test_pages_in_small_face_each_other_as_in_the_book(opened):
    page = opened("novel")
    shelf(page, "pages")
    rows = "[...document.querySelectorAll('.leaves')].map((row) => [...row.children].map((one) => one.querySelector('button')?.textContent ?? null))"
    page.wait(f"{rows}.length > 2")
    assert page.run(rows)[:2] == [[None, "i"], ["ii", "1"]]
    page.run("document.querySelector('[data-page=\"2\"]').click()")
    page.wait("viewer.page === 2 && viewer.isSettled && document.querySelector('.leaf[aria-current]')?.dataset.page === '2'")
    page.run("document.querySelector('[data-page=\"2\"]').focus()")
    page.key("ArrowDown")
    assert page.run("document.activeElement.dataset.page") == "4"
    page.run("document.activeElement.click()")
    page.wait("viewer.page === 4")
    page.run("document.querySelector('[aria-label=Overview]').click()")
    page.wait("document.querySelector('.shelf.overview') && document.querySelector('.leaves').childElementCount > 3")


def test_a_search_tells_hits_and_marks_them_on_their_pages(opened):
    page = opened("novel")
    page.wait("document.querySelector('.button.book')")
    page.key("/")
    page.wait("document.activeElement?.matches('.search input')")
    # To blend with what lies below costs every frame of a turn, so only what has marks does it.
    blends = "[...viewer.shadowRoot.querySelectorAll('.sheet')].map((sheet) => getComputedStyle(sheet).mixBlendMode)"
    page.wait(f"{blends}.length > 0 && {blends}.every((mode) => mode === 'normal')")
    page.run("{ const field = document.querySelector('.search input'); field.value = 'page5'; field.dispatchEvent(new Event('input')); }")
    page.wait("document.querySelectorAll('.hit').length === 3")
    assert page.run("[...document.querySelectorAll('.hit')].map((hit) => [hit.querySelector('mark').textContent, hit.querySelector('small').textContent])") == [["page5", "3"]] * 3
    page.run("document.querySelectorAll('.hit')[1].click()")
    page.wait("viewer.page === 4 && viewer.isSettled && viewer.shadowRoot.querySelectorAll('.mark').length === 3")
    page.wait("getComputedStyle(viewer.shadowRoot.querySelector('.sheet:has(.mark)')).mixBlendMode === 'multiply'")
    # The mark lies on the word.
    page.wait(
        "(() => { const { x, y, width, height } = viewer.shadowRoot.querySelector('.mark.current').getBoundingClientRect();"
        " const place = viewer.binding.place(4); const { contentOffset: o, zoomScale: z } = viewer.state;"
        " const word = [(place.x + 106) * z - o.x, (place.y + 70) * z - o.y, 28 * z, 12 * z];"
        " return [x, y, width, height].every((side, at) => Math.abs(side - word[at]) < 5); })()")
    page.run("document.querySelector('[aria-label=\"Next hit\"]').click()")
    page.wait("document.querySelector('.search .quiet').textContent === '3 of 3'")
    # The address leads back to what was looked for.
    page.wait("location.hash.endsWith('&q=page5')")
    again = opened("novel" + page.run("location.hash"))
    again.wait("document.querySelectorAll('.hit').length === 3 && viewer.page === 4")


def test_nothing_found_is_told(opened):
    page = opened("novel")
    shelf(page, "search")
    page.run("{ const field = document.querySelector('.search input'); field.value = 'zebra'; field.dispatchEvent(new Event('input')); }")
    page.wait("document.querySelector('.search .quiet').textContent === '“zebra” is not in this book.'")


def test_words_lie_over_their_pictures_to_be_read_out_and_selected(opened):
    page = opened("novel")
    page.run("viewer.goToPage(1, { animated: false })")
    page.wait("viewer.shadowRoot.querySelectorAll('.line').length === 6")
    lines = page.run("[...viewer.shadowRoot.querySelectorAll('.line')].map((line) => { const { x, y, width, height } = line.getBoundingClientRect(); return [line.textContent, x, y, width, height]; })")
    zoom, (x, y) = page.run("viewer.zoomScale"), page.run("[-viewer.contentOffset.x, -viewer.contentOffset.y]")
    text, left, top, width, height = lines[0]
    assert text == "the quick brown page2"
    assert abs(left - (x + 10 * zoom)) < 2 and abs(top - (y + 40 * zoom)) < 2 and abs(width - 124 * zoom) < 3
    names = [node.get("name", {}).get("value") for node in page.call("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
    assert "the quick brown page2" in names
    # A drag moves the page until somebody wants words.
    reach = "getComputedStyle(viewer.shadowRoot.querySelector('.line')).pointerEvents"
    assert page.run(reach) == "none"
    page.key("t")
    page.wait(f"{reach} === 'auto'")


def test_another_way_of_reading_is_remembered(opened):
    page = opened("novel")
    shelf(page, "reading")
    page.run("document.querySelector('.choices input[value=single]').click()")
    page.wait("viewer.book.bound === 'single' && viewer.isSettled")
    page.run("document.querySelector('.choices input[value=rtl]').click()")
    page.wait("viewer.binding.isReversed && viewer.isSettled")
    again = opened("novel")
    assert again.run("[viewer.book.choice.layout, viewer.book.choice.direction]") == ["single", "rtl"]
    again.run("viewer.book.choose({ layout: 'spreads', direction: 'ltr' })")
    again.wait("localStorage.getItem('pyramidion.books') === '[]'")


def test_a_bookmark_keeps_page_and_words(opened):
    page = opened("novel")
    page.run("viewer.goToPage(1, { animated: false })")
    page.wait("viewer.shadowRoot.querySelectorAll('.line').length === 6")
    page.key("b")
    page.wait("document.querySelector('dialog form')")
    page.run("document.querySelector('dialog form button').click()")
    page.wait("localStorage.getItem('pyramidion.bookmarks')")
    kept = json.loads(page.run("localStorage.getItem('pyramidion.bookmarks')"))
    assert (kept[0]["image"], kept[0]["name"], kept[0]["label"]) == ("novel", "Page ii", "ii")
    assert kept[0]["words"].startswith("the quick brown page2")
    assert kept[0]["view"].endswith("&picture=02.png")
    page.run("localStorage.removeItem('pyramidion.bookmarks')")


def test_on_a_phone_what_was_chosen_gives_way_to_the_page(opened):
    page = opened("novel", width=390, height=844, ratio=2, touch=True)
    shelf(page, "contents")
    page.wait("document.querySelectorAll('.part').length === 3")
    page.run("document.querySelectorAll('.part')[2].click()")
    page.wait("viewer.page === 8 && document.querySelector('.shelf').hidden")


def test_an_album_that_nobody_called_a_book_has_none_of_it(page):
    opened = page("/view/book")
    hands.sharp(opened)
    assert opened.run("[viewer.book ?? null, document.querySelector('.button.book')]") == [None, None]
