"""Engines that refuse us, or are never asked: who looks after a host is told why, at once."""
import os
import subprocess

import pytest

from support.command import run
from support.pictures import draw
from support.service import Service, wait_until

KEYS = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent",
        "AWS_ACCESS_KEY_ID": "SOMEBODY", "AWS_SECRET_ACCESS_KEY": "something"}
KEYLESS = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"}
REFUSALS = [
    (404, "NoSuchBucket"), (403, "InvalidAccessKeyId"), (403, "SignatureDoesNotMatch"),
    (403, "RequestTimeTooSkewed"), (403, "AccessDenied")]


@pytest.fixture
def pictures(tmp_path):
    for number in range(3):
        draw(tmp_path / "pictures" / f"{number}.jpg", 400, 300, number)
    return tmp_path / "pictures"


@pytest.fixture
def host(stand_in, pictures, tmp_path):
    hosts = []

    def start(env=KEYS, folder=pictures, store=None, copies=None):
        hosts.append(
            Service(
                folder, store or stand_in.address(), "--copies", copies or tmp_path / f"copies-{len(hosts)}",
                env=env))
        return hosts[-1]

    yield start
    for one in hosts:
        one.end()


def ready(host, query=""):
    answer = host.get(f"/readyz{query}")
    return answer.status, answer.body.decode()


@pytest.mark.parametrize("command", ["prerender", "verify"])
@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal[1])
def test_commands_say_what_the_engine_said(stand_in, pictures, tmp_path, command, refusal):
    stand_in.refusal = refusal
    words = [command, "--store", stand_in.address(), "--copies", tmp_path / "copies"]
    answer = run(*words, *([pictures] if command == "prerender" else []), env=KEYS)
    assert answer.returncode == 3, answer.stderr
    assert f"({refusal[1]}: no)" in answer.stderr
    assert "0.jpg" not in answer.stderr and "something" not in answer.stderr


@pytest.mark.parametrize("command", ["prerender", "verify"])
def test_commands_without_keys_say_so(stand_in, pictures, tmp_path, command):
    words = [command, "--store", stand_in.address(), "--copies", tmp_path / "copies"]
    answer = run(*words, *([pictures] if command == "prerender" else []), env=KEYLESS)
    assert answer.returncode == 3 and "AWS_ACCESS_KEY_ID is not set" in answer.stderr, answer.stderr
    assert not stand_in.asked


def test_a_command_whose_engine_is_away_ends_at_once(stand_in, pictures, tmp_path):
    address = stand_in.address()
    stand_in.end()
    answer = run("prerender", "--store", address, "--copies", tmp_path / "copies", pictures, env=KEYS)
    assert answer.returncode == 3 and "the engine did not answer" in answer.stderr, answer.stderr


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal[1])
def test_a_host_says_at_its_start_that_it_is_refused(stand_in, host, refusal):
    stand_in.refusal = refusal
    one = host()
    code = f"({refusal[1]}"
    wait_until(lambda: any(code in line for line in one.said))
    status, words = wait_until(lambda: "degraded: the store" in ready(one)[1] and ready(one))
    assert status == 200 and f"{code})" in words and "No route" not in words
    wait_until(lambda: "nothing can be stored: the store" in ready(one)[1])
    assert ready(one, "?engines")[0] == 503
    answer = one.get("/images/0.jpg")
    assert answer.status == 503 and f"{code})" in answer.json["error"]["detail"]
    assert not [line for line in one.said if "No route to host" in line]
    stand_in.refusal = None
    if refusal[1] != "AccessDenied":
        wait_until(lambda: ready(one) == (200, "ready\n"), 60)
    assert wait_until(lambda: one.get("/images/0.jpg").status == 200, 60)


def test_a_host_without_keys_says_so_at_its_start(stand_in, host):
    one = host(env=KEYLESS)
    wait_until(lambda: any("AWS_ACCESS_KEY_ID is not set" in line for line in one.said))
    wait_until(lambda: "degraded: the store" in ready(one)[1])
    answer = one.get("/images/0.jpg")
    assert answer.status == 503 and "there are no keys" in answer.json["error"]["detail"]
    # Where this host keeps its keys is nobody's business.
    assert "nonexistent" not in answer.body.decode() + ready(one)[1]


def test_a_host_whose_images_are_refused_says_so_at_its_start(stand_in, host, tmp_path):
    stand_in.refusal = (404, "NoSuchBucket")
    one = host(folder=stand_in.address(folder="images"), store=tmp_path / "store")
    wait_until(lambda: any("(NoSuchBucket" in line for line in one.said))
    wait_until(lambda: "degraded: the images' engine" in ready(one)[1])
    stand_in.refusal = None
    wait_until(lambda: ready(one) == (200, "ready\n"), 60)


def test_copies_without_room_are_named(host, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    if os.geteuid() != 0 or subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk], capture_output=True).returncode != 0:
        pytest.skip("a small file system can't be mounted here")
    try:
        one = host(copies=disk)
        assert one.get("/images/0.jpg").status == 200
        with open(disk / "filling", "wb", buffering=0) as file, pytest.raises(OSError):
            while file.write(bytes(4096)) == 4096:
                pass
        words = "No space left on device, in the folder of copies (--copies)"
        wait_until(lambda: f"nothing can be stored: {words}" in ready(one)[1])
        answer = one.get("/images/1.jpg")
        assert answer.status == 507 and words in answer.json["error"]["detail"]
        assert str(disk) not in answer.body.decode()
        (disk / "filling").unlink()
        wait_until(lambda: ready(one) == (200, "ready\n"))
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)


def test_what_asked_the_engine_goes(stand_in, tmp_path):
    stand_in.store("p/probe/dead", b"{}")
    stand_in.store("p/probe/young", b"{}")
    stand_in.written["p/probe/dead"] -= 1000
    words = ["verify", "--json", "--store", stand_in.address(), "--copies", tmp_path / "copies"]
    seen = run(*words, env=KEYS)
    assert seen.returncode == 0 and "s3://pyramids/p/probe/dead" in seen.stdout and "young" not in seen.stdout
    assert run(*words, "--repair", env=KEYS).returncode == 0
    assert stand_in.names() == ["p/probe/young"]


def test_a_host_that_ends_takes_its_question_away(stand_in, host):
    stand_in.refusal, stand_in.refused = (503, "InternalError"), "^DELETE .*/probe/"
    one = host()
    assert one.get("/images/0.jpg").status == 200
    assert [name for name in stand_in.names() if "/probe/" in name]
    stand_in.refusal = None
    assert one.end() == 0
    assert not [name for name in stand_in.names() if "/probe/" in name]
