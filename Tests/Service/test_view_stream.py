"""Views and streams of tiles over real connections; what is in them is proved without sockets."""
import re
import urllib.parse

import pytest

from support.command import run
from support.pictures import draw
from support.streams import parts_of


@pytest.fixture(scope="module")
def service(serve, tmp_path_factory):
    folder = tmp_path_factory.mktemp("images")
    draw(folder / "wide.jpg", 3001, 2003)
    draw(folder / "odd.png", 511, 513)
    return serve(folder)


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
