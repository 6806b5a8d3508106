"""Manifests and collections of whatever has an address: sound for who wrote the rules, and followed by their links."""
import gzip
import json
import re
import urllib.parse

import iiif_prezi3
import pytest
from PIL import Image

from support.service import quoted, wait_until

CONTEXT = {version: f"http://iiif.io/api/presentation/{version}/context.json" for version in (2, 3)}


def page(path, width=60, height=84, **options):
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (width, height), (width % 256, height % 256, 90)).save(path, **options)


@pytest.fixture(scope="module")
def library(serve, tmp_path_factory):
    root = tmp_path_factory.mktemp("library")
    page(root / "one.png", 300, 200)
    for number in range(1, 13):
        page(root / f"a book/{number}.jpg")
    # Turned by its orientation: 84 wide and 60 high as it lies.
    turned = Image.Exif()
    turned[274] = 6
    page(root / "a book/13.jpg", 84, 60, exif=turned)
    (root / "a book/14.jpg").write_text("no image")
    pages = [Image.new("L", (40 + 10 * number, 50), 9) for number in range(3)]
    pages[0].save(root / "a book/scan.tif", save_all=True, append_images=pages[1:])
    page(root / "a book/inner/deep & down.webp")
    (root / "empty").mkdir()
    return serve(root)


def local(service, address):
    """The path of one of the service's own addresses."""
    assert address.startswith(service.base + "/"), address
    return address[len(service.base):]


def told(service, address, version=3):
    answer = service.get(address if address.startswith("/") else local(service, address))
    assert answer.status == 200, (address, answer.body)
    assert answer.json["@context"] == CONTEXT[version]
    assert answer.fields["Access-Control-Allow-Origin"] == "*"
    return answer.json


def sound(document):
    """What the model that was made from the official schema takes, and says again in the same words."""
    model = {"Manifest": iiif_prezi3.Manifest, "Collection": iiif_prezi3.Collection,
             "Canvas": iiif_prezi3.Canvas, "Range": iiif_prezi3.Range}[document["type"]]
    assert without_empty_canvases(json.loads(model(**document).json())) == document
    return document


def without_empty_canvases(told):
    """What is only referred to has no items; the model says that it has none."""
    if isinstance(told, list):
        return [without_empty_canvases(one) for one in told]
    if not isinstance(told, dict):
        return told
    return {key: without_empty_canvases(value) for key, value in told.items()
            if not (told.get("type") in ("Canvas", "AnnotationPage") and key == "items" and value == [])}


def manifest(service, name, version=3):
    return told(service, f"/presentation/{version}/{quoted(name)}/manifest.json", version)


def image_services(found):
    return [canvas["items"][0]["items"][0]["body"]["service"][0]["id"] for canvas in found["items"]]


def test_a_single_image_is_a_manifest_of_one_canvas(library):
    found = sound(manifest(library, "one.png"))
    (canvas,) = found["items"]
    assert (canvas["width"], canvas["height"]) == (300, 200)
    assert found["label"] == {"none": ["one.png"]}
    assert image_services(found) == [f"{library.base}/iiif/3/one.png"]
    assert found["partOf"][0]["id"] == f"{library.base}/presentation/3/collection.json"


def test_it_is_the_same_before_and_after_it_is_cut(library):
    before = library.get("/presentation/3/one.png/manifest.json")
    assert library.get("/images/one.png?wait=60").status == 200
    after = library.get("/presentation/3/one.png/manifest.json")
    assert after.body == before.body and after.fields["ETag"] == before.fields["ETag"]


def test_a_folder_is_a_manifest_of_its_images_in_natural_order(library):
    found = sound(manifest(library, "a book"))
    assert [canvas["label"]["none"][0] for canvas in found["items"]] == [str(n) for n in range(1, 14)]
    assert {(canvas["width"], canvas["height"]) for canvas in found["items"]} == {(60, 84)}
    assert found["behavior"] == ["paged"] and "viewingDirection" not in found
    assert image_services(found)[1] == f"{library.base}/iiif/3/a%20book%2F2.jpg"


def test_a_tiff_of_several_pages_is_a_manifest_of_them(library):
    found = sound(manifest(library, "a book/scan.tif"))
    assert [canvas["width"] for canvas in found["items"]] == [40, 50, 60]
    assert found["behavior"] == ["individuals"]
    assert image_services(found)[2] == f"{library.base}/iiif/3/a%20book%2Fscan.tif;3"
    (one,) = sound(manifest(library, "a book/scan.tif;2"))["items"]
    assert one["width"] == 50


