"""The gallery: folders, images, a search, by hand and by keys."""
import io
import json
import urllib.parse

import numpy
import pytest
from PIL import Image

import hands
from support.documents import Document, rectangle
from support.service import wait_until

NAMES = "[...document.querySelectorAll('#entries .name')].map((name) => name.textContent)"


@pytest.fixture
def gallery(page):
    def open_gallery(path="/", **more):
        opened = page(path, waits=False, **more)
        opened.wait("document.querySelector('#entries .name') || !document.getElementById('message').hidden")
        return opened

    return open_gallery


def said(page):
    return page.run("document.getElementById('message').hidden ? '' : document.getElementById('message').textContent")


def test_folders_come_first_and_images_have_pictures(gallery):
    opened = gallery()
    assert opened.run(NAMES) == ["book", "empty", "many", "broken.png", "flat.png", "large.png", "pages.tif", "small.png"]
    opened.wait("document.querySelectorAll('li:not(.folder) .thumbnail.here').length === 4")
    opened.wait("[...document.querySelectorAll('.note')].some((note) => note.textContent === 'No preview')")
    # A picture that can't be had is nothing that the console need know of.
    opened.listen(0.1)
    assert [event for event in opened.events if event.get("method") in ("Log.entryAdded", "Runtime.consoleAPICalled")] == []
    pictures = "[...document.querySelectorAll('.thumbnail img')]"
    assert opened.run(f"{pictures}.every((image) => Math.max(image.naturalWidth, image.naturalHeight) <= 256)")


def test_a_folder_opens_and_leads_back(gallery):
    opened = gallery()
    opened.run("document.querySelector('#entries a').click()")
    opened.wait(f"location.search === '?folder=book' && {NAMES}.length === 5")
    assert opened.run("[...document.querySelectorAll('#where a')].map((a) => [a.textContent, a.getAttribute('aria-current')])") == [
        ["Images", None], ["book", "page"]]
    opened.run("document.querySelector('#where a').click()")
    opened.wait(f"{NAMES}.includes('large.png')")


def test_thousands_come_as_they_come_into_sight(gallery):
    opened = gallery("/?folder=many", width=1000, height=700)
    opened.wait(f"{NAMES}.length >= 200")
    # A page of names, and pictures only of what is near the window.
    assert opened.run(f"{NAMES}.length") == 200
    asked = lambda: {
        urllib.parse.urlsplit(e["request"]["url"]).path for e in opened.told("Network.requestWillBeSent") if "/iiif/3/" in e["request"]["url"]}
    near = {f"/iiif/3/many%2F{name}/full/!256,256/0/default.webp" for name in opened.run(
        "[...document.querySelectorAll('#entries li')].filter((one) => one.getBoundingClientRect().top < innerHeight + 260)"
        ".map((one) => one.querySelector('.name').textContent)")}
    # The browser looks for what is near with the next frame.
    opened.picture()
    opened.wait("document.querySelectorAll('.thumbnail.here').length >= 8")
    assert 8 <= len(near) < 40 and asked() <= near
    # What is passed on the way to the end is let go.
    for _ in range(24):
        before = opened.run(f"{NAMES}.length")
        opened.run("scrollTo(0, document.body.scrollHeight)")
        opened.wait(f"{NAMES}.length > {before}")
    assert opened.run(f"new Set({NAMES}).size") == 5000
    opened.wait("document.querySelector('#entries li:nth-last-child(2) img, #entries li:last-child img')")
    opened.run("scrollTo(0, document.body.scrollHeight)")
    opened.wait("[...document.querySelectorAll('.thumbnail')].at(-1).classList.contains('here')")
    assert len(asked()) < 1500


def test_one_name_among_thousands_is_found(gallery):
    opened = gallery("/?folder=many")
    opened.wait(f"{NAMES}.length >= 200")
    opened.run("search.value = '4711'; search.dispatchEvent(new Event('input'))")
    opened.wait(f"JSON.stringify({NAMES}) === '[\"4711.png\"]'")


