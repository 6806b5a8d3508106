"""PDF files on the command line: every page is an image, drawn by PDFium."""
import json

import numpy
import pytest

from support.command import as_json, cut, events, run
from support.documents import Document, colored, rectangle

RED, GREEN, BLUE = (1, 0, 0), (0, 1, 0), (0, 0, 1)

pytestmark = pytest.mark.usefixtures("page_engine")


def near(pixels, color):
    return numpy.abs(pixels.astype(int) - 255 * numpy.array(color)).max() < 12


def test_a_page_is_drawn_on_white_at_the_wanted_density(tmp_path):
    source = colored(RED).write(tmp_path / "a.pdf")
    (pixels, *_) = cut(source, tmp_path / "a.tif", "--dpi", 144, "--quality", 95)
    assert pixels.shape == (200, 400, 3)
    # Points are counted from below.
    assert near(pixels[110:190, 10:190], RED)
    for corner in (pixels[10:90, 10:190], pixels[10:90, 210:390], pixels[110:190, 210:390]):
        assert near(corner, (1, 1, 1))


@pytest.mark.parametrize("points, dpi, side", [
    ((595.276, 841.89), 150, (1241, 1754)),
    ((595.2, 841.92), 150, (1240, 1754)),
    ((612, 792), 100, (850, 1100)),
    # No longer side than 16,384 pixels, and no shorter one than 256.
    ((100_000, 50_000), 150, (16384, 8192)),
    ((10, 5), 72, (256, 128)),
], ids=str)  # fmt: skip
def test_sizes_are_rounded_up_and_bounded(tmp_path, points, dpi, side):
    source = Document().page(*points).write(tmp_path / "a.pdf")
    told = as_json("inspect", source, "--dpi", dpi)
    assert (told["width"], told["height"]) == side


def test_pages_are_told_with_their_names_and_sizes(tmp_path):
    document = colored(RED, GREEN, BLUE)
    document.catalog = b"/PageLabels << /Nums [0 << /S /r >> 2 << /S /D >>] >>"
    source = document.write(tmp_path / "a.pdf")
    told = as_json("inspect", "--page", 2, source)
    assert (told["pages"], told["page"], told["pageLabel"]) == (3, 2, "ii")
    assert (told["pageWidth"], told["pageHeight"], told["road"]) == (200, 100, "PDFium")
    assert "page 2, called ii of 3: 200 x 100 points" in run("inspect", "--page", 2, source).stdout
    assert "pageLabel" in json.loads(run("inspect", "--json", "--page", 3, source).stdout)
    refused = run("inspect", "--page", 4, source)
    assert refused.returncode == 1 and "there is no page 4: the file has 3" in refused.stderr


