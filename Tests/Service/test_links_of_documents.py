"""Where the pages of PDF files lead: what is told of it, in whose words, and what leads nowhere."""
import json
import urllib.parse

import iiif_prezi3
import pytest

from support.command import run
from support.documents import Document

FONT = "/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"

pytestmark = pytest.mark.usefixtures("page_engine")


def action(words):
    return f"/A << /Type /Action {words} >>"


def book():
    """Three pages; the first leads to the third, to the web, and to what must not be followed."""
    document = Document()
    targets = [
        ((72, 700, 144, 736), "/Dest [{last} 0 R /Fit]"),
        ((72, 600, 144, 636), action("/S /URI /URI (https://example.org/a?b=c&d \\(e\\))")),
        ((72, 500, 144, 536), action("/S /GoTo /D [{first} 0 R /Fit]")),
        ((72, 400, 144, 436), action("/S /JavaScript /JS (app.alert\\(1\\))")),
        ((72, 400, 144, 436), action("/S /Launch /F (/bin/sh)")),
        ((72, 400, 144, 436), action("/S /URI /URI (javascript:alert\\(1\\))")),
        ((72, 400, 144, 436), action("/S /URI /URI (file:///etc/passwd)")),
        ((72, 400, 144, 436), action("/S /GoToR /F (other.pdf) /D [0 /Fit]")),
        ((72, 400, 144, 436), "/Dest [99 0 R /Fit]"),
        ((900, 400, 990, 436), "/Dest [{last} 0 R /Fit]"),
        ((72, 400, 72, 436), "/Dest [{last} 0 R /Fit]"),
    ]
    # A page's own number is that of its contents and one more; links come before it.
    first = 2 + len(targets) + 2
    last = first + 4
    made = [
        document.add(
            "<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [%d %d %d %d] %s >>"
            % (*box, where.format(first=first, last=last)))
        for box, where in targets
    ]
    annotations = " ".join(f"{number} 0 R" for number in made)
    document.page(600, 800, b"BT /F 20 Tf 72 705 Td (Third) Tj ET", FONT, f"/Annots [{annotations}]")
    document.page(600, 800, b"BT /F 20 Tf 72 705 Td (See http://printed.example.org, and nothing else) Tj ET", FONT)
    document.page(600, 800)
    assert document.pages[::2] == [first, last]
    return document


@pytest.fixture(scope="module")
def service(start_service, tmp_path_factory):
    root = tmp_path_factory.mktemp("links")
    book().write(root / "a.pdf")
    book().write(root / "turned.pdf")
    (root / "turned.pdf.book.json").write_text(json.dumps({"pages": [3, 1], "hidden": [2]}))
    (root / "links").mkdir()
    single = Document()
    note = single.add("<< /Type /Annot /Subtype /Link /Rect [0 0 50 50] /A << /S /URI /URI (mailto:a@example.org) >> >>")
    single.page(100, 100, more=f"/Annots [{note} 0 R]").write(root / "links" / "one.pdf")
    return start_service(root)


def get(service, address):
    answer = service.get(address)
    assert answer.status == 200, (address, answer.body)
    return answer.json


def test_pages_tell_where_they_lead_and_what_is_printed_there(service):
    told = get(service, "/images/a.pdf;1/links")
    assert (told["width"], told["height"]) == (1250, 1667)
    inside, outside, itself = told["links"]
    assert (inside["page"], inside["text"]) == (3, "Third")
    # Points from below at 150 dots per inch are pixels from above.
    for found, wanted in zip(inside["box"], (150, 133, 150, 75)):
        assert abs(found - wanted) <= 2, inside
    assert outside["url"] == "https://example.org/a?b=c&d%20(e)"
    assert itself["page"] == 1
    assert get(service, "/images/a.pdf;3/links")["links"] == []


def test_printed_addresses_are_links_once_the_words_are_known(service):
    get(service, "/images/a.pdf;2/text")
    link, = get(service, "/images/a.pdf;2/links")["links"]
    assert (link["url"], link["text"]) == ("http://printed.example.org", "http://printed.example.org,")


def test_links_lead_where_others_put_the_pages(service):
    assert [link.get("page") for link in get(service, "/images/turned.pdf;1/links")["links"]] == [1, None, 2]
    assert service.get("/images/turned.pdf;2/links").status == 404


def test_a_folder_called_links_keeps_its_address(service):
    assert get(service, "/images/links")["kind"] == "folder"
    link, = get(service, "/images/links/one.pdf/links")["links"]
    assert link["url"] == "mailto:a@example.org"
    assert service.get("/images/a.pdf/links").status == 404


def test_links_are_annotations_of_their_canvas(service):
    canvases = get(service, "/presentation/3/a.pdf/manifest.json")["items"]
    lists = [[part["id"] for part in canvas["annotations"]] for canvas in canvases]
    assert [len(found) for found in lists] == [2, 1, 1]
    address = lists[0][1]
    assert urllib.parse.urlsplit(address).path == "/presentation/3/a.pdf/links/p1"
    page = get(service, urllib.parse.urlsplit(address).path)
    iiif_prezi3.AnnotationPage(**page)
    inside, outside, _ = page["items"]
    assert {item["motivation"] for item in page["items"]} == {"linking"}
    assert inside["body"] == {"id": canvases[2]["id"], "type": "Canvas"}
    assert outside["body"] == {"id": "https://example.org/a?b=c&d%20(e)", "type": "Text", "format": "text/html"}
    canvas, _, box = inside["target"].partition("#xywh=")
    assert canvas == canvases[0]["id"]
    scale = canvases[0]["width"] / 1250
    for found, wanted in zip(map(int, box.split(",")), (150, 133, 150, 75)):
        assert abs(found - wanted * scale) <= 2 * scale
    older = get(service, "/presentation/2/a.pdf/manifest.json")["sequences"][0]["canvases"][0]
    address = older["otherContent"][1]["@id"]
    found = get(service, urllib.parse.urlsplit(address).path)
    assert [item["motivation"] for item in found["resources"]] == ["oa:linking"] * 3
    assert service.get("/presentation/3/a.pdf/links/p4").status == 404


def test_inspect_counts_them(tmp_path):
    path = book().write(tmp_path / "a.pdf")
    assert json.loads(run("inspect", "--json", path).stdout)["pageLinks"] == 3
    assert json.loads(run("inspect", "--json", "--page", "2", path).stdout)["pageLinks"] == 0
    assert "drawn by PDFium; 3 links\n" in run("inspect", path).stdout


def test_they_are_bounded(service, tmp_path, serve):
    document = Document()
    long = "https://example.org/" + "a" * 2100
    notes = [
        document.add(f"<< /Type /Annot /Subtype /Link /Rect [0 0 50 50] /A << /S /URI /URI ({url}) >> >>")
        for url in [long] + ["https://example.org/b"] * 1200
    ]
    document.page(100, 100, more="/Annots [%s]" % " ".join(f"{number} 0 R" for number in notes)).page().write(tmp_path / "many.pdf")
    links = get(serve(tmp_path), "/images/many.pdf;1/links")["links"]
    assert len(links) == 1000
    assert {link["url"] for link in links} == {"https://example.org/b"}