def test_a_search_looks_for_names(gallery):
    opened = gallery()
    opened.run("search.value = 'LAR'; search.dispatchEvent(new Event('input'))")
    opened.wait(f"JSON.stringify({NAMES}) === '[\"large.png\"]'")
    opened.run("search.value = 'nothing of the kind'; search.dispatchEvent(new Event('input'))")
    wait_until(lambda: said(opened) == "No name here has “nothing of the kind” in it.")
    opened.run("search.value = ''; search.dispatchEvent(new Event('input'))")
    opened.wait(f"{NAMES}.length === 8")


def test_arrows_walk_through_the_grid_and_a_slash_goes_to_the_search(gallery):
    opened = gallery()
    focus = "document.activeElement.querySelector?.('.name')?.textContent"
    opened.run("document.querySelector('#entries a').focus()")
    columns = opened.run("(() => { const all = [...document.querySelectorAll('#entries li > a:first-child')];"
                         "return all.filter((a) => a.getBoundingClientRect().top === all[0].getBoundingClientRect().top).length })()")
    assert 1 < columns < 8
    names = opened.run(NAMES)
    for key, at in [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 7), ("Home", 0), ("ArrowDown", columns), ("ArrowUp", 0)]:
        opened.key(key)
        assert opened.run(focus) == names[at], key
    opened.key("/")
    assert opened.run("document.activeElement.id") == "search"
    assert opened.run("search.value") == ""


def pictures(page, names):
    """How each picture is shown: its box in its frame's, in frames, and its own width and height."""
    page.wait("document.querySelector('li:not(.folder) .thumbnail') && !document.querySelector('li:not(.folder) .thumbnail:not(.here)')")
    shown = page.run(
        "Object.fromEntries([...document.querySelectorAll('li:not(.folder) .thumbnail.here')].map((frame) => {"
        " const image = frame.querySelector('img'), a = image.getBoundingClientRect(), b = frame.getBoundingClientRect();"
        " return [frame.parentNode.querySelector('.name').textContent, [(a.x - b.x) / b.width, (a.y - b.y) / b.height,"
        " a.width / b.width, a.height / b.height, image.naturalWidth, image.naturalHeight, getComputedStyle(image).objectFit]]; }))")
    return [shown[name] for name in names]


def test_thumbnails_are_whole_and_in_proportion(gallery, odd):
    portrait, panorama, ramp = pictures(gallery(odd.base), ["portrait.png", "panorama.png", "ramp.png"])
    for picture, proportion in [(portrait, 0.5), (panorama, 12)]:
        assert picture[:4] == pytest.approx([0, 0, 1, 1], abs=0.01) and picture[6] == "contain"
        assert picture[4] / picture[5] == pytest.approx(proportion, rel=0.03)
    # What is small is not blown up.
    assert ramp[4:6] == [20, 20] and ramp[2] < 0.15


def test_what_stands_alone_in_its_row_is_not_much_higher_than_others(gallery, odd):
    opened = gallery(odd.base, width=800)
    highest = "Math.max(...[...document.querySelectorAll('li:not(.folder) .thumbnail')].map((one) => one.getBoundingClientRect().height))"
    assert 150 <= opened.run(highest) <= 1.5 * 150 + 1


def test_frames_have_the_proportions_of_their_pictures_before_these_are_there(gallery, odd):
    opened = gallery(odd.base)
    opened.call("Network.setBlockedURLs", urls=["*/iiif/*"])
    opened.go(odd.base)
    opened.wait("document.querySelectorAll('#entries .name').length > 4")
    proportions = opened.run(
        "Object.fromEntries([...document.querySelectorAll('li:not(.folder, .break)')].map((one) => {"
        " const { width, height } = one.querySelector('.thumbnail').getBoundingClientRect();"
        " return [one.querySelector('.name').textContent, width / height]; }))")
    assert proportions["portrait.png"] == pytest.approx(0.5, rel=0.02)
    assert proportions["holes.png"] == pytest.approx(1, rel=0.02)
    # What would be a line lies whole in a frame of five to one.
    assert proportions["panorama.png"] == pytest.approx(5, rel=0.02)


