"""DjVu documents over HTTP: books whose pages DjVuLibre's programs draw, in boxes of their own."""
import os
import shutil
import struct
import subprocess

import numpy

from support.command import run
from support.djvu import bars, bitonal, book, needs_djvu, ramp, told
from support.service import wait_until

pytestmark = needs_djvu


def drawn(path, page):
    """A page as ddjvu draws it by itself."""
    answer = subprocess.run(
        ["ddjvu", "-format=ppm", f"-page={page}", path], check=True, capture_output=True, timeout=60)
    kind, width, height, rest = answer.stdout.split(maxsplit=3)
    assert kind == b"P6"
    return numpy.frombuffer(rest[4:], numpy.uint8).reshape(int(height), int(width), 3)


def test_a_document_is_a_book_of_its_pages(served):
    path = book(served.root / "a.djvu")
    service = served("--format", "lossless")
    album = service.get("/images/a.djvu").json
    assert (album["type"], album["kind"], len(album["pages"])) == ("album", "djvu", 4)
    wait_until(lambda: service.get("/images/a.djvu").json.get("sizes"))
    assert service.get("/images/a.djvu").json["sizes"] == [
        [300, 401, 300, 1], [310, 402, 300, 1], [320, 403, 300, 1], [320, 240, 150, 1]]
    manifest = service.get("/presentation/3/a.djvu/manifest.json").json
    assert [(canvas["width"], canvas["height"]) for canvas in manifest["items"]] == [
        (300, 401), (310, 402), (320, 403), (320, 240)]
    # Losslessly: what is shown is what the program draws, pixel for pixel.
    for page in (1, 3, 4):
        whole = service.get(f"/iiif/3/a.djvu;{page}/full/max/0/default.png")
        assert whole.status == 200
        pixels = whole.pixels if whole.pixels.ndim == 3 else numpy.dstack([whole.pixels] * 3)
        assert (pixels == drawn(path, page)).all()
    assert service.get("/images/a.djvu;5").status == 404


def test_a_page_is_turned_as_it_is_to_be_read(served):
    told(book(served.root / "a.djvu"), "select 4; set-rotation 1")
    answer = served().get("/iiif/3/a.djvu;4/full/max/0/default.png")
    assert answer.pixels.shape == (320, 240, 3)
    assert numpy.abs(answer.pixels.astype(int) - numpy.rot90(ramp(320, 240))).mean() < 8


def test_damage_takes_no_other_page_along(served):
    whole = book(served.root / "a.djvu").read_bytes()
    # The second page's picture becomes noise, the last one is cut off.
    second = whole.index(b"FORM", whole.index(b"FORM", 4 + 4) + 4)
    place = whole.index(b"Sjbz", second) + 8
    (length,) = struct.unpack(">I", whole[place - 4:place])
    noise = numpy.random.default_rng(7).bytes(length)
    (served.root / "a.djvu").write_bytes(whole[:place] + noise + whole[place + length:])
    bitonal(served.root / "b.djvu", bars(64, 64, 4))
    service = served()
    assert service.get("/iiif/3/a.djvu;1/full/max/0/default.jpg").status == 200
    answer = service.get("/iiif/3/a.djvu;2/full/max/0/default.jpg")
    assert answer.status in (200, 422)
    if answer.status == 422:
        assert "page 2" in answer.body.decode()
    assert service.get("/iiif/3/a.djvu;3/full/max/0/default.jpg").status == 200
    assert service.get("/iiif/3/b.djvu/full/max/0/default.jpg").status == 200


