"""Folders and images are found whatever they are called and however many, and lead to their tiles."""
import os
import re
import subprocess
import urllib.parse

import numpy
import pytest
from PIL import Image

from support.pictures import draw, waves
from support.service import quoted

# What names are in the file system; NamesTests have more of them, without a server.
NAMES = [
    "plain.jpg", "two words.jpg", "100%.jpg", "50%25.jpg", "a%2Fb.jpg", "page;2.jpg", "hash#tag.jpg", "what?.jpg",
    "plus+plus.jpg", '"double".jpg', "new\nline.jpg", "caf\u00e9.jpg", "cafe\u0301.jpg", "日本語の画像.jpg",
    "emoji 🏔️👩‍🚀.jpg", "info.json.jpg", "UPPER.JPG",
]
FOLDERS = ["tiles", "100% #1?", "deep/deeper/deepest 🏔"]


@pytest.fixture(scope="module")
def library(serve, tmp_path_factory):
    """One picture for each name, and for each folder one; answers what each shows by its seed."""
    root = tmp_path_factory.mktemp("library")
    seeds = {}
    for seed, name in enumerate(NAMES + [f"{folder}/in ; it.jpg" for folder in FOLDERS]):
        path = root / name
        draw(path.with_suffix(".jpg") if name != "UPPER.JPG" else path, 300, 260, seed, format="JPEG", quality=95)
        seeds[name] = seed
    with open(os.fsencode(root) + b"/latin-\xe9.jpg", "wb") as file:
        file.write((root / "plain.jpg").read_bytes())
    service = serve(root)
    service.seeds = seeds
    return service


def whole_listing(service, **query):
    """All entries, page after page."""
    found = []
    while True:
        answer = service.get("/images?" + urllib.parse.urlencode(query, quote_via=urllib.parse.quote))
        assert answer.status == 200, answer.body
        found += answer.json["entries"]
        if not answer.json["next"]:
            return found
        query["cursor"] = answer.json["next"]


def check_shows(answer, seed, side=256, size=(300, 260)):
    """That a tile is the upper left one of the picture of a seed."""
    assert answer.status == 200, answer.body[:300]
    expected = waves(*size, seed)[:side, :side].astype(int)
    assert numpy.abs(answer.pixels[:side, :side] - expected).mean() < 4


def follow(service, link):
    """A link as browsers follow it: as it is written."""
    assert re.fullmatch(r"[!-~]+", link), link
    parts = urllib.parse.urlsplit(link)
    return service.get(parts.path + (f"?{parts.query}" if parts.query else ""))


def test_every_name_leads_to_its_tiles_in_every_protocol(library):
    for name, seed in library.seeds.items():
        description = library.get(f"/images/{quoted(name)}")
        assert description.status == 200, (name, description.body)
        links = description.json["links"]
        assert description.json["id"] == name

        tile = links["tiles"].replace("{reduction}", "0").replace("{column}", "0").replace("{row}", "0")
        native = follow(library, tile)
        check_shows(native, seed)
        for version in ("2", "3"):
            information = follow(library, links[f"iiif{version}"]).json
            base = information["id" if version == "3" else "@id"]
            scaled = "256,256" if version == "3" else "256,"
            answer = follow(library, f"{base}/0,0,256,256/{scaled}/0/default.jpg")
            assert answer.body == native.body, name
            # The address without anything leads to the document.
            redirect = follow(library, base)
            assert redirect.status == 303 and redirect.fields["Location"] == f"{base}/info.json"
        assert follow(library, links["dzi"]).status == 200
        deep = links["dzi"].removesuffix(".dzi") + "_files/9/0_0.jpg"
        assert follow(library, deep).body == native.body, name
        assert follow(library, links["zoomify"]).status == 200
        tier = links["zoomify"].removesuffix("ImageProperties.xml") + "TileGroup0/1-0-0.jpg"
        assert follow(library, tier).body == native.body, name
        (template,) = follow(library, links["xyz"]).json["tiles"]
        xyz = re.sub(r"\{z\}/\{x\}/\{y\}(\.\w+\?v=\w+)$", r"1/0/0\1", template)
        assert follow(library, xyz).body == native.body, name
        view = follow(library, links["viewport"] + "?bounds=300,260&zoom=1").json
        assert view["id"] == name
        addresses = {(one["column"], one["row"]): one["url"] for one in view["tiles"]}
        assert follow(library, addresses[0, 0]).body == native.body, name
        stream = follow(library, links["viewportTiles"] + "?bounds=300,260&zoom=1")
        assert native.body in stream.body
        for page in ("view", "embed"):
            assert follow(library, links[page]).status == 200, (name, page)