def test_a_canvas_is_as_large_as_its_image_service_says(library):
    for name in ("one.png", "a book", "a book/scan.tif"):
        for canvas, service in zip((items := manifest(library, name)["items"]), image_services({"items": items})):
            size = library.get(local(library, service) + "/info.json?wait=60").json
            assert (canvas["width"], canvas["height"]) == (size["width"], size["height"])
            thumbnail = canvas["thumbnail"][0]
            picture = library.get(local(library, thumbnail["id"])).pixels
            assert picture.shape[:2] == (thumbnail["height"], thumbnail["width"])


def test_canvases_are_told_by_themselves(library):
    for canvas in manifest(library, "a book")["items"][:2]:
        alone = sound(told(library, canvas["id"]))
        assert {key: alone[key] for key in canvas} == canvas
    assert library.get("/presentation/3/a%20book/canvas/p14").status == 404
    assert library.get("/presentation/3/a%20book/range/1").status == 404


def test_collections_lead_to_every_manifest(library):
    seen, waiting = [], [f"{library.base}/presentation/3/collection.json"]
    while waiting:
        found = sound(told(library, waiting.pop()))
        seen.append(found["id"])
        waiting += [item["id"] for item in found["items"] if item["type"] == "Collection"]
        for item in found["items"]:
            if item["type"] == "Manifest":
                seen.append(sound(told(library, item["id"]))["id"])
            assert item["id"] == told(library, item["id"])["id"]
    names = [urllib.parse.unquote(re.sub(r".*/presentation/3/", "", address)) for address in seen]
    assert sorted(names) == sorted([
        "collection.json", "manifest.json", "empty/collection.json", "a book/collection.json", "a book/manifest.json",
        "a book/scan.tif/manifest.json", "a book/inner/collection.json", "a book/inner/manifest.json"])


def test_presentation_2_says_the_same(library):
    for name in ("one.png", "a book", "a book/scan.tif"):
        new, old = manifest(library, name), manifest(library, name, 2)
        (sequence,) = old["sequences"]
        assert old["label"] == new["label"]["none"][0] and sequence["viewingHint"] == new["behavior"][0]
        assert [(c["label"], c["width"], c["height"]) for c in sequence["canvases"]] == [
            (c["label"]["none"][0], c["width"], c["height"]) for c in new["items"]]
        for canvas in sequence["canvases"]:
            (painting,) = canvas["images"]
            assert painting["on"] == canvas["@id"] and painting["resource"]["width"] == canvas["width"]
            assert library.get(local(library, painting["resource"]["@id"]) + "?wait=60").status == 200
            assert told(library, canvas["@id"], 2)["label"] == canvas["label"]
    root = told(library, "/presentation/2/collection.json", 2)
    assert [item["@id"].rsplit("/", 2)[-2:] for item in root["manifests"]] == [["2", "manifest.json"]]
    assert [item["label"] for item in root["collections"]] == ["a book", "empty"]


def test_what_is_asked_of_the_wrong_thing_is_refused_with_its_reason(library):
    for path, status, word in [
        ("/presentation/3/one.png/collection.json", 404, "only a folder"),
        ("/presentation/3/empty/manifest.json", 404, "no image"),
        ("/presentation/3/nothing.png/manifest.json", 404, "no such image"),
        ("/presentation/3/nothing/collection.json", 404, "no such"),
        ("/presentation/3/one.png/manifest", 404, "manifest.json"),
        ("/presentation/4/one.png/manifest.json", 404, "/presentation/3/"),
        ("/presentation/3/one.png/canvas/p0", 404, "manifest.json"),
        ("/presentation/3/one.png/canvas/p2", 404, "no page 2"),
        ("/presentation/3/a%20book%2Fscan.tif;4/manifest.json", 404, "3 pages"),
    ]:
        answer = library.get(path)
        assert answer.status == status and word in answer.body.decode(), (path, answer.body)


def test_it_is_asked_for_again_and_not_sent_again(library):
    path = "/presentation/3/one.png/manifest.json"
    first = library.get(path)
    assert first.fields["Content-Type"] == f'application/ld+json;profile="{CONTEXT[3]}"'
    assert library.get(path, If_None_Match=first.fields["ETag"]).status == 304
    plain = library.get(path, Accept="application/json")
    assert plain.fields["Content-Type"] == "application/json" and plain.body == first.body


def test_image_descriptions_lead_to_manifests(library):
    for name in ("one.png", "a book", "a book/scan.tif"):
        links = library.get(f"/images/{quoted(name)}?wait=60").json["links"]
        assert library.get(links["manifest"]).status == 200
    assert library.get(library.get("/images/a%20book").json["links"]["collection"]).status == 200
    counted = [count for name, count in library.metrics().items() if 'requests_total{route="presentation"' in name]
    assert sum(counted) > 0