def test_each_page_is_cut(tmp_path):
    source = colored(RED, GREEN, BLUE).write(tmp_path / "a.pdf")
    for page, color in enumerate((RED, GREEN, BLUE), 1):
        (pixels, *_) = cut(source, tmp_path / "o.tif", "--page", page, "--dpi", 144)
        assert near(pixels[110:190, 10:190], color)


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_pages_are_cropped_and_turned(tmp_path, turn):
    """The crop box's lower left quarter is red; turning goes clockwise."""
    content = rectangle(BLUE, 0, 0, 300, 300) + rectangle(RED, 50, 60, 100, 50)
    more = f"/CropBox [50 60 250 160] /Rotate {turn}"
    source = Document().page(300, 300, content, more=more).write(tmp_path / "a.pdf")
    (pixels, *_) = cut(source, tmp_path / "a.tif", "--dpi", 144)
    upright = numpy.rot90(pixels, turn // 90)
    assert upright.shape == (200, 400, 3)
    assert near(upright[110:190, 10:190], RED)
    assert near(upright[10:90, 10:190], BLUE) and near(upright[110:190, 210:390], BLUE)


def test_strips_of_a_large_page_fit_together(tmp_path):
    """Slanting lines over the page: drawn strip by strip they are what they are in one."""
    lines = b"".join(b"%d 0 m %d 1500 l S\n" % (x, x + 400) for x in range(-400, 1500, 50))
    source = Document().page(1500, 1500, b"3 w\n" + lines).write(tmp_path / "a.pdf")
    (large, *_) = cut(source, tmp_path / "l.tif", "--dpi", 288, "--format", "lossless")
    (small, *_) = cut(source, tmp_path / "s.tif", "--dpi", 72, "--format", "lossless")
    assert large.shape == (6000, 6000, 3) and small.shape == (1500, 1500, 3)
    halves = large.reshape(1500, 4, 1500, 4, 3).mean((1, 3))
    # Edges of lines differ by what smoothing makes of them, wherever they are.
    far = numpy.abs(halves - small).max((1, 2))
    assert far.max() < 64, (far.argmax(), far.max())


def test_prerender_cuts_all_pages_or_those_that_are_named(tmp_path):
    colored(RED, GREEN, BLUE, RED).write(tmp_path / "a.pdf")

    def cut_pages(*flags):
        said = run(
            "prerender", "--json", "--store", tmp_path / "store", *flags, tmp_path / "a.pdf")
        assert said.returncode == 0, said.stderr
        return [int(event["image"][-1]) for event in events(said) if event["event"] == "cut"]

    assert sorted(cut_pages("--pages", "2-3")) == [2, 3]
    assert sorted(cut_pages()) == [1, 4]
    assert cut_pages() == []


@pytest.mark.parametrize("words", ["3-2", "0-1", "2", "a-b", "1-", "-1", "1-2-3"])
def test_pages_are_named_as_a_range(tmp_path, words):
    said = run("prerender", "--store", tmp_path, f"--pages={words}", tmp_path)
    assert said.returncode == 2 and "--pages" in said.stderr


@pytest.mark.parametrize("change, words", [
    (lambda bytes: bytes[:40], "damaged"),
    (lambda bytes: b"%PDF-1.7\n" + 500 * b"\0", "damaged"),
    (lambda bytes: bytes.replace(b"/Count 1", b"/Count 0").replace(b"/Kids [4 0 R]", b"/Kids []"),
     "damaged"),
], ids=["beginning", "nothing", "no pages"])  # fmt: skip
def test_what_can_not_be_read_is_said_in_a_sentence(tmp_path, change, words):
    (tmp_path / "a.pdf").write_bytes(change(colored(RED).bytes))
    for command in (["inspect"], ["cut", "--force"]):
        target = [tmp_path / "a.tif"] if command[0] == "cut" else []
        said = run(*command, tmp_path / "a.pdf", *target)
        assert said.returncode == 1 and words in said.stderr, said.stderr


def test_a_locked_document_needs_a_password(tmp_path):
    document = colored(RED)
    number = document.add(
        "<< /Filter /Standard /V 1 /R 2 /P -4 /Length 40"
        f" /O <{'41' * 32}> /U <{'42' * 32}> >>")
    document.trailer = b"/Encrypt %d 0 R /ID [<%b> <%b>]" % (number, b"43" * 16, b"43" * 16)
    said = run("inspect", document.write(tmp_path / "a.pdf"))
    assert said.returncode == 1 and "it is encrypted and needs a password" in said.stderr


def test_documents_can_be_switched_off(tmp_path):
    source = colored(RED).write(tmp_path / "a.pdf")
    said = run("inspect", "--documents", "off", source)
    assert said.returncode == 1
    assert "PDF files are not switched on (--documents is off)" in said.stderr


def test_an_engine_that_is_not_there_is_said(tmp_path):
    source = colored(RED).write(tmp_path / "a.pdf")
    said = run("inspect", "--pdf-engine", tmp_path / "nowhere.so", source)
    assert said.returncode == 3 and f"no file '{tmp_path}/nowhere.so'" in said.stderr
    (tmp_path / "text.so").write_text("no library")
    said = run("inspect", "--pdf-engine", tmp_path / "text.so", source)
    assert said.returncode == 1 and "PDFium" in said.stderr
