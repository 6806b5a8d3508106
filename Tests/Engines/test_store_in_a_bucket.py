"""Pyramids that lie in a bucket of a real engine."""
import json
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest

from support.asker import SECRET
from support.command import events, run, start
from support.halted import hold_decoder
from support.pictures import draw
from support.service import Service, wait_until

TILE = "/images/photo.jpg/tiles/0/1_1.jpg"


def told(answer):
    return json.loads(answer.stdout)


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")
    draw(folder / "photo.jpg", 700, 500, 1)
    draw(folder / "large.jpg", 5000, 4000, 2)
    draw(folder / "sub" / "b.png", 400, 300, 3)
    draw(folder / "long.png", 6000, 5000, 4, compress_level=1)
    (folder / "text.txt").write_text("no image")
    return folder


@pytest.fixture
def address(bucket, gate):
    return f"s3://{bucket.name}/p?endpoint={gate.endpoint}"


@pytest.fixture
def host(pictures, address, environment, tmp_path):
    """Starts hosts of the same pictures and the same store, each with copies of its own."""
    hosts = []

    def start(*flags, folder=pictures, copies=None, store=address, env=environment):
        copies = copies or tmp_path / f"copies-{len(hosts)}"
        hosts.append(Service(folder, store, "--copies", copies, "--check", "1", *flags, env=env))
        hosts[-1].copies = copies
        return hosts[-1]

    yield start
    for one in hosts:
        one.end()
    for one in hosts:
        assert not any(SECRET in line for line in one.said)


def fetches(service):
    return service.metrics()['fetch_requests_total{engine="store",outcome="whole"}']


def test_what_one_host_cuts_all_serve(host, here, bucket):
    one = host()
    tile = here.get(TILE)
    assert one.get(TILE).body == tile.body
    assert one.get(TILE).fields["ETag"] == tile.fields["ETag"]
    version = here.get("/images/photo.jpg").json["version"]
    key = f"p/{version[:2]}/{version}.tif"
    # What the host took it in hand with goes.
    wait_until(lambda: bucket.names("p/") == [key])
    assert len(bucket.get(key)) == (here.store / version[:2] / f"{version}.tif").stat().st_size
    # The second never cuts: its index and the tile come with one request.
    other = host("--pyramids", "require")
    assert other.get(TILE).body == tile.body
    assert fetches(other) <= 2
    region = "/iiif/3/photo.jpg/50,60,500,400/250,/0/default.jpg"
    assert other.get(region).body == here.get(region).body
    before = other.metrics()['fetch_bytes_total{engine="store"}']
    assert other.get(TILE).body == tile.body
    assert other.metrics()['fetch_bytes_total{engine="store"}'] < before + 100
    assert other.get("/images/large.jpg").status == 404
    # Whoever cut it has all of it, and asks for nothing more.
    before = one.metrics()
    for column, row in [(0, 0), (1, 0), (2, 1)]:
        path = f"/images/photo.jpg/tiles/0/{column}_{row}.jpg"
        assert one.get(path).body == here.get(path).body
    after, came = one.metrics(), 'fetch_bytes_total{engine="store"}'
    assert before["cuts_finished_total"] == after["cuts_finished_total"] == 1
    # But for a byte now and then, to see that it still is what lies there.
    assert after[came] < before[came] + 100


def test_a_large_pyramid_comes_by_its_parts(host, here):
    assert host().get("/images/large.jpg/tiles/4/0_0.jpg").status == 200
    other = host("--pyramids", "require")
    view = "/images/large.jpg/viewport/tiles?rect=0,0,1800,1400&zoom=1"
    mine, its = here.get(view), other.get(view)
    assert mine.status == its.status == 200 and len(mine.body) == len(its.body)
    tile = "/images/large.jpg/tiles/0/15_12.jpg"
    assert other.get(tile).body == here.get(tile).body
    assert fetches(other) < 20


