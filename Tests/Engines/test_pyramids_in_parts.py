"""Pyramids that are too large for one request: they come into a bucket in parts, and of what is given up
nothing stays there."""
import itertools

import numpy
import pytest
from PIL import Image

from support.command import events, run, start
from support.service import Service, wait_until

KEYS = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent",
        "AWS_ACCESS_KEY_ID": "SOMEBODY", "AWS_SECRET_ACCESS_KEY": "something"}
# The least that engines take for a part that others follow.
PART = 5 << 20
NUMBERS = itertools.count()
TILE = "/images/noise.jpg/tiles/0/3_2.jpg"


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")
    noise = numpy.random.default_rng(5).integers(0, 256, (2600, 2800, 3), dtype=numpy.uint8)
    Image.fromarray(noise).save(folder / "noise.jpg", quality=95, subsampling=0)
    assert (folder / "noise.jpg").stat().st_size > 1.7 * PART
    return folder


@pytest.fixture
def prerender(pictures, tmp_path):
    """A command with copies of its own: it knows nothing of what others have put there."""
    def words(address, *flags, copies=None):
        copies = copies or tmp_path / f"copies-{next(NUMBERS)}"
        return ["prerender", "--json", "--store", address, "--copies", copies, *flags, pictures]
    return words


def cut(answer):
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return [one["event"] for one in events(answer) if "image" in one and one["event"] != "progress"]


def in_parts(engine):
    return f"{engine.address()}&part=5"


def test_an_engine_puts_parts_together(engine, environment, bucket, pictures, here, prerender, tmp_path):
    address = f"s3://{bucket.name}/p a+b?endpoint={engine['S3_ENDPOINT']}&part=5"
    assert cut(run(*prerender(address), env=environment)) == ["cut"]
    key, = [name for name in bucket.names("p a+b/") if name.endswith(".tif")]
    assert cut(run(*prerender(address), env=environment)) == ["current"]
    # Another one over what is there.
    assert cut(run(*prerender(address, "--force"), env=environment)) == ["cut"]
    sound = run("verify", "--deep", "--json", "--store", address, "--copies", tmp_path / "copies", env=environment)
    assert sound.returncode == 0, sound.stdout + sound.stderr
    other = Service(pictures, address, "--copies", tmp_path / "other", "--pyramids", "require", env=environment)
    try:
        assert other.get(TILE).body == here.get(TILE).body
    finally:
        other.end()
    assert b"<Upload>" not in bucket.ask("GET", f"/{bucket.name}", "uploads=")


