"""ZIP files of pictures over HTTP: one book each, whose pages are cut as they would be by themselves."""
import io
import struct
import zipfile
import zlib

import numpy
import pytest
from PIL import Image

from support.comics import INFO, colors, comic, epub, picture


def mean(answer):
    return answer.pixels.reshape(-1, 3).mean(axis=0)


def test_a_comic_is_a_book_in_natural_order(served):
    folder = served.root / "Hefte für Kinder"
    folder.mkdir()
    # Written backwards, 10 before 9, and with what is none of its pages.
    pages = {f"Heft 3/Seite {page + 1}.jpg": picture(color) for page, color in enumerate(colors(11))}
    pages = dict(reversed(pages.items()))
    comic(folder / "Größe 3.cbz", pages, **{
        "__MACOSX/Heft 3/._Seite 1.jpg": b"?", "Heft 3/.hidden.jpg": b"?", "liesmich.txt": b"?",
        "ComicInfo.xml": INFO})
    service = served()
    name = "Hefte%20f%C3%BCr%20Kinder%2FGr%C3%B6%C3%9Fe%203.cbz"
    manifest = service.get(f"/presentation/3/{name}/manifest.json").json
    assert manifest["label"] == {"none": ["Größe 3: Der Anfang & das Ende"]}
    assert manifest["viewingDirection"] == "right-to-left" and manifest["behavior"] == ["paged"]
    assert len(manifest["items"]) == 11
    assert {(canvas["width"], canvas["height"]) for canvas in manifest["items"]} == {(90, 140)}
    assert manifest["structures"][0]["label"] == {"none": ["Kapitel 1"]}
    assert manifest["structures"][0]["items"][0]["id"].endswith("/canvas/p3")
    album = service.get(f"/images/{name}").json
    assert (album["type"], album["kind"], album["direction"]) == ("album", "cbz", "rtl")
    assert (album["title"], len(album["pages"])) == ("Größe 3: Der Anfang & das Ende", 11)
    for page, color in enumerate(colors(11), 1):
        told = service.get(f"/images/{name};{page}").json
        assert (told["width"], told["height"], told["pages"]) == (90, 140, 11)
        whole = service.get(f"/iiif/3/{name};{page}/full/max/0/default.jpg")
        assert numpy.abs(mean(whole) - numpy.array(color)).max() < 4
    assert service.get(f"/images/{name};12").status == 404
    assert service.get("/images?folder=Hefte%20f%C3%BCr%20Kinder").json["entries"][0]["name"] == "Größe 3.cbz"


def test_pages_of_all_kinds_packed_or_not(served):
    kinds = {"a.png": "PNG", "b.webp": "WEBP", "c.gif": "GIF", "d.tif": "TIFF", "e.jpeg": "JPEG"}
    with zipfile.ZipFile(served.root / "a.cbz", "w") as archive:
        for place, (name, kind) in enumerate(kinds.items()):
            method = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)[place % 2]
            with archive.open(zipfile.ZipInfo(name), "w", force_zip64=place > 2) as file:
                file._compress_type = method
                file.write(picture((250, 100, 10), (300, 200), kind))
    service = served()
    for page in range(1, 6):
        answer = service.get(f"/iiif/3/a.cbz;{page}/full/max/0/default.png")
        assert answer.status == 200 and answer.pixels.shape == (200, 300, 3)
        assert numpy.abs(mean(answer) - (250, 100, 10)).max() < 6


def test_a_page_whose_jpeg_is_taken_over_is_its_own_data(served):
    noise = numpy.random.default_rng(3).integers(0, 255, (512, 768, 3)).astype("uint8")
    file = io.BytesIO()
    Image.fromarray(noise).save(file, "JPEG", quality=90, subsampling=0)
    comic(served.root / "a.cbz", {"1.jpg": file.getvalue(), "2.jpg": file.getvalue()})
    (served.root / "b.jpg").write_bytes(file.getvalue())
    service = served("--base", "source")
    page = service.get("/images/a.cbz;2/tiles/0/1_1.jpg")
    alone = service.get("/images/b.jpg/tiles/0/1_1.jpg")
    assert page.status == 200 and (page.pixels == alone.pixels).all()


def test_one_bad_page_takes_no_other_with_it(served):
    good = picture((10, 200, 10))
    path = comic(served.root / "a.cbz", {
        "1.jpg": good, "2.jpg": b"no picture", "3.jpg": b"%PDF-1.7 nor that", "4.jpg": good})
    # The fourth page's bytes are others than its checksum says.
    bytes = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        start = archive.getinfo("4.jpg").header_offset
    bytes[start + 30 + 5 + 40] ^= 0xFF
    path.write_bytes(bytes)
    service = served()
    assert [service.get(f"/images/a.cbz;{page}").status for page in (1, 2, 3, 4)] == [200, 422, 422, 422]
    sizes = service.get("/presentation/3/a.cbz/manifest.json").json["items"]
    assert sizes[0]["width"] == 90


