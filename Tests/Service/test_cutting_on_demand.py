"""Images without a pyramid are cut when somebody first asks: once, in a child, in everybody's sight."""
import concurrent.futures
import contextlib
import io
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

import numpy
import pytest
from PIL import Image

from support.command import run
from support.halted import Halted, hold_decoder, writes
from support.pictures import draw, waves
from support.processes import decoders
from support.service import RawClient, quoted, wait_until


@pytest.fixture
def served(serve, tmp_path):
    def start(*flags, store=None):
        folder = tmp_path / "images"
        folder.mkdir(exist_ok=True)
        return serve(folder, *flags, store=store)

    return start


def test_all_who_ask_for_a_new_image_share_one_cut(served):
    service = served()
    draw(service.folder / "new.jpg", 1500, 1100)
    paths = [
        "/images/new.jpg/tiles/0/1_1.jpg", "/iiif/3/new.jpg/info.json", "/dzi/new.jpg.dzi",
        "/xyz/new.jpg/0/0/0.jpg", "/images/new.jpg", "/iiif/2/new.jpg/full/200,/0/default.png",
        "/images/new.jpg/viewport?bounds=300,200", "/zoomify/new.jpg/TileGroup0/0-0-0.jpg",
    ] * 4
    with Halted(service) as halted, concurrent.futures.ThreadPoolExecutor(len(paths)) as pool:
        before = service.metrics()
        asked = [pool.submit(service.get, path) for path in paths]
        # Everybody is there before anything is done.
        wait_until(lambda: service.metrics()["connections"] > len(paths))
        wait_until(lambda: service.metrics()["cuts_running"] == 1)
        assert service.metrics()["cuts_waiting"] == 0
        assert not any(answer.done() for answer in asked)
        halted.resume()
        assert [answer.result().status for answer in asked] == [200] * len(paths)
    after = service.metrics()
    assert after["cuts_finished_total"] - before["cuts_finished_total"] == 1
    assert after["cuts_running"] == 0 and after["cuts_failed_total"] == 0
    assert len(list(service.store.glob("*/*.tif"))) == 2


@pytest.fixture(scope="module")
def large_photograph():
    """Writes a JPEG that is shown before it is cut."""
    pixels = waves(1126, 939, length=90).repeat(8, 0).repeat(8, 1)[:7510, :9001]
    pixels[:2000, :3000] //= 3
    numpy.minimum(pixels, 230, out=pixels)
    pixels += numpy.random.default_rng(1).integers(0, 24, pixels.shape[:2], numpy.uint8)[:, :, None]
    encoded = io.BytesIO()
    Image.fromarray(pixels).save(encoded, "JPEG", quality=90)
    # It is encoded once: its orientation, and that a column is missing, are said in its head.
    encoded = encoded.getvalue()
    frame = encoded.index(b"\xff\xc0") + 7
    assert encoded[frame : frame + 2] == (9001).to_bytes(2, "big")

    def write(path, orientation=1, is_whole=False):
        # Sides that are mirrored are even; at an eighth they are odd. What fills up the last blocks may be shown.
        width, height = (9008, 7520) if is_whole else (9000 if orientation == 3 else 9001, 7510)
        exif = Image.Exif()
        exif[0x0112] = orientation
        exif = exif.tobytes()
        path.write_bytes(b"\xff\xd8\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif
                         + encoded[2 : frame - 2] + height.to_bytes(2, "big") + width.to_bytes(2, "big")
                         + encoded[frame + 2 :])
        assert path.stat().st_size > 4 << 20

    return write