def test_documents_take_the_proportions_of_their_first_page(gallery, start_service, tmp_path):
    for name, width, height in [("a", 300, 120), ("b", 150, 210), ("c", 210, 150), ("d", 120, 240), ("e", 200, 200)]:
        Document().page(width, height, rectangle((0.2, 0.4, 0.5), 10, 10, 60, 60)).write(tmp_path / f"{name}.pdf")
    opened = gallery(start_service(tmp_path).base, width=700)
    opened.wait("document.querySelectorAll('.thumbnail.here').length === 5", 60)
    ratios = [300 / 120, 150 / 210, 210 / 150, 0.5, 1]
    frames = lambda: opened.run(
        "[...document.querySelectorAll('.thumbnail')].map((one) => {"
        " const box = one.getBoundingClientRect(); return [box.width / box.height, Math.round(box.top), box.right] })")
    wait_until(lambda: [ratio for ratio, _, _ in frames()] == pytest.approx(ratios, rel=0.02))
    # They stand in rows that end with the window, as pictures do whose sizes were known before.
    rows = {}
    for _, top, right in frames():
        rows[top] = max(right, rows.get(top, 0))
    assert len(rows) > 1
    assert list(rows.values())[:-1] == pytest.approx([700 - 21] * (len(rows) - 1), abs=1.5)


def test_folders_have_covers_and_counts(gallery):
    opened = gallery()
    opened.wait("document.querySelectorAll('.folder .here img').length === 2")
    said = opened.run("[...document.querySelectorAll('.folder')].map((one) => [one.querySelector('.name').textContent, one.querySelector('small').textContent])")
    assert said == [["book", "5 images"], ["empty", "Folder"], ["many", "5,000+ images"]]
    assert opened.run("getComputedStyle(document.querySelector('.folder .here img')).objectFit") == "cover"


def test_the_order_is_part_of_the_address_and_of_what_is_opened(gallery):
    opened = gallery("/?folder=book")
    opened.run("sort.value = 'size desc'; sort.dispatchEvent(new Event('change'))")
    opened.wait("location.search === '?folder=book&sort=size&order=desc'")
    largest = f"fetch('/images?folder=book&sort=size&order=desc').then((a) => a.json()).then(({{ entries }}) => entries.map(({{ name }}) => name))"
    names = opened.run(largest)
    assert names != sorted(names)
    opened.wait(f"JSON.stringify({NAMES}) === '{json.dumps(names, separators=(',', ':'))}'")
    opened.run("document.querySelector('#entries a').click()")
    opened.wait("window.viewer?.list")
    assert [page.split("/")[-1] for page in opened.run("viewer.list.pages.map(({ id }) => id)")] == names
    opened.run("document.getElementById('home').click()")
    opened.wait(f"window.entries && JSON.stringify({NAMES}) === '{json.dumps(names, separators=(',', ':'))}'")
    assert opened.run("[location.search, sort.value]") == ["?folder=book&sort=size&order=desc", "size desc"]


def test_rows_end_with_the_window_and_are_of_one_height(gallery):
    opened = gallery("/?folder=book", width=700)
    boxes = opened.run("[...document.querySelectorAll('li:not(.folder, .break) .thumbnail')].map((one) => {"
                       " const box = one.getBoundingClientRect(); return [box.top, box.bottom, box.right] })")
    rows = {}
    for top, bottom, right in boxes:
        rows.setdefault(round(top), []).append((bottom, right))
    assert len(rows) > 1
    for row in list(rows.values())[:-1]:
        assert max(bottom for bottom, _ in row) - min(bottom for bottom, _ in row) < 1
        assert max(right for _, right in row) == pytest.approx(700 - 21, abs=1)