def entry(name, contents, flags=0):
    """The parts of an archive that has one file: its header and bytes, and its entry in the directory."""
    packed = zlib.compress(contents, 9)[2:-4]
    common = struct.pack("<HHHHHIII", 20, flags, 8, 0, 0, zlib.crc32(contents), len(packed), len(contents))
    local = b"PK\3\4" + common + struct.pack("<HH", len(name), 0) + name + packed
    central = b"PK\1\2" + struct.pack("<H", 20) + common + struct.pack(
        "<HHHHHII", len(name), 0, 0, 0, 0, 0, 0) + name
    return local, central


def archive(*entries):
    body = b"".join(local for local, _ in entries)
    directory = b"".join(central for _, central in entries)
    return body + directory + b"PK\5\6" + struct.pack(
        "<HHHHIIH", 0, 0, len(entries), len(entries), len(directory), len(body), 0)


HOSTILE = {
    "ratio": (archive(entry(b"1.png", bytes(50 << 20))), "200 times its size"),
    "overlapping": (archive(entry(b"1.jpg", b"x"), entry(b"2.jpg", b"x")), "lie in one another"),
    "elsewhere": (archive(entry(b"../1.jpg", b"x")), "would lie elsewhere"),
    "locked": (archive(entry(b"1.jpg", picture((0, 0, 0)), flags=1)), "needs a password"),
    "cut short": (archive(entry(b"1.jpg", b"x"))[:-9], "it is damaged, or no ZIP file"),
    "empty": (archive(entry(b".1.jpg", b"x")), "has no pictures"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_means_no_good_is_refused_in_a_sentence(served, kind):
    contents, words = HOSTILE[kind]
    (served.root / "a.cbz").write_bytes(contents)
    comic(served.root / "b.cbz", {"1.jpg": picture((0, 0, 200)), "2.jpg": picture((0, 0, 200))})
    service = served()
    answer = service.get("/images/a.cbz;1")
    assert answer.status == 422 and words in answer.json["error"]["detail"], answer.body
    assert service.get("/images/b.cbz;2").status == 200


def test_other_files_of_this_kind_are_no_images(served):
    with zipfile.ZipFile(served.root / "letter.cbz", "w") as letter:
        letter.writestr("[Content_Types].xml", "<Types/>")
        letter.writestr("media/1.jpg", picture((0, 0, 0)))
    assert served().get("/images/letter.cbz").status == 415


def test_a_comic_has_no_words_and_says_so(served):
    comic(served.root / "a.cbz", {"1.jpg": picture((0, 0, 0)), "2.jpg": picture((0, 0, 0))})
    service = served()
    found = service.get("/images/a.cbz/search?q=anything").json
    assert (found["total"], found["complete"]) == (0, 1)
    assert service.get("/images/a.cbz;2/text").json["lines"] == []


def test_thumbnails_of_comics_are_their_pages(served):
    comic(served.root / "a.cbz", {"1.jpg": picture((0, 0, 200)), "2.jpg": picture((200, 0, 0))})
    service = served()
    thumbnail = service.get("/iiif/3/a.cbz;2/full/!50,50/0/default.jpg")
    assert thumbnail.status == 200 and numpy.abs(mean(thumbnail) - (200, 0, 0)).max() < 4


def test_an_epub_whose_parts_are_pictures_is_a_book(served):
    epub(served.root / "a.epub", [picture(color) for color in colors(9)], spine=[0, 1, 3, 2, 4, 5, 6, 7, 8])
    service = served()
    manifest = service.get("/presentation/3/a.epub/manifest.json").json
    assert manifest["label"] == {"none": ['Das "Buch"']}
    assert manifest["viewingDirection"] == "right-to-left" and manifest["behavior"] == ["paged"]
    assert [canvas["height"] for canvas in manifest["items"]] == 9 * [140]
    assert manifest["structures"][0]["label"] == {"none": ["Zweites Kapitel"]}
    assert manifest["structures"][0]["items"][0]["id"].endswith("/canvas/p2")
    assert service.get("/images/a.epub").json["kind"] == "epub"
    # Its pages are in the order of its spine, not of its names.
    shown = [mean(service.get(f"/iiif/3/a.epub;{page}/full/max/0/default.jpg")) for page in (2, 3, 4)]
    for pixels, color in zip(shown, [colors(9)[1], colors(9)[3], colors(9)[2]]):
        assert numpy.abs(pixels - numpy.array(color)).max() < 4


def test_an_epub_of_text_says_why_it_is_not_shown(served):
    pages = [picture((0, 0, 0)), picture((0, 0, 0))]
    epub(served.root / "a.epub", pages, parts={1: "<p>Only words.</p>"})
    epub(served.root / "b.epub", pages, parts={1: "<img src='../images/0.jpg'/><img src='../images/1.jpg'/>"})
    epub(served.root / "c.epub", pages, parts={1: "<img src='../../../1.jpg'/>"})
    service = served()
    for name in "abc":
        answer = service.get(f"/images/{name}.epub;1")
        assert answer.status == 422 and "part 2 of the EPUB is not one picture" in answer.json["error"]["detail"]
