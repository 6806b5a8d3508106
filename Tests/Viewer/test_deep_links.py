"""The address of a view leads back to it, on any screen."""
import base64
import json
import urllib.parse

import pytest

import hands
from hands import rest, state
from stage import BARRED, drawing


def visible(page):
    """What shows of the image where no bar is."""
    rect = page.run("viewer.freeRect")
    return [rect[side] for side in ("x", "y", "width", "height")]


@pytest.mark.parametrize("fragment", [
    "xywh=1000,600,800,600", "xywh=pixel:1000,600,800,600", "xywh=percent:33.3333,30,26.6667,30"])
def test_the_three_forms_of_a_region(page, fragment):
    opened = page(f"/view/large.png#{fragment}", height=BARRED)
    assert visible(opened) == pytest.approx([1000, 600, 800, 600], abs=0.5)


@pytest.mark.parametrize("fragment", ["xywh=1,2,3", "xywh=0,0,0,0", "xywh=pixel:-5e9,0,1,x", "page=99"])
def test_what_is_no_region_opens_all_of_the_image(page, fragment):
    opened = page(f"/view/large.png#{fragment}")
    assert opened.run("viewer.isAtFit")
    assert not opened.told("Runtime.exceptionThrown")


def test_the_address_follows_once_the_view_has_come_to_rest_and_leads_back(page):
    opened = page()
    length = opened.run("history.length")
    hands.show(opened, 0.7, 500, 300)
    hands.noted(opened)
    link = opened.run("location.hash")
    assert opened.run("history.length") == length
    before = visible(opened)
    assert [int(n) for n in link[6:].split(",")] == [round(n) for n in before]
    again = page(f"/view/large.png{link}")
    assert visible(again) == pytest.approx(before, abs=1)
    other = page(f"/view/large.png{link}", width=500, height=700)
    rect = visible(other)
    # On another screen all of the region is there, in the middle.
    assert rect[0] + rect[2] / 2 == pytest.approx(before[0] + before[2] / 2, abs=1.5)
    assert rect[1] + rect[3] / 2 == pytest.approx(before[1] + before[3] / 2, abs=1.5)
    assert rect[2] >= before[2] - 1 and rect[3] >= before[3] - 1


def test_all_of_the_image_stays_all_of_it_when_the_page_is_loaded_again(page):
    opened = page()
    fit = state(opened)
    hands.show(opened, 0.7)
    hands.show(opened, fit["fitScale"])
    opened.wait("location.hash === '#xywh=0,0,3000,2000'")
    again = page("/view/large.png#xywh=0,0,3000,2000")
    assert state(again)["zoomScale"] == fit["zoomScale"]
    assert state(again)["contentOffset"] == fit["contentOffset"]


@pytest.mark.parametrize("size", [(800, 600), (390, 844)])
def test_a_region_lies_in_the_part_that_bars_leave_free(page, size):
    # As high as the window: it is the bars that make it smaller.
    opened = page("/view/large.png#xywh=1000,200,300,1500", width=size[0], height=size[1], touch=True)
    top, bottom = opened.run(
        "[document.getElementById('bar').getBoundingClientRect().bottom,"
        " innerWidth < 641 ? document.getElementById('tools').getBoundingClientRect().top : innerHeight]")
    corners = opened.run("[viewer.viewPoint({ x: 1000, y: 200 }), viewer.viewPoint({ x: 1300, y: 1700 })]")
    assert [corners[0]["y"], corners[1]["y"]] == pytest.approx([top, bottom], abs=0.5)
    assert corners[0]["x"] + corners[1]["x"] == pytest.approx(size[0], abs=0.5)
    # The address leads back to the same view, however often.
    before = visible(opened)
    opened.wait("location.hash !== '#xywh=1000,200,300,1500'")
    for _ in range(3):
        opened = page("/view/large.png" + opened.run("location.hash"), width=size[0], height=size[1], touch=True)
    assert visible(opened) == pytest.approx(before, abs=1)


def test_another_fragment_goes_there_without_loading_the_page(page):
    opened = page(height=BARRED)
    opened.run("window.here = true; location.hash = '#xywh=200,100,800,600'")
    opened.wait("viewer.freeRect.x > 190 && viewer.isSettled")
    assert visible(opened) == pytest.approx([200, 100, 800, 600], abs=0.5)
    assert opened.run("here")


