"""Comics and books of fixed layout in the viewer: their order and direction come out of the file."""
import pytest

from support.comics import INFO, colors, comic, epub, picture

COUNT = 11
SIZE = (300, 450)


@pytest.fixture(scope="module")
def served(start_service, tmp_path_factory):
    folder = tmp_path_factory.mktemp("comics")
    pages = {f"Seite {page + 1}.jpg": picture(color, SIZE) for page, color in enumerate(colors(COUNT))}
    comic(folder / "manga.cbz", dict(reversed(pages.items())), **{"ComicInfo.xml": INFO})
    epub(folder / "buch.epub", [picture(color, SIZE) for color in colors(COUNT)], "ltr",
         spine=[0, 1, 3, 2, *range(4, COUNT)])
    service = start_service(folder, "--quality", "95")
    yield service
    service.end()


@pytest.fixture
def opened(page, served):
    def open_book(name):
        opened = page(f"{served.base}/view/{name}", width=1000, height=700)
        # How it is read is known a little later than its pages, and its panel comes after that.
        opened.wait("viewer.book?.bound === 'spreads' && viewer.wasSharp && document.querySelector('.button.book')")
        return opened

    return open_book


def facing(page):
    """The pages in view, by where they lie from the left."""
    return page.run("viewer.binding.parts(viewer.state.page).toSorted((a, b) => a.place.x - b.place.x).map(({ page }) => page + 1)")


def test_a_manga_is_read_from_the_right(opened):
    page = opened("manga.cbz")
    assert page.run("document.title") == "Größe 3: Der Anfang & das Ende · Pyramidion"
    assert page.run("[viewer.book.layout, viewer.book.choice.direction, viewer.pageCount]") == ["spreads", "rtl", COUNT]
    assert facing(page) == [1]
    # On is to the left.
    page.key("ArrowLeft")
    page.wait("viewer.isSettled && viewer.page === 1")
    assert facing(page) == [3, 2]
    page.key("ArrowRight")
    page.wait("viewer.isSettled && viewer.page === 0")
    page.key("End")
    page.wait(f"viewer.isSettled && viewer.page >= {COUNT - 2} && viewer.wasSharp")
    assert facing(page) == [11, 10]


def test_its_pages_in_small_lead_to_them(opened):
    page = opened("manga.cbz")
    page.key("g")
    page.wait("document.querySelectorAll('.shelf .leaf img.here').length > 3")
    page.run("document.querySelectorAll('.shelf .leaf')[3].click()")
    page.wait("viewer.isSettled && viewer.page === 3")
    assert facing(page) == [5, 4]
    page.key("o")
    page.wait("document.querySelectorAll('.shelf .part').length === 1")
    assert page.run("document.querySelector('.shelf .part .name').textContent") == "Kapitel 1"
    page.run("document.querySelector('.shelf .part').click()")
    page.wait("viewer.isSettled && viewer.page === 2")


def test_an_epub_of_pictures_opens_in_the_order_of_its_spine(opened):
    page = opened("buch.epub")
    assert page.run("document.title") == 'Das "Buch" · Pyramidion'
    page.key("PageDown")
    page.wait("viewer.isSettled && viewer.page === 1 && viewer.wasSharp")
    assert facing(page) == [2, 3]
    # The third page is the fourth picture.
    page.wait("(() => { const store = viewer.pages.stores.get(2); const { reduction, column, row } = store?.coarsestTile ?? {};"
              " const tile = store?.find(reduction, column, row); if (!tile) return false;"
              " const canvas = new OffscreenCanvas(1, 1).getContext('2d'); canvas.drawImage(tile.bitmap ?? tile, 0, 0, 1, 1);"
              f" const seen = canvas.getImageData(0, 0, 1, 1).data; return {list(colors(COUNT)[3])}.every((part, at) => Math.abs(part - seen[at]) < 8); }})()")
    page.key("o")
    page.wait("document.querySelectorAll('.shelf .part').length === 1")
    page.run("document.querySelector('.shelf .part').click()")
    page.wait("viewer.isSettled && viewer.page === 1")
    # Pictures have no words.
    page.key("/")
    page.wait("document.querySelector('.search .quiet').textContent === 'This book has no words that could be searched.'")