@pytest.mark.parametrize("orientation", [1, 6, 3])
def test_a_large_photograph_is_shown_before_it_is_cut(served, large_photograph, orientation):
    service = served()
    name = "large.jpg"
    large_photograph(service.folder / name, orientation)
    coarse = [
        f"/iiif/3/{name}/full/!900,900/0/default.jpg", f"/images/{name}/tiles/3/0_0.jpg",
        f"/images/{name}/tiles/4/0_1.jpg?v=0", f"/iiif/3/{name}/full/,500/90/gray.png",
    ]
    fine = [f"/images/{name}/tiles/0/1_1.png", f"/iiif/3/{name}/0,0,900,900/max/0/default.jpg"]
    # What it will be is told as soon as any tile of it can be had: of turned ones when all of them can.
    (coarse if orientation == 1 else fine).extend([f"/iiif/3/{name}/info.json", f"/images/{name}"])
    with Halted(service) as halted, concurrent.futures.ThreadPoolExecutor(8) as pool:
        before = service.metrics()
        asked = [pool.submit(service.get, path) for path in coarse + fine]
        wait_until(lambda: service.metrics()["connections"] > len(asked))
        halted.resume()
        answers = [answer.result() for answer in asked]
    assert [answer.status for answer in answers] == [200] * 8
    for answer in answers[: len(coarse)]:
        assert answer.fields["Cache-Control"] == "no-store" and "ETag" not in answer.fields
    for answer in answers[len(coarse) :]:
        assert answer.fields["Cache-Control"] != "no-store"
    assert service.metrics()["cuts_finished_total"] - before["cuts_finished_total"] == 1
    for path, answer in zip(coarse, answers):
        # Looked at anew, it is the pyramid's, and looks the same.
        whole = service.get(path)
        assert "ETag" in whole.fields
        if "json" in whole.fields["Content-Type"]:
            assert answer.body == whole.body
            continue
        shown, cut = (
            numpy.asarray(Image.open(io.BytesIO(found.body)), int) for found in (answer, whole))
        assert shown.shape == cut.shape and abs(shown - cut).mean() < 2


def answers_while_cut(service, paths, others):
    """What is answered about large.jpg: of the paths before it is cut, of the others after.

    Nothing where it went on unheeded, on a machine that has other things to do, and was cut too soon.
    """
    with Halted(service) as halted, concurrent.futures.ThreadPoolExecutor(len(paths + others)) as pool:
        before = service.metrics()
        asked = [pool.submit(service.get, path) for path in paths + others]
        wait_until(lambda: service.metrics()["connections"] > len(asked))
        halted.resume()
        decoder = hold_decoder(
            service.process.pid,
            lambda: "links" in service.get("/images/large.jpg?missing=empty&wait=0").json)

        def goes_on():
            os.kill(decoder, signal.SIGCONT)
            time.sleep(0.002)
            os.kill(decoder, signal.SIGSTOP)
            # The service asks it ten times a second.
            time.sleep(0.05)
            return all(answer.done() for answer in asked[: len(paths)])

        try:
            # By small steps: who gives the tiles stands still when the last of them is there.
            wait_until(goes_on, 300)
            is_cut = service.metrics()["cuts_finished_total"] > before["cuts_finished_total"]
            if is_cut or any(answer.done() for answer in asked[len(paths) :]):
                return None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(decoder, signal.SIGCONT)
        return [answer.result() for answer in asked]


def parts(answer):
    """The levels, addresses and tiles of a view's stream."""
    boundary = b"\r\n--" + answer.fields["Content-Type"].split("boundary=")[1].encode()
    rest, found = answer.body, []
    while rest.startswith(boundary + b"\r\n"):
        head, rest = rest[len(boundary) + 2 :].split(b"\r\n\r\n", 1)
        fields = dict(line.decode().split(": ", 1) for line in head.split(b"\r\n"))
        address, length = fields["Content-Location"], int(fields["Content-Length"])
        found.append((int(address.split("/tiles/")[1].split("/")[0]), address, rest[:length]))
        rest = rest[length:]
    assert rest == boundary + b"--\r\n"
    return found


def difference(*answers):
    one, other = (numpy.asarray(Image.open(io.BytesIO(answer)), int) for answer in answers)
    return numpy.abs(one - other)