def test_an_albums_address_has_the_page(page):
    opened = page("/view/book#page=3", height=BARRED)
    assert opened.run("[viewer.page, viewer.image.id]") == [2, "book/3 page.png"]
    # Others may come before it: from then on it goes by its name.
    opened.run("viewer.goToPage(1, { animated: false })")
    opened.wait("/&picture=2%20page.png$/.test(location.hash)")
    opened.run("location.hash = '#xywh=100,50,320,240&page=5'")
    opened.wait("viewer.page === 4 && viewer.isSettled && viewer.visibleRect.width < 400")
    assert visible(opened) == pytest.approx([100, 50, 320, 240], abs=0.5)


def test_a_link_into_a_folder_leads_to_its_picture_whatever_comes_before_it(page, start_service, tmp_path):
    folder = tmp_path / "set"
    folder.mkdir()
    for name in ("b & c", "c+d", "d"):
        drawing(500, 400).save(folder / f"{name}.png")
    service = start_service(tmp_path)
    opened = page(service.base + "/view/set#page=2", height=BARRED)
    opened.run("viewer.zoomTo({ x: 100, y: 50, width: 200, height: 150 }, { animated: false })")
    hands.noted(opened)
    assert opened.run("/^#xywh=\\d+,.*&picture=c%2Bd.png$/.test(location.hash)")
    before = visible(opened)
    for name in ("a", "b"):
        drawing(300, 300).save(folder / f"{name}.png")
    again = page(service.base + "/view/set" + opened.run("location.hash"), height=BARRED)
    assert again.run("[viewer.page, viewer.image.id]") == [3, "set/c+d.png"]
    assert visible(again) == pytest.approx(before, abs=1)
    # In a page that is open, too.
    again.run("location.hash = '#picture=b%20%26%20c.png'")
    again.wait("viewer.image?.id === 'set/b & c.png' && viewer.isSettled")
    # One that has gone leads to the folder, and to no other picture's region.
    gone = page(service.base + "/view/set#xywh=10,10,20,20&picture=z.png")
    assert gone.run("[viewer.page, viewer.isAtFit]") == [0, True]


def test_a_documents_pages_go_by_their_numbers(page):
    opened = page("/view/pages.tif#page=3")
    assert opened.run("viewer.page") == 2
    opened.run("viewer.goToPage(1, { animated: false })")
    opened.wait("/&page=2$/.test(location.hash)")


