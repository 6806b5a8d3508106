"""The words of PDF files: where they lie, what is found in them, and in whose words that is told."""
import json
import pathlib
import re
import shutil
import subprocess
import urllib.parse
import xml.etree.ElementTree as ElementTree

import iiif_prezi3
import pytest

from support.documents import Document, colored

FONT = "/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"

pytestmark = pytest.mark.usefixtures("page_engine")


def typed(*lines, size=20, x=40, y=700):
    shown = b"".join(b"(%b) Tj 0 %d Td\n" % (line.encode(), -2 * size) for line in lines)
    return b"BT /F %d Tf %d %d Td\n%b ET" % (size, x, y, shown)


def book():
    document = Document()
    document.page(600, 800, typed("The quick brown fox", "jumps over the foot-", "ball of a lazy dog."), FONT)
    document.page(600, 800, typed("A second fox, turned"), FONT, more="/Rotate 90 /CropBox [30 100 430 760]")
    document.page(600, 800, resources=FONT)
    document.page(600, 800, typed(*[f"Line {number} has a Fox and \\(foxes\\)" for number in range(60)], size=5), FONT)
    return document


@pytest.fixture(scope="module")
def service(serve_module, tmp_path_factory):
    root = tmp_path_factory.mktemp("words")
    book().write(root / "a.pdf")
    return serve_module(root)


@pytest.fixture(scope="module")
def serve_module(start_service):
    return start_service


def get(service, address):
    answer = service.get(address)
    assert answer.status == 200, (address, answer.body)
    return answer


def searched(service, query, name="a.pdf"):
    return get(service, f"/images/{name}/search?q={urllib.parse.quote(query)}").json


def test_words_have_boxes_in_the_pages_own_pixels(service):
    told = get(service, "/images/a.pdf;1/text").json
    assert (told["width"], told["height"]) == (1250, 1667)
    assert [line["text"] for line in told["lines"]] == [
        "The quick brown fox", "jumps over the foot-", "ball of a lazy dog."]
    left, top, width, height = told["lines"][0]["words"][0]["box"]
    # At 150 dots per inch the baseline of points 700 from below lies at (800 - 700) * 150 / 72.
    assert abs(left - 40 * 150 / 72) <= 3 and top < 208 < top + height and 20 < height < 70 and 50 < width < 100
    turned = get(service, "/images/a.pdf;2/text").json
    assert turned["width"] > turned["height"]
    left, top, width, height = turned["lines"][0]["box"]
    # What is written across is read down: the crop's edges are at 30 and 760 points.
    assert height > 4 * width and abs(top - 10 * 150 / 72) <= 3


@pytest.mark.parametrize("path", ["libtasn1-doc/libtasn1.pdf", "shared-mime-info/shared-mime-info-spec.pdf"])
def test_words_lie_where_another_program_finds_them(serve, tmp_path, path):
    document = pathlib.Path("/usr/share/doc") / path
    if not document.exists() or not shutil.which("pdftotext"):
        pytest.skip("config/setup.sh has not been run")
    shutil.copy(document, tmp_path / "a.pdf")
    service = serve(tmp_path)
    html = subprocess.run(["pdftotext", "-bbox", "-cropbox", document, "-"], capture_output=True, check=True).stdout
    pages = ElementTree.fromstring(re.sub(rb"<!DOCTYPE[^>]*>", b"", html)).iter("{http://www.w3.org/1999/xhtml}page")
    overlaps = []
    for number, page in enumerate(pages, 1):
        told = get(service, f"/images/a.pdf;{number}/text").json
        words = [word for line in told["lines"] for word in line["words"]]
        scale = told["width"] / float(page.get("width"))
        for word in page:
            there = [float(word.get(key)) * scale for key in ("xMin", "yMin", "xMax", "yMax")]
            overlaps.append(max([0, *(overlap(there, mine["box"]) for mine in words if mine["text"] == word.text)]))
    assert len(overlaps) > 5000 and sum(overlaps) / len(overlaps) >= 0.8, sum(overlaps) / len(overlaps)


