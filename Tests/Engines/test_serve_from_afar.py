"""Images of hosts of the web and of buckets, served as if they lay here."""
import re
import subprocess

import numpy
import pytest
import tifffile
from PIL import Image

from support.asker import SECRET
from support.faulty_store import FaultyStore
from support.pictures import draw, waves
from support.s3_signing import BucketWriter
from support.service import wait_until


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    """A photograph, a large pyramid as libvips writes it, and a slide."""
    folder = tmp_path_factory.mktemp("pictures")
    draw(folder / "photo.jpg", 700, 500, 1)
    draw(folder / "drawing.png", 5000, 4000, 2)
    subprocess.run(
        ["vips", "tiffsave", folder / "drawing.png", folder / "pyramid.tif", "--tile", "--pyramid",
         "--tile-width", "256", "--tile-height", "256", "--compression", "jpeg", "--Q", "97"],
        check=True)
    levels = [waves(2400, 1800, 3), waves(2400, 1800, 3)[::4, ::4]]
    with tifffile.TiffWriter(folder / "slide.svs") as file:
        for level in levels:
            file.write(
                level, description="Aperio Image Library v11.2.1 |AppMag = 20|MPP = 0.5",
                tile=(240, 240), compression="jpeg", photometric="rgb", metadata=None)
    return folder


@pytest.fixture(scope="module")
def others(tmp_path_factory):
    """Another photograph, and another pyramid of the same size."""
    folder = tmp_path_factory.mktemp("others")
    draw(folder / "photo.jpg", 700, 500, 9)
    draw(folder / "drawing.png", 5000, 4000, 9, compress_level=1)
    subprocess.run(
        ["vips", "tiffsave", folder / "drawing.png", folder / "pyramid.tif", "--tile", "--pyramid",
         "--tile-width", "256", "--tile-height", "256", "--compression", "jpeg"], check=True)
    return folder