def test_the_link_that_is_copied_is_the_one_that_leads_back(page):
    opened = page("/view/book#xywh=100,50,400,300&page=2")
    opened.run("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    hands.click(opened, "Share", "dialog")
    opened.run("document.querySelector('.copyable button').click()")
    opened.wait("window.copied")
    copied = opened.run("copied")
    assert copied.startswith(opened.run("location.origin") + "/view/book#xywh=") and copied.endswith("&picture=2%20page.png")
    before = visible(opened)
    again = page(copied[len(opened.base):])
    assert again.run("viewer.page") == 1
    assert visible(again) == pytest.approx(before, abs=1)


def test_what_else_is_shared_is_there(page):
    opened = page("/view/large.png#xywh=1000,600,800,600")
    hands.click(opened, "Share", "dialog")
    shared = opened.run("Object.fromEntries([...document.querySelectorAll('.copyable')].map("
                        "(row) => [row.querySelector('span').textContent, row.querySelector('input').value]))")
    assert "<iframe" in shared["Code to embed it"] and "/embed/large.png#xywh=" in shared["Code to embed it"]
    for name in ("IIIF Image 3", "IIIF Image 2", "Deep Zoom", "Zoomify", "XYZ tiles"):
        assert opened.run(f"fetch('{shared[name]}').then((answer) => answer.status)") == 200, name


def test_the_embedded_view_is_the_linked_one(page):
    opened = page("/embed/large.png#xywh=1000,600,800,600")
    assert visible(opened) == pytest.approx([1000, 600, 800, 600], abs=0.5)


ANNOTATION = {
    "@context": "http://iiif.io/api/presentation/3/context.json", "id": "https://example.org/state", "type": "Annotation",
    "motivation": ["contentState"], "target": {"id": "https://example.org/canvas#xywh=1000,600,800,600", "type": "Canvas"}}
SELECTED = {
    "type": "Annotation", "target": {"type": "SpecificResource", "source": "https://example.org/canvas",
    "selector": {"type": "FragmentSelector", "value": "xywh=1000,600,800,600"}}}


def encoded(document):
    text = urllib.parse.quote(json.dumps(document), safe="")
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


@pytest.mark.parametrize("state", [
    encoded(ANNOTATION), encoded(ANNOTATION["target"]), encoded(SELECTED),
    urllib.parse.quote(json.dumps(ANNOTATION)), urllib.parse.quote("https://example.org/canvas#xywh=1000,600,800,600")])
def test_an_iiif_content_state_opens_its_region(page, state):
    opened = page(f"/view/large.png?iiif-content={state}", height=BARRED)
    assert visible(opened) == pytest.approx([1000, 600, 800, 600], abs=0.5)


@pytest.mark.parametrize("kind,data", [("paste", "clipboardData"), ("drop", "dataTransfer")])
def test_a_content_state_that_is_pasted_or_dropped_leads_to_its_region(page, kind, data):
    opened = page(height=BARRED)
    opened.run(
        f"{{ const data = new DataTransfer(); data.setData('text/plain', '{encoded(ANNOTATION)}');"
        f" const event = new Event('{kind}', {{ bubbles: true, cancelable: true }}); event.{data} = data; viewer.dispatchEvent(event); }}")
    opened.wait("Math.abs(viewer.freeRect.x - 1000) < 1 && viewer.isSettled")
    assert visible(opened) == pytest.approx([1000, 600, 800, 600], abs=0.5)
    opened.run(f"{{ const event = new Event('{kind}', {{ bubbles: true }}); event.{data} = new DataTransfer(); viewer.dispatchEvent(event); }}")
    assert visible(opened) == pytest.approx([1000, 600, 800, 600], abs=0.5)


def test_what_the_middle_button_pastes_leads_nowhere(page):
    """Some systems paste what was last selected anywhere."""
    opened = page(height=BARRED)
    before = visible(opened)
    paste = (
        f"{{ const data = new DataTransfer(); data.setData('text/plain', '{encoded(ANNOTATION)}');"
        " const event = new Event('paste', { bubbles: true, cancelable: true }); event.clipboardData = data;"
        " viewer.dispatchEvent(event); event.defaultPrevented }")
    opened.mouse("mousePressed", 400, 300, button="middle", buttons=4, clickCount=1)
    assert opened.run(paste) is False
    opened.mouse("mouseReleased", 400, 300, button="middle", buttons=0, clickCount=1)
    assert visible(opened) == before
    opened.key("Shift")
    assert opened.run(paste) is True


def test_an_element_opens_on_the_content_state_that_it_is_given(page):
    opened = page("/embed/large.png")
    opened.run(f"viewer.dataset.iiifContent = '{encoded(ANNOTATION)}'; viewer.load(viewer.getAttribute('src'))")
    opened.wait("viewer.visibleRect && Math.abs(viewer.visibleRect.x - 1000) < 1 && viewer.isSettled")
    assert visible(opened) == pytest.approx([1000, 600, 800, 600], abs=0.5)


def test_the_content_state_that_is_shared_leads_back(page):
    opened = page("/view/large.png#xywh=1000,600,800,600", height=BARRED)
    hands.click(opened, "Share", "dialog")
    state = opened.run(
        "[...document.querySelectorAll('.copyable')].find((row) => row.textContent.includes('content state')).querySelector('input').value")
    again = page(f"/view/large.png?iiif-content={state}", height=BARRED)
    assert visible(again) == pytest.approx([1000, 600, 800, 600], abs=1)


@pytest.mark.parametrize("state", ["e30", "%7Bbroken", "____"])
def test_a_content_state_that_names_no_region_opens_all_of_the_image(page, state):
    opened = page(f"/view/large.png?iiif-content={state}")
    assert opened.run("viewer.isAtFit")
    assert not opened.told("Runtime.exceptionThrown")
