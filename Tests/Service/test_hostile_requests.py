"""No request makes the server answer with what is not below its folder, break, grow or name a path."""
import os
import socket

import pytest

from support.pictures import draw
from support.service import RawClient

REFUSALS = {400, 404, 414, 415, 431}


@pytest.fixture(scope="module")
def hostile(serve, tmp_path_factory):
    """A folder that holds one image, and much that leads out of it or is none."""
    outside = tmp_path_factory.mktemp("outside")
    root = outside / "root"
    draw(root / "a.jpg")
    draw(root / "folder" / "b.jpg")
    draw(root / "folder.jpg" / "c.jpg")
    draw(root / ".hidden.jpg")
    draw(outside / "secret.jpg", seed=3)
    (root / "inside.jpg").symlink_to("a.jpg")
    (root / "outside.jpg").symlink_to("../secret.jpg")
    (root / "absolute.jpg").symlink_to(outside / "secret.jpg")
    (root / "up").symlink_to("..")
    (root / "loop.jpg").symlink_to("loop.jpg")
    (root / "gone.jpg").symlink_to("nowhere.jpg")
    (root / "descriptors").symlink_to("/proc/self/fd")
    os.mkfifo(root / "pipe.jpg")
    listener = socket.socket(socket.AF_UNIX)
    here = os.getcwd()
    # A socket's whole path may be longer than its address takes.
    os.chdir(root)
    listener.bind("socket.jpg")
    os.chdir(here)
    listener.close()
    service = serve(root)
    service.outside = outside
    return service


@pytest.fixture(scope="module")
def client(hostile):
    return RawClient(hostile)


def check_refused(hostile, answer, target, allowed=REFUSALS):
    assert answer.status in allowed, (target[:200], answer.status, answer.body[:300])
    check_silence(hostile, answer, target)


def check_silence(hostile, answer, target):
    """Nothing that is said tells where things lie."""
    said = str(answer.fields).encode() + answer.body
    for place in (hostile.outside, hostile.store, "/proc/self", "/root/", "/home/"):
        assert str(place).encode() not in said, (target[:200], said[:500])


def check_alive(hostile):
    answer = hostile.get("/images/a.jpg/tiles/0/0_0.jpg")
    assert answer.status == 200 and answer.pixels.shape == (256, 256, 3)
    assert hostile.process.poll() is None


# Every route in which an image's name stands.
ROUTES = [
    "/images/{}", "/images/{}/tiles/0/0_0.jpg", "/images/{}/viewport?bounds=300,200",
    "/images/{}/viewport/tiles?bounds=300,200", "/iiif/3/{}", "/iiif/3/{}/info.json",
    "/iiif/2/{}/full/max/0/default.jpg", "/dzi/{}.dzi", "/dzi/{}_files/0/0_0.jpg",
    "/zoomify/{}/ImageProperties.xml", "/zoomify/{}/TileGroup0/0-0-0.jpg", "/xyz/{}.json",
    "/xyz/{}/0/0/0.jpg", "/view/{}", "/embed/{}",
]

ESCAPES = [
    "../secret.jpg", "%2e%2e/secret.jpg", "%2E%2E%2Fsecret.jpg", "..%2Fsecret.jpg",
    ".%2e/secret.jpg", "%252e%252e%252fsecret.jpg", "..%255csecret.jpg", "..\\secret.jpg",
    "..%5Csecret.jpg", "folder/../../secret.jpg", "folder%2F..%2F..%2Fsecret.jpg",
    "a.jpg/../../secret.jpg", "....//secret.jpg", "..;/secret.jpg", "./../secret.jpg",
    "%2e", "%2e%2e", "/", "%2F", "//secret.jpg", "/etc/passwd", "%2Fetc%2Fpasswd",
    "//etc/passwd", "%2F%2Fetc/passwd", "folder//b.jpg", "folder/./b.jpg", "folder%2F%2Fb.jpg",
    "file:///etc/passwd", "~root/secret.jpg", "C:%5Csecret.jpg", ".hidden.jpg", "%2ehidden.jpg",
    # Two bytes and more for what has one; a decoder that takes them sees dots and slashes.
    "%c0%ae%c0%ae/secret.jpg", "%c0%ae%c0%ae%c0%afsecret.jpg", "%e0%80%ae%e0%80%ae%e0%80%afsecret.jpg",
    "%f0%80%80%ae%f0%80%80%ae/secret.jpg", "%fc%80%80%80%80%ae/secret.jpg", "%ff%fe.jpg",
    "%ef%bc%8e%ef%bc%8e/secret.jpg", "%e2%80%a4%e2%80%a4%e2%88%95secret.jpg",
    "a.jpg%00", "%00a.jpg", "a.jpg%00.png", "folder%00/b.jpg", "..%00/secret.jpg",
    "a.jpg%0a", "a.jpg%0d%0aX-Injected:%201", "a.jpg%20", "%20a.jpg", "a.jpg.", "A.JPG",
    "a%", "a%2", "a%zz.jpg", "%", "a.jpg\x00", "a.jpg\x7f", "a b.jpg",
    # What libvips takes for options, other loaders and descriptors.
    "a.jpg[shrink=8]", "a.jpg%5Bshrink=8%5D", "a.jpg%5Bpage=1,n=-1%5D", "a.jpg:1", "a.jpg%3A0",
    "magick:a.jpg", "svg:a.jpg", "descriptor:0", "%5Bdescriptor=0%5D", "stdin", "-", "|id", "%7Cid",
    # Links that lead out or nowhere, and what is no file.
    "outside.jpg", "absolute.jpg", "up/secret.jpg", "up%2Fsecret.jpg", "up/root/a.jpg",
    "loop.jpg", "gone.jpg", "descriptors/0", "descriptors%2F1", "pipe.jpg", "socket.jpg",
    "a.jpg/b.jpg", "a.jpg/", "a.jpg%2F", "folder/", "a.jpg;0", "a.jpg;01", "a.jpg;-1", "a.jpg;1;1",
    "a.jpg;2", "a.jpg;1.0", "a.jpg;+1", "a.jpg;" + "9" * 400, "d/" * 100 + "a.jpg", "x" * 300,
    "x" * 5000, "%78" * 2000, "y" * 9000,
]


