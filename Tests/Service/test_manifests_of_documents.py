"""A PDF as a whole has a manifest: what it says of itself, and all of its pages, none of which is drawn for it."""
import io
import json
import zlib

import iiif_prezi3
import pytest
from PIL import Image

from support.documents import Document, colored, rectangle
from support.service import wait_until

RED, GREEN, BLUE = (1, 0, 0), (0, 1, 0), (0, 0, 1)

pytestmark = pytest.mark.usefixtures("page_engine")


def sound(document):
    """What the model that was made from the official schema takes."""
    {"Manifest": iiif_prezi3.Manifest, "Collection": iiif_prezi3.Collection}[document["type"]](**document)
    return document


def manifest(service, name, version=3):
    answer = service.get(f"/presentation/{version}/{name}/manifest.json")
    assert answer.status == 200, answer.body
    return sound(answer.json) if version == 3 else answer.json


def jpeg(width, height):
    out = io.BytesIO()
    Image.linear_gradient("L").resize((width, height)).convert("RGB").save(out, "JPEG")
    return out.getvalue()


def outlined(document, entries):
    """Entries by title, page (from 0, or nothing) and the entries below."""
    def add(entries, parent):
        numbers = [document.add("") for _ in entries]
        for place, (title, page, below) in enumerate(entries):
            inner = add(below, numbers[place])
            body = f"<< /Title ({title}) /Parent {parent} 0 R"
            body += f" /Dest [{document.pages[page]} 0 R /Fit]" if page is not None else ""
            body += f" /Next {numbers[place + 1]} 0 R" if place + 1 < len(numbers) else ""
            body += f" /First {inner[0]} 0 R /Last {inner[-1]} 0 R" if inner else ""
            document.objects[numbers[place] - 1] = (body + " >>").encode()
        return numbers
    root = document.add("")
    first = add(entries, root)
    document.objects[root - 1] = f"<< /Type /Outlines /First {first[0]} 0 R /Last {first[-1]} 0 R >>".encode()
    document.catalog += f"/Outlines {root} 0 R ".encode()
    return document


def book():
    document = colored(*10 * [RED], size=(200, 300))
    document.catalog = b"/PageLabels << /Nums [0 << /S /r >> 3 << /S /D >>] >> /ViewerPreferences << /Direction /R2L >> "
    information = document.add(
        "<< /Title (A \\(small\\) book) /Author (Ann Author) /Subject (Of squares) /CreationDate (D:20260102030405Z) >>")
    document.trailer = b"/Info %d 0 R" % information
    return outlined(document, [("Front", 0, []), ("Parts", None, [("One", 4, [("Inner", 5, [])]), ("Two", 7, [])])])


def test_a_document_says_what_it_is_and_how_its_pages_lie(served):
    book().write(served.root / "a.pdf")
    service = served()
    found = manifest(service, "a.pdf")
    assert found["label"] == {"none": ["A (small) book"]}
    assert found["summary"] == {"none": ["Of squares"]}
    told = {one["label"]["en"][0]: one["value"]["none"][0] for one in found["metadata"]}
    assert told == {"Author": "Ann Author", "Date": "2026-01-02"}
    assert found["behavior"] == ["paged"] and found["viewingDirection"] == "right-to-left"
    labels = [canvas["label"]["none"][0] for canvas in found["items"]]
    assert labels == ["i", "ii", "iii", *"1234567"]
    canvas = [canvas["id"] for canvas in found["items"]]
    assert canvas[9].endswith("/presentation/3/a.pdf/canvas/p10")

    def shape(entry):
        return (entry["label"]["none"][0], [
            canvas.index(item["id"]) if item["type"] == "Canvas" else shape(item) for item in entry["items"]])

    assert [shape(entry) for entry in found["structures"]] == [
        ("Front", [0]), ("Parts", [("One", [4, ("Inner", [5])]), ("Two", [7])])]
    old = manifest(service, "a.pdf", 2)
    assert [canvas["label"] for canvas in old["sequences"][0]["canvases"]] == labels
    album = service.get("/images/a.pdf").json
    assert (album["title"], album["direction"], album["layout"]) == ("A (small) book", "rtl", "spreads")
    assert album["pageCount"] == 10 and album["sizes"] == [[417, 625, 150, 10]]
    assert album["labels"] == [{"from": 1, "style": "roman", "prefix": "", "first": 1},
                               {"from": 4, "style": "decimal", "prefix": "", "first": 1}]
    assert service.get(album["links"]["manifest"]).json["id"].endswith("/presentation/3/a.pdf/manifest.json")


