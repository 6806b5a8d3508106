"""Operations: metrics that Prometheus reads, readiness that means something."""
import re

import pytest

from support.pictures import draw
from support.service import wait_until

SAMPLE = re.compile(
    r'(?P<name>[a-zA-Z_:][a-zA-Z0-9_:]*)'
    r'(?:\{(?P<labels>[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*"'
    r'(?:,[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*")*)\})?'
    r' (?P<value>[-+]?(?:[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?|Inf)|NaN)')


def parsed(text):
    """The families of a text in Prometheus' format 0.0.4, each checked: type and samples."""
    assert text.endswith("\n")
    families, current = {}, None
    for line in text.splitlines():
        if line.startswith("# HELP "):
            name, words = line[7:].split(" ", 1)
            assert name not in families and words
            current = families[name] = {"type": None, "samples": {}}
        elif line.startswith("# TYPE "):
            name, kind = line[7:].split(" ")
            assert families[name] is current and current["type"] is None and not current["samples"]
            assert kind in ("counter", "gauge", "histogram")
            current["type"] = kind
        else:
            found = SAMPLE.fullmatch(line)
            assert found, line
            base = found["name"]
            if current["type"] == "histogram":
                base = re.sub("_(bucket|sum|count)$", "", base)
            assert families[base] is current, line
            key = (found["name"], found["labels"] or "")
            assert key not in current["samples"], line
            current["samples"][key] = float(found["value"])
    for name, family in families.items():
        if family["type"] == "counter":
            assert name.endswith("_total")
        if family["type"] == "histogram":
            check_histogram(name, family["samples"])
    return families


def check_histogram(name, samples):
    series = {}
    for (sample, labels), value in samples.items():
        if sample == f"{name}_bucket":
            rest, bound = re.fullmatch(r'(.*),?le="([^"]*)"', labels).groups()
            series.setdefault(rest.rstrip(","), []).append((float(bound), value))
    assert bool(series) == bool(samples)
    for labels, buckets in series.items():
        assert buckets == sorted(buckets), "bounds and counts both grow"
        assert buckets[-1] == (float("inf"), samples[f"{name}_count", labels])
        assert samples[f"{name}_sum", labels] >= 0


@pytest.fixture
def service(serve, tmp_path):
    folder = tmp_path / "images"
    draw(folder / "a.jpg")
    return serve(folder)