@pytest.mark.parametrize("route", ROUTES)
def test_names_that_lead_out_or_nowhere_are_refused(hostile, client, route):
    for name in ESCAPES:
        target = route.replace("{}", name).encode("latin-1")
        check_refused(hostile, client.get(target), target)
    check_alive(hostile)


def test_bytes_beyond_ascii_in_a_target_are_refused(hostile, client):
    for bad in (b"\xc0\xae\xc0\xae/secret.jpg", b"\xff.jpg", b"\xe2\x80\xa4.jpg", "é.jpg".encode()):
        for route in ROUTES:
            target = route.encode().replace(b"{}", bad)
            check_refused(hostile, client.get(target), target)
    check_alive(hostile)


def test_a_folder_named_like_an_image_is_an_album_and_no_picture(hostile, client):
    assert client.get("/images/folder.jpg").json["type"] == "album"
    for route in ROUTES[1:13]:
        target = route.replace("{}", "folder.jpg")
        check_refused(hostile, client.get(target), target, {404})


def test_a_link_inside_the_folder_is_followed(hostile, client):
    through = client.get("/images/inside.jpg/tiles/0/0_0.jpg")
    straight = client.get("/images/a.jpg/tiles/0/0_0.jpg")
    assert through.status == 200 and through.body == straight.body


def test_listings_stay_below_the_folder(hostile, client):
    listing = client.get("/images").json
    assert [entry["id"] for entry in listing["entries"]] == [
        "folder", "folder.jpg", "a.jpg", "inside.jpg"]
    for folder in ("..", "../..", "%2e%2e", "folder/..", "folder%2F..", "/", "/etc", "%2Fetc", "up",
                   "up/root", "descriptors", ".", "./folder", "folder//", "%00", "folder%00", "a.jpg",
                   "%c0%ae%c0%ae", ".hidden", "x" * 5000, "d/" * 200, "%", "%zz"):
        target = f"/images?folder={folder}"
        check_refused(hostile, client.get(target), target)
    for query in ("limit=0", "limit=1001", "cursor=..", "cursor=66", "cursor=662e2e2f", "search=" + "a" * 257,
                  "folder=folder&folder=..", "nothing=1", "limit", "limit=%31%30%30%30%30"):
        answer = client.get(f"/images?{query}")
        assert answer.status in {200, 400, 404}, query
        check_silence(hostile, answer, query)
    check_alive(hostile)


def test_the_viewers_files_are_those_of_the_viewer_alone(hostile, client):
    assert client.get("/viewer/pages/view.html").status == 200
    for path in ("../metrics", "..%2Fa.jpg", "pages/../pages/view.html", "%2e%2e/a.jpg", "/etc/passwd",
                 "pages/view.html%00", "pages", "pages/", "", "PAGES/VIEW.HTML", "x" * 4000):
        target = f"/viewer/{path}"
        check_refused(hostile, client.get(target), target)