def overlap(one, box):
    """The area of both by that of either."""
    x, y, width, height = box
    across = max(0, min(one[2], x + width) - max(one[0], x))
    down = max(0, min(one[3], y + height) - max(one[1], y))
    both = across * down
    return both / ((one[2] - one[0]) * (one[3] - one[1]) + width * height - both)


def test_what_is_searched_for_is_found_page_by_page(service):
    found = searched(service, "FOX")
    assert (found["total"], found["complete"], len(found["hits"])) == (122, 1, 100)
    first = found["hits"][0]
    assert (first["page"], first["label"], first["before"], first["match"]) == (1, "1", "The quick brown", "fox")
    assert first["after"].startswith("jumps over")
    words = get(service, "/images/a.pdf;1/text").json["lines"][0]["words"]
    assert first["boxes"] == [words[3]["box"]]
    assert [hit["match"] for hit in found["hits"][1:4]] == ["fox,", "Fox", "(foxes)"]
    rest = get(service, found["next"]).json
    assert (rest["total"], len(rest["hits"]), rest["next"]) == (122, 22, None)
    # Over the end of a line, by a phrase, and by all of several words.
    assert [hit["match"] for hit in searched(service, "football")["hits"]] == ["foot- ball"]
    assert len(searched(service, "football")["hits"][0]["boxes"]) == 2
    assert [hit["page"] for hit in searched(service, '"brown fox"')["hits"]] == [1]
    assert searched(service, "lazy turned")["total"] == 0
    assert [hit["match"] for hit in searched(service, "dog quick")["hits"]] == ["quick", "dog."]


@pytest.mark.parametrize("query, word", [
    ("", "'q'"), ("q=", "'q'"), ("q=a&cursor=x", "cursor"), ("q=a&cursor=-1", "cursor"), ("q=a&p=1", "'p'"),
    ("q=" + "a+" * 17, "16"), ("q=" + 1001 * "a", "1000"),
])
def test_what_makes_no_sense_is_refused(service, query, word):
    answer = service.get(f"/images/a.pdf/search?{query}")
    assert answer.status == 400 and word in answer.json["error"]["detail"]


def test_plain_text_and_alto(service):
    answer = get(service, "/images/a.pdf/text.txt")
    assert answer.fields["Content-Type"] == "text/plain; charset=utf-8"
    pages = answer.body.decode().split("\f")
    assert len(pages) == 4 and pages[0].splitlines()[0] == "The quick brown fox" and pages[2] == ""
    assert get(service, "/images/a.pdf;2/text.txt").body.decode() == "A second fox, turned\n"
    alto = ElementTree.fromstring(get(service, "/images/a.pdf;4/alto.xml").body)
    space = "{http://www.loc.gov/standards/alto/ns-v4#}"
    strings = list(alto.iter(space + "String"))
    assert strings[0].get("CONTENT") == "Line" and strings[6].get("CONTENT") == "(foxes)"
    told = get(service, "/images/a.pdf;4/text").json["lines"][0]["words"][0]["box"]
    assert [int(strings[0].get(key)) for key in ("HPOS", "VPOS", "WIDTH", "HEIGHT")] == told
    page = next(alto.iter(space + "Page"))
    assert (page.get("WIDTH"), page.get("HEIGHT")) == ("1250", "1667")
    assert service.get("/images/a.pdf/text").status == 404


