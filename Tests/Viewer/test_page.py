"""What opening a page costs and leaves behind."""
import re
import urllib.parse
import urllib.request

import pytest

import hands
from hands import Finger


def asked(page):
    """The addresses that a page has loaded."""
    return [event["request"]["url"] for event in page.told("Network.requestWillBeSent")]


def complaints(page):
    page.listen(0.1)
    told = [e for e in page.events if e.get("method") in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded")]
    return [event["params"] for event in told]


def use(page):
    """A little of everything."""
    page.run("viewer.loupe = 'off'")
    Finger(page).down((500, 300)).move((300, 250), steps=6).up()
    hands.rest(page)
    # A page that was turned to may not be known yet.
    page.wait("viewer.image")
    page.key("+")
    if page.run("!!document.getElementById('tools')"):
        for label in ("Share", "Bookmarks", "Download", "Help"):
            hands.click(page, label, "dialog")
            page.run("document.querySelector('dialog').close()")
            page.wait("!document.querySelector('dialog')")
        hands.click(page, "About this image", ".caption dt")
        hands.click(page, "Crop", ".crop")
    hands.rest(page)


@pytest.mark.parametrize("path", ["/view/large.png", "/view/book", "/embed/large.png"])
def test_nothing_complains_and_nothing_leaves_the_host(page, path):
    opened = page(path, touch=True, is_stepped=True)
    opened.run("window.reports = []; document.addEventListener('securitypolicyviolation', (e) => reports.push(e.violatedDirective))")
    use(opened)
    assert complaints(opened) == []
    assert opened.run("reports") == []
    addresses = asked(opened)
    hosts = {urllib.parse.urlsplit(address).netloc for address in addresses if not address.startswith(("data:", "blob:"))}
    assert hosts == {urllib.parse.urlsplit(opened.base).netloc}


def test_the_gallery_complains_of_nothing_either(page):
    opened = page("/?folder=book", waits=False)
    opened.wait("document.querySelectorAll('.thumbnail.here').length === 5")
    assert complaints(opened) == []


def test_viewer_and_wasm_weigh_less_than_60_kilobytes(page):
    # One that is to be cut first loads what says so.
    hands.sharp(page())
    opened = page(waits=False)
    # What comes in a quiet moment after the first view is no part of it, however late we look.
    opened.run("window.first = null; { const look = () => { first ??= performance.getEntriesByType('resource').map(({ name }) => name); };"
               " if (viewer.wasSharp) look(); else viewer.addEventListener('tilesready', look); }")
    opened.wait("window.first")
    first = [opened.run("location.href.split('#')[0]"), *opened.run("first")]
    ours = {}
    for event in opened.told("Network.responseReceived"):
        response = event["response"]
        if response["url"] in first and ("/viewer/" in response["url"] or "/view/" in response["url"]):
            fields = {name.lower(): value for name, value in response["headers"].items()}
            ours[response["url"]] = int(fields["content-length"])
    assert any(address.endswith("viewport.wasm") for address in ours)
    assert sum(ours.values()) < 60_000, ours


def test_everything_of_ours_is_sent_compressed(page):
    opened = page()
    addresses = asked(opened)
    for address in addresses:
        if "/viewer/" not in address:
            continue
        request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request) as answer:
            assert answer.headers["Content-Encoding"] == "gzip", address


# Which are counted once more when they go on after they have waited.
WAITING = {"pages/gallery.js", "book/desk.js"}


def run_now(page, before={}):
    """How often each module of the page's scripts has run, with those that had run before."""
    found = dict(before)
    for script in page.call("Profiler.takePreciseCoverage")["result"]:
        if "/viewer/" not in script["url"]:
            continue
        assert "/viewer/bundles/" in script["url"]
        for function in script["functions"]:
            name = function["functionName"]
            if name.endswith(".js") and name not in WAITING:
                found[name] = found.get(name, 0) + function["ranges"][0]["count"]
    return found


@pytest.fixture
def counted(page):
    """Opens pages whose functions are counted."""
    def open_page(path):
        opened = page("/view/small.png")
        opened.call("Profiler.enable")
        opened.call("Profiler.startPreciseCoverage", callCount=True, detailed=False)
        opened.listen(0.1)
        opened.events.clear()
        opened.go(opened.base + path)
        return opened

    return open_page


def scripts(page):
    """The scripts that a page has loaded, in their order."""
    addresses = [urllib.parse.urlsplit(address).path for address in asked(page)]
    return [address.removeprefix("/viewer/") for address in addresses if address.endswith(".js")]