def read(service):
    answer = service.get("/metrics")
    assert answer.fields["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert answer.fields["Cache-Control"] == "no-store"
    return parsed(answer.body.decode())


def value(families, name, labels=""):
    return families[f"pyramidion_{name}"]["samples"].get((f"pyramidion_{name}", labels), 0)


FAMILIES = {
    "requests_total": "counter", "answer_seconds": "histogram", "sent_bytes_total": "counter",
    "queue_length": "gauge", "answer_cache_hits_total": "counter", "answer_cache_misses_total": "counter",
    "answer_cache_bytes": "gauge", "cuts_running": "gauge", "cuts_waiting": "gauge",
    "cuts_finished_total": "counter", "cuts_failed_total": "counter", "pass_through_ratio": "gauge",
    "connections": "gauge", "resident_memory_bytes": "gauge", "renders_total": "counter",
    "renders_joined_total": "counter", "refused_total": "counter", "access_log_lost_lines_total": "counter", "open_images": "gauge",
    "faults_total": "counter", "decoder_deaths_total": "counter", "store_usable": "gauge",
    "render_memory_bytes": "gauge", "tile_decoders": "gauge", "tile_decoders_started_total": "counter",
    "tile_decoders_ended_total": "counter", "sandbox": "gauge", "page_drawers": "gauge",
    "page_drawers_started_total": "counter", "page_parts_total": "counter",
}


def test_every_family_is_there_from_the_start_and_well_formed(service):
    # Nothing has been asked yet; the second reading has the first one's numbers.
    service.get("/metrics")
    families = read(service)
    assert {name.removeprefix("pyramidion_"): family["type"] for name, family in families.items()} == FAMILIES
    for name, family in families.items():
        assert family["samples"], name


# What the parser refuses before there is a request to route, and the answer's status.
REFUSED = {
    "nonsense": (b"GE T / HTTP/1.1\r\n\r\n", 400),
    "no host": (b"GET /healthz HTTP/1.1\r\n\r\n", 400),
    "body too large": (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n", 413),
    "target too long": (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 414),
    "head too large": (b"GET / HTTP/1.1\r\nHost: a\r\nA: " + b"a" * 20000 + b"\r\n\r\n", 431),
    "unknown coding": (b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
    "unknown version": (b"GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
    "never finished": (b"GET /", 408),
}


@pytest.fixture(scope="module")
def impatient(serve, tmp_path_factory):
    return serve(tmp_path_factory.mktemp("empty"), "--head-timeout", "1")


@pytest.mark.parametrize("kind", REFUSED)
def test_what_the_parser_refuses_is_counted_too(impatient, kind):
    sent, status = REFUSED[kind]
    before = impatient.get("/metrics")
    with impatient.connect() as client:
        client.sendall(sent)
        received = b"".join(iter(lambda: client.recv(4096), b""))
    assert int(received.split()[1]) == status
    was = parsed(before.body.decode())
    labels = f'route="none",answer="{"client_error" if status < 500 else "server_error"}"'
    # Another loop may have refused it than the one that tells of it.
    readings = [before.body]

    def is_counted():
        readings.append(impatient.get("/metrics").body)
        return value(parsed(readings[-1].decode()), "requests_total", labels) > value(was, "requests_total", labels)

    wait_until(is_counted)
    now = parsed(readings[-1].decode())
    assert value(now, "requests_total", labels) - value(was, "requests_total", labels) == 1
    counted = value(now, "sent_bytes_total") - value(was, "sent_bytes_total")
    # A reading itself is not counted in what it says.
    assert counted - sum(map(len, readings[:-1])) == len(received.split(b"\r\n\r\n", 1)[1]) > 0
    requests = now["pyramidion_requests_total"]["samples"].values()
    timed = [n for (name, _), n in now["pyramidion_answer_seconds"]["samples"].items() if name.endswith("_count")]
    assert sum(requests) == sum(timed)


def test_ratio_cache_cuts_and_images_say_what_happened(service):
    families = read(service)
    assert value(families, "pass_through_ratio") == 0 and value(families, "open_images") == 0
    for _ in range(3):
        service.get("/images/a.jpg/tiles/0/0_0.jpg")
    service.get("/images/a.jpg/tiles/0/0_0.png")
    families = read(service)
    assert value(families, "pass_through_ratio") == 0.75
    assert value(families, "cuts_finished_total") == 1 and value(families, "open_images") == 1
    assert value(families, "renders_total") == 1
    misses, kept = value(families, "answer_cache_misses_total"), value(families, "answer_cache_bytes")
    assert misses >= 1 and kept > 1000
    service.get("/images/a.jpg/tiles/0/0_0.png")
    families = read(service)
    assert value(families, "answer_cache_hits_total") == 1
    assert value(families, "answer_cache_misses_total") == misses
    assert value(families, "answer_cache_bytes") == kept


def test_connections_are_those_that_are_open(service):
    assert value(read(service), "connections") == 1
    others = [service.connect() for _ in range(9)]
    wait_until(lambda: value(read(service), "connections") == 10)
    for other in others:
        other.close()
    wait_until(lambda: value(read(service), "connections") == 1)


def test_memory_is_that_of_the_process(service):
    said = value(read(service), "resident_memory_bytes")
    assert abs(said - service.resident()) < 4 << 20


def test_health_robots_and_readiness(service):
    assert service.get("/healthz").body == b"ok\n"
    robots = service.get("/robots.txt").body.decode()
    assert "Disallow: /iiif/" in robots and "Disallow: /images/" in robots
    # Without a pyramid, with one that is open, and with one that only lies there.
    assert service.get("/readyz").status == 200
    assert service.get("/images/a.jpg").status == 200
    assert service.get("/readyz").status == 200
    for path in ("/healthz", "/readyz", "/metrics"):
        assert service.get(path).fields["Cache-Control"] == "no-store"
        assert service.get(path + "/more").status == 404


def spoil(pyramid):
    """Makes every tile undecodable; the index stays whole."""
    data = bytearray(pyramid.read_bytes())
    for place in [found.start() for found in re.finditer(b"\xff\xd8\xff", bytes(data))]:
        data[place + 2 : place + 302] = bytes(300)
    pyramid.write_bytes(data)


def test_damaged_pyramids_do_not_make_the_server_unready(service, serve):
    assert service.get("/images/a.jpg").status == 200
    service.end()
    (pyramid,) = service.store.glob("*/*.tif")
    spoil(pyramid)
    # None is cut anew where that is not allowed.
    again = serve(service.folder, "--pyramids", "require", store=service.store)
    assert again.get("/images/a.jpg").status == 200
    assert again.get("/iiif/3/a.jpg/0,0,9,9/max/0/default.jpg").status == 500
    assert again.get("/readyz").status == 200

