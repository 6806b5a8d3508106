"""PDF files over HTTP: every page is an image, and what one of them does harms no other."""
import concurrent.futures
import functools
import io
import pathlib
import zlib

import numpy
import pytest
from PIL import Image

from support.command import run
from support.documents import Document, colored, rectangle
from support.halted import Halted
from support.pictures import draw
from support.processes import decoders
from support.service import wait_until

RED, GREEN, BLUE = (1, 0, 0), (0, 1, 0), (0, 0, 1)

pytestmark = pytest.mark.usefixtures("page_engine")


def near(pixels, color):
    return numpy.abs(pixels.astype(int) - 255 * numpy.array(color)).max() < 12


def test_a_document_is_an_album_and_its_pages_are_images(served):
    colored(RED, GREEN, BLUE).write(served.root / "a.pdf")
    service = served("--dpi", "144")
    album = service.get("/images/a.pdf").json
    assert (album["type"], album["kind"]) == ("album", "pdf")
    assert [page["id"] for page in album["pages"]] == ["a.pdf;1", "a.pdf;2", "a.pdf;3"]
    for page, color in enumerate((RED, GREEN, BLUE), 1):
        told = service.get(f"/images/a.pdf;{page}").json
        assert (told["type"], told["width"], told["height"]) == ("image", 400, 200)
        assert told["pages"] == 3
        pixels = service.get(f"/iiif/3/a.pdf;{page}/full/400,200/0/default.jpg").pixels
        assert near(pixels[110:190, 10:190], color)
    assert service.get("/images/a.pdf;4").status == 404
    assert service.get("/images/a.pdf;0").status == 404


def cutters(service):
    """The processes that hold a document open to cut its pages."""
    names = {number: pathlib.Path(f"/proc/{number}/comm") for number in decoders(service.process.pid)}
    return {number for number, name in names.items() if name.exists() and name.read_text().strip() == "pyramid-cutter"}


def test_who_opens_a_document_finds_it_open_when_a_page_is_asked_for(served):
    colored(RED, GREEN, BLUE).write(served.root / "a.pdf")
    service = served()
    assert service.get("/view/a.pdf").status == 200
    # Another one describes it, and ends with that.
    wait_until(lambda: service.get("/images/a.pdf?wait=1").json.get("layout") and len(cutters(service)) == 1)
    waiting = cutters(service)
    for page, color in enumerate((RED, GREEN, BLUE), 1):
        pixels = service.get(f"/iiif/3/a.pdf;{page}/full/200,100/0/default.jpg").pixels
        assert near(pixels[55:95, 5:95], color)
    assert waiting <= cutters(service)


def test_the_document_as_an_image_is_its_first_page(served):
    colored(RED, GREEN).write(served.root / "a.pdf")
    service = served()
    first = service.get("/images/a.pdf;1/tiles/0/0_0.jpg")
    whole = service.get("/images/a.pdf/tiles/0/0_0.jpg")
    assert (first.status, whole.status) == (200, 200) and first.body == whole.body
    info = service.get("/iiif/3/a.pdf/info.json").json
    assert (info["width"], info["height"]) == (417 << 3, 209 << 3)


def test_a_document_of_one_page_is_an_image(served):
    colored(RED).write(served.root / "a.pdf")
    service = served()
    assert service.get("/images/a.pdf").json["type"] == "image"
    assert service.get("/images/a.pdf;1").json["version"] == service.get("/images/a.pdf").json["version"]


def test_a_document_that_changes_is_counted_anew(served):
    path = colored(RED, GREEN).write(served.root / "a.pdf")
    service = served()
    assert len(service.get("/images/a.pdf").json["pages"]) == 2
    path.unlink()
    colored(RED, GREEN, BLUE).write(path)
    assert len(service.get("/images/a.pdf").json["pages"]) == 3


def test_who_waits_for_a_document_is_told_all_of_it_at_once(served):
    colored(*[RED, GREEN, BLUE] * 20).write(served.root / "a.pdf")
    told = served().get("/images/a.pdf?wait=60").json
    assert (told["pageCount"], len(told["pages"]), told["sizes"][0][3]) == (60, 60, 60)
    assert served().get("/images/a.pdf?wait=soon").status == 200