def test_canvases_are_as_large_as_the_images_that_are_cut_of_them(served):
    document = Document()
    document.page(595.276, 841.89).page(10, 5).page(100_000, 50_000)
    document.page(200, 100, more="/Rotate 90").page(300, 300, more="/CropBox [50 60 250 160]")
    picture = jpeg(1000, 701)
    document.scan(1000, 701, picture).scan(1000, 701, picture, more="/Rotate 270")
    # Turned by its matrix, not as fine across as down, drawn over, and beside a margin.
    document.scan(1000, 701, picture, points=(240, 300))
    document.scan(1000, 701, picture, content=rectangle(RED, 10, 10, 30, 30))
    number = document.image(1000, 701, picture)
    for matrix in (b"0 240 -168.24 0 168.24 0", b"200 0 0 140 20 14"):
        document.page(240, 168.24, b"q " + matrix + b" cm /S Do Q", f"/XObject << /S {number} 0 R >>")
    raw = zlib.compress(bytes(900 * 700))
    document.scan(900, 700, raw, filter="FlateDecode", space="DeviceGray")
    document.write(served.root / "a.pdf")
    service = served()
    found = manifest(service, "a.pdf")
    assert len(found["items"]) == 12
    for canvas in found["items"]:
        (image,) = canvas["items"][0]["items"][0]["body"]["service"]
        size = service.get(image["id"].removeprefix(service.base) + "/info.json?wait=60").json
        assert (canvas["width"], canvas["height"]) == (size["width"], size["height"]), canvas["id"]
    sizes = [(canvas["width"], canvas["height"]) for canvas in found["items"]]
    assert sizes[:3] == [(1241 << 3, 1754 << 3), (256 << 3, 128 << 3), (16384 << 1, 8192 << 1)]
    assert sizes[5:7] == [(1000, 701), (701, 1000)] and sizes[11] == (900, 700)


def test_somebody_may_say_it_better(served):
    book().write(served.root / "a.pdf")
    (served.root / "a.book.json").write_text(
        "{title: 'Said', hidden: [1], layout: 'single', pages: [10], creator: 'Other'}")
    found = manifest(served(), "a.pdf")
    assert found["label"] == {"none": ["Said"]} and found["behavior"] == ["individuals"]
    assert found["viewingDirection"] == "right-to-left"
    assert [canvas["label"]["none"][0] for canvas in found["items"]] == ["7", "ii", "iii", *"123456"]
    # What led to the page that is hidden has gone, and the rest has moved.
    assert [entry["label"]["none"][0] for entry in found["structures"]] == ["Parts"]
    (inner,) = found["structures"][0]["items"][0]["items"][1]["items"]
    assert inner["id"] == found["items"][5]["id"]


def test_a_document_of_one_page_has_one_too(served):
    colored(RED).write(served.root / "a.pdf")
    service = served()
    for _ in range(2):
        (canvas,) = manifest(service, "a.pdf")["items"]
        assert canvas["items"][0]["items"][0]["body"]["service"][0]["id"] == f"{service.base}/iiif/3/a.pdf"
        assert service.get("/images/a.pdf?wait=60").status == 200


def test_collections_lead_to_documents_and_folders_leave_them_out(served):
    (served.root / "shelf").mkdir()
    colored(RED, GREEN).write(served.root / "shelf/two.pdf")
    colored(RED).write(served.root / "shelf/one.pdf")
    Image.new("RGB", (30, 40)).save(served.root / "shelf/1.png")
    service = served()
    found = sound(service.get("/presentation/3/shelf/collection.json").json)
    assert [(item["type"], item["id"].rsplit("/", 2)[-2]) for item in found["items"]] == [
        ("Manifest", "shelf"), ("Manifest", "shelf%2Fone.pdf"), ("Manifest", "shelf%2Ftwo.pdf")]
    for item in found["items"]:
        assert service.get(item["id"].removeprefix(service.base)).status == 200
    assert len(manifest(service, "shelf")["items"]) == 1


def test_what_can_not_be_read_is_said(served):
    (served.root / "damaged.pdf").write_bytes(b"%PDF-1.7\n" + 500 * b"\0")
    answer = served().get("/presentation/3/damaged.pdf/manifest.json")
    assert answer.status == 422 and "it is damaged, or no PDF" in answer.json["error"]["detail"]