# As it is stored; and turned and mirrored both ways, with coarser coefficients.
@pytest.mark.parametrize("orientation, quality", [(1, 85), (7, 50)])
def test_what_is_asked_of_a_large_photograph_is_answered_while_it_is_cut(
        served, large_photograph, orientation, quality):

    def at(one, other):
        return (other, one) if orientation == 7 else (one, other)

    def tile(level, *place):
        return "{}/{}_{}".format(level, *at(*place))

    documents = [
        "/images/large.jpg", "/iiif/3/large.jpg/info.json", "/iiif/2/large.jpg/info.json", "/dzi/large.jpg.dzi",
        "/zoomify/large.jpg/ImageProperties.xml", "/xyz/large.jpg.json", "/images/large.jpg/viewport?bounds=900,700",
    ]
    # In the middle, and at both edges: less than is stored, and as it is stored.
    finest = [f"/images/large.jpg/tiles/{tile(0, *place)}.jpg" for place in ((17, 20), (35, 29))]
    finest += [
        "/iiif/3/large.jpg/{},{},256,256/max/0/default.jpg".format(*at(8704, 7168)),
        "/xyz/large.jpg/6/{}/{}.jpg".format(*at(0, 29)),
    ]
    coarser = [f"/images/large.jpg/tiles/{tile(*place)}.jpg" for place in ((1, 17, 14), (1, 8, 7), (2, 8, 7), (2, 3, 3))]
    # More than may be wished for at once, at the edge too, and some twice.
    tiles = [tile(0, column, row) for column in range(27, 36) for row in (24, 29)]
    tiles += [tile(2, 3, 3), tile(1, 17, 14), tile(0, 27, 24)]
    views = [f"/images/large.jpg/viewport/tiles?{query}" for query in (
        "tiles=" + ",".join(["4/1_1", *tiles, "3/2_2"]), "rect=3000,4000,900,700&zoom=0.5")]
    asked = documents + finest + coarser + views
    for _ in range(5):
        service = served("--cut-wait", "600", "--quality", f"{quality}")
        large_photograph(service.folder / "large.jpg", orientation, is_whole=orientation == 7)
        if answers := answers_while_cut(service, asked, ["/images/large.jpg/tiles/0/1_1.png"]):
            break
        service.end()
    assert [answer.status for answer in answers] == [200] * (len(asked) + 1)
    assert "ETag" in answers[-1].fields
    for path, answer in zip(asked, answers):
        assert answer.fields["Cache-Control"] == "no-store" and "ETag" not in answer.fields
        # Looked at anew, it is the pyramid's, and the same.
        whole = service.get(path)
        assert whole.fields["Cache-Control"] != "no-store"
        assert answer.fields["Content-Type"] == whole.fields["Content-Type"]
        if path in coarser or quality == 50 and path in finest:
            assert difference(answer.body, whole.body).max() == 0
        elif path not in views:
            assert answer.body == whole.body
    for path, answer in zip(views, answers[len(asked) - len(views) :]):
        early, late = parts(answer), {address: tile for _, address, tile in parts(service.get(path))}
        assert len(early) == len(late) > 10
        # What the preview has comes first, and looks the same; what was wished for is.
        assert [level > 2 for level, *_ in early] == sorted((level > 2 for level, *_ in early), reverse=True)
        for level, address, part in early:
            if level == 0 and quality == 85:
                assert part == late[address]
            else:
                assert difference(part, late[address]).mean() < (2 if level > 2 else 1e-9)


def test_a_client_that_leaves_does_not_end_the_cut(served):
    service = served()
    with Halted(service):
        draw(service.folder / "left.jpg")
        client = service.connect()
        client.sendall(b"GET /images/left.jpg HTTP/1.1\r\nHost: x\r\n\r\n")
        wait_until(lambda: service.metrics()["cuts_running"] == 1)
        client.close()
        wait_until(lambda: service.metrics()["connections"] == 1)
    wait_until(lambda: service.metrics()["cuts_finished_total"] == 2)
    assert service.get("/images/left.jpg").status == 200


def test_what_must_be_prerendered_is_refused_until_it_is(served):
    service = served("--pyramids", "require")
    draw(service.folder / "a.jpg")
    for path in ("/images/a.jpg", "/iiif/3/a.jpg/info.json", "/images/a.jpg/tiles/0/0_0.jpg"):
        answer = service.get(path)
        assert answer.status == 404 and "no pyramid" in answer.json["error"]["detail"]
    assert not list(service.store.glob("*/*.tif"))
    assert run("prerender", service.folder, "--store", service.store).returncode == 0
    assert service.get("/images/a.jpg/tiles/0/0_0.jpg").status == 200
    metrics = service.metrics()
    assert metrics["cuts_finished_total"] == 0 and metrics["cuts_failed_total"] == 0


def replace(path, *drawn, **options):
    """As careful programs replace a file: the new one takes the name at once."""
    new = path.with_name(".new" + path.suffix)
    draw(new, *drawn, **options)
    os.replace(new, path)