def test_listings_name_everything_and_their_links_work(library):
    entries = whole_listing(library, limit=7)
    images = [entry for entry in entries if entry["type"] == "image"]
    folders = [entry for entry in entries if entry["type"] == "folder"]
    assert {entry["id"] for entry in images} == set(NAMES) | {"latin-\ufffd.jpg"}
    assert {entry["id"] for entry in folders} == {name.split("/")[0] for name in FOLDERS}
    assert entries == folders + images
    for entry in images:
        assert entry["bytes"] > 1000 and entry["modified"] > 1.7e9
        shown = follow(library, entry["links"]["image"])
        assert shown.status == 200 and shown.json["id"] == entry["id"]
        assert follow(library, entry["links"]["view"]).status == 200
    for entry in images[::9]:
        assert follow(library, entry["links"]["thumbnail"]).pixels.shape[:2] == (222, 256)
    for entry in folders:
        inside = follow(library, entry["links"]["list"]).json
        assert inside["folder"] == entry["id"] and inside["parent"] == "" and inside["entries"]
        album = follow(library, entry["links"]["album"]).json
        assert album["type"] == "album" and album["id"] == entry["id"]
    deep = library.get("/images?folder=deep%2Fdeeper").json
    assert deep["parent"] == "deep" and deep["entries"][0]["id"] == "deep/deeper/deepest 🏔"


def test_a_name_that_is_no_text_has_an_address(library):
    (entry,) = [one for one in whole_listing(library) if one["id"].startswith("latin-")]
    assert entry["links"]["image"] == "/images/latin-%E9.jpg"
    check_shows(follow(library, entry["links"]["image"] + "/tiles/0/0_0.jpg"), 0)


def test_the_two_forms_of_a_letter_are_two_files(library):
    composed, decomposed = "caf\u00e9.jpg", "cafe\u0301.jpg"
    for name in (composed, decomposed):
        check_shows(library.get(f"/images/{quoted(name)}/tiles/0/0_0.jpg"), library.seeds[name])


def test_searching_finds_names_at_any_depth(library):
    def found(text, **query):
        return [entry["id"] for entry in whole_listing(library, search=text, **query)]

    assert found("UPPER") == found("upper") == ["UPPER.JPG"]
    assert found("deepest") == ["deep/deeper/deepest 🏔"]
    assert len(found("in ; it", limit=2)) == len(FOLDERS)
    assert found("in ; it", folder="deep") == ["deep/deeper/deepest 🏔/in ; it.jpg"]
    assert found("100%") == ["100% #1?", "100%.jpg"]
    assert found("日本") == ["日本語の画像.jpg"] and found("🏔️") == ["emoji 🏔️👩‍🚀.jpg"]
    for text in ("café", "CAFÉ", "cafe\u0301", "CAFE"):
        assert sorted(found(text)) == ["cafe\u0301.jpg", "caf\u00e9.jpg"]
    # All words, in any order.
    assert found("  it   IN ;", folder="deep") == ["deep/deeper/deepest 🏔/in ; it.jpg"]
    assert found("#1? 100%") == ["100% #1?"] and found("100% cafe") == []
    assert found("no such name anywhere") == []


def test_links_that_lead_in_circles_are_searched_once(serve, tmp_path):
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    draw(below / "wanted.jpg", 64, 64)
    for name in ("round", "about"):
        (below / name).symlink_to(tmp_path / "a", target_is_directory=True)
    found = whole_listing(serve(tmp_path), search="wanted")
    assert len(found) == 1 and found[0]["id"].endswith("/wanted.jpg")


def test_a_blank_in_a_query_may_be_a_plus_sign(serve, tmp_path):
    for folder in ("Sammlung Müller", "eins + zwei"):
        (tmp_path / folder).mkdir()
        draw(tmp_path / folder / "a b+c.jpg", 64, 64)
    service = serve(tmp_path)
    for folder in ("Sammlung Müller", "eins + zwei"):
        # As forms and URLSearchParams write it, and as addresses are written elsewhere.
        for quote in (urllib.parse.quote_plus, urllib.parse.quote):
            query = urllib.parse.urlencode({"folder": folder, "search": "A B+C"}, quote_via=quote)
            listing = service.get(f"/images?{query}")
            assert listing.status == 200, (query, listing.body)
            assert [entry["id"] for entry in listing.json["entries"]] == [f"{folder}/a b+c.jpg"]
        (entry,) = [one for one in service.get("/images").json["entries"] if one["id"] == folder]
        assert "+" not in entry["links"]["list"]
        assert follow(service, entry["links"]["list"]).json["folder"] == folder
    # In a path it is a plus sign.
    assert service.get("/images/Sammlung+M%C3%BCller").status == 404
    assert service.get("/images/eins%20+%20zwei").status == 200
    for center in ("+3,4", "%2B3,4", "3,4"):
        view = service.get(f"/images/Sammlung%20M%C3%BCller/a%20b+c.jpg/viewport?bounds=9,9&center={center}")
        assert view.status == 200, view.body


