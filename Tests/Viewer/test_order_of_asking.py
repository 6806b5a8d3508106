"""What is looked at is asked for first; what lies beside it waits until that is there, and goes with it."""
import pytest

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
