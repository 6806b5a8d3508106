"""config/nginx.conf as it lies there: at the root of a host, and below a prefix."""
import http.client
import json
from urllib.parse import quote

import pytest

from support.command import ROOT
from support.nginx import free_port, needed, nginx
from support.pictures import drawn_file

pytestmark = needed
IMAGE = "a folder/ü.jpg"


def configured(text, changes):
    """The file for this machine; whatever is changed stands in it exactly once."""
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.fixture(scope="module")
def proxy(start_service, tmp_path_factory):
    folder, work = tmp_path_factory.mktemp("images"), tmp_path_factory.mktemp("nginx")
    drawn_file(folder / IMAGE, 900, 700)
    service = start_service(folder, "--trust-forwarded")
    port = free_port()
    site = configured((ROOT / "config/nginx.conf").read_text(), {
        "  server 127.0.0.1:8080;": f"  server 127.0.0.1:{service.port};",
        "  listen 80;": f"  listen 127.0.0.1:{port};",
        "/var/cache/nginx/pyramidion": str(work / "cache"),
    })
    with nginx(work, port, site):
        yield port


def get(port, path, **fields):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path, headers={"Host": "images.example.org", **fields})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def described(port, prefix):
    answer, body = get(port, f"{prefix}/images/{quote(IMAGE, safe='')}")
    assert answer.status == 200, body
    return json.loads(body)


@pytest.mark.parametrize("prefix", ["", "/pictures"])
@pytest.mark.parametrize("safe", ["", "/"], ids=["%2F", "slash"])
def test_an_image_in_a_folder_is_found(proxy, prefix, safe):
    name = quote(IMAGE, safe=safe)
    for path in (f"/view/{name}", f"/images/{name}", f"/images/{name}/tiles/0/1_1.jpg",
                 f"/iiif/3/{quote(IMAGE, safe='')}/full/100,/0/default.jpg", f"/dzi/{name}.dzi",
                 f"/images/{name}/viewport/tiles?bounds=300,200"):
        answer, body = get(proxy, prefix + path)
        assert answer.status == 200, (path, body)


@pytest.mark.parametrize("prefix", ["", "/pictures"])
def test_addresses_that_are_handed_out_lead_back(proxy, prefix):
    base = f"http://images.example.org{prefix}/"
    links = described(proxy, prefix)["links"]
    addresses = [link for link in links.values() if isinstance(link, str)]
    assert addresses and all(link.startswith((base, prefix + "/")) for link in addresses)
    answer, body = get(proxy, f"{prefix}/iiif/3/{quote(IMAGE, safe='')}/info.json")
    told = json.loads(body)["id"]
    assert told.startswith(base)
    answer, _ = get(proxy, told.removeprefix("http://images.example.org") + "/info.json")
    assert answer.status == 200


def test_a_prefix_that_a_client_claims_is_not_believed(proxy):
    fields = {"X-Forwarded-Prefix": "/evil", "X-Forwarded-Host": "evil.example"}
    _, body = get(proxy, f"/iiif/3/{quote(IMAGE, safe='')}/info.json?fresh", **fields)
    assert b"evil" not in body


@pytest.mark.parametrize("prefix", ["", "/pictures"])
def test_tiles_are_kept_by_the_proxy(proxy, prefix):
    version = described(proxy, prefix)["version"]
    path = f"{prefix}/images/{quote(IMAGE, safe='')}/tiles/0/0_0.jpg?v={version}"
    answers = [get(proxy, path) for _ in range(2)]
    assert [answer.getheader("X-Cache") for answer, _ in answers] == ["MISS", "HIT"]
    assert answers[0][1] == answers[1][1]


@pytest.mark.parametrize("prefix", ["", "/pictures"])
@pytest.mark.parametrize("path", ["/metrics", "/readyz", "/%6detrics", "//metrics", "/x/../metrics"])
def test_what_operators_look_at_is_hidden(proxy, prefix, path):
    answer, body = get(proxy, prefix + path)
    assert answer.status in (400, 404) and b"pyramidion_" not in body


def test_the_prefix_alone_leads_to_the_gallery(proxy):
    answer, _ = get(proxy, "/pictures")
    assert (answer.status, answer.getheader("Location")[-10:]) == (301, "/pictures/")
    answer, body = get(proxy, "/pictures/")
    assert answer.status == 200 and b"<html" in body