def test_what_waits_for_an_engine_outlives_its_host(host, here, gate, bucket):
    gate.refused = rb"PUT \S+\.tif "
    one = host()
    assert one.get(TILE).body == here.get(TILE).body
    wait_until(lambda: one.metrics()["outbox_files"] == 1)
    assert not [name for name in bucket.names("p/") if name.endswith(".tif")]
    wait_until(lambda: b"1 pyramids wait to be put into the store" in one.get("/readyz").body)
    assert one.get("/readyz").status == 200
    wait_until(lambda: one.get("/readyz?engines").status == 503)
    gate.shut()
    assert one.end() == 0
    # Nobody answers, and it is served all the same.
    again = host(copies=one.copies)
    assert again.get(TILE).body == here.get(TILE).body
    answer = again.get("/images/sub%2Fb.png")
    assert answer.status == 503 and int(answer.fields["Retry-After"]) > 0
    gate.open()
    wait_until(lambda: again.metrics()["outbox_files"] == 0, 60)
    assert host("--pyramids", "require").get(TILE).body == here.get(TILE).body
    assert again.get("/images/sub%2Fb.png").status == 200


def test_without_room_nothing_waits(host, gate):
    gate.refused = rb"PUT \S+\.tif "
    one = host(copies="memory")
    assert one.get(TILE).status == 503
    gate.open()
    wait_until(lambda: one.get(TILE).status == 200, 60)


def test_doubt_is_no_absence(host, environment, gate):
    refused = host(env=environment | {"AWS_ACCESS_KEY_ID": "NOBODY"})
    assert refused.get(TILE).status == 503
    gate.shut()
    silent = host()
    for _ in range(4):
        assert silent.get(TILE).status == 503
    for one in (refused, silent):
        assert one.metrics()["cuts_finished_total"] == 0
        wait_until(lambda: b"the store has not answered" in one.get("/readyz").body)


def test_a_damaged_pyramid_is_cut_anew(host, here, bucket):
    assert host().get(TILE).status == 200
    key, = [name for name in bucket.names("p/") if name.endswith(".tif")]
    whole = bucket.get(key)
    bucket.put(f"/{bucket.name}/{key}", whole[:3000])
    other = host()
    wait_until(lambda: other.get(TILE).body == here.get(TILE).body, 60)
    wait_until(lambda: len(bucket.get(key)) == len(whole))


def test_a_pyramid_that_is_replaced_is_never_mixed(host, here, bucket):
    assert host().get("/images/large.jpg").status == 200
    other = host("--pyramids", "require")
    assert other.get("/images/large.jpg/tiles/0/0_0.jpg").status == 200
    key, = [name for name in bucket.names("p/") if name.endswith(".tif")]
    # The same bytes have the same tag: with one byte more behind, it has another.
    bucket.put(f"/{bucket.name}/{key}", bucket.get(key))
    for column in range(1, 20):
        path = f"/images/large.jpg/tiles/0/{column}_9.jpg"
        assert other.get(path).body == here.get(path).body


def test_commands_know_the_store(address, environment, pictures, tmp_path, bucket, here):
    flags = ["--store", address, "--copies", tmp_path / "copies"]
    folder = tmp_path / "pictures"
    folder.mkdir()
    for name in ("photo.jpg", "large.jpg"):
        (folder / name).write_bytes((pictures / name).read_bytes())

    def said(command, *words):
        return run(command, "--json", *flags, *words, env=environment)

    first = said("prerender", folder)
    assert first.returncode == 0, first.stderr
    assert [one["event"] for one in events(first) if "image" in one] == ["cut", "cut"]
    again = said("prerender", folder)
    assert {one["event"] for one in events(again) if "image" in one} == {"current"}
    state = told(said("inspect", folder / "photo.jpg"))["stored"]
    assert state["state"] == "current" and state["path"].startswith(f"s3://{bucket.name}/p/")
    assert state["store"] == f"s3://{bucket.name}/p/"
    sound = said("verify", "--deep")
    assert sound.returncode == 0 and told(sound)["checked"] == 2
    assert {one["status"] for one in told(sound)["pyramids"]} == {"sound"}
    (folder / "large.jpg").unlink()
    bucket.put(f"/{bucket.name}/p/somebodys/notes.tif", b"not ours")
    dry = told(said("prune", "--dry-run", folder))
    assert (dry["kept"], len(dry["removed"])) == (1, 1) and dry["removed"][0]["source"] == "large.jpg"
    assert said("prune", folder).returncode == 0
    wait_until(lambda: len(bucket.names("p/")) == 2)
    key, = [name for name in bucket.names("p/") if "somebodys" not in name]
    bucket.put(f"/{bucket.name}/{key}", bucket.get(key)[:-100])
    damaged = said("verify", "--repair")
    assert damaged.returncode == 1 and told(damaged)["removed"] == 1
    assert bucket.names("p/") == ["p/somebodys/notes.tif"]
    nobody = run("prerender", *flags, folder, env=environment | {"AWS_ACCESS_KEY_ID": "NOBODY"})
    assert nobody.returncode == 3 and SECRET not in nobody.stderr


