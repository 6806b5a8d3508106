"""Mirador and Tify, unchanged, on manifests of ours: a book of facing pages, its strip and its index."""
import json

import pytest
from PIL import Image
from support.command import ROOT
from support.documents import Document
from visits import check_requests

MIRADOR = ROOT / ".venv/mirador.js"
TIFY = ROOT / ".venv/tify.js"
PAGES = 10


@pytest.fixture(scope="module")
def book(start_service, tmp_path_factory):
    folder = tmp_path_factory.mktemp("books")
    (folder / "a book").mkdir()
    for number in range(1, PAGES + 1):
        picture = Image.linear_gradient("L").resize((600, 840)).convert("RGB")
        picture.paste((20 * number, 90, 200), (60, 60, 300, 300))
        picture.save(folder / f"a book/{number}.png", compress_level=1)
    (folder / "a book/book.json").write_text(
        "{title: 'A book', outline: [{title: 'Front', page: 1}, {title: 'Plates', page: 5,"
        " parts: [{title: 'Last plate', page: 10}]}]}")
    return start_service(folder)


@pytest.fixture(scope="module")
def document(page_engine, start_service, tmp_path_factory):
    """A PDF of facing pages, with words, labels and an outline."""
    folder = tmp_path_factory.mktemp("documents")
    document = Document()
    for number in range(1, PAGES + 1):
        document.page(
            420, 595, b"BT /F 30 Tf 60 300 Td (Plate %d of foxes) Tj ET" % number,
            "/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>")
    entry = document.add(f"<< /Title (Plates) /Dest [{document.pages[4]} 0 R /Fit] >>")
    root = document.add(f"<< /First {entry} 0 R /Last {entry} 0 R >>")
    document.catalog = b"/Outlines %d 0 R" % root
    document.trailer = b"/Info %d 0 R" % document.add("<< /Title (A book) >>")
    document.write(folder / "a.pdf")
    return start_service(folder)


def library(file):
    assert file.exists(), f"{file} is missing: run config/setup.sh"
    text = file.read_text()
    # A module is run as a script: without what it hands out at its end.
    return (text.rpartition("export{")[0] or text).replace("import.meta", "({ url: location.href })")


def asked(address):
    """How many requests had an address that fits."""
    return ("performance.getEntriesByType('resource').filter(({ name }) => "
            f"new RegExp({json.dumps(address)}).test(name)).length")


@pytest.mark.parametrize("version", [2, 3])
def test_mirador_opens_a_book_with_its_strip_and_index(visitor, book, version):
    manifest = f"{book.base}/presentation/{version}/a%20book/manifest.json"
    visitor.size(1200, 800)
    visitor.run("document.body.innerHTML = '<div id=viewer style=\"position: absolute; inset: 0\"></div>'; 0")
    visitor.run(library(MIRADOR) + ";0")
    visitor.run(f"""window.viewer = Mirador.viewer({{
      id: "viewer", windows: [{{ manifestId: {json.dumps(manifest)} }}], osdConfig: {{ drawer: "canvas" }},
      window: {{ defaultView: "book", sideBarOpen: true, defaultSideBarPanel: "canvas", panels: {{ canvas: true }} }},
      thumbnailNavigation: {{ defaultPosition: "far-bottom" }} }}); 0""")
    # The index is made of the outline, the strip of the pages' small pictures.
    visitor.wait("document.body.innerText.includes('Plates')", seconds=60)
    assert "A book" in visitor.run("document.body.innerText")
    visitor.wait(asked("/full/!256,256/") + f" === {PAGES}", seconds=60)
    # Behind the cover two pages face each other.
    visitor.wait("!!document.querySelector('.mirador-next-canvas-button')", seconds=60)
    visitor.run("document.querySelector('.mirador-next-canvas-button').click(); 0")
    visitor.wait(asked("%2F2.png/[0-9]") + " > 0 && " + asked("%2F3.png/[0-9]") + " > 0", seconds=60)
    assert visitor.run(asked("%2F4.png/[0-9]")) == 0
    check_requests(visitor, f"/iiif/{version}/", "default.jpg", least=PAGES)