@pytest.fixture
def shelf(serve, tmp_path):
    picture = tmp_path / "picture.jpg"
    draw(picture, 64, 64)
    root = tmp_path / "shelf"
    root.mkdir()
    service = serve(root)

    def put(*names):
        for name in names:
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            os.link(picture, path)

    service.put = put
    return service


def test_a_folder_and_a_document_are_albums(shelf):
    shelf.put("folder/2.jpg", "folder/10.jpg", "folder/sub/x.jpg")
    album = shelf.get("/images/folder").json
    assert [page["id"] for page in album["pages"]] == ["folder/2.jpg", "folder/10.jpg"]
    assert album["pages"][0]["width"] is None, "not looked into"
    assert shelf.get("/images/folder%2F2.jpg").status == 200
    again = shelf.get("/images/folder").json["pages"][0]
    assert (again["width"], again["height"]) == (64, 64) and again["version"]

    sizes = [(300, 200), (200, 300), (100, 100)]
    pages = [Image.fromarray(waves(*size, seed)) for seed, size in enumerate(sizes)]
    pages[0].save(shelf.folder / "a book.tif", save_all=True, append_images=pages[1:])
    book = shelf.get("/images/a%20book.tif").json
    assert book["type"] == "album" and book["name"] == "a book.tif" and len(book["pages"]) == 3
    for seed, page in enumerate(book["pages"]):
        one = follow(shelf, page["links"]["image"]).json
        assert (one["width"], one["height"]) == sizes[seed] and one["pages"] == 3
        tile = one["links"]["tiles"].replace("{reduction}/{column}_{row}", "0/0_0")
        check_shows(follow(shelf, tile), seed, 100, sizes[seed])
        assert follow(shelf, one["links"]["iiif3"]).json["width"] == sizes[seed][0]
    # To viewers that know no albums it is its first page.
    assert shelf.get("/iiif/3/a%20book.tif/info.json").json["width"] == 300
    assert shelf.get("/view/a%20book.tif").status == 200
    for page in (0, 4, 999999, 9999999):
        assert shelf.get(f"/images/a%20book.tif;{page}").status == 404


COUNT = 12_000


def test_thousands_of_files_are_listed_in_pages(shelf):
    folder = shelf.folder / "many"
    folder.mkdir()
    draw(folder / "0.jpg", 64, 64)
    for number in range(1, COUNT):
        # No file has more than some ten thousand names.
        os.link(folder / f"{number - number % 10_000}.jpg", folder / f"{number}.jpg") \
            if number % 10_000 else draw(folder / f"{number}.jpg", 64, 64)
    # As it is once nobody has touched the folder for a while.
    os.utime(folder, (1e9, 1e9))
    before = shelf.resident()
    numbers = []
    for entry in whole_listing(shelf, folder="many", limit=1000):
        numbers.append(int(entry["name"].removesuffix(".jpg")))
    assert numbers == list(range(COUNT))
    first = shelf.get("/images?folder=many&limit=2")
    assert len(first.body) < 2000
    assert [one["name"] for one in first.json["entries"]] == ["0.jpg", "1.jpg"]
    found = whole_listing(shelf, search="9999", limit=1000)
    assert len(found) == sum("9999" in f"{number}.jpg" for number in range(COUNT))
    album = shelf.get("/images/many").json
    assert len(album["pages"]) == 10_000
    # The names and little more: not a megabyte for every thousand.
    assert shelf.resident() - before < 8 << 20


def test_asking_for_a_pipe_does_not_let_its_writer_in(serve, tmp_path):
    draw(tmp_path / "a.jpg", 64, 64)
    os.mkfifo(tmp_path / "pipe.jpg")
    service = serve(tmp_path)
    with subprocess.Popen(["sh", "-c", f'echo x > "{tmp_path}/pipe.jpg"']) as writer:
        for path in ("/images/pipe.jpg", "/images/pipe.jpg/tiles/0/0_0.jpg", "/images", "/images?search=pipe"):
            assert service.get(path).status in (200, 404)
        # It waits for a reader as before, and was not let in and left alone.
        with pytest.raises(subprocess.TimeoutExpired):
            writer.wait(timeout=0.5)
        writer.kill()
