"""An image that was opened from the gallery: what lies beside it there is a page turn away."""
import pytest

import hands

LINKS = "[...document.querySelectorAll('#entries li:not(.folder) > a')]"


@pytest.fixture
def from_gallery(page):
    """Opens an image by a click on its card."""
    def open_image(name, path="/?folder=book", **more):
        opened = page(path, waits=False, **more)
        opened.wait(f"{LINKS}.length > 1")
        opened.run(f"{LINKS}.find((link) => link.textContent.includes('{name}')).click()")
        opened.wait("window.viewer?.isLoaded")
        return opened

    return open_image


def at(page, name):
    page.wait(f"viewer.isSettled && viewer.image?.id === '{name}' && decodeURIComponent(location.pathname) === '/view/{name}'")


def test_what_lies_beside_it_is_a_page_turn_away_and_has_an_address_of_its_own(from_gallery):
    opened = from_gallery("3 page")
    opened.wait("viewer.list")
    assert opened.run("[viewer.page, viewer.pageCount, viewer.album]") == [2, 5, None]
    opened.wait("!document.getElementById('pager').hidden")
    at(opened, "book/3 page.png")
    for key, name in [("ArrowRight", "4"), ("PageDown", "5"), ("ArrowLeft", "4"), ("Home", "1")]:
        opened.key(key)
        at(opened, f"book/{name} page.png")
    assert opened.run("[document.title, location.hash.includes('page')]") == ["1 page.png · Pyramidion", False]
    # Opened again it is where it was, and the way back leads to the list.
    opened.run("window.isOld = true; location.reload()")
    opened.wait("!window.isOld && window.viewer?.list && viewer.page === 0")
    assert opened.run("document.getElementById('home').getAttribute('href')").endswith("/?folder=book")


def test_joining_the_list_moves_nothing(from_gallery):
    opened = from_gallery("large", "/")
    opened.wait("viewer.list")
    before = opened.run("[viewer.fitScale, viewer.contentInset]")
    alone = opened.run("(({ id, links }) => ({ id, links }))(viewer.list.pages[viewer.page])")
    opened.run("viewer.load('/images/large.png')")
    hands.ready(opened)
    assert opened.run("[viewer.fitScale, viewer.contentInset]") == before and opened.run("viewer.list") is None
    hands.show(opened, 0.8, 700, 400)
    view = opened.run("[viewer.zoomScale, viewer.contentOffset, viewer.visibleRect]")
    opened.run(f"import('/viewer/pages/neighbors.js').then(({{ join }}) => join(viewer, [{{ id: 'small.png', links: {{ image: '/images/small.png', view: '/view/small.png' }} }},"
               f" {{ id: '{alone['id']}', links: {{ image: '{alone['links']['image']}', view: '{alone['links']['view']}' }} }}], 1))")
    assert opened.run("[viewer.zoomScale, viewer.contentOffset, viewer.visibleRect]") == view
    assert opened.run("[viewer.page, viewer.image.id]") == [1, "large.png"]
    hands.sharp(opened)


def test_an_image_that_was_opened_by_its_address_stands_alone(page):
    opened = page("/view/book%2F3%20page.png")
    opened.run("new Promise((done) => setTimeout(done, 500))")
    assert opened.run("[viewer.pageCount, viewer.list]") == [1, None]


def test_a_search_is_a_list_too(from_gallery):
    opened = from_gallery("flat", "/?search=l")
    opened.wait("viewer.list")
    assert opened.run("viewer.list.pages.map(({ id }) => id)") == ["flat.png", "large.png", "small.png"]


def test_a_neighbor_that_can_not_be_shown_says_so_and_is_passed(from_gallery):
    opened = from_gallery("flat", "/")
    opened.wait("viewer.list")
    asked = lambda: len([e for e in opened.told("Network.requestWillBeSent") if "/images/broken.png" in e["request"]["url"]])
    opened.key("ArrowLeft")
    opened.wait("viewer.page === 0 && viewer.isSettled && !viewer.message.hidden")
    assert opened.run("viewer.message.textContent").startswith("This image can’t be shown.")
    assert opened.run("document.title") == "broken.png · Pyramidion"
    seen = asked()
    opened.run("for (let i = 0; i < 10; i++) viewer.demand.look(true)")
    assert asked() == seen
    opened.key("ArrowRight")
    opened.wait("viewer.image?.id === 'flat.png' && viewer.message.hidden")


def test_a_slide_show_goes_on_until_somebody_takes_over(from_gallery):
    opened = from_gallery("4 page")
    opened.wait("viewer.list")
    opened.run("document.documentElement.requestFullscreen = async () => {}; const wait = setTimeout;"
               " window.setTimeout = (act, milliseconds) => wait(act, milliseconds === 5000 ? 300 : milliseconds)")
    hands.click(opened, "Slide show", "body.alone")
    opened.run("window.seen = new Set(); viewer.addEventListener('pagechange', () => seen.add(viewer.page))")
    # After the last comes the first.
    opened.wait("seen.has(4) && seen.has(0) && seen.has(1)")
    opened.mouse("mousePressed", 300, 300, button="left", clickCount=1)
    opened.mouse("mouseReleased", 300, 300, button="left", clickCount=1)
    opened.wait("!document.body.classList.contains('alone') && viewer.isSettled")
    page = opened.run("viewer.page")
    opened.run("new Promise((done) => wait(done, 1200))")
    assert opened.run("viewer.page") == page


def test_a_single_image_has_no_slide_show(page):
    opened = page("/view/large.png")
    hands.menu(opened)
    assert opened.run("document.querySelector('.menu [aria-label=\"Slide show\"]').hidden")
    opened.run("document.querySelector('.menu').hidePopover()")
    opened.key("p")
    assert not opened.run("document.body.classList.contains('alone')")