@pytest.mark.parametrize("path", ["images/a.pdf", "iiif/3/a.pdf;2/info.json", "presentation/3/a.pdf/manifest.json", "images/a.pdf/outline"])
def test_who_does_not_wait_is_told_at_once_that_pages_are_being_counted(served, path):
    service = served()
    with Halted(service):
        colored(RED, GREEN).write(service.folder / "a.pdf")
        answer = service.get(f"/{path}?wait=0")
        assert (answer.status, answer.json["progress"]["state"]) == (503, "waiting")
        assert "Retry-After" in answer.fields
        assert service.get(f"/{path}?missing=empty&wait=0").status == 202
    wait_until(lambda: service.get(f"/{path}?wait=0").status == 200)


def test_all_pages_of_a_file_tell_which_file_they_are_of(served):
    path = served.root / "a.pdf"
    colored(RED, GREEN).write(path)
    service = served()
    first = {service.get(f"/images/a.pdf{page}").json["edition"] for page in ("", ";1", ";2")}
    assert len(first) == 1
    path.unlink()
    colored(GREEN, BLUE).write(path)
    later = {service.get(f"/images/a.pdf{page}").json["edition"] for page in ("", ";1", ";2")}
    assert len(later) == 1 and later != first


def test_what_can_not_be_read_is_said(served):
    (served.root / "damaged.pdf").write_bytes(b"%PDF-1.7\n" + 500 * b"\0")
    locked = colored(RED)
    number = locked.add(
        f"<< /Filter /Standard /V 1 /R 2 /P -4 /Length 40 /O <{'41' * 32}> /U <{'42' * 32}> >>")
    locked.trailer = b"/Encrypt %d 0 R /ID [<%b> <%b>]" % (number, b"43" * 16, b"43" * 16)
    locked.write(served.root / "locked.pdf")
    service = served()
    for name, words in [("damaged", "it is damaged, or no PDF"), ("locked", "needs a password")]:
        for address in (f"/images/{name}.pdf", f"/images/{name}.pdf;2", f"/iiif/3/{name}.pdf/info.json",
                        f"/images/{name}.pdf;1/alto.xml", f"/images/{name}.pdf;1/text"):
            answer = service.get(address)
            assert answer.status == 422, (address, answer.body)
            assert words in answer.json["error"]["detail"]




def test_what_lies_over_a_coarse_scan_is_as_fine_as_any_page(served):
    document = Document()
    stamp = document.add("/Type /XObject /Subtype /Form /BBox [0 0 100 50]", rectangle(RED, 0, 0, 100, 50))
    note = document.add(
        f"<< /Type /Annot /Subtype /Stamp /Rect [50 25 150 75] /F 4 /AP << /N {stamp} 0 R >> >>")
    white = zlib.compress(b"\xff\xff\xff")
    for more in ("", f"/Annots [{note} 0 R]"):
        document.scan(1, 1, white, (200, 100), filter="FlateDecode", more=more)
    document.write(served.root / "stamped.pdf")
    service = served("--dpi", "150")
    alone, stamped = (service.get(f"/images/stamped.pdf;{page}").json for page in (1, 2))
    assert max(alone["width"], alone["height"]) == 256, "there is nothing to see"
    assert (stamped["width"], stamped["height"]) == (417, 209)
    pixels = service.get("/iiif/3/stamped.pdf;2/full/417,209/0/default.png").pixels
    assert near(pixels[104, 208], RED) and near(pixels[10, 10], (1, 1, 1))


@functools.cache
def strokes_without_end():
    return zlib.compress(b"0 0 m 1 1 l S\n" * 30_000_000, 1)


