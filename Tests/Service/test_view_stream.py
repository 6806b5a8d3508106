"""The viewport call is the calculator's answer, and its stream of tiles is the tiles."""
import json
import math
import random
import re
import urllib.parse

import pytest

from support.command import run
from support.pictures import draw

SIZES = {"wide.jpg": (3001, 2003), "odd.png": (511, 513), "line.png": (257, 1), "dot.png": (1, 1)}


@pytest.fixture(scope="module")
def service(serve, tmp_path_factory):
    folder = tmp_path_factory.mktemp("images")
    for name, size in SIZES.items():
        draw(folder / name, *size)
    return serve(folder)


# How parameters are called over HTTP and on the command line.
FLAGS = {
    "bounds": "bounds", "zoom": "zoom", "offset": "offset", "rect": "rect", "center": "center", "inset": "inset",
    "dpr": "dpr", "levelsOfDetail": "levels-of-detail", "levelsOfDetailBias": "bias", "biasRule": "bias-rule",
    "levelRule": "level-rule", "minimumZoom": "minimum-zoom", "maximumZoom": "maximum-zoom",
    "prefetch": "prefetch", "centering": "centering",
}


def calculate(size, question):
    """What `pyramidion viewport --json` says; None when it refuses."""
    flags = [f"--{FLAGS[name]}={value}" for name, value in question.items()]
    done = run("viewport", "--json", f"--content={size[0]}x{size[1]}", *flags)
    if done.returncode == 2:
        return None
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def number(random, low, high):
    value = math.exp(random.uniform(math.log(low), math.log(high)))
    return random.choice([f"{value:.3f}", f"{value:.0f}", f"{value:.12f}", f"{value:.1f}"])


def question(random, size):
    """A question as viewers and people ask it: mostly sound, now and then not."""
    width, height = size
    asked = {}
    bounds = f"{number(random, 1, 4000)},{number(random, 1, 3000)}"
    zoom = number(random, 0.02, 8)
    kind = random.choice(["plain", "offset", "center", "rect", "rect and zoom"])
    if kind != "rect and zoom":
        asked["bounds"] = bounds
    if kind in ("offset", "center", "rect and zoom") or kind == "plain" and random.random() < 0.5:
        asked["zoom"] = zoom
    if kind == "offset":
        asked["offset"] = f"{random.uniform(-200, 2 * width):.2f},{random.uniform(-200, 2 * height):.3f}"
    if kind == "center":
        asked["center"] = f"{random.uniform(-50, width + 50):.2f},{random.randrange(height + 1)}"
    if kind.startswith("rect"):
        asked["rect"] = ",".join([
            f"{random.uniform(-100, width):.1f}", f"{random.uniform(-100, height):.1f}",
            number(random, 1, 2 * width), number(random, 1, 2 * height)])
    for name, values in {
        "inset": [f"{random.randrange(-40, 90)},0,{random.randrange(-40, 90)},12.5"],
        "dpr": ["1", "2", "3", "1.25", "0.5", "20"], "levelsOfDetail": ["1", "3", "12", "0"],
        "levelRule": ["half", "fine"], "biasRule": ["header", "documentation"], "minimumZoom": ["0.01", "1", "9"],
        "maximumZoom": ["2", "16", "0.1"], "prefetch": ["0", "1", "3"], "centering": ["true", "false"],
    }.items():
        if random.random() < 0.25:
            asked[name] = random.choice(values)
    if "levelsOfDetail" in asked and random.random() < 0.5:
        asked["levelsOfDetailBias"] = random.choice(["0", "1", "2"])
    return asked


def ask(service, name, question, call="viewport"):
    return service.get(f"/images/{name}/{call}?{urllib.parse.urlencode(question)}")


LISTS = ("tiles", "placeholder", "prefetch")


def test_the_call_equals_the_calculator_in_every_field(service):
    chance = random.Random(20260401)
    refused = 0
    for turn in range(140):
        name = chance.choice(list(SIZES))
        asked = question(chance, SIZES[name])
        answer = ask(service, name, asked)
        wanted = calculate(SIZES[name], asked)
        if wanted is None:
            refused += 1
            assert answer.status == 400, (name, asked, answer.body[:200])
            assert len(answer.json["error"]["detail"]) > 10
            continue
        assert answer.status == 200, (name, asked, answer.body[:300])
        given = answer.json
        version = given["version"]
        assert given["id"] == name and re.fullmatch("[a-z2-7]{16}", version)
        assert list(given) == list(wanted), "the same fields in the same order"
        for tiles in LISTS:
            for tile in given[tiles]:
                reduction = tile.get("reduction", given["level"]["reduction"])
                address = f"/images/{name}/tiles/{reduction}/{tile['column']}_{tile['row']}."
                assert tile["url"].startswith(address) and tile["url"].endswith(f"?v={version}")
                tile["url"] = None
        given["id"] = given["version"] = None
        assert given == wanted, (name, asked)
    assert 10 < refused < 70, "both kinds are there"