def test_manifests_tell_where_to_search(service):
    manifest = get(service, "/presentation/3/a.pdf/manifest.json").json
    iiif_prezi3.Manifest(**manifest)
    new, old = manifest["service"]
    assert (new["type"], old["@type"]) == ("SearchService2", "SearchService1")

    def local(address):
        assert address.startswith(service.base)
        return address[len(service.base):]

    found = get(service, local(new["id"]) + "?q=fox&motivation=painting").json
    assert found["ignored"] == ["motivation"] and found["partOf"]["total"] == 122
    canvas = manifest["items"][0]["id"]
    box = searched(service, "fox")["hits"][0]["boxes"][0]
    item = found["items"][0]
    source, place = item["target"].split("#xywh=")
    assert source == canvas and item["body"]["value"] == "fox"
    # A canvas has the pixels of the finest level.
    finest = [side / 2 ** get(service, "/images/a.pdf;1").json["detail"] for side in map(int, place.split(","))]
    assert max(abs(fine - own) for fine, own in zip(finest, box)) <= 2
    context = found["annotations"][0]["items"][0]["target"]
    assert context["source"] == item["id"]
    assert context["selector"][0]["prefix"] == "The quick brown" and context["selector"][0]["exact"] == "fox"
    last = get(service, local(found["next"]["id"])).json
    assert last["startIndex"] == 100 and "next" not in last and last["partOf"]["last"]["id"] == found["next"]["id"]
    listed = get(service, local(old["@id"]) + "?q=fox").json
    assert listed["within"]["total"] == 122 and listed["hits"][0]["before"] == "The quick brown"
    assert listed["resources"][0]["on"] == item["target"].replace("/presentation/3/", "/presentation/2/")
    assert listed["hits"][0]["annotations"] == [listed["resources"][0]["@id"]]
    terms = get(service, local(new["service"][0]["id"]) + "?q=fo").json
    assert [(term["value"], term["total"]) for term in terms["items"]] == [("fox", 62), ("foxes", 60), ("football", 1)]
    old_terms = get(service, local(old["service"]["@id"]) + "?q=fo").json
    assert [term["match"] for term in old_terms["terms"]] == ["fox", "foxes", "football"]
    assert get(service, local(old_terms["terms"][0]["url"])).json["within"]["total"] == 122
    assert get(service, local(new["id"])).json["items"] == []


def test_lines_are_annotations_of_their_canvas(service):
    manifest = get(service, "/presentation/3/a.pdf/manifest.json").json
    address = manifest["items"][0]["annotations"][0]["id"]
    page = get(service, address[len(service.base):]).json
    iiif_prezi3.AnnotationPage(**{key: value for key, value in page.items() if key != "@context"})
    assert page["id"] == address and [item["body"]["value"] for item in page["items"]][2] == "ball of a lazy dog."
    assert page["items"][0]["target"].startswith(manifest["items"][0]["id"] + "#xywh=")
    alto = manifest["items"][3]["seeAlso"][0]["id"]
    assert b"(foxes)" in get(service, alto[len(service.base):]).body
    (plain,) = manifest["rendering"]
    assert b"lazy dog" in get(service, plain["id"][len(service.base):]).body
    old = get(service, "/presentation/2/a.pdf/manifest.json").json["sequences"][0]["canvases"][0]
    listed = get(service, old["otherContent"][0]["@id"][len(service.base):]).json
    assert [one["resource"]["chars"] for one in listed["resources"]][0] == "The quick brown fox"
    assert service.get("/presentation/3/a.pdf/text/p5").status == 404


def test_a_page_whose_words_can_not_be_read_is_not_told_to_have_none(serve, tmp_path):
    document = book()
    document.objects[document.pages[1] - 1] = b"(no page)"
    document.write(tmp_path / "a.pdf")
    service = serve(tmp_path)
    found = searched(service, "fox")
    assert (found["total"], found["complete"], found["unreadable"]) == (121, 1, 1)
    assert "unreadable" not in searched(service, "fox", "a.pdf;1")
    answer = service.get("/images/a.pdf;3/text")
    assert answer.status == 200 and answer.json["lines"] == []
    answer = service.get("/presentation/3/a.pdf/text/p2")
    assert answer.status == 422 and "words of page 2" in answer.json["error"]["detail"]
    assert service.get("/images/a.pdf/text.txt").body.decode().split("\f")[1] == ""