@pytest.mark.parametrize("path, script, some", [
    ("/view/large.png", "view.js", ["viewer/pyramidion-viewer.js", "pages/view.js", "layout.js"]),
    ("/view/book", "album/view.js", ["viewer/album.js", "controls/pager.js", "viewer/pool.js"]),
    ("/embed/book", "album/embed.js", ["viewer/album.js", "controls/pager.js", "pages/embed.js"]),
    ("/?folder=book", "gallery.js", ["controls/icons.js", "pages/rows.js"]),
])
def test_a_page_shows_by_one_script_whose_modules_run_once(counted, path, script, some):
    opened = counted(path)
    opened.wait("window.viewer ? viewer.wasSharp : document.querySelectorAll('.thumbnail.here').length === 5")
    assert scripts(opened)[0] == f"bundles/{script}"
    found = run_now(opened)
    assert set(found.values()) <= {0, 1} and all(found[name] == 1 for name in some), found


@pytest.mark.parametrize("path, place", [("/view/large.png", "bundles"), ("/view/book", "bundles/album")])
def test_all_that_is_late_comes_in_one_more_script_and_shares_what_has_run(counted, path, place):
    opened = counted(path)
    hands.sharp(opened)
    before = run_now(opened)
    opened.run("viewer.loupe = 'off'")
    for label in ("Share", "Bookmarks", "Download", "Help"):
        hands.click(opened, label, "dialog")
        opened.run("document.querySelector('dialog').close()")
        opened.wait("!document.querySelector('dialog')")
    hands.click(opened, "About this image", ".caption dt")
    hands.click(opened, "Crop", ".crop")
    hands.retiring(opened)
    found = run_now(opened, before)
    assert set(found.values()) <= {0, 1}, found
    for name in ("share", "bookmarks", "help", "caption", "crop", "dialogs", "icons", "retiring", "menu"):
        assert found[f"controls/{name}.js"] == 1, found
    early, late = scripts(opened)
    assert early == f"{place}/view.js" and re.fullmatch(f"{place}/view-late-[0-9a-z]+[.]js", late)


def test_a_settled_view_is_one_request(page):
    opened = page()
    hands.sharp(opened)
    opened.run("viewer.demand.prefetch = () => {}")
    # The first zoom brings the minimap too.
    hands.show(opened, 0.5, 0, 0)
    opened.wait("!document.getElementById('minimap').hidden")
    hands.sharp(opened)
    opened.events.clear()
    opened.run("viewer.zoomTo({ x: 1000, y: 600, width: 780, height: 500 }, { animated: false })")
    opened.wait("viewer.wasSharp")
    addresses = asked(opened)
    tiles = [address for address in addresses if "/tiles" in address]
    assert len(tiles) == 1 and "/viewport/tiles?" in tiles[0]


def test_at_most_six_tiles_are_under_way_and_stale_ones_are_let_go(page):
    opened = page()
    hands.sharp(opened)
    # No answer comes before the six have been seen together.
    opened.run(
        "{ const ask = fetch; const held = new Promise((free) => { window.free = free; }); window.most = window.stopped = 0;"
        " window.fetch = async (address, options) => { most = Math.max(most, viewer.pages.stores.get(0).loading.size);"
        " options?.signal?.addEventListener('abort', () => { stopped += 1; }); await held; return ask(address, options); } }")
    opened.run("viewer.setZoomScale(1, { animated: false }); viewer.pages.stores.get(0).stopStreams(); viewer.demand.look(false)")
    opened.wait("viewer.pages.stores.get(0).loading.size === 6")
    before = opened.run("[...viewer.pages.stores.get(0).loading.keys()]")
    opened.run("viewer.setContentOffset({ x: 0, y: 0 }, { animated: false }); viewer.demand.look(false)")
    assert opened.run("stopped") > 0 and before != opened.run("[...viewer.pages.stores.get(0).loading.keys()]")
    opened.run("free()")
    hands.sharp(opened)
    assert opened.run("most") == 6


def test_the_decoded_tiles_are_bounded(page):
    opened = page()
    opened.run("viewer.pages.stores.get(0).cache.kept = 20; viewer.pages.stores.get(0).cache.makeRoom = () => {}")
    for x, y in [(0, 0), (900, 0), (1800, 0), (0, 900), (900, 900), (1800, 900)]:
        hands.show(opened, 1, x, y)
        opened.wait("viewer.wasSharp")
    assert opened.run("viewer.pages.stores.get(0).cache.decoded.size") <= 20


def test_the_cleaned_up_element_holds_nothing(page):
    opened = page()
    opened.run("window.store = viewer.pages.stores.get(0); window.gone = viewer; viewer.remove()")
    assert opened.run("[store.cache.decoded.size, gone.pages.stores.size, gone.calculator]") == [0, 0, None]


def test_a_small_image_that_is_taken_off_and_put_back_opens_again(page):
    opened = page("/view/small.png")
    opened.run("{ const body = viewer.parentNode; const element = viewer; viewer.remove(); body.append(element); }")
    hands.sharp(opened)
