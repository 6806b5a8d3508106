"""Bytes that change in a bucket or on their way from it: they become no picture."""
import pytest

from support.pictures import draw
from support.service import Service, wait_until

KEYS = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent",
        "AWS_ACCESS_KEY_ID": "SOMEBODY", "AWS_SECRET_ACCESS_KEY": "something"}
TILES = [f"/images/large.jpg/tiles/0/{column}_{row}.jpg" for row in range(12) for column in range(16)]
DAMAGED = 'faults_total{kind="damaged-pyramid"}'
# All tiles of the large image lie behind so many bytes.
INDEX = 30_000
REGION = "/iiif/3/large.jpg/300,300,1500,1200/750,/0/default.jpg"
VIEW = "/images/large.jpg/viewport/tiles?rect=0,0,1800,1400&zoom=1"


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")
    draw(folder / "large.jpg", 4000, 3000, 2)
    return folder


@pytest.fixture
def host(stand_in, pictures, tmp_path):
    """Starts hosts of one store, each with copies of its own."""
    hosts = []

    def start(*flags, folder=pictures):
        hosts.append(
            Service(
                folder, stand_in.address(), "--copies", tmp_path / f"copies-{len(hosts)}", "--read-around", "0",
                *flags, env=KEYS))
        return hosts[-1]

    yield start
    for one in hosts:
        one.end()


@pytest.fixture
def stored(host, stand_in, here):
    """The key of the pyramid; whoever cut it is gone."""
    cutter = host()
    assert cutter.get(TILES[0]).body == here.get(TILES[0]).body
    assert cutter.end() == 0
    key, = stand_in.names(".tif")
    return key


def flipped(body, *places):
    body = bytearray(body)
    for place in places:
        body[place] ^= 0x10
    return bytes(body)


def every_good_tile(host, here, tiles):
    """Asks for tiles; answers the statuses, each picture being the one that was cut."""
    statuses = set()
    for tile in tiles:
        answer = host.get(tile)
        statuses.add(answer.status)
        if answer.status == 200:
            assert answer.body == here.get(tile).body, tile
    return statuses


def test_a_flipped_byte_of_a_stored_tile_is_never_sent(host, here, stand_in, stored):
    whole = stand_in.objects[stored]
    index = len(whole) // 4
    damaged = flipped(whole, *range(index, len(whole), 3000))
    stand_in.store(stored, damaged)
    other = host()
    assert 500 in every_good_tile(other, here, TILES[-20:])
    assert other.metrics()[DAMAGED] > 0
    assert any("does not match its checksum" in line and "large.jpg" in line for line in other.said)
    # It is cut anew, and nothing is left of the other one.
    wait_until(lambda: stand_in.objects[stored] != damaged, 60)
    wait_until(lambda: every_good_tile(other, here, TILES) == {200}, 60)
    assert len(other.get(VIEW).body) == len(here.get(VIEW).body)


def test_who_cuts_nothing_sends_nothing_of_what_is_damaged(host, here, stand_in, stored):
    whole = stand_in.objects[stored]
    bad = TILES[100]
    # Coarser levels lie between the finest's tiles, now here, now there.
    stand_in.store(stored, flipped(whole, whole.index(here.get(bad).body[-200:])))
    other = host("--pyramids", "require")
    assert every_good_tile(other, here, TILES) == {200, 500}
    assert [tile for tile in TILES if other.get(tile).status == 500] == [bad]
    assert [other.get(bad).status for _ in range(3)] == [500, 500, 500]
    # Whoever has mended it need tell nobody.
    stand_in.store(stored, whole)
    wait_until(lambda: other.get(bad).status == 200, 60)
    assert other.get(bad).body == here.get(bad).body


@pytest.mark.parametrize("asked", [TILES[-1], REGION, VIEW])
def test_what_flips_on_its_way_is_fetched_once_more(host, here, stand_in, stored, asked):
    seen = set()

    def spoil_first(key, start, part):
        # The first journey of each tile ends badly; the index lies before all of them.
        if key != stored or start % 4096 or start in seen:
            return part
        seen.add(start)
        return flipped(part, *range(max(0, INDEX - start), len(part), 500))

    stand_in.spoil = spoil_first
    other = host("--pyramids", "require")
    answer, its = other.get(asked), here.get(asked)
    assert seen and answer.status == 200
    assert answer.body == its.body or len(answer.body) == len(its.body) and asked == VIEW
    stand_in.spoil = lambda key, start, part: part
    assert every_good_tile(other, here, TILES) == {200}
    counts = other.metrics()
    assert counts["copies_damaged_total"] > 0 and counts[DAMAGED] == 0


@pytest.mark.parametrize("place", [9, 700, 2500])
def test_a_flipped_byte_of_an_index_is_found(host, here, stand_in, stored, place):
    whole = stand_in.objects[stored]
    damaged = flipped(whole, place)
    stand_in.store(stored, damaged)
    other = host()
    wait_until(lambda: other.get(TILES[-1]).status == 200, 60)
    assert every_good_tile(other, here, TILES) == {200}
    assert other.metrics()[DAMAGED] > 0
    assert len(stand_in.objects[stored]) == len(whole) and stand_in.objects[stored] != damaged


def test_an_index_that_flips_on_its_way_is_fetched_once_more(host, here, stand_in, stored):
    journeys = []

    def spoil_first(key, start, part):
        journeys.append(start)
        return flipped(part, 700) if len(journeys) == 1 and key == stored else part

    stand_in.spoil = spoil_first
    other = host("--pyramids", "require")
    assert other.get(TILES[-1]).body == here.get(TILES[-1]).body
    assert other.metrics()[DAMAGED] == 0