def test_a_store_lies_apart(binary, environment, bucket, engine, pictures):
    options = f"endpoint={engine['S3_ENDPOINT']}"
    for words, said in [
            ((f"s3://{bucket.name}?{options}", "--store", f"s3://{bucket.name}/p?{options}"), "lies among the images"),
            ((pictures, "--store", "https://example.org/"), "put into a folder or a bucket"),
            ((pictures, "--store", "s3://x"), "a bucket's name has")]:
        answer = subprocess.run(
            [binary, "serve", "--listen", "127.0.0.1:0", "--copies", "memory", *words], capture_output=True, text=True,
            timeout=60, env=environment)
        assert answer.returncode == 3 and said in answer.stderr, answer.stderr


# Several hosts

def published(bucket):
    return [name for name in bucket.names("p/") if name.endswith(".tif")]


def ask_all(hosts, names):
    """Asks each host for a tile of each image, all at the same time; answers what came."""
    asked = [(one, name) for name in names for one in hosts]

    def ask(pair):
        one, name = pair
        return name, one.get(f"/images/{name}/tiles/0/0_0.jpg?wait=60")

    with ThreadPoolExecutor(len(asked)) as pool:
        return list(pool.map(ask, asked))


def test_exactly_one_host_cuts_an_image(host, bucket, gate, tmp_path):
    names = [f"{number}.jpg" for number in range(50)]
    for number, name in enumerate(names):
        draw(tmp_path / "many" / name, 300 + number, 280, number)
    hosts = [host(folder=tmp_path / "many") for _ in range(3)]
    answers = ask_all(hosts, names)
    assert {answer.status for _, answer in answers} == {200}
    for name in names:
        assert len({answer.body for its, answer in answers if its == name}) == 1
    wait_until(lambda: len(published(bucket)) == 50)
    # Who takes one in hand that has just been given back finds it there, and cuts nothing.
    assert gate.stored() == 50
    claims = [one.metrics() for one in hosts]
    assert all(one['claims_total{outcome="mine"}'] > 0 for one in claims)
    assert sum(one['claims_total{outcome="taken_over"}'] for one in claims) == 0
    wait_until(lambda: bucket.names("p/") == published(bucket))


def test_a_host_that_dies_is_followed(host, bucket, here):
    tile = "/images/long.png/tiles/0/0_0.jpg"
    first = host("--lease", "10")
    assert first.get(f"{tile}?wait=0").status == 503
    hold_decoder(first.process.pid, lambda: any("/leases/" in name for name in bucket.names("p/")), step=0.02)
    first.kill()
    assert not published(bucket)
    second = host("--lease", "10")
    assert second.get(f"{tile}?wait=0").status == 503
    wait_until(lambda: second.get(f"{tile}?wait=1").status == 200, 60)
    assert second.get(tile).body == here.get(tile).body
    assert second.metrics()['claims_total{outcome="taken_over"}'] == 1
    wait_until(lambda: bucket.names("p/") == published(bucket))