def test_a_folder_of_thousands_is_one_manifest(serve, tmp_path):
    page(tmp_path / "first.png", 8, 9)
    for number in range(3000):
        (tmp_path / f"{number}.png").hardlink_to(tmp_path / "first.png")
    service = serve(tmp_path)
    assert len(told(service, "/presentation/3/manifest.json")["items"]) == 3001


def test_long_manifests_are_packed_for_who_takes_them_so(serve, tmp_path):
    page(tmp_path / "0.png", 8, 9)
    for number in range(1, 40):
        (tmp_path / f"{number}.png").hardlink_to(tmp_path / "0.png")
    service = serve(tmp_path)
    path = "/presentation/3/manifest.json"
    plain, packed = service.get(path), service.get(path, Accept_Encoding="br, gzip;q=0.5")
    assert "Content-Encoding" not in plain.fields and packed.fields["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body and len(packed.body) < len(plain.body) / 10
    assert packed.fields["ETag"] != plain.fields["ETag"] and "Accept-Encoding" in packed.fields["Vary"]
    again = service.get(path, Accept_Encoding="gzip", If_None_Match=packed.fields["ETag"])
    assert again.status == 304
    assert "Content-Encoding" not in service.get("/presentation/3/0.png/manifest.json", Accept_Encoding="gzip").fields


def test_a_folder_says_how_it_is_read(serve, tmp_path):
    for number in range(1, 5):
        page(tmp_path / f"book/{number}.png")
    service = serve(tmp_path)
    (tmp_path / "book/book.json").write_text(
        "{title: 'Told', direction: 'rtl', layout: 'spreads', single: [3], pages: ['4.png'], hidden: [1],"
        " rights: 'https://creativecommons.org/licenses/by/4.0/', outline: [{title: 'Part', page: 3}]}")
    found = sound(manifest(service, "book"))
    assert [canvas["label"]["none"][0] for canvas in found["items"]] == ["4", "2", "3"]
    assert [canvas.get("behavior") for canvas in found["items"]] == [None, None, ["non-paged"]]
    assert found["viewingDirection"] == "right-to-left" and found["label"] == {"none": ["Told"]}
    assert found["rights"] == "http://creativecommons.org/licenses/by/4.0/"
    (part,) = found["structures"]
    assert part["items"] == [{"id": found["items"][2]["id"], "type": "Canvas"}]
    alone = told(service, part["id"])
    assert {key: alone[key] for key in part} == part and iiif_prezi3.Range(**alone)
    collection = told(service, "/presentation/3/book/collection.json")
    assert collection["label"] == collection["items"][0]["label"] == {"none": ["Told"]}
    (tmp_path / "book/book.json").write_text("{\n title: 'Told',\n order: []\n}")
    answer = service.get("/presentation/3/book/manifest.json")
    assert answer.status == 422 and "book.json:3: 'order' is none of" in answer.body.decode()
    assert service.get("/images/book").status == 200
    # Whoever looks at the album alone is told nowhere else.
    wait_until(lambda: [line for line in service.said if "fault sidecar" in line and "book/book.json" in line])
    assert service.metrics()['faults_total{kind="sidecar"}'] >= 2


def test_a_scan_that_has_gone_takes_no_other_page_of_its_book_with_it(serve, tmp_path):
    for number in range(1, 4):
        page(tmp_path / f"book/{number}.png")
    (tmp_path / "book/book.json").write_text(
        "{title: 'Told', direction: 'rtl', pages: ['3.png'],\n hidden: ['gone.png'],\n labels: [{from: 'gone.png', first: 9}]}")
    service = serve(tmp_path)
    found = sound(manifest(service, "book"))
    assert len(found["items"]) == 3 and found["viewingDirection"] == "right-to-left"
    album = service.get("/images/book").json
    assert [one["name"] for one in album["pages"]] == ["3.png", "1.png", "2.png"]
    wanted = ["book.json:2: hidden: there is no page 'gone.png'", "book.json:3: from: there is no page 'gone.png'"]
    assert sorted(album["problems"]) == wanted
    wait_until(lambda: [line for line in service.said if "fault sidecar" in line and "book/book.json" in line])
    # What makes no sense at all is told beside the images as well.
    (tmp_path / "book/book.json").write_text("{titel: 'Told'}")
    assert "'titel' is none of" in service.get("/images/book").json["problems"][0]


def test_a_file_beside_another_speaks_of_it(serve, tmp_path):
    page(tmp_path / "a.png")
    (tmp_path / "a.book.json").write_text("{title: 'Short'}")
    service = serve(tmp_path)
    assert manifest(service, "a.png")["label"] == {"none": ["Short"]}
    (tmp_path / "a.png.book.json").write_text("{title: 'Long'}")
    assert manifest(service, "a.png")["label"] == {"none": ["Long"]}
    (tmp_path / "a.png.book.json").write_bytes(b"\xff\xfe{}")
    answer = service.get("/presentation/3/a.png/manifest.json")
    assert answer.status == 422 and "UTF-8" in answer.body.decode()
    (tmp_path / "a.png.book.json").write_text(" " * (1 << 20) + "{}")
    assert service.get("/presentation/3/a.png/manifest.json").status == 422


HOCR = """<html><body><div class='ocr_page' title='bbox 0 0 600 840'><span class='ocr_line' title='bbox 60 84 540 126'>
<span class='ocrx_word' title='bbox 60 84 300 126'>Recognised</span>
<span class='ocrx_word' title='bbox 310 84 540 126'>words</span></span></div></body></html>"""
ALTO = """<alto><Layout><Page WIDTH="6000" HEIGHT="8400"><PrintSpace><TextBlock><TextLine><String CONTENT="Words"
HPOS="600" VPOS="840" WIDTH="1200" HEIGHT="420"/></TextLine></TextBlock></PrintSpace></Page></Layout></alto>"""


def test_words_that_lie_beside_pictures_are_searched_and_read(serve, tmp_path):
    for number in range(1, 4):
        page(tmp_path / f"book/{number}.png", 60, 84)
    (tmp_path / "book/1.hocr").write_text(HOCR)
    (tmp_path / "book/alto").mkdir()
    (tmp_path / "book/alto/2.xml").write_text(ALTO)
    (tmp_path / "book/3.txt").write_text("Plain words\nwithout a place")
    service = serve(tmp_path)
    found = manifest(service, "book")
    # The model knows less of services than it takes.
    assert iiif_prezi3.Manifest(**found)
    sound({key: value for key, value in found.items() if key != "service"})
    hits = service.get("/images/book/search?q=words").json
    assert [(hit["page"], hit["label"], hit["match"], hit["boxes"]) for hit in hits["hits"]] == [
        (1, "1", "words", [[31, 8, 23, 5]]), (2, "2", "Words", [[6, 8, 12, 5]]), (3, "3", "words", [])]
    assert hits["complete"] == 1
    (service2, _) = manifest(service, "book")["service"]
    listed = service.get(local(service, service2["id"]) + "?q=words").json
    assert [item["target"].removeprefix(found["items"][0]["id"][:-1]) for item in listed["items"]] == [
        "1#xywh=31,8,23,5", "2#xywh=6,8,12,5", "3"]
    assert service.get("/images/book%2F1.png/text").json["lines"][0]["text"] == "Recognised words"
    assert b'CONTENT="Words"' in service.get(local(service, found["items"][1]["seeAlso"][0]["id"])).body
    assert service.get("/images/book/text.txt").body.decode().split("\f")[2] == "Plain words\nwithout a place\n"
    assert service.get("/images/book%2F3.png/search?q=place").json["total"] == 1
    # What is called like words and is something else has none; those that are replaced are read anew.
    (tmp_path / "book/alto/2.xml").write_text("<MD_Metadata/>")
    assert service.get("/images/book/search?q=words+words").json["total"] == 2
    assert "service" not in manifest(service, "book/2.png")
    # One that is damaged takes no other's words with it, and is named where it is asked for.
    (tmp_path / "book/1.hocr").write_bytes("<html/>".encode("utf-16"))
    assert service.get("/images/book/search?q=words").json["total"] == 1
    wait_until(lambda: [line for line in service.said if "fault sidecar" in line and "1.hocr" in line])
    answer = service.get("/images/book%2F1.png/search?q=words")
    assert answer.status == 422 and "1.hocr: it is not a text of at most 16 MiB" in answer.body.decode()


def test_words_beside_a_file_of_pages_are_those_of_its_pages(serve, tmp_path):
    pages = [Image.new("L", (60, 84), 9) for _ in range(2)]
    pages[0].save(tmp_path / "scan.tif", save_all=True, append_images=pages[1:])
    (tmp_path / "scan.txt").write_text("first page\fsecond page")
    service = serve(tmp_path)
    assert [hit["page"] for hit in service.get("/images/scan.tif/search?q=second").json["hits"]] == [2]
    assert service.get("/images/scan.tif;2/text").json["lines"][0]["text"] == "second page"
    assert service.get("/images/scan.tif/search?q=third").json["total"] == 0