def test_all_parts_make_the_pyramid(stand_in, prerender, tmp_path):
    sent = {}
    stand_in.takes_part = lambda number, part: sent.update({number: len(part)}) or True
    assert cut(run(*prerender(in_parts(stand_in)), env=KEYS)) == ["cut"]
    key, = stand_in.names(".tif")
    sound = run("verify", "--deep", "--store", stand_in.address(), "--copies", tmp_path / "copies", env=KEYS)
    assert sound.returncode == 0, sound.stdout + sound.stderr
    count = -(-len(stand_in.objects[key]) // PART)
    assert count > 2
    assert sent == dict.fromkeys(range(1, count), PART) | {count: len(stand_in.objects[key]) - (count - 1) * PART}
    assert stand_in.count("partNumber=") == count
    assert not stand_in.uploads and stand_in.count(r"PUT \S+\.tif$") == 0
    # What fits into one request goes in one.
    del stand_in.objects[key]
    assert cut(run(*prerender(f"{stand_in.address()}&part=5120"), env=KEYS)) == ["cut"]
    assert stand_in.count(r"PUT \S+\.tif$") == 1


def test_a_part_that_fails_is_sent_once_more(stand_in, prerender):
    refused = []
    stand_in.takes_part = lambda number, part: number != 2 or len(refused) > 0 or refused.append(number)
    assert cut(run(*prerender(in_parts(stand_in)), env=KEYS)) == ["cut"]
    assert stand_in.count("partNumber=2") == 2 and stand_in.count("POST .*uploads=") == 1
    assert len(stand_in.names(".tif")) == 1 and not stand_in.uploads


def test_of_what_is_given_up_nothing_stays(stand_in, prerender, pictures, here, tmp_path):
    stand_in.takes_part = lambda number, part: number != 2
    service = Service(pictures, in_parts(stand_in), "--copies", tmp_path / "copies", env=KEYS)
    try:
        # It waits here, and is served.
        assert service.get(TILE).body == here.get(TILE).body
        wait_until(lambda: service.metrics()["outbox_files"] == 1)
        wait_until(lambda: not stand_in.uploads and stand_in.count("DELETE .*uploadId=") > 0)
        assert not stand_in.names(".tif")
        stand_in.takes_part = lambda number, part: True
        wait_until(lambda: len(stand_in.names(".tif")) == 1, 90)
        wait_until(lambda: service.metrics()["outbox_files"] == 0)
        assert not stand_in.uploads
    finally:
        service.end()


@pytest.mark.parametrize("endings, count", [(["InternalError"], 2), (["SlowDown", "InternalError"], 3)])
def test_an_answer_that_begins_well_and_ends_badly_is_no_success(stand_in, prerender, endings, count):
    stand_in.endings = list(endings)
    assert cut(run(*prerender(in_parts(stand_in)), env=KEYS)) == ["cut"]
    assert stand_in.count("POST .*uploadId=") == count
    assert len(stand_in.names(".tif")) == 1 and not stand_in.uploads


def test_what_is_never_put_together_fails_by_its_name(stand_in, prerender):
    stand_in.endings = ["EntityTooSmall"] * 9
    answer = run(*prerender(in_parts(stand_in), copies="memory"), env=KEYS)
    assert answer.returncode in (1, 3), answer.stdout
    assert "EntityTooSmall" in answer.stdout + answer.stderr
    assert not stand_in.names(".tif") and not stand_in.uploads


def test_a_success_whose_answer_was_lost_is_one(stand_in, prerender):
    stand_in.endings, stand_in.completes_though = ["InternalError"], True
    assert run(*prerender(in_parts(stand_in)), env=KEYS).returncode == 0
    assert len(stand_in.names(".tif")) == 1 and not stand_in.uploads
    assert cut(run(*prerender(in_parts(stand_in)), env=KEYS)) == ["current"]


def test_who_is_second_publishes_nothing(stand_in, prerender):
    """The first one is there by the time the second has sent all parts, and by the time it tells them."""
    assert cut(run(*prerender(in_parts(stand_in)), env=KEYS)) == ["cut"]
    key, = stand_in.names(".tif")
    first = stand_in.objects.pop(key)

    def appear(number, part):
        stand_in.store(key, first)
        return True

    stand_in.takes_part = appear
    assert run(*prerender(in_parts(stand_in)), env=KEYS).returncode == 0
    assert stand_in.count("POST .*uploadId=") == 1
    assert stand_in.objects[key] is first and not stand_in.uploads


def test_what_a_killed_host_left_is_found(stand_in, prerender, pictures, tmp_path):
    def stall(number, part):
        wait_until(lambda: host.poll() is not None, 120)
        return False

    stand_in.takes_part = stall
    host = start(*prerender(in_parts(stand_in)), env=KEYS)
    wait_until(lambda: stand_in.uploads, 120)
    host.kill()
    host.communicate()
    name, = stand_in.uploads
    key, begun, stored = stand_in.uploads[name]
    stand_in.uploads["another"] = ("p/no-pyramid.tif", begun - 100_000, {})
    words = ["--json", "--store", in_parts(stand_in), "--copies", tmp_path / "copies", pictures]

    def prune(*flags):
        answer = run("prune", *flags, *words, env=KEYS)
        assert answer.returncode == 0, answer.stderr
        return sorted(stand_in.uploads)

    # For all that others know somebody is still at it.
    assert prune() == [name, "another"]
    stand_in.uploads[name] = (key, begun - 100_000, stored)
    assert prune("--dry-run") == [name, "another"]
    assert prune() == ["another"]


def test_a_host_that_leaves_takes_its_parts_away(stand_in, pictures, tmp_path):
    is_over = []

    def stall(number, part):
        wait_until(lambda: is_over, 120)
        return False

    stand_in.takes_part = stall
    host = Service(pictures, in_parts(stand_in), "--copies", tmp_path / "copies", "--drain-timeout", "1", env=KEYS)
    assert host.get(f"{TILE}?wait=0").status == 503
    wait_until(lambda: stand_in.uploads, 120)
    host.process.terminate()
    try:
        wait_until(lambda: not stand_in.uploads, 60)
    finally:
        is_over.append(True)
        host.end()


def test_who_may_not_look_for_parts_prunes_all_the_same(stand_in, prerender, pictures, tmp_path):
    stand_in.refused, stand_in.refusal = r"GET \S+uploads=", (403, "AccessDenied")
    assert cut(run(*prerender(in_parts(stand_in)), env=KEYS)) == ["cut"]
    answer = run("prune", "--store", in_parts(stand_in), "--copies", tmp_path / "copies", pictures, env=KEYS)
    assert answer.returncode == 0 and "1 kept" in answer.stdout, answer.stderr