def test_a_replaced_source_is_a_new_version_at_once(served):
    service = served()
    path = service.folder / "a.jpg"
    draw(path, 700, 500)
    old = service.get("/images/a.jpg").json
    tile = "/images/a.jpg/tiles/0/0_0.jpg"
    before = service.get(f"{tile}?v={old['version']}")
    assert "immutable" in before.fields["Cache-Control"]
    rendered = service.get("/iiif/3/a.jpg/full/100,/0/default.png")

    replace(path, 900, 400, seed=2)
    new = service.get("/images/a.jpg").json
    assert new["version"] != old["version"] and (new["width"], new["height"]) == (900, 400)
    after = service.get(tile)
    assert after.fields["ETag"] != before.fields["ETag"]
    expected = waves(900, 400, 2)[:256, :256].astype(int)
    assert numpy.abs(after.pixels - expected).mean() < 3
    # An address of the old version shows the new picture, and nobody keeps it.
    outdated = service.get(f"{tile}?v={old['version']}")
    assert outdated.body == after.body and outdated.fields["Cache-Control"] == "no-cache"
    # What was rendered and kept is of the old version too.
    again = service.get("/iiif/3/a.jpg/full/100,/0/default.png")
    assert again.pixels.shape[:2] == (44, 100) != rendered.pixels.shape[:2]
    # A client that still has the old tile is not told that it is the same.
    assert service.get(tile, If_None_Match=before.fields["ETag"]).status == 200

    os.remove(path)
    assert service.get(tile).status == 404 and service.get("/images/a.jpg").status == 404


def test_a_source_rewritten_in_place_is_a_new_version(served):
    service = served()
    path = service.folder / "a.png"
    draw(path, 300, 200)
    old = service.get("/images/a.png").json["version"]
    draw(path, 320, 200, seed=1)
    new = service.get("/images/a.png").json
    assert new["version"] != old and new["width"] == 320


def test_answers_under_way_finish_with_the_picture_they_began_with(served):
    service = served("--quality", "95")
    path = service.folder / "noise.jpg"
    noise = numpy.random.default_rng(1).integers(0, 255, (3000, 3000, 3), numpy.uint8)
    Image.fromarray(noise).save(path, quality=95, subsampling=0)
    old = service.get("/images/noise.jpg").json["version"]
    stream = "/images/noise.jpg/viewport/tiles?placeholder=false&rect=0,0,3000,3000&zoom=1"
    whole = service.get(stream).body
    assert len(whole) > 8 << 20, "more than sockets hold"

    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    client.settimeout(60)
    client.connect(("127.0.0.1", service.port))
    client.sendall(f"GET {stream} HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\n"
                   "Connection: close\r\n\r\n".encode())
    received = client.recv(1000)
    replace(path, 500, 500)
    new = service.get("/images/noise.jpg").json
    assert new["version"] != old and new["width"] == 500
    # What was kept small for the answer to be under way need not be any more.
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
    while part := client.recv(1 << 20):
        received += part
    head, body = received.split(b"\r\n\r\n", 1)
    assert b" 200 " in head.split(b"\r\n")[0]
    assert dechunked(body) == whole


def dechunked(body):
    out = []
    while True:
        size, body = body.split(b"\r\n", 1)
        if int(size, 16) == 0:
            return b"".join(out)
        out.append(body[: int(size, 16)])
        body = body[int(size, 16) + 2 :]


