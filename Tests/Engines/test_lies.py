"""What a lying engine of the web costs: an error that names it, and neither memory nor time."""
import hashlib
import subprocess

import pytest

from support.asker import ASKER
from support.faulty_store import BODY, TAG
from support.service import wait_until


def digest(part):
    return hashlib.sha256(part).hexdigest()


@pytest.fixture
def ask(asker, faulty):
    """Asks the store for a range of 100 bytes."""
    def ask(behaviour, words="range x 100 200"):
        # Each has an engine of its own: none is left alone for what another one did.
        one = asker(f"http://127.0.0.1:{faulty.port}/{behaviour}/")
        said = one.ask(*words.split(" "))
        assert one.most_memory() < 160 << 20
        return said

    return ask


def test_what_is_true_is_taken(ask):
    assert ask("plain")["digest"] == digest(BODY[100:200])
    assert ask("plain", "get x") == {
        "bytes": len(BODY), "digest": digest(BODY), "tag": TAG, "total": None}
    said = ask("plain", "range x 99990 100500")
    assert (said["bytes"], said["total"]) == (10, len(BODY))
    assert ask("empty", "get x")["bytes"] == 0


def test_a_name_is_asked_for_as_it_is(asker, faulty):
    one = asker(f"http://127.0.0.1:{faulty.port}/plain/%20base")
    assert "digest" in one.ask("get", "./a//b?c=d&%41#é")
    assert faulty.heads()[-1].startswith(
        "GET /plain/%20base/./a//b%3Fc%3Dd%26%2541%23%C3%A9 HTTP/1.1\r\n")
    assert "accept-encoding" not in faulty.heads()[-1].lower()


@pytest.mark.parametrize("behaviour, words", [
    ("endless", "the engine does not serve ranges"),
    ("endless-head", "a head of more than 65536 bytes"),
    ("endless-complaint", "nothing has that name"),
    ("short", "the engine did not answer"),
    ("long", "more bytes than the 100 allowed"),
    ("lying-length", "a range of 100 bytes, and a length of 101"),
    ("wrong-range", "asked for bytes 100-199 of it, the engine gave 101-200 of 100000"),
    ("no-range", "status 206 without a range"),
    ("ignores-range", "the engine does not serve ranges"),
    ("packed", "the body is packed"),
    ("silent", "no answer in time"),
    ("reset", "the engine did not answer"),
    ("garbage", "the engine did not answer"),
    ("busy", "the engine asks for fewer requests"),
    ("expired", "the engine refuses us (ExpiredToken: ExpiredToken it is, request tx-7)"),
    ("inward", "it sends us elsewhere, and no 'redirects=' names where to"),
])
def test_a_lie_is_told_as_what_it_is(ask, faulty, behaviour, words):
    said = ask(behaviour)["failed"]
    assert words in said
    assert said.startswith(f"http://127.0.0.1:{faulty.port}/{behaviour}/x: ")


@pytest.mark.parametrize("behaviour, words", [
    ("endless", "more bytes than the 67108864 allowed"),
    ("dripping", "the engine did not answer"),
])
def test_a_whole_that_never_ends_is_given_up(asker, faulty, behaviour, words):
    one = asker(f"http://127.0.0.1:{faulty.port}/{behaviour}/")
    assert words in one.ask("get", "x")["failed"]
    # 64 MB were allowed.
    assert one.most_memory() < 400 << 20


def test_another_state_is_no_part_of_the_known_one(asker, faulty):
    one = asker(f"http://127.0.0.1:{faulty.port}/other-state/")
    assert one.ask("range", "x", 0, 5, TAG)["failed"].endswith("it has changed meanwhile")
    assert f"if-match: {TAG}" in faulty.heads()[-1].lower()
    assert faulty.count("GET") == 1


def test_what_failed_once_is_asked_for_again_on_another_connection(ask, faulty):
    assert ask("once")["bytes"] == 100
    assert faulty.count("/once/") == 2


def test_nothing_is_asked_more_than_three_times(ask, faulty):
    ask("reset")
    assert faulty.count("/reset/") == 3
    ask("plain", "get absent")
    assert faulty.count("/absent") == 1


@pytest.mark.parametrize("words", ["", "?redirects=https://cdn.example.org"])
def test_nobody_is_followed_inward(asker, faulty, words):
    one = asker(f"http://127.0.0.1:{faulty.port}/elsewhere/{words}")
    assert "nobody is asked there" in one.ask("get", "x")["failed"]
    assert faulty.count("GET") == 1


def test_a_named_origin_is_followed_three_times_at_most(asker, faulty):
    here = f"http://127.0.0.1:{faulty.port}"
    assert asker(f"{here}/to-plain/?redirects={here}").ask("get", "x")["digest"] == digest(BODY)
    said = asker(f"{here}/round/?redirects={here}").ask("get", "x")["failed"]
    assert said.endswith("the engine sends us elsewhere (status 302)")
    assert faulty.count("/round/") == 4


