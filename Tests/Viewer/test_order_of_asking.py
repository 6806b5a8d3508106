"""What is looked at is asked for first; what lies beside it waits until that is there, and goes with it."""
import pytest

import hands

# What is asked and called off, and answers that wait for `go`, by a pattern of their addresses.
WATCHED = """
  window.asked = [];
  window.calledOff = [];
  window.held = /HELD/;
  const released = new Promise((done) => { window.go = done; });
  const ask = window.fetch.bind(window);
  window.fetch = async (address, options) => {
    const name = decodeURIComponent(String(address));
    asked.push(name);
    options?.signal?.addEventListener('abort', () => calledOff.push(name));
    if (held.test(name)) await Promise.race([released, new Promise((_, fail) => options?.signal?.addEventListener('abort', () => fail(options.signal.reason)))]);
    return ask(address, options);
  };
"""
# What a server says of a book that it is still looking at.
FORESEEN = """
  window.isKnown = false;
  const ask = window.fetch.bind(window);
  window.fetch = async (address, options) => {
    const answer = await ask(address, options);
    if (!new URL(address, location).pathname.endsWith('/images/book')) return answer;
    const album = await answer.json();
    const known = { layout: 'spreads', direction: 'ltr', cover: 'alone', shift: 0, title: 'A book', sizes: album.pages.map(() => SIZE) };
    return new Response(JSON.stringify({ ...album, kind: 'pdf', ...(isKnown ? { ...known, sizes: album.pages.map(() => DOUBLE) } : { foreseen: known }) }));
  };
"""


@pytest.fixture
def opened(page):
    def open_album(script, address="/view/book"):
        found = page("/view/small.png")
        found.call("Page.addScriptToEvaluateOnNewDocument", source=script)
        found.go(found.base + address)
        return found

    return open_album


def described(page, name):
    return page.run(f"asked.filter((name) => name.includes('/images/book/{name} page.png?')).length")


def test_what_lies_beside_a_page_is_asked_for_once_that_is_there(opened):
    page = opened(WATCHED.replace("HELD", "tiles"))
    page.wait("window.viewer?.isLoaded && asked.some((name) => name.includes('tiles'))")
    assert [described(page, number) > 0 for number in (1, 2)] == [True, False]
    page.run("go()")
    page.wait("viewer.wasSharp && asked.some((name) => name.includes('/images/book/2 page.png?'))")


def test_who_goes_elsewhere_waits_for_nothing_that_lay_beside(opened):
    page = opened(WATCHED.replace("HELD", r"2 page\.png"))
    page.wait("window.viewer?.wasSharp && asked.some((name) => name.includes('/images/book/2 page.png?'))")
    page.run("void viewer.goToPage(4, { animated: false })")
    page.wait("calledOff.some((name) => name.includes('/images/book/2 page.png?')) && viewer.page === 4 && viewer.wasSharp")
    assert described(page, 3) == 0
    # Whoever comes back asks again.
    page.run("go(); void viewer.goToPage(1, { animated: false })")
    page.wait("viewer.page === 1 && viewer.wasSharp")


def test_a_book_opens_as_foreseen_and_what_is_looked_at_stays_when_all_is_known(opened):
    # All that is known in the end is that its pages have twice the pixels.
    script = FORESEEN.replace("SIZE", "[800, 1200, 150, 1]").replace("DOUBLE", "[1600, 2400, 300, 1]")
    page = opened(script, "/view/book#page=3")
    page.wait("window.viewer?.isLoaded && viewer.wasSharp")
    assert page.run("[viewer.page, viewer.binding.pagesOf(viewer.binding.spread(2)), viewer.book.album.layout ?? null]") == [2, [1, 2], None]
    hands.show(page, 2 * page.run("viewer.fitScale"), 30, 40)
    before = page.run("[viewer.fragment(), viewer.zoomScale]")
    page.run("isKnown = true")
    page.wait("viewer.book.album.layout")
    hands.rest(page)
    assert page.run("[viewer.fragment(), viewer.zoomScale]") == before
    assert page.run("viewer.book.album.title") == "A book"


def test_a_book_that_is_read_otherwise_than_foreseen_keeps_its_place(opened):
    # Pages that are wider than high face nobody.
    script = FORESEEN.replace("SIZE", "[800, 1200, 150, 1]").replace("DOUBLE", "[1200, 800, 150, 1]")
    page = opened(script, "/view/book#page=3")
    page.wait("window.viewer?.isLoaded && viewer.wasSharp")
    page.run("isKnown = true")
    page.wait("viewer.book.album.layout && viewer.binding.leaves === 5")
    hands.rest(page)
    page.wait("viewer.page === 2 && viewer.wasSharp")


def hastened(page):
    """How often the page that the address names, and the one that faces it, were asked for ahead."""
    return page.run("[3, 2].map((number) => asked.filter((name) => name.includes(`/images/book;${number}?`) && name.includes('wait=5')).length)")


def test_the_page_that_an_address_names_is_asked_for_before_there_is_a_viewer(page):
    opened = page("/view/small.png")
    opened.call("Page.addScriptToEvaluateOnNewDocument", source=WATCHED.replace("HELD", "nothing"))
    # Which never comes.
    opened.call("Network.setBlockedURLs", urls=["*/viewer/bundles/*"])
    opened.go(opened.base + "/view/book#page=3")
    opened.wait("asked.length >= 2")
    assert hastened(opened) == [1, 1]
    assert not opened.run("!!customElements.get('pyramidion-viewer')")
    opened.call("Network.setBlockedURLs", urls=[])


def test_what_is_asked_for_ahead_is_asked_for_once(opened):
    page = opened(WATCHED.replace("HELD", "nothing"), "/view/book#page=3")
    page.wait("window.viewer?.isLoaded && viewer.page === 2 && viewer.wasSharp")
    assert hastened(page) == [1, 1]


# Jumps somewhere right after the view has come to rest, and answers whether anything was asked for at once.
JUMPED = """
  window.jumped = (x, y) => {
    const before = asked.filter((name) => name.includes('tiles')).length;
    viewer.settledAt = performance.now();
    viewer.setContentOffset({ x, y }, { animated: false });
    return asked.filter((name) => name.includes('tiles')).length > before;
  };
  0
"""


def test_one_jump_after_another_is_asked_for_at_once_where_nothing_of_the_first_is_missing(opened):
    page = opened(WATCHED.replace("HELD", "nothing"), "/view/large.png")
    hands.sharp(page)
    hands.show(page, 1, 0, 0)
    page.wait("viewer.wasSharp")
    page.run(JUMPED)
    assert page.run("jumped(2000, 1000)")
    page.wait("viewer.wasSharp")


def test_one_jump_after_another_waits_for_the_last_where_the_first_is_on_its_way(opened):
    page = opened(WATCHED.replace("HELD", "nothing"), "/view/large.png")
    hands.sharp(page)
    hands.show(page, 1, 0, 0)
    page.wait("viewer.wasSharp")
    page.run(JUMPED + "held = /tiles/; 0")
    assert page.run("[jumped(2000, 1000), jumped(1000, 1300), jumped(1500, 200)]") == [True, False, False]
    # What was jumped over is not asked for at all.
    page.wait("asked.filter((name) => name.includes('tiles=')).length > 1")
    page.run("go()")
    page.wait("viewer.wasSharp")
