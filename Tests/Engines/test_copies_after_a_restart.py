"""Copies that outlive a server: the next one goes on with them, once they are known to be of what is there."""
import numpy
import pytest
from PIL import Image

from support.service import Service, wait_until

KEYS = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent",
        "AWS_ACCESS_KEY_ID": "SOMEBODY", "AWS_SECRET_ACCESS_KEY": "something"}
TILES = [f"/images/large.jpg/tiles/0/{column}_{row}.jpg" for row in range(12) for column in range(16)]
# Far behind a pyramid's index.
TILE = TILES[100]


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")
    # Noise: its tiles are large, and most of them lie far from each other.
    pixels = numpy.random.default_rng(1).integers(0, 256, (3000, 4000, 3), numpy.uint8)
    Image.fromarray(pixels).save(folder / "large.jpg", quality=90)
    return folder


@pytest.fixture
def host(stand_in, pictures, tmp_path):
    """Starts hosts that cut nothing, one after the other, with the same copies."""
    first = Service(pictures, stand_in.address(), "--copies", tmp_path / "first", env=KEYS)
    assert first.get(f"{TILE}?wait=60").status == 200
    wait_until(lambda: stand_in.names(".tif"))
    assert first.end() == 0
    hosts = []

    def start(*flags, copies="copies"):
        hosts.append(Service(
            pictures, stand_in.address(), "--copies", tmp_path / copies, "--pyramids", "require",
            *flags, env=KEYS))
        hosts[-1].kept = tmp_path / copies / "kept"
        return hosts[-1]

    yield start
    for one in hosts:
        one.end()


def files(host, ending):
    return list(host.kept.glob(f"*{ending}"))


def looked_at(host, here):
    """A host that has been asked for some tiles, and has ended."""
    one = host()
    for tile in TILES[90:110]:
        assert one.get(tile).body == here.get(tile).body
    assert one.end() == 0
    assert len(files(one, ".copy")) == len(files(one, ".map")) == 1
    return one


def test_what_is_here_is_not_fetched_anew(host, here, stand_in):
    looked_at(host, here)
    other, sent = host(), stand_in.sent
    for tile in TILES[90:110]:
        assert other.get(tile).body == here.get(tile).body
    # A byte, to see that it still is the same.
    assert stand_in.sent == sent + 1
    for tile in TILES:
        assert other.get(tile).body == here.get(tile).body
    assert stand_in.sent > sent + 1


def test_a_host_that_is_killed_leaves_what_it_had_told_of(host, here, stand_in):
    one = host()
    assert one.get(TILE).body == here.get(TILE).body
    # One map may have been begun before that tile came; the one after it has it.
    for tile in (TILES[150], TILES[-1]):
        told = [map_.read_bytes() for map_ in files(one, ".map")]
        assert one.get(tile).status == 200
        wait_until(lambda: files(one, ".map") and [map_.read_bytes() for map_ in files(one, ".map")] != told, 120)
    one.kill()
    other, sent = host(), stand_in.sent
    assert other.get(TILE).body == here.get(TILE).body
    assert stand_in.sent == sent + 1


def test_another_state_is_fetched_anew(host, here, stand_in):
    one = looked_at(host, here)
    stand_in.generation += 1
    other, sent = host(), stand_in.sent
    assert other.get(TILE).body == here.get(TILE).body
    assert stand_in.sent > sent + 1000
    assert other.end() == 0
    assert len(files(one, ".copy")) == 1


def test_what_is_here_is_served_while_nobody_answers(host, here, stand_in):
    looked_at(host, here)
    stand_in.refusal = (500, "InternalError")
    other = host()
    wait_until(lambda: other.get(TILE).status == 200, 60)
    assert other.get(TILE).body == here.get(TILE).body
    assert other.get(TILES[-1]).status == 503
    stand_in.refusal = None
    wait_until(lambda: other.get(TILES[-1]).status == 200, 60)
    assert other.get(TILES[-1]).body == here.get(TILES[-1]).body


def test_rot_is_found(host, here):
    one = looked_at(host, here)
    copy, = files(one, ".copy")
    body = bytearray(copy.read_bytes())
    for place in range(40_000, len(body), 500):
        if body[place]:
            body[place] ^= 0x10
    copy.write_bytes(body)
    other = host()
    for tile in TILES:
        assert other.get(tile).body == here.get(tile).body, tile
    counts = other.metrics()
    assert counts["copies_damaged_total"] > 0 and counts['faults_total{kind="damaged-pyramid"}'] == 0


@pytest.mark.parametrize("harm", [
    lambda copy, map_: map_.write_bytes(map_.read_bytes()[:-1]),
    lambda copy, map_: map_.write_bytes(b"pyramidion copy 1\n" + b"\xff" * 200),
    lambda copy, map_: map_.write_bytes(b""),
    lambda copy, map_: map_.unlink(),
    lambda copy, map_: copy.unlink(),
    lambda copy, map_: copy.write_bytes(copy.read_bytes()[:5000]),
    lambda copy, map_: (map_.unlink(), map_.mkdir()),
])
def test_what_is_no_copy_any_more_is_fetched_anew(host, here, stand_in, harm):
    one = looked_at(host, here)
    copy, = files(one, ".copy")
    map_, = files(one, ".map")
    harm(copy, map_)
    other, sent = host(), stand_in.sent
    assert other.metrics()["copies_bytes"] == 0
    assert other.get(TILE).body == here.get(TILE).body
    assert stand_in.sent > sent + 1000
    assert other.end() == 0
    assert copy not in files(one, ".copy")


def test_one_server_keeps_copies_in_a_folder(host, here):
    one, other = host(), host()
    for service in (one, other):
        assert service.get(TILE).body == here.get(TILE).body
    assert len(files(one, ".copy")) == 1
    assert one.end() == 0
    assert other.get(TILES[0]).body == here.get(TILES[0]).body
    assert other.end() == 0
    assert len(files(one, ".map")) == 1


def test_what_is_left_takes_room(host, here):
    one = host("--read-around", "0")
    assert one.get(TILE).body == here.get(TILE).body
    wait_until(lambda: one.metrics()["copies_bytes"] > 0)
    held = one.metrics()["copies_bytes"]
    assert one.end() == 0
    other = host()
    assert other.metrics()["copies_bytes"] == held
