"""One process cuts page after page of a document; each comes out as if it were cut alone."""
import io
import zlib

import pytest
from PIL import Image, ImageDraw

from support.command import events, levels, run
from support.documents import Document, rectangle

RED, BLUE = (1, 0, 0), (0, 0, 1)

pytestmark = pytest.mark.usefixtures("page_engine")


def text(words):
    return b"BT /F 20 Tf 10 60 Td (%b) Tj ET\n" % words


def scan():
    picture = Image.linear_gradient("L").resize((600, 400)).convert("RGB")
    ImageDraw.Draw(picture).text((40, 40), "A scan", fill=(200, 20, 20))
    data = io.BytesIO()
    picture.save(data, "JPEG", quality=88)
    return data.getvalue()


def mixed():
    """Text, a scan, a page too large for the memory there is, one that is none, and what comes after them."""
    document = Document()
    font = document.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    resources = f"/Font << /F {font} 0 R >>"
    document.page(200, 100, text(b"One"), resources)
    document.scan(600, 400, scan())
    document.page(200, 100, rectangle(RED, 0, 0, 70, 70) + text(b"Three"), resources)
    packed = document.add(b"/Filter /FlateDecode", zlib.compress(b"0 0 m 1 1 l S\n" * 2_000_000, 9))
    document.pages.append(document.add(
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents {packed} 0 R /Resources << >> >>"))
    document.page(300, 200, rectangle(BLUE, 0, 0, 70, 70) + text(b"Five"), resources, "/UserUnit 2 /Rotate 90")
    document.pages.append(document.add("<< /Type /Nothing >>"))
    document.page(200, 100, text(b"Seven"), resources)
    return document


def pages(source, store, *flags):
    """What was said of each page, and what its pyramid shows."""
    said = run("prerender", "--json", "--jobs", "1", "--store", store, "--max-memory", "160", *flags, source)
    found = {}
    for event in events(said):
        if event["event"] in ("cut", "failed"):
            files = store.rglob(f"{event.get('version')}.tif")
            shown = [[(level.shape, level.tobytes()) for level in levels(file)] for file in files]
            found[int(event["image"].rsplit(";", 1)[1])] = (event["event"], event.get("reason"), shown)
    return found


def test_pages_come_out_as_if_they_were_cut_alone(tmp_path):
    source = mixed().write(tmp_path / "a.pdf")
    together = pages(source, tmp_path / "together")
    alone = {}
    for page in range(1, 8):
        alone |= pages(source, tmp_path / "alone", "--pages", f"{page}-{page}")
    assert sorted(together) == list(range(1, 8))
    assert {page: what for page, (what, *_) in together.items() if what != "cut"} == {4: "failed", 6: "failed"}
    for page, found in together.items():
        assert found == alone[page], page
