"""What goes wrong with engines and hosts, and what clients see of it: the rest of a table whose other rows
are tests beside what they break."""
import subprocess
import time

import pytest

from support.faulty_store import FaultyStore
from support.pictures import draw
from support.service import Service, wait_until

KEYS = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "B"}


def photo(tmp_path, seed):
    path = tmp_path / f"{seed}.png"
    # Rows of unpacked bytes: pictures of one size have files of one size.
    draw(path, 120, 90, seed, compress_level=0)
    return path.read_bytes()


def test_a_body_that_stalls_is_no_picture_and_ends(far, serve, tmp_path):
    host = far({"a.png": photo(tmp_path, 1)})
    service = serve(host.base)
    host.stalls_after = 100
    refused = service.get("/images/a.png")
    assert refused.status == 503 and int(refused.fields["Retry-After"]) > 0
    host.stalls_after = None
    wait_until(lambda: service.get("/images/a.png").status == 200, 60)


def test_what_has_no_tag_is_known_by_its_time(far, serve, tmp_path):
    before, after = photo(tmp_path, 1), photo(tmp_path, 2)
    assert len(before) == len(after)
    host = far({"a.png": before})
    host.tag = lambda strong: None
    service = serve(host.base)
    version = service.get("/images/a.png").json["version"]
    host.files["a.png"], host.modified = after, "Mon, 02 Mar 2026 10:00:00 GMT"
    wait_until(lambda: service.get("/images/a.png").json.get("version", version) != version, 60)


def test_a_host_that_serves_no_parts_gives_the_whole(far, serve, tmp_path):
    host = far({"a.png": photo(tmp_path, 1)})
    tile = "/images/a.png/tiles/0/0_0.jpg"
    expected = serve(host.base).get(tile).body
    host.serves_parts = False
    before = host.count()
    service = serve(host.base)
    for _ in range(3):
        answer = service.get(tile)
        assert answer.status == 200 and answer.body == expected
    # By a part it is found out, then all of it comes; what is known is looked at once in a while.
    assert host.count("a.png") - before < 10


def test_what_is_gone_is_served_until_that_is_found_out(far, serve, tmp_path):
    host = far({"a.png": photo(tmp_path, 1)})
    service = Service(
        host.base, tmp_path / "store", "--copies", tmp_path / "copies", "--check", "3600")
    version = service.get("/images/a.png").json["version"]
    tile = f"/images/a.png/tiles/0/0_0.jpg?v={version}"
    body = service.get(tile).body
    del host.files["a.png"]
    before = host.count()
    # Whoever looked would know it a moment later.
    for _ in range(20):
        answer = service.get(tile)
        assert answer.status == 200 and answer.body == body
        time.sleep(0.05)
    assert host.count() == before
    assert service.end() == 0
    assert serve(host.base).get("/images/a.png").status == 404


def test_a_bucket_that_is_gone_is_no_absence(engine, serve):
    environment = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"} | {
        name: engine[name] for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")}
    service = serve(f"s3://nobody-has-made-it?endpoint={engine['S3_ENDPOINT']}", env=environment)
    for path in ("/images/a.jpg", "/images", "/images?search=a"):
        answer = service.get(path)
        assert answer.status == 503, (path, answer.body)
    assert service.get("/readyz").status == 200


def test_a_name_that_nobody_knows_is_no_absence(serve):
    service = serve("https://no-such-host.invalid/images/")
    refused = service.get("/images/a.jpg")
    assert refused.status == 503 and "Retry-After" in refused.fields
    assert service.get("/healthz").status == 200


@pytest.mark.skipif(
    subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode != 0,
    reason="nobody may mount anything here")
def test_a_name_is_looked_up_anew_by_each_connection(far, tmp_path):
    host, names = far({"a.png": photo(tmp_path, 1)}), tmp_path / "hosts"
    names.write_text("127.0.0.1 localhost\n")
    service = Service(
        f"http://images.invalid:{host.port}/base/?private=true", tmp_path / "store", "--copies", tmp_path / "copies",
        prefix=["unshare", "--mount", "sh", "-c", 'mount --bind "$0" /etc/hosts && exec "$@"', names])
    refused = service.get("/images/a.png")
    assert refused.status == 503 and int(refused.fields["Retry-After"]) > 0
    assert service.get("/images/b.png").status == 503
    with open(names, "a") as file:
        file.write("127.0.0.1 images.invalid\n")
    wait_until(lambda: service.get("/images/a.png").status == 200, 60)
    assert service.end() == 0


def test_a_list_that_fails_in_the_middle_goes_on_where_it_was(serve):
    store = FaultyStore()
    service = serve(f"s3://million?endpoint=http://127.0.0.1:{store.port}&credentials=none")
    first = service.get("/images?limit=1000").json
    whole = store.million
    store.million = lambda connection, head, target: store.answer(connection, "500 Oh")
    refused = service.get(f"/images?limit=1000&cursor={first['next']}")
    assert refused.status == 503 and int(refused.fields["Retry-After"]) > 0
    store.million = whole
    wait_until(lambda: service.get(f"/images?limit=1000&cursor={first['next']}").status == 200, 60)
    second = service.get(f"/images?limit=1000&cursor={first['next']}").json
    assert [one["id"] for one in first["entries"] + second["entries"]] == [
        f"n{number:06}" + ("" if number % 100 == 99 else ".jpg") for number in range(2000)]
    store.end()


def test_a_list_that_breaks_off_is_none(serve):
    store = FaultyStore()
    service = serve(f"s3://breaking-off?endpoint=http://127.0.0.1:{store.port}", env=KEYS)
    answer = service.get("/images")
    assert answer.status == 503 and "Retry-After" in answer.fields
    store.end()


@pytest.mark.parametrize("status, code", [("403 x", "RequestTimeTooSkewed"), ("403 x", "SignatureDoesNotMatch")])
def test_who_is_refused_says_so_and_what_is_here_is_served(far, serve, tmp_path, status, code):
    store = FaultyStore(photo(tmp_path, 1))
    service = serve(f"s3://plain?endpoint=http://127.0.0.1:{store.port}", env=KEYS)
    tile = "/images/a.png/tiles/0/0_0.jpg"
    body = service.get(tile).body
    complaint = f"<Error><Code>{code}</Code><Message>no</Message><RequestId>tx</RequestId></Error>".encode()
    store.plain = lambda connection, head, target: store.answer(connection, status, complaint)
    assert service.get("/images/other.png").status == 503
    assert service.get(tile).body == body
    wait_until(lambda: any(code in line for line in service.said))
    wait_until(lambda: service.get("/readyz?engines").status == 503)
    assert service.get("/readyz").status == 200
    store.end()
