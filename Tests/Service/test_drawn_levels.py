"""Pages that are drawn as finely as they are asked for: levels below 0, in blocks without seams."""
import io
import os
import pathlib
import random
import signal
import zlib

import numpy
import pytest
from PIL import Image

from support.documents import Document, colored, rectangle
from support.engine import drawn_whole, library
from support.pictures import draw
from support.seams import hold_blocks
from support.service import wait_until
from support.streams import parts_of

pytestmark = pytest.mark.usefixtures("page_engine")

BLUE = (0, 0, 1)


def written(seed, width, height, lines=400):
    """A page full of letters, turned and upright, and of strokes that meet no pixel's edge."""
    choice = random.Random(seed)
    content = []
    for _ in range(lines):
        x, y = choice.uniform(0, width), choice.uniform(0, height)
        color = [round(choice.uniform(0, 0.8), 2) for _ in range(3)]
        content.append("%f %f %f rg %f %f %f RG" % (*color, *color))
        if choice.random() < 0.6:
            turn = choice.choice([(1, 0, 0, 1), (0, 1, -1, 0), (0.8, 0.6, -0.6, 0.8)])
            content.append(
                "BT /F %f Tf %f %f %f %f %f %f Tm (Quarrying fjords 0123456789) Tj ET"
                % (choice.uniform(3, 20), *turn, x, y))
        else:
            content.append("%f w %f %f m %f %f l S" % (
                choice.uniform(0.1, 2), x, y, choice.uniform(0, width), choice.uniform(0, height)))
    document = Document()
    font = document.add("<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>")
    return document.page(width, height, "\n".join(content).encode(), f"/Font << /F {font} 0 R >>")


def plus_sign(path):
    """Twelve corners in blue on white, as Apple's listing has them, counted from the top."""
    corners = [(35, 255), (35, 205), (135, 205), (135, 105), (185, 105), (185, 205), (285, 205),
               (285, 255), (185, 255), (185, 355), (135, 355), (135, 255)]
    if path.suffix == ".svg":
        points = " ".join(f"{x},{y}" for x, y in corners)
        path.write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" width="460" height="320">'
            f'<rect width="460" height="320" fill="white"/><polygon points="{points}" fill="blue"/></svg>')
    else:
        lines = " ".join(f"{x} {320 - y} {'l' if place else 'm'}" for place, (x, y) in enumerate(corners))
        Document().page(460, 320, f"0 0 1 rg {lines} f".encode()).write(path)


def level_of(service, name, reduction, columns, rows):
    """A level, put together from its tiles."""
    lines = []
    for row in range(rows):
        tiles = [service.get(f"/images/{name}/tiles/{reduction}/{column}_{row}.png")
                 for column in range(columns)]
        assert {tile.status for tile in tiles} == {200}
        lines.append(numpy.concatenate([tile.pixels for tile in tiles], axis=1))
    return numpy.concatenate(lines, axis=0)


def test_finer_levels_are_told_of(served):
    colored(BLUE).write(served.root / "a.pdf")
    draw(served.root / "b.jpg", 600, 400)
    service = served("--dpi", "144")
    told = service.get("/images/a.pdf").json
    assert (told["width"], told["height"], told["detail"]) == (400, 200, 3)
    assert [level["reduction"] for level in told["levels"]] == [-3, -2, -1, 0, 1]
    assert (told["levels"][0]["width"], told["levels"][0]["columns"]) == (3200, 13)
    info = service.get("/iiif/3/a.pdf/info.json").json
    assert (info["width"], info["height"]) == (3200, 1600)
    assert info["tiles"][0]["scaleFactors"] == [1, 2, 4, 8, 16]
    assert info["sizes"] == [{"width": 200, "height": 100}, {"width": 400, "height": 200}]
    assert b'Width="3200"' in service.get("/dzi/a.pdf.dzi").body
    assert b'WIDTH="3200"' in service.get("/zoomify/a.pdf/ImageProperties.xml").body
    canvas = service.get("/presentation/3/a.pdf/manifest.json").json["items"][0]
    assert (canvas["width"], canvas["height"]) == (3200, 1600)
    # What is no drawing has nothing finer.
    told = service.get("/images/b.jpg").json
    assert "detail" not in told and told["levels"][0]["reduction"] == 0


