"""Images in buckets and on the web, cut where they are wanted."""
import subprocess

import numpy
import pytest
from PIL import Image

from support.asker import SECRET
from support.command import BINARY, as_json, cut, run, start
from support.far_host import FarHost
from support.faulty_store import FaultyStore
from support.pictures import draw, levels
from support.s3_signing import BucketWriter
from support.service import wait_until


@pytest.fixture(scope="module")
def noise(tmp_path_factory):
    """A picture of more bytes than one request brings."""
    path = tmp_path_factory.mktemp("noise") / "noise.png"
    numbers = numpy.random.default_rng(1)
    Image.fromarray(numbers.integers(0, 256, (1900, 1800, 3), numpy.uint8)).save(path)
    assert path.stat().st_size > 8 << 20
    return path


@pytest.fixture
def store():
    """Starts hosts of one picture."""
    stores = []

    def start(picture):
        stores.append(FaultyStore(picture.read_bytes()))
        return stores[-1], f"http://127.0.0.1:{stores[-1].port}"

    yield start
    for one in stores:
        one.end()


def same(one, other):
    return all(numpy.array_equal(*pair) for pair in zip(one, other, strict=True))


def described(path):
    return as_json("inspect", path)


def test_a_picture_of_the_web_is_cut_like_one_that_lies_here(store, noise, tmp_path):
    faulty, host = store(noise)
    here = cut(noise, tmp_path / "here.tif")
    there = cut(f"{host}/plain/a%20b.png", tmp_path / "there.tif")
    assert same(here, there)
    # Two parts, and nothing else.
    assert [head.split("\r\n")[0] for head in faulty.heads()] == [
        "GET /plain/a%20b.png HTTP/1.1"] * 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here.tif", "there.tif"]


@pytest.mark.parametrize("tag", [lambda tag: tag, lambda tag: None], ids=["tag", "date"])
def test_parts_are_joined_where_a_tag_tells_their_state(noise, tmp_path, tag):
    host = FarHost({"noise.png": noise.read_bytes()})
    host.tag = tag
    assert same(
        cut(noise, tmp_path / "here.tif"), cut(f"{host.base}noise.png", tmp_path / "there.tif"))
    # A date alone does not: all of it comes in one answer.
    assert (host.sent > len(host.files["noise.png"])) == (tag("x") is None)
    host.end()


def test_a_host_without_parts_gives_the_whole(store, tmp_path):
    picture = tmp_path / "picture.jpg"
    draw(picture)
    faulty, host = store(picture)
    assert same(cut(picture, tmp_path / "here.tif"),
                cut(f"{host}/ignores-range/picture.jpg", tmp_path / "there.tif"))
    assert faulty.count("GET") == 2


@pytest.mark.parametrize("behaviour, words", [
    ("changing", "it has changed meanwhile"),
    ("empty", "the file is empty"),
    ("endless", "an answer that does not say how long it is goes on for more than 268435456 bytes"),
    ("short", "the engine did not answer"),
    ("plain/absent", "nothing has that name"),
    ("inward", "it sends us elsewhere"),
    ("wrong-range", "the engine gave 1-8388608"),
])
def test_what_fails_leaves_nothing(store, noise, tmp_path, behaviour, words):
    _, host = store(noise)
    answer = run("cut", f"{host}/{behaviour}/x.png?private=true", tmp_path / "out.tif")
    assert answer.returncode == 1
    assert answer.stderr.startswith(f"{host}/{behaviour}/x.png: ")
    assert words in answer.stderr
    assert answer.stderr.count("\n") == 1 and answer.stderr.count(host) == 1
    assert list(tmp_path.iterdir()) == []


def test_who_ends_it_while_it_is_fetched_finds_nothing(store, noise, tmp_path):
    faulty, host = store(noise)
    faulty.is_silent = True
    process = start("cut", f"{host}/plain/x.png", tmp_path / "out.tif")
    wait_until(lambda: faulty.count("GET"))
    process.terminate()
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (1, f"{host}/plain/x.png: interrupted\n")
    assert list(tmp_path.iterdir()) == []


def test_what_there_is_stays_when_cutting_fails(store, noise, tmp_path):
    _, host = store(noise)
    (tmp_path / "out.tif").write_bytes(b"mine")
    assert run("cut", f"{host}/plain/x.png", tmp_path / "out.tif").returncode == 2
    assert run("cut", "--force", f"{host}/reset/x.png", tmp_path / "out.tif").returncode == 1
    assert (tmp_path / "out.tif").read_bytes() == b"mine"


@pytest.mark.parametrize("address, words", [
    ("s3://scans", "it names a folder, and an image is wanted"),
    ("s3://scans/a.jpg?secret=MARKED", "'secret' is no option of it"),
    ("https://user:MARKED@host/a.jpg", "a password has no place in an address"),
])
def test_what_is_no_address_is_a_mistake(tmp_path, address, words):
    answer = run("cut", address, tmp_path / "out.tif")
    assert answer.returncode == 2
    assert words in answer.stderr and "MARKED" not in answer.stderr


def test_the_program_is_not_linked_with_libcurl():
    linked = subprocess.run(["ldd", BINARY], capture_output=True, text=True, check=True).stdout
    assert "libc.so" in linked and "curl" not in linked


def test_a_picture_in_a_bucket_is_cut(engine, noise, tmp_path):
    writer = BucketWriter(engine["S3_ENDPOINT"], engine["AWS_ACCESS_KEY_ID"], SECRET)
    writer.put("/masters")
    writer.put("/masters/m/é 1.png", noise.read_bytes())
    keys = {name: engine[name] for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")}
    address = f"s3://masters/m/é%201.png?endpoint={engine['S3_ENDPOINT']}"
    done = run("cut", address, tmp_path / "out.tif", env={"PATH": "/usr/bin:/bin", **keys})
    assert (done.returncode, done.stderr) == (0, "")
    assert same(levels(tmp_path / "out.tif"), cut(noise, tmp_path / "here.tif"))
    source = described(tmp_path / "out.tif")
    assert "é 1.png" in str(source)
    refused = run(
        "cut", address, tmp_path / "no.tif",
        env={"PATH": "/usr/bin:/bin", **keys, "AWS_ACCESS_KEY_ID": "NOBODY"})
    assert refused.returncode == 1 and "InvalidAccessKeyId" in refused.stderr
    for said in (done.stdout, done.stderr, refused.stderr, str(source)):
        assert SECRET not in said
    assert SECRET.encode() not in (tmp_path / "out.tif").read_bytes()