def test_a_name_that_leads_inward_is_not_asked(asker, faulty):
    named = f"http://localhost:{faulty.port}/plain/"
    assert "has an address of this machine" in asker(named).ask("get", "x")["failed"]
    # A redirection is looked up anew: that the first host may be private says nothing of others.
    said = asker(
        f"http://127.0.0.1:{faulty.port}/inward/?redirects=http://169.254.169.254"
    ).ask("get", "x")
    assert "has an address of a cloud's metadata" in said["failed"]
    assert faulty.count("/plain/") == 0
    assert asker(named + "?private=true").ask("get", "x")["digest"] == digest(BODY)


def test_no_variable_sends_us_elsewhere(asker, faulty):
    one = asker(
        f"http://127.0.0.1:{faulty.port}/plain/", http_proxy="http://127.0.0.1:1",
        ALL_PROXY="http://127.0.0.1:1")
    assert one.ask("get", "x")["digest"] == digest(BODY)


def test_an_engine_that_is_silent_is_left_alone_and_taken_back(asker, faulty):
    one = asker(f"http://127.0.0.1:{faulty.port}/plain/")
    assert one.ask("get", "x")["bytes"] == len(BODY)
    faulty.is_silent = True
    assert one.ask("many", "x", 30)["good"] == 0

    # One finds out once more that it is silent; nobody else asks it then.
    def is_left_alone():
        asked = faulty.count("GET")
        said = one.ask("range", "x", 0, 5)
        return said["silent"] and "is asked again in" in said["failed"] and faulty.count("GET") == asked

    wait_until(is_left_alone, 60)
    faulty.is_silent = False
    wait_until(lambda: "bytes" in one.ask("range", "x", 0, 5), 60)
    for _ in range(3):
        assert one.ask("range", "x", 0, 5)["bytes"] == 5


def test_many_are_asked_in_turn(asker, faulty):
    one = asker(f"http://127.0.0.1:{faulty.port}/plain/", "4")
    assert one.ask("many", "x", 900) == {"good": 900, "bad": 0}
    # Who can't wait in line is told so.
    said = one.ask("many", "x", 3000)
    assert said["good"] >= 900 and said["good"] + said["bad"] == 3000


@pytest.mark.parametrize("bucket, words", [
    ("wrong-xml", "the end of what is not closed yet"),
    ("growing-xml", "a declaration, which is refused,"),
    ("endless-xml", "more bytes than the 8388608 allowed"),
    ("going-nowhere", "a page that goes on, and does not say where"),
    ("expired", "the engine refuses us (ExpiredToken"),
])
def test_lies_about_names(asker, faulty, bucket, words):
    one = asker(f"s3://{bucket}?endpoint=http://127.0.0.1:{faulty.port}&credentials=none")
    said = one.ask("list", "a/")["failed"]
    assert words in said
    assert said.startswith(f"the list of s3://{bucket}/a/: ")
    assert one.most_memory() < 200 << 20


def test_libcurl_is_loaded_when_it_is_needed(tmp_path):
    linked = subprocess.run(["ldd", ASKER], capture_output=True, text=True, check=True).stdout
    assert "libc.so" in linked and "curl" not in linked
    # None that can be used is there.
    for name in ("libcurl.so.4", "libcurl-gnutls.so.4"):
        (tmp_path / name).write_bytes(b"")
    said = subprocess.run(
        [ASKER, "https://127.0.0.1/"], env={"LD_LIBRARY_PATH": tmp_path}, capture_output=True,
        text=True, timeout=60)
    assert said.returncode == 2
    assert said.stderr.startswith("libcurl, which fetches what lies elsewhere, can't be used: ")
    assert said.stderr.endswith("file too short (Debian: libcurl4)\n")


def test_an_engine_is_never_asked_without_keys(asker, faulty, tmp_path):
    one = asker(
        f"s3://plain?endpoint=http://127.0.0.1:{faulty.port}", HOME=str(tmp_path))
    assert "AWS_ACCESS_KEY_ID is not set" in one.ask("get", "x")["failed"]
    assert faulty.count("GET") == 0


def test_what_a_host_is_sent_never_goes_elsewhere_nor_into_an_error(asker, faulty, tmp_path):
    token = tmp_path / "token"
    token.write_text("MARKED\n")
    one = asker(f"https://127.0.0.1:{faulty.port}/plain/?bearer={token}")
    assert "MARKED" not in one.ask("get", "x")["failed"]
    # Over http it is not even taken.
    refused = asker(f"http://127.0.0.1:{faulty.port}/plain/?bearer={token}")
    assert refused.process.wait(timeout=30) == 2
    assert "sent over https alone" in refused.process.stderr.read()