def test_what_can_t_be_read_is_said_in_a_sentence(served, tmp_path):
    path = book(served.root / "short.djvu")
    whole = path.read_bytes()
    path.write_bytes(whole[:len(whole) * 2 // 3])
    parts = served.root / "parts"
    parts.mkdir()
    (served.root / "b.djvu").write_bytes(whole)
    subprocess.run(["djvmcvt", "-i", served.root / "b.djvu", parts, "index.djvu"], check=True, capture_output=True)
    # A page of 65,535 pixels a side, in thirty bytes.
    huge = b"INFO" + struct.pack(">IHHBBHBB", 10, 65535, 65535, 24, 0, 300, 22, 1)
    (served.root / "huge.djvu").write_bytes(b"AT&TFORM" + struct.pack(">I", 4 + len(huge)) + b"DJVU" + huge)
    # All of its parts are the same one.
    place = whole.index(b"DIRM") + 8
    count = struct.unpack(">H", whole[place + 1:place + 3])[0]
    first = whole[place + 3:place + 7]
    (served.root / "same.djvu").write_bytes(
        whole[:place + 3] + first * count + whole[place + 3 + 4 * count:])
    service = served()
    for name, words in {
        "short.djvu;4": "page 4 can't be found: the file ends too early",
        "parts%2Findex.djvu": "lie in other files", "huge.djvu": "limit",
        "same.djvu;2": "page 2 can't be found: the document's parts lie in one another",
    }.items():
        answer = service.get(f"/iiif/3/{name}/full/max/0/default.jpg")
        assert answer.status == 422 and words in answer.body.decode(), (name, answer.body)
    assert service.get("/iiif/3/b.djvu;4/full/max/0/default.jpg").status == 200
    # What there is of one that is cut off is shown.
    wait_until(lambda: service.get("/images/short.djvu").json.get("sizes"))
    for page in (1, 2, 3):
        assert service.get(f"/iiif/3/short.djvu;{page}/full/max/0/default.jpg").status == 200


def test_a_part_that_is_broken_takes_no_page_along(served):
    whole = book(served.root / "a.djvu").read_bytes()
    # What the first page begins with becomes noise.
    first = whole.index(b"FORM", whole.index(b"DIRM"))
    (served.root / "a.djvu").write_bytes(whole[:first] + b"\xff\x01noise, noise" + whole[first + 14:])
    service = served()
    answer = service.get("/iiif/3/a.djvu;1/full/max/0/default.jpg")
    assert answer.status == 422 and "page 1 can't be found" in answer.body.decode()
    for page, size in {2: (310, 402), 3: (320, 403), 4: (320, 240)}.items():
        shown = service.get(f"/iiif/3/a.djvu;{page}/full/max/0/default.jpg")
        assert shown.status == 200 and shown.pixels.shape[1::-1] == size
    assert service.get("/view/a.djvu").status == 200


def test_a_page_that_its_program_can_t_draw_is_refused_with_the_reason(served):
    # As large as it may be, and nothing behind it.
    body = b"INFO" + struct.pack(">IHHBBHBB", 10, 4000, 4000, 24, 0, 44, 22, 1)
    body += b"BG44" + struct.pack(">I", 9) + bytes([0, 74, 1, 2, 15, 160, 15, 160, 0]) + b"\0"
    (served.root / "a.djvu").write_bytes(b"AT&TFORM" + struct.pack(">I", 4 + len(body)) + b"DJVU" + body)
    answer = served().get("/iiif/3/a.djvu/full/max/0/default.jpg")
    assert answer.status in (200, 422)


def test_without_the_programs_a_sentence_names_them(tmp_path):
    path = book(tmp_path / "a.djvu")
    program = run("inspect", path, env={"PATH": str(tmp_path)})
    assert program.returncode == 1
    assert "djvulibre-bin" in program.stderr
    answer = run("cut", path, tmp_path / "a.tif", "--djvu-programs", str(tmp_path))
    assert answer.returncode == 3 and "ddjvu" in answer.stderr


def test_programs_that_others_may_change_are_not_run(tmp_path):
    path = book(tmp_path / "a.djvu")
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("ddjvu", "djvused"):
        shutil.copy(shutil.which(name), programs / name)
    assert run("inspect", path, "--djvu-programs", str(programs)).returncode == 0
    os.chmod(programs / "ddjvu", 0o777)
    assert run("inspect", path, "--djvu-programs", str(programs)).returncode == 3


def written(path):
    """A document that says what is written on it, of what parts it is and where it leads."""
    book(path)
    # The first page's title ends as the number of pages does.
    return told(path, """select 1
set-page-title "Plate 4"
set-txt
(page 0 0 300 401 (line 20 300 280 360 (word 20 300 140 360 "Quick") (word 160 300 280 360 "F\\303\\274chse")))
.
set-ant
(metadata (title "A \\"book\\"") (author "Somebody"))
(maparea "#4" "" (rect 0 0 150 100) (none))
(maparea (url "https://example.org/there" "_blank") "" (rect 150 0 150 100) (none))
(maparea "javascript:alert(1)" "" (rect 150 100 150 100) (none))
.
select 4
set-rotation 1
set-txt
(page 0 0 320 240 (word 0 200 80 240 "Turned"))
.
set-outline
(bookmarks ("One" "#1" ("Deep" "#a-3.djvu")) ("Elsewhere" "http://example.org/") ("Colours" "#4"))
.""")


def test_words_are_found_where_they_are_printed(served):
    written(served.root / "a.djvu")
    service = served()
    found = service.get("/images/a.djvu/search?q=fuchse").json
    wait_until(lambda: service.get("/images/a.djvu/search?q=fuchse").json["complete"] == 1)
    found = service.get("/images/a.djvu/search?q=fuchse").json
    (hit,) = found["hits"]
    assert (hit["page"], hit["label"], hit["before"], hit["match"]) == (1, "Plate 4", "Quick", "Füchse")
    assert hit["boxes"] == [[160, 41, 120, 60]]
    (line,) = service.get("/images/a.djvu;1/text").json["lines"]
    assert (line["text"], line["box"]) == ("Quick Füchse", [20, 41, 260, 60])
    # Turned against the clock, what was at the upper left is at the lower left.
    (line,) = service.get("/images/a.djvu;4/text").json["lines"]
    assert (line["text"], line["box"]) == ("Turned", [0, 240, 40, 80])
    assert 'CONTENT="Füchse"' in service.get("/images/a.djvu;1/alto.xml").body.decode()
    assert service.get("/images/a.djvu/text.txt").body.decode().split("\f")[3].strip() == "Turned"
    assert service.get("/images/a.djvu;2/text").json["lines"] == []


def test_a_document_says_what_it_is_and_where_it_leads(served):
    written(served.root / "a.djvu")
    service = served()
    wait_until(lambda: service.get("/images/a.djvu").json.get("sizes"))
    album = service.get("/images/a.djvu").json
    assert album["title"] == 'A "book"'
    assert service.get("/images/a.djvu/outline").json["outline"] == [
        {"title": "One", "page": 1, "parts": [{"title": "Deep", "page": 3}]},
        {"title": "Elsewhere", "page": None}, {"title": "Colours", "page": 4}]
    assert [(link["box"], link.get("page"), link.get("url")) for link in service.get("/images/a.djvu;1/links").json["links"]] == [
        ([0, 301, 150, 100], 4, None), ([150, 301, 150, 100], None, "https://example.org/there")]
    manifest = service.get("/presentation/3/a.djvu/manifest.json").json
    assert [range_["label"] for range_ in manifest["structures"]]
    assert manifest["items"][0]["label"] == {"none": ["Plate 4"]}


def test_wild_words_are_shown_as_text_or_left_out(served):
    wild = "\\377" * 1100
    told(book(served.root / "a.djvu"), f"""select 1
set-txt
(page 0 0 300 401 (word 0 0 10 10 "{wild}") (word 20 0 30 10 "a\\033[2Jz"))
.
set-ant
(metadata (title "{wild * 3}") (author "<b>\\033]0;x\\007"))
(maparea "JaVaScRiPt:alert(1)" "" (rect 0 0 50 50) (none))
(maparea "file:///etc/passwd" "" (rect 0 0 50 50) (none))
(maparea "#99" "" (rect 0 0 50 50) (none))
(maparea "#2" "" (rect -9999 -9999 99999 99999) (none))
.
set-outline
(bookmarks ("{wild}" "#1") ("Kept" "#2" {'("d" "#1" ' * 60}{')' * 60}))
.""")
    service = served()
    wait_until(lambda: service.get("/images/a.djvu").json.get("sizes"))
    assert service.get("/images/a.djvu").json["title"] is None
    (entry,) = service.get("/images/a.djvu/outline").json["outline"]
    assert (entry["title"], entry["page"], entry["parts"][0]["title"]) == ("Kept", 2, "d")
    (link,) = service.get("/images/a.djvu;1/links").json["links"]
    assert (link["box"], link["page"]) == ([0, 0, 300, 401], 2)
    wait_until(lambda: service.get("/images/a.djvu/search?q=2jz").json["complete"] == 1)
    assert service.get("/images/a.djvu;1/text").json["lines"][-1]["text"].endswith("a[2Jz")
    assert service.get("/presentation/3/a.djvu/manifest.json").status == 200


def test_damaged_words_take_no_others_along(served):
    whole = written(served.root / "a.djvu").read_bytes()
    place = whole.index(b"TXTz") + 8
    (length,) = struct.unpack(">I", whole[place - 4:place])
    (served.root / "a.djvu").write_bytes(whole[:place] + b"\xff" * length + whole[place + length:])
    service = served()
    wait_until(lambda: service.get("/images/a.djvu/search?q=turned").json["complete"] == 1)
    assert [hit["page"] for hit in service.get("/images/a.djvu/search?q=turned").json["hits"]] == [4]
    assert service.get("/iiif/3/a.djvu;1/full/max/0/default.jpg").status == 200


def damaged(path, chunk, byte=b"\xff"):
    """A document whose first chunk of a kind is noise."""
    whole = path.read_bytes()
    place = whole.index(chunk) + 8
    (length,) = struct.unpack(">I", whole[place - 4:place])
    path.write_bytes(whole[:place] + byte * length + whole[place + length:])


def test_why_an_outline_is_missing_is_said_and_logged(served):
    written(served.root / "a.djvu")
    damaged(served.root / "a.djvu", b"NAVM")
    service = served()
    wait_until(lambda: service.get("/images/a.djvu").json.get("sizes"))
    told = service.get("/images/a.djvu/outline").json
    assert told["outline"] == []
    # What it complains of itself, and nothing of where it is run.
    assert told["missing"] == "djvused can't tell all of page 1: Failed to open the document"
    assert service.get("/images/a.djvu").json["links"]["outline"]
    line = f'fault names-missing image="a.djvu" reason="{told["missing"]}"'
    wait_until(lambda: any(line in said for said in service.said))
    # What is shown and written on the pages is none of its business.
    for page in range(1, 5):
        assert service.get(f"/iiif/3/a.djvu;{page}/full/max/0/default.jpg").status == 200
    wait_until(lambda: service.get("/images/a.djvu/search?q=quick").json["complete"] == 1)
    assert [hit["page"] for hit in service.get("/images/a.djvu/search?q=quick").json["hits"]] == [1]


def test_why_a_page_can_t_be_drawn_is_said_in_the_program_s_words(served):
    bitonal(served.root / "a.djvu", bars(300, 300, 7))
    damaged(served.root / "a.djvu", b"Sjbz", b"\x00")
    answer = served().get("/iiif/3/a.djvu/full/max/0/default.jpg")
    said = answer.json["error"]["detail"]
    assert (answer.status, said.partition("page 1: ")[2]) == (422, "Corrupted file: No start record.")