# Numbers that strangers try, by what they are.
NUMBERS = {
    "negative": "-1",
    "2^31": str(2**31),
    "2^32": str(2**32),
    "2^63-1": str(2**63 - 1),
    "2^63": str(2**63),
    "2^64": str(2**64),
    "10^40": "1" + "0" * 40,
    "4k digits": "7" * 4000,
    "10k digits": "7" * 10_000,
    "10k zeros": "0" * 10_000,
    "long fraction": "0." + "0" * 3000 + "1",
    "NaN": "NaN",
    "nan": "nan",
    "inf": "inf",
    "-inf": "-inf",
    "Infinity": "Infinity",
    "exponent": "1e5",
    "overflowing exponent": "1e400",
    "hexadecimal": "0x10",
    "empty": "",
    "plus": "+1",
    "full width": "%EF%BC%91%EF%BC%92",
    "full width, bare": "１２",
    "arabic": "%D9%A1%D9%A2",
    "space before": "%201",
    "tab behind": "1%09",
    "two dots": "1.2.3",
    "two signs": "--1",
    "underscore": "1_0",
    "NUL": "1%00",
    "quotient": "2048/3",
}
WHOLE = {"2^31", "2^32", "2^63-1", "2^63", "2^64"}

# Positions of numbers; with each the numbers that mean something there, and what they then mean:
# as much as the image has.
PLACES = [
    ("/images/a.jpg/tiles/{}/0_0.jpg", {"negative"}, None),
    ("/images/a.jpg/tiles/0/{}_0.jpg", set(), None),
    ("/images/a.jpg/tiles/0/0_{}.jpg", set(), None),
    ("/images/a.jpg;{}", set(), None),
    ("/images/a.jpg;{}/tiles/0/0_0.jpg", set(), None),
    ("/dzi/a.jpg_files/{}/0_0.jpg", set(), None),
    ("/dzi/a.jpg_files/10/{}_0.jpg", set(), None),
    ("/dzi/a.jpg_files/10/0_{}.jpg", set(), None),
    ("/zoomify/a.jpg/TileGroup{}/0-0-0.jpg", set(), None),
    ("/zoomify/a.jpg/TileGroup0/{}-0-0.jpg", set(), None),
    ("/zoomify/a.jpg/TileGroup0/0-{}-0.jpg", set(), None),
    ("/zoomify/a.jpg/TileGroup0/0-0-{}.jpg", set(), None),
    ("/xyz/a.jpg/{}/0/0.jpg", set(), None),
    ("/xyz/a.jpg/0/{}/0.jpg", set(), None),
    ("/xyz/a.jpg/0/0/{}.jpg", set(), None),
    ("/images?limit={}", set(), None),
    ("/images?cursor={}", {"empty"}, None),
]
for version in "23":
    picture = f"/iiif/{version}/a.jpg/%s/%s/%s/default.jpg"
    for region, most in (
        ("{},0,64,64", None), ("0,{},64,64", None), ("0,0,{},64", "0,0,700,64"),
        ("0,0,64,{}", "0,0,64,500"), ("pct:{},0,10,10", None), ("pct:0,{},10,10", None),
        ("pct:0,0,{},10", "pct:0,0,100,10"), ("pct:0,0,10,{}", "pct:0,0,10,100"),
    ):
        # Shares may have exponents, counts of pixels not.
        beyond = WHOLE | {"exponent"} if region.startswith("pct:") else WHOLE
        PLACES.append((
            picture % (region, "max", "0"), beyond if most else set(),
            most and picture % (most, "max", "0")))
    sizes = ["{},", ",{}", "pct:{}"] + (["^{},", "^,{}", "^pct:{}"] if version == "3" else [])
    PLACES += [(picture % ("0,0,64,64", size, "0"), set(), None) for size in sizes]
    # With one side left out the other one gives the size.
    PLACES += [
        (picture % ("0,0,64,64", size, "0"), {"empty"}, picture % ("0,0,64,64", "max", "0"))
        for size in ["{},64", "64,{}"] + (["^{},64", "^64,{}"] if version == "3" else [])
    ]
    PLACES += [
        (picture % ("0,0,64,64", size, "0"), WHOLE, picture % ("0,0,64,64", "max", "0"))
        for size in ["!{},64", "!64,{}"] + (["^!{},64", "^!64,{}"] if version == "3" else [])
    ]
    PLACES += [(picture % ("0,0,64,64", "max", turn), set(), None) for turn in ("{}", "!{}")]
    PLACES.append((f"/iiif/{version}/a.jpg;{{}}/info.json", set(), None))