def test_what_one_host_could_not_cut_no_other_tries_at_once(host, bucket, tmp_path):
    draw(tmp_path / "few" / "whole.jpg", 300, 200, 1)
    whole = (tmp_path / "few" / "whole.jpg").read_bytes()
    (tmp_path / "few" / "broken.jpg").write_bytes(whole[:400])
    first, second = (host(folder=tmp_path / "few") for _ in range(2))
    refused = first.get("/images/broken.jpg")
    assert refused.status in (415, 422), refused.body
    lease, = [name for name in bucket.names("p/") if "/leases/" in name]
    written = json.loads(bucket.get(lease))
    told = written["pyramidion"]["lease"]["failure"]
    assert told["attempts"] == 1 and told["seconds"] == 10
    assert told["reason"] in refused.json["error"]["detail"]

    def tell_for(seconds):
        told["seconds"] = seconds
        bucket.put(f"/{bucket.name}/{lease}", json.dumps(written).encode())

    # However slow this machine is, it is not over yet.
    tell_for(3600)
    again = second.get("/images/broken.jpg")
    assert (again.status, again.json["error"]["detail"]) == (refused.status, refused.json["error"]["detail"])
    claims = second.metrics()
    assert claims['claims_total{outcome="failed_before"}'] == 1
    assert claims['claims_total{outcome="mine"}'] == 0
    assert second.get("/images/whole.jpg").status == 200

    # Once that is over, somebody tries again, and remembers it for longer.
    tell_for(0)

    def is_tried_again():
        answer = second.get("/images/broken.jpg")
        assert answer.status == refused.status
        return second.metrics()['claims_total{outcome="mine"}'] == 2

    wait_until(is_tried_again, 90)
    lease, = [name for name in bucket.names("p/") if "/leases/" in name and name.endswith("/1")]
    told = json.loads(bucket.get(lease))["pyramidion"]["lease"]["failure"]
    assert told["attempts"] == 2 and told["seconds"] == 20


def test_a_host_that_slept_through_its_lease_publishes_nothing(host, bucket, here):
    tile = "/images/long.png/tiles/0/0_0.jpg"
    first = host("--lease", "10")
    assert first.get(f"{tile}?wait=0").status == 503
    wait_until(lambda: any("/leases/" in name for name in bucket.names("p/")))
    first.process.send_signal(signal.SIGSTOP)
    assert not published(bucket)
    second = host("--lease", "10")
    try:
        wait_until(lambda: second.get(f"{tile}?wait=1").status == 200, 90)
    finally:
        first.process.send_signal(signal.SIGCONT)
    assert second.metrics()['claims_total{outcome="taken_over"}'] == 1
    wait_until(lambda: first.get(f"{tile}?wait=1").status == 200, 90)
    assert first.get(tile).body == second.get(tile).body == here.get(tile).body
    assert len(published(bucket)) == 1


def test_a_host_that_leaves_gives_back_what_it_had_in_hand(host, bucket):
    first = host()
    assert first.get("/images/long.png/tiles/0/0_0.jpg?wait=0").status == 503
    wait_until(lambda: any("/leases/" in name for name in bucket.names("p/")))
    assert first.end() == 0
    assert not [name for name in bucket.names("p/") if "/leases/" in name]


def test_parts_of_a_list_make_a_whole(address, environment, tmp_path):
    for number in range(40):
        draw(tmp_path / "many" / f"{number}.jpg", 40, 30, number)
    done = []
    for number in range(3):
        answer = run(
            "prerender", "--json", "--dry-run", "--store", address, "--copies", tmp_path / "copies",
            tmp_path / "many", "--shard", f"{number}/3", env=environment)
        assert answer.returncode == 0, answer.stderr
        done.append({one["image"] for one in events(answer) if "image" in one})
    assert len(set.union(*done)) == sum(map(len, done)) == 40 and all(len(one) > 4 for one in done)
    wrong = run("prerender", "--shard", "3/3", tmp_path / "many")
    assert wrong.returncode == 2 and "--shard wants a part" in wrong.stderr


def test_many_prerender_the_same(address, environment, tmp_path, bucket, gate):
    for number in range(30):
        draw(tmp_path / "many" / f"{number}.jpg", 300, 200, number)
    hosts = [
        start(
            "prerender", "--json", "--store", address, "--copies", tmp_path / f"copies-{number}",
            tmp_path / "many", env=environment) for number in range(3)]
    said = [one.communicate(timeout=120) for one in hosts]
    assert [one.returncode for one in hosts] == [0, 0, 0], said
    done = [json.loads(line)["event"] for out, _ in said for line in out.splitlines() if '"image"' in line]
    assert done.count("cut") == 30 and done.count("current") == 60
    assert len(published(bucket)) == 30 == gate.stored()