def test_the_row_before_a_very_wide_picture_ends_with_the_window_too(gallery, start_service, tmp_path):
    for number, (width, height) in enumerate([(300, 200), (300, 200), (2400, 300), (200, 300), (300, 200), (3000, 250), (200, 200)]):
        Image.new("RGB", (width, height), (90, 120, 110)).save(tmp_path / f"{number}.png")
    service = start_service(tmp_path)
    for width, room in [(1200, 36), (700, 21), (390, 12)]:
        opened = gallery(service.base, width=width)
        boxes = opened.run("[...document.querySelectorAll('.thumbnail')].map((one) => {"
                           " const box = one.getBoundingClientRect(); return [box.top, box.right, box.height] })")
        rows = {}
        for top, right, height in boxes:
            rows.setdefault(round(top), []).append((right, height))
        for row in list(rows.values())[:-1]:
            assert max(right for right, _ in row) == pytest.approx(width - room, abs=1.5), (width, boxes)
            assert max(height for _, height in row) - min(height for _, height in row) < 1


def test_thumbnails_have_the_pixels_of_a_dense_screen(gallery, odd):
    (portrait,) = pictures(gallery(odd.base, width=1000, height=900, ratio=3), ["portrait.png"])
    assert portrait[4:6] == [256, 512]


@pytest.mark.parametrize("scheme,ground", [("light", {(255, 255, 255), (236, 233, 226)}), ("dark", {(107, 116, 120), (98, 106, 110)})])
def test_what_is_transparent_has_no_slab_of_another_colour(gallery, odd, scheme, ground):
    opened = gallery(odd.base)
    opened.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    pictures(opened, [])
    box = opened.run(
        "(({ x, y }) => [x, y])([...document.querySelectorAll('li')].find((one) => one.textContent.includes('holes'))"
        ".querySelector('img').getBoundingClientRect())")
    # It fades in.
    opened.wait("[...document.querySelectorAll('.thumbnail.here img')].every((one) => getComputedStyle(one).opacity === '1')")
    screen = numpy.asarray(Image.open(io.BytesIO(opened.picture())).convert("RGB"))
    left, top = (round(edge) for edge in box)
    corner = screen[top + 6 : top + 28, left + 6 : left + 28].reshape(-1, 3)
    assert {tuple(pixel) for pixel in corner.tolist()} == ground


def test_the_focus_of_a_card_is_seen_on_all_of_its_sides(gallery):
    opened = gallery(width=500)
    opened.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    opened.key("Tab")
    opened.run("document.querySelector('#entries a').focus({ focusVisible: true })")
    box = opened.run("(({ left, top, right, bottom }) => [left, top, right, bottom])(document.activeElement.getBoundingClientRect())")
    screen = numpy.asarray(Image.open(io.BytesIO(opened.picture())).convert("RGB")).astype(int)
    left, top, right, bottom = (round(edge) for edge in box)
    y, x = (top + bottom) // 2, (left + right) // 2
    # Between the ground's red and the ring's: edges lie anywhere between pixels.
    ground, accent = 0x0d, 0xe6
    for line in (screen[y, left - 5 : left], screen[y, right : right + 5], screen[top - 5 : top, x], screen[bottom : bottom + 5, x]):
        assert ((line[:, 0] - ground) / (accent - ground)).sum() >= 1.9