SIGNED = {"negative", "plus", "2^31", "2^32", "exponent"}
for call in ("viewport", "viewport/tiles"):
    for question, meant in [
        ("zoom={}", {"plus"}), ("dpr={}", {"plus"}), ("minimumZoom={}", {"plus"}),
        ("maximumZoom={}", {"plus"}), ("prefetch={}", {"plus"}), ("levelsOfDetail={}", {"plus"}),
        ("levelsOfDetail=3&levelsOfDetailBias={}", {"plus"}),
        ("zoom=1&offset={},0", SIGNED), ("zoom=1&offset=0,{}", SIGNED),
        ("zoom=1&center={},0", SIGNED), ("zoom=1&center=0,{}", SIGNED),
        ("rect={},0,64,64", {"negative", "plus"}), ("rect=0,{},64,64", {"negative", "plus"}),
        ("rect=0,0,{},64", {"2^31", "plus", "exponent"}),
        ("rect=0,0,64,{}", {"2^31", "plus", "exponent"}),
        ("inset={},0,0,0", SIGNED - {"2^32"}), ("inset=0,{},0,0", SIGNED - {"2^32"}),
        ("inset=0,0,{},0", SIGNED - {"2^32"}), ("inset=0,0,0,{}", SIGNED - {"2^32"}),
    ]:
        PLACES.append((f"/images/a.jpg/{call}?bounds=300,200&{question}", meant, None))
    PLACES.append((f"/images/a.jpg/{call}?bounds={{}},200", {"2^31", "plus", "exponent"}, None))
    PLACES.append((f"/images/a.jpg/{call}?bounds=300,{{}}", {"2^31", "plus", "exponent"}, None))


def ask_all(hostile, client):
    for place, meant, same in PLACES:
        for kind, number in NUMBERS.items():
            target = place.replace("{}", number).encode()
            answer = client.get(target)
            if kind in meant:
                assert answer.status == 200, (target[:200], answer.status, answer.body[:300])
                check_silence(hostile, answer, target)
                assert same is None or answer.body == client.get(same).body, target[:200]
            else:
                check_refused(hostile, answer, target, REFUSALS - {415})


def test_numbers_out_of_all_proportion_are_refused_at_every_place(hostile, client):
    ask_all(hostile, client)
    # What the first round filled (caches, arenas of threads) stays filled; no round adds to it.
    before = hostile.resident()
    descriptors = hostile.descriptors()
    for _ in range(2):
        ask_all(hostile, client)
    assert hostile.resident() - before < 6 << 20
    assert hostile.descriptors() <= descriptors + 1
    check_alive(hostile)


def test_fields_of_any_kind_are_borne(hostile, client):
    for line, statuses in [
        ("If-None-Match: " + '"x", ' * 2000, {200, 431}),
        ("If-None-Match: \"unfinished", {200, 400}),
        ("Range: bytes=0-" + "9" * 40, {200, 206, 416}),
        ("Range: bytes=-9223372036854775809", {200, 206, 416}),
        ("Range: bytes=9223372036854775808-", {200, 416}),
        ("Range: bytes=" + ",".join(["0-1"] * 1000), {200, 416}),
        ("Range: pixels=1-2", {200}),
        ("Accept: " + "image/avif;q=1," * 700, {200}),
        ("Accept: image/*;q=NaN", {200}),
        ("X-Forwarded-Host: evil\"><script>", {200}),
        ("Cookie: " + "c" * 20_000, {431}),
        ("If-Modified-Since: Thu, 99 Foo 99999 99:99:99 GMT", {200}),
        ("Content-Length: 99999999999999999999", {400, 413}),
        ("Transfer-Encoding: chunked, gzip", {400, 501}),
    ]:
        answer = client.get("/images/a.jpg/tiles/0/0_0.jpg", line)
        client.close()
        assert answer.status in statuses, (line[:100], answer.status)
        check_silence(hostile, answer, line.encode())
        assert "evil" not in str(answer.fields)
    check_alive(hostile)


def test_what_strangers_write_comes_back_as_text_alone(hostile, client):
    target = "/images/%3Cscript%3Ealert(1)%3C%2Fscript%3E.jpg"
    for path in (target, target + "/tiles/0/%3Cscript%3E_0.jpg", "/iiif/3/a.jpg/%3Cscript%3E/max/0/default.jpg"):
        answer = client.get(path, "Accept: text/html")
        assert answer.status in REFUSALS and answer.fields.get_content_type() == "text/html"
        assert b"<script" not in answer.body
        assert answer.fields["X-Content-Type-Options"] == "nosniff"
    split = client.get("/iiif/3/a.jpg%0d%0aX-Injected:%201/info.json")
    assert "X-Injected" not in split.fields


def test_the_log_of_all_this_says_nothing(hostile):
    # One line at the start; a trap or a complaint would be another.
    assert len(hostile.said) == 1, hostile.said
