"""What is asked of the server, and when."""
import re

import hands


# The one tile of the coarsest level, which the minimap takes for its picture.
SMALLEST = "4/0_0"


def asked(page):
    """Tiles that the view asked for since the last look, one list a request."""
    page.listen(0.2)
    found = []
    for event in page.events:
        if event.get("method") == "Network.requestWillBeSent":
            address = event["params"]["request"]["url"]
            if "/viewport/tiles?tiles=" in address:
                found.append(address.split("tiles=")[1].split("&")[0].split(","))
            elif (single := re.search(r"/tiles/(-?\d+/\d+_\d+)\.", address)) and single[1] != SMALLEST:
                found.append([single[1]])
    page.events.clear()
    return found


def visible(page):
    return page.run(
        "viewer.calculator.tiles(0, viewer.place, 0, 0, viewer.image).map((t) => `${t.reduction}/${t.column}_${t.row}`)")


def without_surroundings(page):
    """A page that asks for nothing but what is in view, however long the test takes."""
    opened = page()
    opened.run("viewer.demand.prefetch = () => {}")
    hands.sharp(opened)
    asked(opened)
    return opened


def move(page, call):
    """Runs a call that moves the view, and waits until it is sharp again; how often it scrolled."""
    return page.run(
        "new Promise((done) => { let count = 0; const scroll = () => { count += 1; };"
        " viewer.addEventListener('scroll', scroll);"
        " viewer.addEventListener('settled', () => viewer.addEventListener('tilesready', () => done(count),"
        f" {{ once: true }}), {{ once: true }}); {call}; }})")


def test_what_moves_by_itself_asks_on_the_way_for_where_it_will_rest(page):
    opened = without_surroundings(page)
    move(opened, "viewer.zoomTo({ x: 0, y: 0, width: 780, height: 500 })")
    (tiles,) = asked(opened)
    assert set(visible(opened)) <= set(tiles)
    # Nothing of the levels between.
    assert {tile.split("/")[0] for tile in tiles} == {"0"}


def test_only_what_is_missing_is_asked_for(page):
    opened = without_surroundings(page)
    move(opened, "viewer.zoomTo({ x: 0, y: 0, width: 780, height: 500 }, { animated: false })")
    before = {tile for tiles in asked(opened) for tile in tiles}
    move(opened, "viewer.zoomTo({ x: 500, y: 300, width: 780, height: 500 })")
    (tiles,) = asked(opened)
    assert not before & set(tiles)
    assert set(visible(opened)) <= before | set(tiles)
    move(opened, "viewer.zoomTo({ x: 0, y: 0, width: 780, height: 500 })")
    assert asked(opened) == []


def test_an_animation_takes_its_time_after_a_rest(page):
    opened = page(is_stepped=True)
    hands.sharp(opened)
    hands.show(opened, 1, 0, 0)
    opened.run("clock.pass(500)")
    opened.run("window.scrolls = 0; viewer.addEventListener('scroll', () => { scrolls += 1; }); viewer.setContentOffset({ x: 400, y: 300 })")
    hands.rest(opened)
    assert opened.run("scrolls") > 1


def test_what_lies_around_is_asked_for_in_a_quiet_moment(page):
    opened = page()
    hands.sharp(opened)
    move(opened, "viewer.zoomTo({ x: 800, y: 600, width: 780, height: 500 }, { animated: false })")
    opened.wait("viewer.pages.stores.get(0).find(0, 2, 1)")
    # The level above has come already, when all of the image was in view.
    *_, around = asked(opened)
    assert len(around) >= 10 and {tile.split("/")[0] for tile in around} == {"0"}
    assert not set(visible(opened)) & set(around)