def test_a_page_that_nobody_can_read_takes_no_other_with_it(served):
    document = Document().page(300, 300, rectangle(BLUE, 0, 0, 150, 150))
    stream = document.add(b"/Filter /FlateDecode", zlib.compress(b"0 0 m 1 1 l S\n" * 30_000_000, 9))
    document.page(300, 300)
    document.objects[document.pages[1] - 1] = (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents {stream} 0 R >>".encode())
    document.page(300, 400)
    document.write(served.root / "a.pdf")
    service = served("--max-memory", "256")
    # What has been found out is kept, and asking again comes further.
    for _ in range(5):
        answer = service.get("/presentation/3/a.pdf/manifest.json")
        if answer.status == 200:
            break
        assert answer.status == 503 and "of 3 pages" in answer.json["error"]["detail"], answer.body
        assert answer.fields["Retry-After"] == "1"
    assert [canvas["id"].rsplit("/", 1)[-1] for canvas in answer.json["items"]] == ["p1", "p3"]
    assert [canvas["height"] for canvas in answer.json["items"]] == [625 << 3, 834 << 3]


def test_an_outline_that_goes_round_in_circles_ends(served):
    document = outlined(colored(RED, GREEN), [("A", 0, []), ("B", 1, [])])
    first = next(n for n, body in enumerate(document.objects, 1) if b"/Title (A)" in body)
    place = next(n for n, body in enumerate(document.objects) if b"/Title (B)" in body)
    document.objects[place] = document.objects[place].replace(b" >>", b" /Next %d 0 R /First %d 0 R >>" % (first, first))
    document.write(served.root / "a.pdf")
    assert [entry["label"]["none"][0] for entry in manifest(served(), "a.pdf")["structures"]] == ["A", "B"]


def in_hex(title):
    """A title as PDF writes what is not Latin; the parentheses around it are those of other titles."""
    return title.encode("utf-16-be").hex()


def with_title(document, old, new):
    place = next(n for n, body in enumerate(document.objects) if b"/Title (%b)" % old.encode() in body)
    document.objects[place] = document.objects[place].replace(
        b"(%b)" % old.encode(), b"<FEFF%b>" % in_hex(new).encode())


def test_an_outline_of_endless_titles_is_told_as_far_as_they_go_and_says_so(served):
    # A byte in the file, three as it is told.
    long = "\u2022" * 300
    document = outlined(colored(RED), [(f"t{number:05}", 0, []) for number in range(5000)])
    for place, body in enumerate(document.objects):
        if b"/Title (t" in body:
            document.objects[place] = body[:body.index(b"(")] + b"(" + b"\x80" * 300 + b")" + body[body.index(b")") + 1:]
    document.write(served.root / "a.pdf")
    outlined(colored(RED), [("short", 0, [])]).write(served.root / "b.pdf")
    service = served()
    told = service.get("/images/a.pdf/outline").json
    # As many as 4 MiB hold of 900 bytes each.
    assert len(told["outline"]) == (4 << 20) // 900
    assert told["outline"][-1] == {"title": long, "page": 1}
    assert told["missing"].startswith("the outline is longer")
    wait_until(lambda: any("names-missing" in line and "a.pdf" in line for line in service.said))
    assert service.get("/images/b.pdf/outline").json == {"id": "b.pdf", "outline": [{"title": "short", "page": 1}]}


def test_no_title_turns_what_is_written_beside_it(served):
    document = outlined(colored(RED), [("one", 0, []), ("two", 0, [])])
    with_title(document, "one", "a\u202ebcd\u2066e")
    with_title(document, "two", "\u05e9\u05dc\u05d5\u05dd")
    document.write(served.root / "a.pdf")
    service = served()
    assert [entry["title"] for entry in service.get("/images/a.pdf/outline").json["outline"]] == ["a bcd e", "\u05e9\u05dc\u05d5\u05dd"]
    labels = [entry["label"]["none"][0] for entry in manifest(service, "a.pdf")["structures"]]
    assert labels == ["a bcd e", "\u05e9\u05dc\u05d5\u05dd"]


def test_tens_of_thousands_of_pages_are_read_a_part_at_a_time(served):
    document = Document()
    for _ in range(31_000):
        document.pages.append(document.add("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >>"))
    document.write(served.root / "a.pdf")
    service = served()
    assert len(service.get("/images/a.pdf").json["pages"]) == 10_000
    answer = service.get("/presentation/3/a.pdf/manifest.json")
    assert answer.status == 422 and "31000 pages, and a manifest at most 30000" in answer.json["error"]["detail"]


def test_a_document_that_is_replaced_is_read_anew(served):
    path = colored(RED, GREEN).write(served.root / "a.pdf")
    service = served()
    assert len(manifest(service, "a.pdf")["items"]) == 2
    path.unlink()
    colored(RED, GREEN, BLUE).write(path)
    assert len(manifest(service, "a.pdf")["items"]) == 3


def test_where_documents_are_off_a_folder_has_none(served):
    colored(RED, GREEN).write(served.root / "a.pdf")
    service = served("--documents", "off")
    assert service.get("/presentation/3/a.pdf/manifest.json").status == 415
    assert json.loads(service.get("/presentation/3/collection.json").body)["items"] == []