def test_without_detail_all_is_as_it_was(served):
    colored(BLUE).write(served.root / "a.pdf")
    service = served("--dpi", "144", "--detail", "0")
    told = service.get("/images/a.pdf").json
    assert "detail" not in told and told["levels"][0]["reduction"] == 0
    assert service.get("/iiif/3/a.pdf/info.json").json["width"] == 400
    assert service.get("/images/a.pdf/tiles/-1/0_0.jpg").status == 200
    assert service.metrics().get("page_parts_total{outcome=\"drawn\"}", 0) == 0


def test_a_scan_has_nothing_finer(served):
    path = draw(served.root / "x.jpg", 900, 600)
    document = Document()
    document.scan(900, 600, (served.root / "x.jpg").read_bytes())
    document.write(served.root / "scan.pdf")
    service = served()
    told = service.get("/images/scan.pdf").json
    assert (told["width"], told["height"]) == (900, 600) and "detail" not in told
    canvas = service.get("/presentation/3/scan.pdf/manifest.json").json["items"][0]
    assert (canvas["width"], canvas["height"]) == (900, 600)


def test_no_seam_is_seen_where_blocks_meet(served):
    """Tiles of 26 random blocks at five densities, held against the page drawn at one go."""
    if library() is None:
        pytest.skip("PDFium lies elsewhere")
    width, height = 288, 216
    document = written(1, width, height)
    document.write(served.root / "a.pdf")
    service = served("--dpi", "75", "--detail", "4", "--format", "lossless")
    hold_blocks(service, "a.pdf", lambda *size: drawn_whole(document, 1, *size))


@pytest.mark.parametrize("name", ["plus.pdf", "plus.svg", "letters.pdf"])
def test_what_a_view_has_drawn_of_a_block_is_as_in_all_of_it(served, name):
    if name.startswith("plus"):
        plus_sign(served.root / name)
    else:
        written(5, 288, 216).write(served.root / name)
    flags = ("--dpi", "75", "--detail", "3", "--format", "lossless", "--allow-untrusted")
    viewed, single = served(*flags), served(*flags)
    level = viewed.get(f"/images/{name}").json["levels"][0]
    assert level["reduction"] == -3
    choice = random.Random(8)
    for _ in range(8):
        # Less than a block, and across the lines where they meet.
        first = (choice.randrange(level["columns"] - 2), choice.randrange(level["rows"] - 2))
        asked = [(first[0] + x, first[1] + y) for x in range(3) for y in range(2)]
        parts = parts_of(viewed.get(
            f"/images/{name}/viewport/tiles?tiles={','.join(f'-3/{x}_{y}' for x, y in asked)}"))
        assert len(parts) == len(asked)
        for fields, body in parts:
            alone = single.get(fields["Content-Location"]).pixels.astype(int)
            seen = numpy.asarray(Image.open(io.BytesIO(body)).convert("RGB")).astype(int)
            far = numpy.abs(seen - alone).max(axis=2)
            # Letters begin where they do, rounded from another corner; JPEG doubles what that is.
            assert far.max() <= (0 if name.startswith("plus") else 32), fields
            assert (far > 16).mean() < 0.001, fields
    assert viewed.metrics()['page_parts_total{outcome="drawn"}'] > single.metrics()['page_parts_total{outcome="drawn"}']


@pytest.mark.parametrize("name", ["plus.pdf", "plus.svg"])
def test_the_plus_sign_is_equally_crisp_on_five_levels(served, name):
    plus_sign(served.root / name)
    service = served("--dpi", "72", "--detail", "2", "--format", "lossless", "--allow-untrusted")
    told = service.get(f"/images/{name}").json
    assert (told["width"], told["height"]) == (460, 320)
    grids = {-2: (8, 5), -1: (4, 3), 0: (2, 2), 1: (1, 1), 2: (1, 1)}
    assert [columns * rows for columns, rows in grids.values()] == [40, 12, 4, 1, 1]
    for reduction, grid in grids.items():
        zoom = 2.0 ** -reduction
        view = service.get(
            f"/images/{name}/viewport?bounds={460 * zoom},{320 * zoom}&zoom={zoom}"
            "&maximumZoom=4&minimumZoom=0.25&levelsOfDetail=5&levelsOfDetailBias=2").json
        assert view["level"]["reduction"] == reduction
        assert (view["level"]["columns"], view["level"]["rows"]) == grid
        assert len(view["tiles"]) == grid[0] * grid[1]
        if reduction < 2:
            assert all(service.get(tile["url"]).status == 200 for tile in view["tiles"][:4])
            pixels = level_of(service, name, reduction, *grid).astype(int)
        else:
            # A level beyond the one that fits a tile is asked for as a picture of its size.
            pixels = service.get(f"/iiif/3/{name}/full/115,80/0/default.png").pixels.astype(int)
        # Down the middle of the upright: white, blue, white; no edge is wider than a pixel.
        scale = 2.0 ** -reduction
        column = pixels[:, round(160 * scale), 0]
        row = pixels[round(230 * scale), :, 0]
        for line in (column, row):
            between = (line > 12) & (line < 243)
            assert between.sum() <= 2, (reduction, line[between])
            assert line.min() < 12 and line.max() > 243
        assert abs(numpy.flatnonzero(row < 128)[0] - 35 * scale) <= 1
        assert abs(numpy.flatnonzero(row < 128)[-1] + 1 - 285 * scale) <= 1
        assert abs(numpy.flatnonzero(column < 128)[0] - 105 * scale) <= 1