def test_a_view_left_and_revisited_asks_for_nothing_however_much_was_shown_in_between(page):
    opened = without_surroundings(page)
    opened.run("viewer.pages.stores.get(0).cache.kept = 30; viewer.pages.stores.get(0).cache.makeRoom = () => {}")
    places = [(0, 0), (1100, 0), (2200, 0), (0, 750), (1100, 750), (2200, 750), (0, 1400), (1100, 1400), (2200, 1400)]
    views = [f"viewer.zoomTo({{ x: {x}, y: {y}, width: 780, height: 500 }}, {{ animated: false }})" for x, y in places]
    shown = set()
    for view in views:
        move(opened, view)
        shown |= set(visible(opened))
    asked(opened)
    assert len(shown) > 60 and opened.run("viewer.pages.stores.get(0).cache.decoded.size") <= 30
    for view in views:
        move(opened, view)
        # Decoded again, and not only a coarser level in its place.
        assert opened.run("viewer.wasSharp")
    assert asked(opened) == []


def test_tiles_that_are_kept_as_they_came_are_bounded_too(page):
    opened = without_surroundings(page)
    held = opened.run("(async () => { const { cache } = viewer.pages.stores.get(0); const mega = new Blob([new Uint8Array(1 << 20)]);"
                      " for (let i = 0; i < 100; i++) cache.pack(`0/${i}_0`, mega);"
                      " return [[...cache.packed.values()].reduce((sum, { size }) => sum + size, 0), cache.packedBytes, cache.packed.has('0/99_0')]; })()")
    assert held == [32 << 20, 32 << 20, True]


def test_the_count_of_bytes_kept_as_they_came_is_right_whatever_fails_to_be_decoded(page):
    opened = without_surroundings(page)
    # While it is being decoded again, a tile that is none gives way to others, or comes anew.
    held = opened.run(
        "(async () => { const store = viewer.pages.stores.get(0); const { cache } = store;"
        " const tile = (column) => ({ reduction: 0, column, row: 9 });"
        " const keep = (column, blob) => cache.pack(`0/${column}_9`, blob);"
        " const junk = (length) => new Blob([new Uint8Array(length)]);"
        " keep(1, junk(1000)); keep(2, junk(1000));"
        " const decoded = [store.unpack(tile(1)), store.unpack(tile(2))];"
        " keep(1, junk(5000)); for (let i = 10; i < 42; i++) keep(i, junk(1 << 20));"
        " await Promise.all(decoded);"
        " return [cache.packedBytes, [...cache.packed.values()].reduce((sum, { size }) => sum + size, 0)]; })()")
    assert held[0] == held[1] > 30 << 20


def test_what_comes_at_once_does_not_fade_and_what_was_waited_for_does(page):
    opened = page("/view/large.png", is_stepped=True)
    hands.sharp(opened)
    steps = opened.run(
        "(async () => { const store = viewer.pages.stores.get(0); const blob = store.cache.packed.get(store.cache.packed.keys().next().value);"
        " const found = [];"
        " for (const [column, late] of [[0, 0], [1, 990], [2, 1010]]) {"
        "   const tile = { reduction: 0, column, row: 0 }; let come;"
        "   store.source = { tile: () => new Promise((done) => { come = done; }) };"
        "   store.want([tile]); clock.pass(late); come(blob);"
        "   while (!store.find(0, column, 0)) await new Promise((done) => setTimeout(done));"
        "   found.push(store.find(0, column, 0).since === performance.now());"
        " } return found; })()")
    assert steps == [False, False, True]


def test_a_jump_is_sharp_in_the_frame_that_its_last_tile_comes_in(page):
    opened = page("/view/large.png", is_stepped=True)
    hands.sharp(opened)
    opened.run("window.drawn = []; { const draw = viewer.draw.bind(viewer); viewer.draw = (...all) => { draw(...all);"
               " drawn.push([viewer.renderer.isSharp, viewer.renderer.isFading]); } }")
    opened.run("viewer.zoomTo({ x: 1000, y: 600, width: 780, height: 500 }, { animated: false })")
    opened.wait("viewer.wasSharp")
    # Frames with all tiles, in which one still fades.
    assert opened.run("drawn.filter(([isSharp, isFading]) => isSharp && isFading).length") == 0
