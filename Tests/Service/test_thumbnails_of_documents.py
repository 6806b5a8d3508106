"""Pages of documents in small: drawn so, and not cut for it."""
import numpy
import pytest

from support.documents import Document, colored, rectangle
from support.pictures import draw

pytestmark = pytest.mark.usefixtures("page_engine")

COLORS = [(red / 4, green / 4, 0.5) for red in range(4) for green in range(3)]


def pyramids(service):
    return list(service.store.rglob("*.tif"))


def thumbnails(service, document):
    """The paths of all pages' thumbnails, and the sizes that the manifest tells of them."""
    manifest = service.get(f"/presentation/3/{document}/manifest.json?wait=60").json
    told = [canvas["thumbnail"][0] for canvas in manifest["items"]]
    return [(one["id"][one["id"].index("/iiif/"):], (one["height"], one["width"])) for one in told]


def test_a_book_is_leafed_through_in_small_and_no_page_is_cut(served):
    folder = served.root / "Bücher und Blätter" / "zwei Wörter"
    folder.mkdir(parents=True)
    colored(*COLORS, size=(300, 200)).write(folder / "ä ö.pdf")
    service = served()
    name = "B%C3%BCcher%20und%20Bl%C3%A4tter%2Fzwei%20W%C3%B6rter%2F%C3%A4%20%C3%B6.pdf"
    found = thumbnails(service, name)
    assert len(found) == len(COLORS)
    for (address, size), color in zip(found, COLORS):
        answer = service.get(address)
        assert answer.status == 200 and answer.pixels.shape[:2] == size
        height, width = size
        quarter = answer.pixels[height // 2 + 8:height - 8, 8:width // 2 - 8].astype(int)
        assert numpy.abs(quarter - 255 * numpy.array(color)).max() < 12
        # It is not what the page's address shows once it is cut.
        assert "max-age=60" in answer.fields["Cache-Control"]
    assert service.get(found[3][0]).body == service.get(found[3][0]).body
    assert not pyramids(service)
    # A page that somebody opens is cut, and its thumbnail is made of that.
    assert service.get(f"/images/{name};4").status == 200
    assert pyramids(service)
    assert "max-age=60" not in service.get(found[3][0]).fields["Cache-Control"]


def test_whatever_else_is_asked_of_a_page_is_told_of_its_pyramid(served):
    colored((1, 0, 0), (0, 1, 0), size=(300, 200)).write(served.root / "a.pdf")
    service = served()
    drawn = service.get("/iiif/3/a.pdf;2/full/!200,200/0/default.png")
    assert not pyramids(service)
    assert service.get("/iiif/3/a.pdf;2/0,0,500,500/!200,200/0/default.png").status == 200
    assert pyramids(service)
    cut = service.get("/iiif/3/a.pdf;2/full/!200,200/0/default.png")
    assert drawn.pixels.shape == cut.pixels.shape
    assert numpy.abs(drawn.pixels.astype(int) - cut.pixels.astype(int)).mean() < 2


def test_thumbnails_are_turned_and_gray_like_other_pictures(served):
    colored((0, 0, 1), (1, 0, 0), size=(300, 200)).write(served.root / "a.pdf")
    service = served()
    turned = service.get("/iiif/3/a.pdf;2/full/!120,120/90/gray.png")
    assert turned.pixels.shape == (120, 80) or turned.pixels.shape[:2] == (120, 80)
    assert not pyramids(service)


def test_a_page_that_can_not_be_drawn_says_why(served):
    document = Document()
    document.page(300, 200, rectangle((0, 1, 0), 0, 0, 150, 100))
    document.page(300, 200, rectangle((0, 1, 0), 0, 0, 150, 100), more="/Contents 0 0 R")
    document.pages[1] = document.add("<< /Type /Nothing >>")
    document.write(served.root / "a.pdf")
    service = served()
    assert service.get("/iiif/3/a.pdf;1/full/!200,200/0/default.jpg").status == 200
    assert service.get("/iiif/3/a.pdf;2/full/!200,200/0/default.jpg").status == 422
    assert service.get("/iiif/3/a.pdf;3/full/!200,200/0/default.jpg").status == 404


def test_where_pyramids_are_required_nothing_is_drawn_instead(served):
    colored((0, 0, 1), (1, 0, 0)).write(served.root / "a.pdf")
    service = served("--pyramids", "require")
    assert service.get("/iiif/3/a.pdf;2/full/!200,200/0/default.jpg").status == 404