def test_who_comes_back_is_where_they_were(gallery):
    opened = gallery("/?folder=many", width=1000, height=700)
    opened.wait(f"{NAMES}.length >= 200")
    for count in (400, 600):
        opened.run("scrollTo(0, document.body.scrollHeight)")
        opened.wait(f"{NAMES}.length >= {count}")
    opened.run("document.querySelectorAll('#entries li')[420].scrollIntoView({ block: 'start' })")
    opened.picture()
    place = (
        "(() => { const at = [...document.querySelectorAll('#entries li')].findIndex((one) => one.getBoundingClientRect().bottom > 0);"
        " return [document.querySelectorAll('#entries .name')[at]?.textContent, Math.round(document.querySelectorAll('#entries li')[at].getBoundingClientRect().top)]; })()")
    before = opened.run(place)
    assert before[0] > "0400"
    opened.run("{ const link = [...document.querySelectorAll('#entries li > a')].find((a) => a.getBoundingClientRect().top > 100); setTimeout(() => link.click()); }")
    opened.wait("window.viewer?.isLoaded")
    # By the page's own button.
    opened.run("document.getElementById('home').click()")
    opened.wait(f"location.search === '?folder=many' && scrollY > 0 && {place}[0] === '{before[0]}'")
    wait_until(lambda: opened.picture() and abs(opened.run(place)[1] - before[1]) <= 3)
    # And by the browser's.
    opened.run("{ const link = [...document.querySelectorAll('#entries li > a')].find((a) => a.getBoundingClientRect().top > 100); setTimeout(() => link.click()); }")
    opened.wait("window.viewer?.isLoaded")
    opened.run("setTimeout(() => history.back()); 0")
    opened.wait(f"location.search === '?folder=many' && scrollY > 0 && {place}[0] === '{before[0]}'")


def test_a_search_is_part_of_the_address_and_comes_back(gallery):
    opened = gallery("/?folder=book")
    opened.run("search.value = '3 p'; search.dispatchEvent(new Event('input'))")
    opened.wait(f"JSON.stringify({NAMES}) === '[\"3 page.png\"]'")
    assert opened.run("location.search") == "?folder=book&search=3+p"
    opened.run("document.querySelector('#entries a').click()")
    opened.wait("window.viewer?.isLoaded")
    opened.run("document.getElementById('home').click()")
    opened.wait(f"JSON.stringify(window.entries && {NAMES}) === '[\"3 page.png\"]'")
    assert opened.run("[location.search, search.value]") == ["?folder=book&search=3+p", "3 p"]
    # Who comes from elsewhere is led to the image's folder.
    opened = gallery()
    opened.go(opened.base + "/view/book%2F3%20page.png")
    assert opened.run("document.getElementById('home').getAttribute('href')").endswith("/?folder=book")


def test_browsers_find_our_icon_where_they_look_by_themselves(service):
    answer = service.get("/favicon.ico")
    assert answer.status == 200 and answer.fields["Content-Type"] == "image/svg+xml" and b"<svg" in answer.body


@pytest.mark.parametrize("path", ["/view/large.png/", "/view/book/", "/embed/large.png/"])
def test_a_slash_at_the_end_of_a_page_means_nothing(page, path):
    opened = page(path)
    assert opened.run("viewer.image.id") in ("large.png", "book/1 page.png")


def test_an_empty_folder_says_what_to_do(gallery):
    opened = gallery("/?folder=empty")
    assert said(opened) == "There are no images here yet. Put some into the folder that is served; they show up by themselves."


def test_a_folder_that_is_not_there_says_so(gallery):
    opened = gallery("/?folder=nowhere")
    assert said(opened) == "There is no such folder. It may have been moved or renamed."


def test_a_server_that_is_gone_is_explained(gallery):
    opened = gallery()
    opened.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
    opened.run("search.value = 'x'; search.dispatchEvent(new Event('input'))")
    opened.wait("!document.getElementById('message').hidden")
    assert said(opened) == "The server can’t be reached. Try again in a moment."


@pytest.mark.parametrize("name,sentence", [
    ("nowhere.png", "There is no image at this address. It may have been moved or renamed."),
    ("broken.png", "This image can’t be shown. Its file may be damaged, or of a kind that is not served here.")])
