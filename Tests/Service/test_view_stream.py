"""Views and streams of tiles over real connections; what is in them is proved without sockets."""
import io
import re
import urllib.parse

import numpy
import pytest
from PIL import Image

from support.command import run
from support.documents import colored
from support.pictures import draw
from support.streams import parts_of


@pytest.fixture(scope="module")
def service(serve, tmp_path_factory):
    folder = tmp_path_factory.mktemp("images")
    draw(folder / "wide.jpg", 3001, 2003)
    draw(folder / "odd.png", 511, 513)
    return serve(folder)


def pixels(file):
    return numpy.asarray(Image.open(io.BytesIO(file)).convert("RGB"))


def ask(service, name, question, call="viewport"):
    return service.get(f"/images/{name}/{call}?{urllib.parse.urlencode(question)}")


def test_every_number_is_written_as_the_calculator_writes_it(service):
    # Doubles to their last digit: a text apart is a view apart.
    asked = {"bounds": "333.333,217.7", "zoom": "0.3333333333", "offset": "12.3456789,3.1"}
    answer = ask(service, "wide.jpg", asked).body.decode()
    flags = [f"--{name}={value}" for name, value in asked.items()]
    said = run("viewport", "--json", "--content=3001x2003", *flags).stdout
    plain = re.sub(r'"url": ?"[^"]*"', '"url":null', answer)
    plain = re.sub(r'"(id|version)": ?"[^"]*"', r'"\1":null', plain)
    assert plain == said


def test_the_stream_of_the_old_protocol_ends_with_its_connection(service):
    client = service.connect()
    client.sendall(b"GET /images/odd.png/viewport/tiles?bounds=300,200 HTTP/1.0\r\nHost: x\r\n\r\n")
    received = b""
    while part := client.recv(1 << 16):
        received += part
    head, body = received.split(b"\r\n\r\n", 1)
    assert b"chunked" not in head.lower() and body.endswith(b"--\r\n")
    assert body == ask(service, "odd.png", {"bounds": "300,200"}, "viewport/tiles").body


@pytest.mark.usefixtures("page_engine")
def test_tiles_at_an_edge_come_as_they_are_stored_where_they_are_taken_so(serve, tmp_path):
    draw(tmp_path / "odd.png", 511, 513)
    colored((1, 0, 0), (0, 0, 1), size=(200, 300)).write(tmp_path / "a.pdf")
    service = serve(tmp_path)
    asked = ["1/0_1", "0/0_0", "0/1_2"]
    for name in ("odd.png", "a.pdf;2"):
        parts = parts_of(service.get(f"/images/{name}/viewport/tiles?edges=padded&tiles={','.join(asked)}"))
        assert [fields["Content-Location"].split("/tiles/")[1].split(".")[0] for fields, _ in parts] == asked
        started = service.metrics()["tile_decoders_started_total"]
        assert started == (0 if name == "odd.png" else 1)
        for fields, part in parts:
            padded = pixels(part)
            alone = service.get(fields["Content-Location"]).pixels
            height, width = alone.shape[:2]
            assert padded.shape == (256, 256, 3) and (height, width) != (0, 0)
            # One of a coarser level that is no JPEG is made of the finest when it comes alone.
            off = numpy.abs(padded[:height, :width].astype(int) - alone)
            assert off.max() <= 1 or "/tiles/1/" in fields["Content-Location"] and off.mean() < 1
    # Only who says so gets them, and nobody has them otherwise.
    (_, cut), = parts_of(service.get("/images/odd.png/viewport/tiles?tiles=0/1_2"))
    assert pixels(cut).shape == (1, 255, 3)
    for wrong in ("edges=cut&tiles=0/0_0", "edges=padded&bounds=300,200", "edges=padded&edges=padded&tiles=0/0_0"):
        assert service.get(f"/images/odd.png/viewport/tiles?{wrong}").status == 400


def test_a_head_alone_leaves_the_connection_in_step(service):
    head = service.get("/images/odd.png/viewport/tiles?bounds=300,200", method="HEAD")
    assert head.status == 200 and head.body == b"" and "multipart" in head.fields["Content-Type"]
    assert service.get("/healthz").body == b"ok\n"


def test_a_client_that_stops_reading_its_stream_does_no_harm(service):
    for _ in range(8):
        client = service.connect()
        client.sendall(b"GET /images/wide.jpg/viewport/tiles?rect=0,0,3001,2003&zoom=1 HTTP/1.1\r\nHost: x\r\n\r\n")
        client.recv(100)
        client.close()
    assert len(parts_of(ask(service, "wide.jpg", {"rect": "0,0,3001,2003", "zoom": "1"}, "viewport/tiles"))) > 90