def broken(folder):
    """Damaged images of each kind, by name."""
    draw(folder / "ok.png", 600, 400)
    draw(folder / "ok.jpg", 600, 400)
    kinds = {"png": {}, "jpg": {}, "webp": {}, "gif": {}, "tif": {"compression": "tiff_lzw"}}
    made = []
    for kind, options in kinds.items():
        whole = folder / f".whole.{kind}"
        draw(whole, 600, 400, **options)
        data = whole.read_bytes()
        half = folder / f"half.{kind}"
        half.write_bytes(data[: len(data) // 2])
        head = folder / f"head.{kind}"
        head.write_bytes(data[:20])
        made += [half.name, head.name]
    progressive = folder / ".progressive.jpg"
    draw(progressive, 600, 400, progressive=True)
    data = progressive.read_bytes()
    (folder / "progressive.jpg").write_bytes(data[: len(data) // 2])
    return made + ["progressive.jpg"]


def test_broken_images_are_an_error_in_words_and_not_decoded_again(served):
    service = served()
    names = broken(service.folder)
    routes = ["/images/{}", "/iiif/3/{}/full/max/0/default.jpg", "/images/{}/tiles/0/0_0.jpg"]
    for name in names:
        for route in routes * 2:
            answer = service.get(route.format(name))
            assert answer.status == 422, (name, answer.status, answer.body)
            detail = answer.json["error"]["detail"]
            assert detail.startswith("the image can't be cut: ") and len(detail) > 30
            for place in (service.folder, service.store, "/tmp", "/proc", ".half", ".partial"):
                assert str(place) not in detail, detail
            assert answer.fields["Cache-Control"] == "no-store"
    # Each was tried once, however often it was asked for.
    assert service.metrics()["cuts_failed_total"] == len(names)
    assert service.get("/images/ok.jpg").status == 200
    assert not list(service.store.rglob("*half*")) and len(list(service.store.glob("*/*.tif"))) == 1
    # A repaired one is another file, and is tried at once.
    replace(service.folder / "half.png", 600, 400)
    assert service.get("/images/half.png").status == 200


def test_the_error_of_one_image_says_nothing_of_another(served):
    service = served()
    (service.folder / "apart").mkdir()
    draw(service.folder / "b.png", 600, 400)
    subprocess.run(
        ["vips", "copy", service.folder / "b.png", service.folder / "apart/private.avif"], check=True)
    png = (service.folder / "b.png").read_bytes()
    (service.folder / "b.png").write_bytes(png[: len(png) // 2])
    assert service.get("/images/apart%2Fprivate.avif").status == 200
    answer = service.get("/images/b.png")
    assert answer.status == 422
    detail = answer.json["error"]["detail"]
    assert "private" not in detail and "/" not in detail, detail


def test_an_image_beyond_the_limits_is_refused_from_its_header(served):
    service = served("--max-pixels", "100000")
    draw(service.folder / "large.png", 400, 300)
    draw(service.folder / "small.png", 300, 300)
    answer = service.get("/images/large.png")
    assert answer.status == 422
    assert "400 x 300 pixels, more than the limit of 100000" in answer.json["error"]["detail"]
    assert service.get("/images/small.png").status == 200


def test_vector_images_are_drawn_where_they_are_allowed_as_finely_as_said(served):
    service = served("--allow-untrusted", "--dpi", "216")
    (service.folder / "drawing.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50">'
        '<rect width="100" height="50" fill="red"/></svg>')
    description = service.get("/images/drawing.svg").json
    assert (description["width"], description["height"]) == (300, 150)
    colour = service.get("/images/drawing.svg/tiles/0/0_0.png").pixels[75, 150]
    assert numpy.abs(colour.astype(int) - (255, 0, 0)).max() < 8
    service.end()
    finer = served("--allow-untrusted", "--dpi", "432", store=service.store)
    assert finer.get("/images/drawing.svg").json["width"] == 600


def test_a_decoder_that_somebody_kills_is_followed_by_another(served):
    service = served()
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        draw(service.folder / "killed.png", 3000, 2000)
        asked = pool.submit(service.get, "/images/killed.png")
        # Some of the pyramid is there, which the next one must not find.
        os.kill(hold_decoder(service.process.pid, lambda: writes(service.store)), signal.SIGKILL)
        assert asked.result().status == 200
    assert run("verify", "--deep", "--store", service.store).returncode == 0


def test_all_threads_that_cut_step_back_for_answers(served):
    service = served()
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        draw(service.folder / "nice.png", 3000, 2000)
        asked = pool.submit(service.get, "/images/nice.png")
        cutter = hold_decoder(service.process.pid, lambda: writes(service.store))
        threads = [int(task.name) for task in pathlib.Path(f"/proc/{cutter}/task").iterdir()]
        priorities = {os.getpriority(os.PRIO_PROCESS, thread) for thread in threads}
        os.kill(cutter, signal.SIGCONT)
        assert asked.result().status == 200
    assert priorities == {os.getpriority(os.PRIO_PROCESS, service.process.pid) + 10}


def test_a_decoder_that_is_killed_again_costs_its_image_alone(served):
    service = served()
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        draw(service.folder / "fatal.png", 3000, 2000)
        asked = pool.submit(service.get, "/images/fatal.png")
        while not asked.done():
            for decoder in decoders(service.process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(decoder, signal.SIGKILL)
        answer = asked.result()
        # Who killed it had no eye on the image.
        assert answer.status == 503 and "killed" in answer.json["error"]["detail"]
        assert int(answer.fields["Retry-After"]) > 0
    draw(service.folder / "after.jpg")
    assert service.get("/images/after.jpg").status == 200
    wait_until(lambda: not decoders(service.process.pid))
    line = wait_until(lambda: next((line for line in service.said if "fault" in line), None))
    assert line.startswith('pyramidion: fault decoder-killed image="fatal.png" reason="')
    # The first one, and the one that tried again.
    assert service.metrics()['decoder_deaths_total{signal="SIGKILL"}'] == 2


def test_pyramids_are_found_again_by_the_next_server(served):
    service = served()
    draw(service.folder / "a.jpg")
    version = service.get("/images/a.jpg").json["version"]
    service.end()
    again = served(store=service.store)
    assert again.get("/images/a.jpg").json["version"] == version
    assert again.metrics()["cuts_finished_total"] == 0


def test_a_damaged_pyramid_is_cut_anew(served):
    service = served()
    draw(service.folder / "a.jpg", 1500, 1100)
    good = service.get("/images/a.jpg/tiles/0/2_2.jpg").body
    (pyramid,) = service.store.glob("*/*.tif")
    # The end of the file is gone, as after a bad disk; the open one is the same file.
    os.truncate(pyramid, pyramid.stat().st_size // 2)
    service.end()
    again = served(store=service.store)
    wait_until(lambda: again.get("/images/a.jpg/tiles/0/2_2.jpg").body == good)


def test_tiles_that_have_become_undecodable_are_cut_anew(served):
    service = served()
    draw(service.folder / "a.jpg", 1500, 1100)
    picture = "/iiif/3/a.jpg/100,100,900,900/400,/0/default.png"
    good = service.get(picture).body
    (pyramid,) = service.store.glob("*/*.tif")
    service.end()
    with pyramid.open("r+b") as file:
        data = file.read()
        # Every tile but its first bytes.
        for start in (place for place in range(len(data) - 1) if data[place : place + 2] == b"\xff\xd8"):
            file.seek(start + 2)
            file.write(b"\0" * 300)
    again = served(store=service.store)
    first = again.get(picture)
    assert first.status == 500 and "damaged" in first.json["error"]["detail"]
    wait_until(lambda: again.get(picture).body == good)
    assert again.metrics()["cuts_finished_total"] == 1


def test_a_store_that_is_emptied_fills_again(served):
    service = served()
    draw(service.folder / "a.jpg")
    tile = "/images/a.jpg/tiles/0/0_0.jpg"
    before = service.get(tile)
    for entry in service.store.iterdir():
        shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    # What is open is served on.
    assert service.get(tile).body == before.body
    draw(service.folder / "b.jpg", seed=1)
    assert service.get("/images/b.jpg/tiles/0/0_0.jpg").status == 200


def test_each_page_of_a_document_is_cut_when_it_is_asked_for(served):
    service = served()
    pages = [Image.fromarray(waves(400, 300, seed)) for seed in range(3)]
    pages[0].save(service.folder / "book.tif", save_all=True, append_images=pages[1:])
    album = service.get("/images/book.tif").json
    assert album["type"] == "album" and [page["id"] for page in album["pages"]] == [
        f"book.tif;{page}" for page in (1, 2, 3)]
    assert service.metrics()["cuts_finished_total"] == 0
    second = service.get(f"/images/{quoted('book.tif;2')}/tiles/0/0_0.jpg")
    assert numpy.abs(second.pixels - waves(400, 300, 1)[:256, :256].astype(int)).mean() < 4
    wait_until(lambda: service.metrics()["cuts_finished_total"] == 1)
    assert service.get("/images/book.tif;4").status == 404


def test_the_end_of_the_server_does_not_wait_for_a_cut(served):
    service = served("--drain-timeout", "1")
    with Halted(service) as halted:
        draw(service.folder / "never.jpg")
        client = RawClient(service)
        client.socket = service.connect()
        client.socket.sendall(b"GET /images/never.jpg HTTP/1.1\r\nHost: x\r\n\r\n")
        wait_until(lambda: service.metrics()["cuts_running"] == 1)
        service.process.terminate()
        assert service.process.wait(30) == 1, "an answer was not finished"
        # Its nursery does not outlive it, though it stands still.
        wait_until(lambda: not pathlib.Path(f"/proc/{halted.nursery}/exe").exists())
        client.close()
    assert not list(service.store.rglob("*.partial"))