def test_an_image_that_can_not_be_shown_is_explained(page, name, sentence):
    opened = page("/view/small.png")
    opened.run(f"viewer.load('/images/{name}')")
    assert opened.run("!viewer.message.hidden && viewer.message.textContent").startswith(sentence)
    assert opened.run("viewer.message.getAttribute('role')") == "alert"
    # Nothing is offered that could do nothing, and the way back is open.
    assert opened.run("['tools', 'zoomer', 'pager'].every((id) => document.getElementById(id).hidden)")
    assert opened.run("document.getElementById('home').href").endswith("/")
    opened.wait("document.querySelector('.way-out:not([hidden])')")
    opened.run("document.querySelector('.way-out').click()")
    opened.wait(f"location.pathname === '/' && {NAMES}.length > 0")


@pytest.mark.parametrize("path", ["/view/nowhere.png", "/embed/book/nowhere.png"])
def test_the_page_of_an_image_that_is_not_there_says_so_and_leads_on(page, path):
    opened = page(path, waits=False)
    assert opened.run("document.querySelector('h1').textContent") == "There is no image at this address"
    assert "there is no such image" in opened.run("document.body.textContent")
    # In our own style, and with a way out of it.
    assert opened.run("getComputedStyle(document.body).paddingBottom") == "64px"
    opened.run("document.querySelector('main a').click()")
    opened.wait(f"location.pathname === '/' && {NAMES}.includes('large.png')")


def test_a_tile_that_can_not_be_had_is_tried_again_marked_and_had_at_last(page):
    opened = page("/view/large.png")
    hands.sharp(opened)
    opened.run("{ const ask = fetch; window.isBroken = true; window.fetch = (address, ...more) => ask(isBroken && /tiles/.test(address) ? '/images/broken.png/tiles/0/' + String(address).split('/').at(-1) : address, ...more) }")
    opened.run("viewer.setZoomScale(1, { animated: false })")
    failing = "[...viewer.pages.stores.get(0).failed.values()]"
    opened.wait(f"{failing}.length > 0 && {failing}.every(({{ count }}) => count >= 1)")
    opened.wait(f"{failing}.some(({{ count }}) => count >= 4)")
    opened.wait("viewer.surface.getContext('2d').getImageData(0, 0, viewer.surface.width, viewer.surface.height).data"
                ".some((_, i, all) => i % 4 === 0 && all[i] === 0xc2 && all[i + 1] === 0x41 && all[i + 2] === 0x0c)")
    # Each pause is twice the one before.
    times = {}
    for event in opened.told("Network.requestWillBeSent"):
        if "/tiles/0/" in event["request"]["url"]:
            times.setdefault(event["request"]["url"], []).append(event["timestamp"])
    tried = next(seen for seen in times.values() if len(seen) >= 4)
    pauses = [b - a for a, b in zip(tried, tried[1:])]
    assert pauses[0] >= 0.45 and pauses[1] >= 0.9 and pauses[2] >= 1.8
    opened.run("isBroken = false; for (const failure of viewer.pages.stores.get(0).failed.values()) failure.due = 0; viewer.demand.look(true)")
    opened.wait("viewer.wasSharp")


def test_a_name_turns_nothing_that_is_shown_beside_it(page, start_service, tmp_path):
    Image.new("RGB", (40, 30)).save(tmp_path / "a\u202egnp.exe.png")
    service = start_service(tmp_path)
    opened = page(service.base + "/", waits=False)
    opened.wait("document.querySelector('.label .name')")
    assert opened.run("getComputedStyle(document.querySelector('.label .name')).unicodeBidi") == "isolate"
    opened = page(service.base + "/view/a%E2%80%AEgnp.exe.png", waits=False)
    opened.wait("document.querySelector('#title')?.textContent")
    assert opened.run("getComputedStyle(document.querySelector('#title')).unicodeBidi") == "isolate"
    service.end()