def test_tify_opens_a_book_at_its_pages(visitor, book):
    manifest = f"{book.base}/presentation/3/a%20book/manifest.json"
    visitor.size(1200, 800)
    visitor.run("document.body.innerHTML = '<div id=viewer style=\"position: absolute; inset: 0\"></div>'; 0")
    visitor.run(library(TIFY) + ";0")
    visitor.run(f"""window.viewer = new Tify({{ container: "#viewer", manifestUrl: {json.dumps(manifest)},
      pages: [2, 3], view: "toc" }}); 0""")
    visitor.wait("document.body.innerText.includes('Plates')", seconds=60)
    visitor.wait(asked("%2F2.png/[^/]*/[0-9]") + " > 0 && " + asked("%2F3.png/[^/]*/[0-9]") + " > 0", seconds=60)
    check_requests(visitor, "/iiif/3/", "default.jpg", least=2)


def test_mirador_searches_a_document_and_marks_what_it_finds(visitor, document):
    manifest = f"{document.base}/presentation/3/a.pdf/manifest.json"
    visitor.size(1200, 800)
    visitor.run("document.body.innerHTML = '<div id=viewer style=\"position: absolute; inset: 0\"></div>'; 0")
    visitor.run(library(MIRADOR) + ";0")
    visitor.run(f"""window.viewer = Mirador.viewer({{
      id: "viewer", windows: [{{ manifestId: {json.dumps(manifest)}, canvasIndex: 4 }}], osdConfig: {{ drawer: "canvas" }},
      window: {{ defaultView: "single", sideBarOpen: true, defaultSideBarPanel: "search",
        panels: {{ canvas: true, search: true }} }} }}); 0""")
    visitor.wait(asked("a.pdf;5/[0-9]") + " > 0", seconds=60)
    assert "A book" in visitor.run("document.body.innerText")
    visitor.wait("!!document.querySelector('input[type=text], input[type=search]')", seconds=60)
    # As a reader types it, who then presses Enter.
    visitor.run("""(() => {
      const field = document.querySelector('input[type=text], input[type=search]');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, 'plate');
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.form.requestSubmit();
    })(); 0""")
    visitor.wait("document.body.innerText.includes('of foxes')", seconds=60)
    assert visitor.run(asked("/search/1/a.pdf.*plate")) >= 1
    # What it marks on the page is what we tell.
    found = document.get("/images/a.pdf/search?q=plate").json["hits"][4]
    marked = visitor.run("""(() => {
      const { searches } = viewer.store.getState();
      const answers = Object.values(Object.values(searches)[0])[0].data;
      return Object.values(answers)[0].json.resources.map(({ on }) => on);
    })()""")
    canvas, place = marked[4].split("#xywh=")
    assert canvas.endswith("/canvas/p5")
    # A canvas has the pixels of the finest level.
    finest = [side / 2 ** document.get("/images/a.pdf;5").json["detail"] for side in map(int, place.split(","))]
    assert max(abs(fine - own) for fine, own in zip(finest, found["boxes"][0])) <= 2


def test_tify_opens_a_document_at_its_pages(visitor, document):
    manifest = f"{document.base}/presentation/3/a.pdf/manifest.json"
    visitor.size(1200, 800)
    visitor.run("document.body.innerHTML = '<div id=viewer style=\"position: absolute; inset: 0\"></div>'; 0")
    visitor.run(library(TIFY) + ";0")
    visitor.run(f"""window.viewer = new Tify({{ container: "#viewer", manifestUrl: {json.dumps(manifest)},
      pages: [4, 5], view: "toc" }}); 0""")
    visitor.wait("document.body.innerText.includes('Plates')", seconds=60)
    visitor.wait(asked("a.pdf;4/[^/]*/[0-9]") + " > 0 && " + asked("a.pdf;5/[^/]*/[0-9]") + " > 0", seconds=60)
    check_requests(visitor, "/iiif/3/", "default.jpg", least=2)