def test_diagonals_of_a_large_sheet_lie_where_they_should(served):
    width, height = 2384, 3370
    document = Document().page(
        width, height, f"2 w 0 0 m {width} {height} l S 0 {height} m {width} 0 l S".encode())
    document.write(served.root / "sheet.pdf")
    service = served()
    told = service.get("/images/sheet.pdf").json
    assert told["detail"] == 2, "a side of more than 49,152 pixels would bend"
    finest = told["levels"][0]
    assert finest["reduction"] == -2
    wide, high = finest["width"], finest["height"]
    for share in (0.01, 0.23, 0.5, 0.77, 0.99):
        row = int(share * high) // 256
        for rising in (False, True):
            middle = (256 * row + 128.5) / high
            place = (1 - middle if rising else middle) * wide
            column = min(int(place) // 256, finest["columns"] - 1)
            tile = service.get(f"/images/sheet.pdf/tiles/-2/{column}_{row}.png").pixels[:, :, 0]
            line = 255 - tile[128].astype(float)
            found = (line * (numpy.arange(tile.shape[1]) + 0.5)).sum() / line.sum()
            expected = place - 256 * column
            # A stroke that the tile's edge cuts has its middle elsewhere.
            if 12 < expected < tile.shape[1] - 12:
                assert abs(found - expected) < 1, (share, rising)


def test_protocols_of_others_show_the_finest(served):
    written(3, 200, 100).write(served.root / "a.pdf")
    service = served("--dpi", "144")
    own = service.get("/images/a.pdf/tiles/-3/2_1.png")
    assert own.status == 200
    for address in ("/iiif/3/a.pdf/512,256,256,256/256,256/0/default.png",
                    "/iiif/2/a.pdf/512,256,256,256/256,/0/default.png",
                    "/dzi/a.pdf_files/12/2_1.png"):
        assert service.get(address).body == own.body, address
    part = service.get("/iiif/3/a.pdf/512,256,256,256/128,128/0/default.png")
    assert part.status == 200 and part.pixels.shape == (128, 128, 3)
    whole = service.get("/iiif/3/a.pdf/full/1000,/0/default.png")
    assert whole.pixels.shape == (500, 1000, 3)


def test_what_is_drawn_has_a_name_by_which_it_is_asked_for_again(served):
    """It is no name of bytes: the same part of a page may be drawn in another part of its block."""
    colored(BLUE, size=(288, 144)).write(served.root / "a.pdf")
    service = served("--dpi", "144", "--format", "jpeg")
    drawn, stored = (service.get(f"/images/a.pdf/tiles/{reduction}/0_0.jpg") for reduction in (-1, 0))
    assert drawn.fields["ETag"].startswith('W/"') and stored.fields["ETag"].startswith('"')
    for answer, reduction in ((drawn, -1), (stored, 0)):
        again = service.get(
            f"/images/a.pdf/tiles/{reduction}/0_0.jpg", If_None_Match=answer.fields["ETag"])
        assert again.status == 304


def test_a_tile_is_drawn_once_for_all_who_ask(served):
    colored(BLUE, size=(288, 144)).write(served.root / "a.pdf")
    service = served("--dpi", "144")
    for column in range(4):
        assert service.get(f"/images/a.pdf/tiles/-3/{column}_0.jpg").status == 200
    assert service.metrics()['page_parts_total{outcome="drawn"}'] == 1


def drawers(service):
    """Processes that draw pages, by their numbers."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if (entry / "comm").read_text().strip() != "pyramid-pages":
                continue
            status = (entry / "status").read_text()
            parent = int(next(l for l in status.splitlines() if l.startswith("PPid")).split()[1])
            above = pathlib.Path(f"/proc/{parent}/status").read_text()
            server = int(next(l for l in above.splitlines() if l.startswith("PPid")).split()[1])
            if server == service.process.pid:
                found.append(int(entry.name))
        except (OSError, ValueError, StopIteration):
            continue
    return found


def test_who_draws_is_replaced_when_it_is_killed(served):
    colored(BLUE, size=(288, 144)).write(served.root / "a.pdf")
    service = served("--dpi", "144")
    assert service.get("/images/a.pdf/tiles/-3/0_0.png").status == 200
    running = drawers(service)
    assert len(running) == 1
    os.kill(running[0], signal.SIGKILL)
    answer = service.get("/images/a.pdf/tiles/-3/8_4.png")
    assert answer.status == 200 and "max-age=60" not in answer.fields["Cache-Control"]
    assert drawers(service) != running


def test_what_can_not_be_drawn_is_enlarged_for_a_while(served):
    """A page that could be cut with more memory than those have who draw."""
    document = Document()
    operators = zlib.compress(b"0 0 m 1 1 l S\n" * 400_000, 9)
    stream = document.add(b"/Filter /FlateDecode", operators)
    document.page(300, 300)
    document.objects[document.pages[0] - 1] = (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents {stream} 0 R >>".encode())
    document.page(300, 300, rectangle(BLUE, 0, 0, 150, 150))
    document.write(served.root / "a.pdf")
    service = served("--page-memory", "64", "--cut-wait", "120")
    assert service.get("/images/a.pdf;1/tiles/0/0_0.jpg").status == 200
    answer = service.get("/images/a.pdf;1/tiles/-2/0_0.jpg")
    assert answer.status == 200 and answer.pixels.shape == (256, 256, 3)
    assert answer.fields["Cache-Control"] == "public, max-age=60"
    assert "ETag" not in answer.fields
    metrics = service.metrics()
    assert metrics['page_parts_total{outcome="failed"}'] == 1
    assert metrics['faults_total{kind="page-not-drawn"}'] == 1
    # For a while nobody tries again; the other page is drawn.
    assert service.get("/images/a.pdf;1/tiles/-2/1_0.jpg").status == 200
    assert service.metrics()['page_parts_total{outcome="failed"}'] == 1
    other = service.get("/images/a.pdf;2/tiles/-2/0_9.png")
    assert other.status == 200 and "max-age=60" not in other.fields["Cache-Control"]
    assert service.metrics()['page_parts_total{outcome="drawn"}'] == 1


def test_a_page_is_read_before_somebody_looks_closer(served):
    colored(BLUE).write(served.root / "a.pdf")
    service = served()
    assert service.get("/images/a.pdf/tiles/0/0_0.jpg").status == 200
    assert service.metrics()["page_drawers"] == 0
    assert service.get("/images/a.pdf").status == 200
    wait_until(lambda: service.metrics()["page_drawers"] == 1)
    assert service.metrics()['page_parts_total{outcome="drawn"}'] == 0


def test_the_tiles_of_many_blocks_come_in_one_stream_as_they_are_asked_for(served):
    written(3, 400, 300).write(served.root / "a.pdf")
    service = served()
    # Three blocks down and four across: next to each other are tiles of different ones.
    tiles = random.Random(5).sample([(column, row) for column in range(14) for row in range(10)], 48)
    asked = ",".join(["0/0_0", *(f"-2/{column}_{row}" for column, row in tiles), "1/0_0"])
    for _ in range(2):
        parts = parts_of(service.get(f"/images/a.pdf/viewport/tiles?tiles={asked}"))
        names = [fields["Content-Location"].split("/tiles/")[1].split(".")[0] for fields, _ in parts]
        assert names == asked.split(",")
    for fields, part in parts:
        assert service.get(fields["Content-Location"]).body == part


def test_who_leaves_a_stream_of_drawn_tiles_keeps_nobody_waiting(served):
    written(4, 400, 300).write(served.root / "a.pdf")
    service = served()
    assert service.get("/images/a.pdf").status == 200
    asked = ",".join(f"-3/{4 * column}_{4 * row}" for column in range(6) for row in range(4))
    for _ in range(5):
        with service.connect() as client:
            client.sendall(f"GET /images/a.pdf/viewport/tiles?tiles={asked} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            assert client.recv(20).startswith(b"HTTP/1.1 200")
    assert len(parts_of(service.get(f"/images/a.pdf/viewport/tiles?tiles={asked}"))) == 24