def test_every_number_is_written_as_the_calculator_writes_it(service):
    # Doubles to their last digit: a text apart is a view apart.
    asked = {"bounds": "333.333,217.7", "zoom": "0.3333333333", "offset": "12.3456789,3.1"}
    answer = ask(service, "wide.jpg", asked).body.decode()
    flags = [f"--{name}={value}" for name, value in asked.items()]
    said = run("viewport", "--json", "--content=3001x2003", *flags).stdout
    plain = re.sub(r'"url": ?"[^"]*"', '"url":null', answer)
    plain = re.sub(r'"(id|version)": ?"[^"]*"', r'"\1":null', plain)
    assert plain == said


def parts_of(answer):
    """The parts of a multipart answer, strictly: fields and bytes."""
    kind, boundary = answer.fields["Content-Type"].split("; boundary=")
    assert kind == "multipart/mixed"
    rest, found = answer.body, []
    opening = f"\r\n--{boundary}\r\n".encode()
    while rest.startswith(opening):
        head, rest = rest[len(opening):].split(b"\r\n\r\n", 1)
        fields = dict(line.split(": ", 1) for line in head.decode().split("\r\n"))
        assert list(fields) == ["Content-Type", "Content-Length", "Content-Location"]
        length = int(fields["Content-Length"])
        found.append((fields, rest[:length]))
        rest = rest[length:]
    assert rest == f"\r\n--{boundary}--\r\n".encode()
    return found


def urls(view, *lists):
    seen = []
    for name in lists:
        seen += [tile["url"] for tile in view[name] if tile["url"] not in seen]
    return seen


@pytest.mark.parametrize("name, asked", [
    ("wide.jpg", {"bounds": "1024,768"}),
    ("wide.jpg", {"bounds": "1024,768", "zoom": "1", "center": "1500,1000"}),
    ("wide.jpg", {"bounds": "300,200", "zoom": "0.5", "offset": "600,400", "dpr": "2"}),
    ("wide.jpg", {"rect": "2900,1900,500,500", "zoom": "1"}),
    ("wide.jpg", {"bounds": "500,400", "zoom": "4", "levelsOfDetail": "5", "levelsOfDetailBias": "2"}),
    ("odd.png", {"bounds": "300,200", "zoom": "1"}),
    ("line.png", {"bounds": "300,200", "zoom": "1"}),
    ("dot.png", {"bounds": "300,200"}),
])
@pytest.mark.parametrize("prefetch", [None, "0", "1"])
def test_the_stream_is_the_views_tiles_coarse_first_then_centre_first(service, name, asked, prefetch):
    if prefetch is not None:
        asked = {**asked, "prefetch": prefetch}
    view = ask(service, name, asked).json
    answer = ask(service, name, asked, "viewport/tiles")
    assert answer.status == 200 and answer.fields["Cache-Control"] == "no-cache"
    parts = parts_of(answer)
    wanted = urls(view, "placeholder", "tiles", *(["prefetch"] if prefetch else []))
    assert [fields["Content-Location"] for fields, _ in parts] == wanted and wanted
    for fields, body in parts:
        alone = service.get(fields["Content-Location"])
        assert alone.status == 200 and alone.body == body, fields
        assert alone.fields["Content-Type"] == fields["Content-Type"]


def test_who_has_the_coarse_tiles_may_leave_them_out(service):
    asked = {"bounds": "600,400", "zoom": "1"}
    view = ask(service, "wide.jpg", asked).json
    parts = parts_of(ask(service, "wide.jpg", {**asked, "placeholder": "false"}, "viewport/tiles"))
    assert [fields["Content-Location"] for fields, _ in parts] == urls(view, "tiles")


def test_the_stream_of_the_old_protocol_ends_with_its_connection(service):
    client = service.connect()
    client.sendall(b"GET /images/odd.png/viewport/tiles?bounds=300,200 HTTP/1.0\r\nHost: x\r\n\r\n")
    received = b""
    while part := client.recv(1 << 16):
        received += part
    head, body = received.split(b"\r\n\r\n", 1)
    assert b"chunked" not in head.lower() and body.endswith(b"--\r\n")
    assert body == ask(service, "odd.png", {"bounds": "300,200"}, "viewport/tiles").body


def test_head_and_errors_of_the_stream(service):
    head = service.get("/images/odd.png/viewport/tiles?bounds=300,200", method="HEAD")
    assert head.status == 200 and head.body == b"" and "multipart" in head.fields["Content-Type"]
    for query in ("", "bounds=0,0", "bounds=300,200&rect=9999,0,5,5", "bounds=300,200&nothing=1",
                  "bounds=300,200&zoom=1&zoom=2", "bounds=300,200&content=5x5", "bounds=300,200&tileSize=64"):
        for call in ("viewport", "viewport/tiles"):
            answer = service.get(f"/images/odd.png/{call}?{query}")
            assert answer.status == 400, query
            assert answer.json["error"]["detail"]
    # The next request on the connection is in step.
    assert service.get("/healthz").body == b"ok\n"


def test_a_client_that_stops_reading_its_stream_does_no_harm(service):
    for _ in range(8):
        client = service.connect()
        client.sendall(b"GET /images/wide.jpg/viewport/tiles?rect=0,0,3001,2003&zoom=1 HTTP/1.1\r\nHost: x\r\n\r\n")
        client.recv(100)
        client.close()
    assert len(parts_of(ask(service, "wide.jpg", {"rect": "0,0,3001,2003", "zoom": "1"}, "viewport/tiles"))) > 90