def test_the_outline_is_told_by_itself(serve, tmp_path):
    document = colored((1, 0, 0), (0, 1, 0))
    root, one, two = (document.add("") for _ in range(3))
    document.objects[root - 1] = b"<< /First %d 0 R /Last %d 0 R >>" % (one, one)
    document.objects[one - 1] = b"<< /Title (Part) /First %d 0 R /Last %d 0 R >>" % (two, two)
    document.objects[two - 1] = b"<< /Title <FEFF00C4> /Dest [%d 0 R /Fit] >>" % document.pages[1]
    document.catalog = b"/Outlines %d 0 R" % root
    document.write(tmp_path / "a.pdf")
    service = serve(tmp_path)
    told = service.get("/images/a.pdf/outline").json
    assert told["outline"] == [{"title": "Part", "page": None, "parts": [{"title": "Ä", "page": 2}]}]


def test_the_outline_of_a_long_document_is_waited_for_and_its_pages_are_not(serve, tmp_path):
    document = colored(*3 * [(1, 0, 0)])
    root, part = (document.add("") for _ in range(2))
    document.objects[root - 1] = b"<< /First %d 0 R /Last %d 0 R >>" % (part, part)
    document.objects[part - 1] = b"<< /Title (Part) /Dest [%d 0 R /Fit] >>" % document.pages[1]
    document.catalog = b"/Outlines %d 0 R /PageLabels << /Nums [0 << /S /r >>] >>" % root
    document.add("", bytes(1 << 20))
    for name in ("a.pdf", "b.pdf"):
        document.write(tmp_path / name)
    service = serve(tmp_path)
    seen = service.get("/images/a.pdf?sizes=later").json
    assert "layout" not in seen and seen["foreseen"]["sizes"] == [[417, 209, 150, 3]]
    assert seen["foreseen"]["labels"] == [{"from": 1, "style": "roman", "prefix": "", "first": 1}]
    # Whoever asks for it needs no first look.
    for name in ("a.pdf", "b.pdf"):
        assert service.get(f"/images/{name}/outline").json["outline"] == [{"title": "Part", "page": 2}]
    known = service.get("/images/a.pdf?sizes=later").json
    assert known["sizes"] == seen["foreseen"]["sizes"] and known["labels"] == seen["foreseen"]["labels"]


def test_text_that_must_not_be_taken_out_is_searched_and_not_handed_out(serve, tmp_path):
    qpdf = shutil.which("qpdf")
    if not qpdf:
        pytest.skip("qpdf is missing")
    plain = book().write(tmp_path / "plain.pdf")
    (tmp_path / "images").mkdir()
    subprocess.run([qpdf, "--encrypt", "", "owner", "128", "--extract=n", "--use-aes=y", "--", plain,
                    tmp_path / "images/a.pdf"], check=True)
    service = serve(tmp_path / "images")
    found = searched(service, "fox")
    assert found["total"] == 122 and found["hits"][0]["boxes"] and not found["hits"][0]["before"]
    assert found["quoted"] is False
    for address in ("/images/a.pdf/text.txt", "/images/a.pdf;1/text", "/images/a.pdf;1/alto.xml",
                    "/presentation/3/a.pdf/text/p1"):
        answer = service.get(address)
        assert answer.status == 403 and "forbids" in answer.json["error"]["detail"]
    manifest = service.get("/presentation/3/a.pdf/manifest.json").json
    assert "rendering" not in manifest and "annotations" not in manifest["items"][0] and "service" in manifest


def test_a_folder_that_is_called_like_words_keeps_its_address(serve, tmp_path):
    (tmp_path / "books/search").mkdir(parents=True)
    colored((1, 0, 0)).write(tmp_path / "books/search/a.pdf")
    service = serve(tmp_path)
    assert service.get("/images/books/search").json["type"] == "album"
    assert json.loads(service.get("/images/books/text").body)["error"]