def add_strokes_without_end(document):
    """A page that takes all memory there is."""
    stream = document.add(b"/Filter /FlateDecode", strokes_without_end())
    document.page(300, 300)
    document.objects[document.pages[-1] - 1] = (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents {stream} 0 R >>".encode())


def test_a_page_that_takes_too_much_memory_is_said_to(served):
    bomb = Document()
    add_strokes_without_end(bomb)
    bomb.write(served.root / "bomb.pdf")
    service = served("--max-memory", "256")
    answer = service.get("/images/bomb.pdf")
    assert answer.status == 422 and "it takes more memory than" in answer.json["error"]["detail"]
    assert not any("decoder-crashed" in line for line in service.said)


def test_bombs_end_with_their_page_and_nothing_else(served):
    """What takes for ever or all memory ends at its limits; other pages and images are served."""
    memory, time = Document(), Document()
    # A form that draws a form ten times, ten deep, and so on: 10^10 rectangles.
    form = time.add("/Type /XObject /Subtype /Form /BBox [0 0 300 300]", rectangle(RED, 0, 0, 9, 9))
    for _ in range(10):
        form = time.add(
            "/Type /XObject /Subtype /Form /BBox [0 0 300 300] /Resources"
            f" << /XObject << /F {form} 0 R >> >>", 10 * b"/F Do ")
    time.page(300, 300, b"/F Do", f"/XObject << /F {form} 0 R >>")
    time.page(300, 300, rectangle(GREEN, 0, 0, 150, 150))
    time.write(served.root / "time.pdf")
    add_strokes_without_end(memory)
    memory.page(300, 300, rectangle(BLUE, 0, 0, 150, 150))
    memory.write(served.root / "memory.pdf")
    draw(served.root / "picture.jpg", 600, 400)
    service = served("--deadline", "5", "--max-memory", "256", "--cut-wait", "60", "--cuts", "2")
    with concurrent.futures.ThreadPoolExecutor() as pool:
        bombs = [pool.submit(service.get, f"/images/{name}.pdf;1") for name in ("time", "memory")]
        assert service.get("/images/time.pdf;2").status == 200
        assert service.get("/images/memory.pdf;2").status == 200
        assert service.get("/images/picture.jpg/tiles/0/0_0.jpg").status == 200
        for answer in (bomb.result() for bomb in bombs):
            assert answer.status in (422, 503), answer.body
            assert "the image can't be cut" in answer.json["error"]["detail"]
    assert len(service.get("/images/time.pdf").json["pages"]) == 2


def test_labels_that_go_round_in_circles_keep_nothing_from_being_seen(served):
    document = colored(RED, GREEN)
    number = document.add("<< >>")
    document.objects[number - 1] = f"<< /Kids [{number} 0 R] /Limits [0 9] >>".encode()
    document.catalog = f"/PageLabels {number} 0 R".encode()
    document.write(served.root / "a.pdf")
    service = served("--deadline", "5")
    assert service.get("/images/a.pdf;2").json["pages"] == 2
    found = service.get("/presentation/3/a.pdf/manifest.json").json
    assert [canvas["label"]["none"] for canvas in found["items"]] == [["1"], ["2"]]
    told = run("inspect", "--deadline", "5", served.root / "a.pdf")
    assert told.returncode == 0, told.stderr


def test_a_scan_that_can_not_be_decoded_is_no_blank_page(served):
    draw(served.root / "x.jpg", 900, 600)
    sound = (served.root / "x.jpg").read_bytes()
    blank = io.BytesIO()
    Image.new("RGB", (900, 600), "white").save(blank, "JPEG")
    document = Document()
    document.scan(900, 600, sound[:2] + bytes(1000))
    document.scan(900, 600, b"no picture at all", filter="JPXDecode")
    document.scan(900, 600, blank.getvalue(), more="/Rotate 90")
    document.scan(900, 600, sound)
    document.write(served.root / "a.pdf")
    service = served()
    for page in (1, 2):
        answer = service.get(f"/images/a.pdf;{page}")
        assert answer.status == 422 and "can't be decoded" in answer.json["error"]["detail"]
    # One on which nothing is printed is another thing.
    assert service.get("/images/a.pdf;3/tiles/0/0_0.png").pixels.min() == 255
    assert service.get("/images/a.pdf;4").status == 200