def files_of(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def names(answer):
    assert answer.status == 200, answer.body
    return [(one["type"], one["id"]) for one in answer.json["entries"]]


TILES = ["photo.jpg/tiles/0/1_1.jpg", "photo.jpg/tiles/1/0_0.jpg", "pyramid.tif/tiles/0/9_7.jpg",
         "pyramid.tif/tiles/2/3_2.jpg", "slide.svs/tiles/2/0_0.jpg"]


def test_a_host_is_served_like_a_folder(far, serve, pictures, here):
    host = far(files_of(pictures) | {"names.txt": b"photo.jpg\r\npyramid.tif\nsub/a.jpg\n.hidden.jpg\n"})
    host.files["sub/a.jpg"] = host.files["photo.jpg"]
    service = serve(f"{host.base}?list=names.txt")
    assert names(service.get("/images")) == [("folder", "sub"), ("image", "photo.jpg"), ("image", "pyramid.tif")]
    assert names(service.get("/images?folder=sub")) == [("image", "sub/a.jpg")]
    assert names(service.get("/images?search=a.jp")) == [("image", "sub/a.jpg")]
    assert service.get("/images?folder=none").status == 404
    for tile in TILES:
        answer = service.get(f"/images/{tile}")
        assert (answer.status, answer.body) == (200, here.get(f"/images/{tile}").body), tile
    there, mine = service.get("/images/pyramid.tif").json, here.get("/images/pyramid.tif").json
    assert there["version"] != mine["version"] and there["levels"] == mine["levels"]
    region = "pyramid.tif/2000,1500,900,700/450,/0/default.jpg"
    assert service.get(f"/iiif/3/{region}").body == here.get(f"/iiif/3/{region}").body
    for absent in ("none.jpg", "none.tif;2", "sub/none.png", "photo.jpg/none.jpg"):
        assert service.get(f"/iiif/3/{absent.replace('/', '%2F')}/info.json").status == 404
    assert service.get("/iiif/3/..%2Fsecret/info.json").status in (400, 404)


def test_a_pyramid_is_served_in_place_by_its_parts(far, serve, pictures, here):
    host = far(files_of(pictures))
    size = len(host.files["pyramid.tif"])
    assert size > 4 << 20
    service = serve(host.base)
    assert service.get("/images/pyramid.tif/tiles/0/9_7.jpg").status == 200
    # Its beginning, what tells of each level, and the tile with its neighbours.
    assert host.count() <= 8 and host.sent < 1 << 20
    before = host.count()
    tile = service.get("/images/pyramid.tif/tiles/0/9_7.jpg")
    assert tile.status == 200 and host.count() == before
    view = "/images/pyramid.tif/viewport/tiles?rect=0,0,2000,1500&zoom=1"
    versions = [one.get("/images/pyramid.tif").json["version"].encode() for one in (here, service)]
    before = host.count()
    assert service.get(view).body == here.get(view).body.replace(*versions)
    assert 0 < host.count() - before < 12
    assert host.sent < size
    metrics = service.metrics()
    assert metrics['fetch_requests_total{engine="root",outcome="whole"}'] >= 3
    assert 0 < metrics["copies_bytes"] < size


def test_tiles_of_a_view_are_sent_while_others_still_come(far, serve, pictures, here):
    host = far(files_of(pictures))
    service = serve(host.base)
    view = "/images/pyramid.tif/viewport/tiles?rect=0,0,4000,3000&zoom=1&prefetch=0&placeholder=0"
    first, *others = re.findall(rb"Content-Location: (\S+?)\?", here.get(view).body)
    body = service.get(first.decode()).body
    asked = host.count()
    host.is_silent = True
    connection = service.connect()
    connection.sendall(f"GET {view} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
    came = b""
    while body not in came and (more := connection.recv(65536)):
        came += more
    assert body in came and len(others) > 100
    wait_until(lambda: host.count() > asked)
    connection.close()


def test_what_is_here_is_served_while_nobody_answers(far, serve, pictures):
    host = far(files_of(pictures))
    service = serve(host.base)
    cut, adopted = "/images/photo.jpg/tiles/0/1_1.jpg", "/images/pyramid.tif/tiles/0/9_7.jpg"
    bodies = [service.get(cut).body, service.get(adopted).body]
    assert service.get("/readyz?engines").status == 200
    host.is_silent = True
    refused = service.get("/images/slide.svs/tiles/0/0_0.jpg")
    assert refused.status == 503 and int(refused.fields["Retry-After"]) > 0
    assert "nobody answers" in refused.json["error"]["detail"]
    assert str(host.port) not in refused.body.decode()

    def is_left_alone():
        service.get("/images/drawing.png")
        return service.metrics()['breaker_open{engine="root"}']

    wait_until(is_left_alone, 120)
    assert [service.get(cut).body, service.get(adopted).body] == bodies
    wait_until(lambda: b"degraded: the images' engine has not answered for" in service.get("/readyz").body)
    assert service.get("/readyz").status == 200
    assert service.get("/readyz?engines").status == 503
    wait_until(lambda: any("can't be read, what is here of it is served on" in line for line in service.said))
    wait_until(lambda: any("fault engine" in line for line in service.said))
    host.is_silent = False
    wait_until(lambda: service.get("/images/slide.svs/tiles/0/0_0.jpg").status == 200, 60)
    wait_until(lambda: any("answers again, after" in line for line in service.said))
    wait_until(lambda: service.get("/readyz").body == b"ready\n")


def test_a_part_that_is_slow_is_asked_for_once_more(far, serve, pictures):
    host = far(files_of(pictures))
    service = serve(host.base, "--read-around", "0")
    # Many that are quick tell what is usual.
    for column in range(19):
        for row in (5, 7, 9):
            assert service.get(f"/images/pyramid.tif/tiles/0/{column}_{row}.jpg").status == 200
    hedged = service.metrics()['fetch_hedged_total{engine="root"}']
    host.holds_first = True
    assert service.get("/images/pyramid.tif/tiles/0/9_12.jpg").status == 200
    metrics = service.metrics()
    assert metrics['fetch_hedged_total{engine="root"}'] == hedged + 1
    assert metrics['fetch_retries_total{engine="root"}'] == 0
    host.holds_first = False


def test_a_start_takes_no_engine(far, serve, pictures):
    host = far(files_of(pictures))
    host.is_silent = True
    service = serve(host.base)
    assert service.get("/healthz").status == 200 and host.count() == 0
    host.is_silent = False
    assert service.get("/images/photo.jpg").status == 200


@pytest.mark.parametrize("name", ["photo.jpg", "pyramid.tif"])
def test_what_is_replaced_is_never_mixed(far, serve, pictures, others, name):
    host = far(files_of(pictures))
    service = serve(host.base)
    tile = f"/images/{name}/tiles/0/0_0.jpg"
    before, version = service.get(tile).body, service.get(f"/images/{name}").json["version"]
    host.files[name] = (others / name).read_bytes()
    # A part that is not here is of another state: it is opened anew within the request.
    if name == "pyramid.tif":
        far_tile = service.get(f"/images/{name}/tiles/0/15_12.jpg")
        assert far_tile.status == 200
        expected = waves(5000, 4000, 9)[12 * 256:13 * 256, 15 * 256:16 * 256].astype(int)
        assert numpy.abs(far_tile.pixels - expected).mean() < 6
    wait_until(lambda: service.get(f"/images/{name}").json["version"] != version)
    assert service.get(tile).body != before
    del host.files[name]
    wait_until(lambda: service.get(f"/images/{name}").status == 404)


@pytest.mark.parametrize("size", ["max", "200,", "^1600,"])
def test_a_region_is_made_of_what_is_there_now(far, serve, pictures, others, size):
    host = far(files_of(pictures))
    service = serve(host.base)
    region = f"/iiif/3/pyramid.tif/3600,2800,400,300/{size}/0/default.jpg"
    assert service.get("/images/pyramid.tif/tiles/0/0_0.jpg").status == 200
    host.files["pyramid.tif"] = (others / "pyramid.tif").read_bytes()
    answer = service.get(region)
    assert answer.status == 200, answer.body
    pixels = answer.pixels.astype(int)
    expected = Image.fromarray(waves(5000, 4000, 9)[2800:3100, 3600:4000]).resize(
        pixels.shape[1::-1], Image.Resampling.BOX)
    assert numpy.abs(pixels - numpy.asarray(expected)).mean() < 6


def test_a_mount_lies_beside_the_folder(far, serve, pictures, tmp_path):
    host = far(files_of(pictures) | {"names.txt": b"photo.jpg\n"})
    draw(tmp_path / "here.jpg")
    draw(tmp_path / "scans" / "hidden.jpg")
    service = serve(tmp_path, "--mount", f"scans={host.base}?list=names.txt", "--mount", f"web={host.base}")
    assert names(service.get("/images")) == [("folder", "scans"), ("folder", "web"), ("image", "here.jpg")]
    assert names(service.get("/images?folder=scans")) == [("image", "scans/photo.jpg")]
    assert service.get("/images/here.jpg").status == 200 and host.count("here") == 0
    assert service.get("/images/scans%2Fhidden.jpg").status == 404
    assert service.get("/images/scans%2Fphoto.jpg/tiles/0/0_0.jpg").status == 200
    assert service.get("/images/web%2Fslide.svs/tiles/0/0_0.jpg").status == 200
    host.is_silent = True
    assert service.get("/images/here.jpg/tiles/0/0_0.jpg").status == 200
    assert service.get("/images?search=here").json["entries"]
    host.is_silent = False


def test_the_root_does_not_wait_for_a_mount(far, serve, pictures, tmp_path):
    host = far(files_of(pictures) | {"names.txt": b"photo.jpg\n"})
    draw(tmp_path / "here.jpg")
    host.is_silent = True
    service = serve(tmp_path, "--mount", f"scans={host.base}?list=names.txt")
    folder, image = service.get("/images").json["entries"]
    assert (folder["id"], image["id"]) == ("scans", "here.jpg")
    assert folder.get("count") is None
    host.is_silent = False
    wait_until(lambda: service.get("/images").json["entries"][0].get("count") == 1, 60)


def test_a_bucket_of_a_million_names_is_told_page_by_page(serve):
    store = FaultyStore()
    service = serve(
        f"s3://million?endpoint=http://127.0.0.1:{store.port}&credentials=none")
    found, cursor = [], ""
    for _ in range(3):
        page = service.get(f"/images?limit=1000&cursor={cursor}").json
        assert page["order"] == "key" and len(page["entries"]) == 1000
        found += page["entries"]
        cursor = page["next"]
    assert [one["id"] for one in found] == [
        f"n{number:06}" + ("" if number % 100 == 99 else ".jpg") for number in range(3000)]
    assert {one["bytes"] for one in found if one["type"] == "image"} == {9}
    # So many names are read before the first is told, whatever there are.
    assert store.count("list-type") < 100
    assert service.get("/images?limit=2&order=desc").status == 200
    assert service.get(f"/images?limit=2&order=desc&cursor={cursor}").status == 400
    store.end()


def test_what_is_refused_takes_no_room(far, serve, pictures):
    host = far(files_of(pictures) | {f"{number}.jpg": b"no image" * 3000 for number in range(9)})
    service = serve(host.base)
    for number in range(9):
        assert service.get(f"/images/{number}.jpg").status == 415
    assert service.metrics()["copies_bytes"] == 0
    assert service.get("/images/photo.jpg").status == 200
    assert service.metrics()["copies_bytes"] > 0


def test_copies_make_room_for_each_other(far, serve, tmp_path):
    numbers = numpy.random.default_rng(1)
    files = {}
    for index in range(6):
        path = tmp_path / f"{index}.png"
        tifffile.imwrite(path.with_suffix(".tif"), numbers.integers(0, 256, (1500, 1500, 3), numpy.uint8))
        files[f"{index}.tif"] = path.with_suffix(".tif").read_bytes()
    tifffile.imwrite(tmp_path / "large.tif", numbers.integers(0, 256, (2600, 2600, 3), numpy.uint8))
    files["large.tif"] = (tmp_path / "large.tif").read_bytes()
    host = far(files)
    service = serve(host.base, "--copies-size", "16")
    for _ in range(2):
        for index in range(6):
            assert service.get(f"/images/{index}.tif/tiles/0/0_0.jpg").status == 200
            assert service.metrics()["copies_bytes"] <= 16 << 20
    assert service.metrics()["copies_evicted_total"] > 0
    refused = service.get("/images/large.tif/tiles/0/0_0.jpg")
    assert refused.status == 422 and "may be fetched" in refused.json["error"]["detail"]


@pytest.mark.parametrize("behaviour", [
    "short", "wrong-range", "no-range", "lying-length", "packed", "garbage", "reset", "inward",
    "endless-head", "busy", "round",
])
def test_lies_become_no_picture(serve, behaviour):
    store = FaultyStore()
    service = serve(f"http://127.0.0.1:{store.port}/{behaviour}/")
    answer = service.get("/images/x.jpg/tiles/0/0_0.jpg")
    assert answer.status in (415, 503), answer.body
    if answer.status == 503:
        assert "Retry-After" in answer.fields and answer.json["error"]["detail"].startswith("the image can't be read: ")
    assert service.resident() < 200 << 20
    store.end()


def test_who_is_told_to_come_back_later_does(far, serve, pictures):
    host = far(files_of(pictures))
    host.refusals, host.retry_after = 1, 1
    service = serve(host.base)
    # Nothing but the end of the pause can go on with it.
    assert service.get("/images/photo.jpg").status == 200


def test_a_long_pause_is_not_waited_for(far, serve, pictures):
    host = far(files_of(pictures))
    host.refusals, host.retry_after = 1, 3600
    service = serve(host.base)
    for name in ("photo.jpg", "slide.svs", "none.jpg"):
        answer = service.get(f"/images/{name}")
        assert answer.status == 503 and int(answer.fields["Retry-After"]) > 0
    assert host.count() == 1


@pytest.mark.parametrize("name", ["circling", "empty-pages"])
def test_a_list_without_an_end_is_none(serve, name):
    store = FaultyStore()
    service = serve(
        f"s3://{name}?endpoint=http://127.0.0.1:{store.port}",
        env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "AWS_ACCESS_KEY_ID": "A",
             "AWS_SECRET_ACCESS_KEY": "B"})
    for path in ("/images", "/images?search=a"):
        assert service.get(path).status == 503
    assert store.count(f"/{name}") < 50
    store.end()


@pytest.mark.parametrize("tag", [None, "weak"])
def test_parts_are_joined_where_a_tag_tells_their_state(far, serve, pictures, here, tag):
    host = far(files_of(pictures))
    host.tag = lambda strong: tag and f"W/{strong}"
    service = serve(host.base)
    tile = "/images/pyramid.tif/tiles/0/9_7.jpg"
    assert service.get(tile).body == here.get(tile).body
    # A date alone does not: all of it comes in one answer.
    assert (host.sent > len(host.files["pyramid.tif"])) == (tag is None)


def test_what_never_ends_is_no_picture(serve):
    store = FaultyStore()
    service = serve(f"http://127.0.0.1:{store.port}/endless/", "--copies-size", "16")
    assert service.get("/images/x.jpg").status == 503
    assert service.resident() < 200 << 20
    store.end()


def test_names_that_lead_inward_are_not_followed(far, serve, pictures):
    host = far(files_of(pictures))
    service = serve(f"http://localhost:{host.port}/base/")
    assert service.get("/images/photo.jpg").status == 503 and host.count() == 0
    wait_until(lambda: any("has an address" in line for line in service.said))
    allowed = serve(f"http://localhost:{host.port}/base/?private=true")
    assert allowed.get("/images/photo.jpg").status == 200


@pytest.mark.parametrize("words, said", [
    (("s3://",), "a bucket's name has"),
    (("https://user:MARKED@host/",), "a password has no place in an address"),
    (("s3://scans?secret=MARKED",), "is no option of it"),
    ((".", "--mount", "scans"), "a mount is NAME=ADDRESS"),
    ((".", "--mount", "a/b=s3://scans"), "a mount is NAME=ADDRESS"),
    ((".", "--mount", "a=s3://scans", "--mount", "a=s3://other"), "'a' is mounted twice"),
])
def test_what_is_no_address_is_a_mistake(binary, words, said):
    answer = subprocess.run([binary, "serve", *words], capture_output=True, text=True, timeout=60)
    assert answer.returncode == 2
    assert said in answer.stderr and "MARKED" not in answer.stderr


# Buckets of a real engine

ODD = ["é ö.jpg", "a+b.jpg", "100%.jpg", "deep/deeper/x.jpg", "日本.jpg", "what?.jpg"]


@pytest.fixture(scope="module")
def bucket(engine, pictures):
    """A bucket with pictures below a prefix; and how it is asked."""
    writer = BucketWriter(engine["S3_ENDPOINT"], engine["AWS_ACCESS_KEY_ID"], SECRET)
    writer.put("/served")
    photo = (pictures / "photo.jpg").read_bytes()
    for name in ODD + ["photo.jpg", ".hidden.jpg", "text.txt"]:
        writer.put(f"/served/m/{name}", photo)
    for name in ("pyramid.tif", "slide.svs"):
        writer.put(f"/served/m/{name}", (pictures / name).read_bytes())
    writer.put("/served/outside.jpg", photo)
    for index in range(1200):
        writer.put(f"/served/m/many/{index:04}.jpg", b"")
    environment = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"} | {
        name: engine[name] for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")}
    return f"s3://served/m?endpoint={engine['S3_ENDPOINT']}", environment, writer


def test_a_bucket_is_served_like_a_folder(bucket, serve, here):
    address, environment, _ = bucket
    service = serve(address, env=environment)
    listed = names(service.get("/images"))
    assert listed[:2] == [("folder", "deep"), ("folder", "many")]
    assert {name for _, name in listed} == {
        "deep", "many", "photo.jpg", "pyramid.tif", "slide.svs", *ODD} - {"deep/deeper/x.jpg"}
    first = service.get("/images?folder=many&limit=1000").json
    second = service.get(f"/images?folder=many&limit=1000&cursor={first['next']}").json
    assert [one["id"] for one in first["entries"] + second["entries"]] == [
        f"many/{index:04}.jpg" for index in range(1200)]
    assert names(service.get("/images?search=X.JP")) == [("image", "deep/deeper/x.jpg")]
    by_size = service.get("/images?sort=size&order=desc").json["entries"]
    assert by_size[2]["id"] == "pyramid.tif" and by_size[2]["bytes"] > 1 << 20
    for tile in TILES:
        assert service.get(f"/images/{tile}").body == here.get(f"/images/{tile}").body, tile
    for one in service.get("/images").json["entries"]:
        assert one["type"] == "folder" or service.get(one["links"]["image"]).status == 200, one
    assert service.get("/images/many%2F0001.jpg").status == 415
    assert service.get("/images/many%2F9999.jpg").status == 404
    assert service.get("/images/..%2Foutside.jpg").status == 404


def test_keys_stand_nowhere(bucket, serve):
    address, environment, _ = bucket
    service = serve(address, "--access-log", "-", env=environment)
    said = [service.get(path).body for path in (
        "/", "/images", "/images/photo.jpg", "/iiif/3/photo.jpg/info.json", "/metrics", "/readyz",
        "/images/none.jpg", "/images?search=a", "/view/photo.jpg")]
    children = subprocess.run(
        ["ps", "--ppid", str(service.process.pid), "-o", "pid="], capture_output=True, text=True).stdout.split()
    assert children
    for number in children:
        with open(f"/proc/{number}/environ", "rb") as environ, open(f"/proc/{number}/cmdline", "rb") as line:
            said += [environ.read(), line.read()]
    with open(f"/proc/{service.process.pid}/cmdline", "rb") as line:
        said.append(line.read())
    refused = serve(
        address, env=environment | {"AWS_ACCESS_KEY_ID": "NOBODYMARKED"})
    answer = refused.get("/images/photo.jpg")
    assert answer.status == 503 and "we are refused" in answer.json["error"]["detail"]
    assert refused.get("/images").status == 503
    said += [answer.body, refused.get("/metrics").body]
    wait_until(lambda: any("InvalidAccessKeyId" in line for line in refused.said))
    said += [line.encode() for line in service.said + refused.said]
    for one in said:
        assert SECRET.encode() not in one


def test_a_bucket_without_keys_says_so(bucket, serve):
    address, environment, _ = bucket
    service = serve(address, env={"PATH": environment["PATH"], "HOME": "/nonexistent"})
    assert service.get("/images/photo.jpg").status == 503
    wait_until(lambda: any("no keys: AWS_ACCESS_KEY_ID is not set" in line for line in service.said))
