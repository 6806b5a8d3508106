"""Kernels and containers that lack a fence: what is said, and what is switched off."""
import json
import os
import pathlib
import subprocess
import sys

import pytest
from PIL import Image

from support.command import BINARY, run
from support.service import Service

FILTER = pathlib.Path(__file__).parents[1] / "support/outer_filter.py"
NO_LANDLOCK = "no Landlock (kernel before 5.13, or a container's filter)"
NO_FILTER = "no filter of system calls (kernel without seccomp, or a container's filter)"
NO_USER = "no other user than root (a container without the right to change it)"
OFF = "SVG, PDF and JPEG 2000 are off"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="9" height="9"/></svg>'

ANSWERS = ["ENOSYS", "EPERM", "kill"]
MISSING = [
    *({"landlock": answer} for answer in [*ANSWERS, "EOPNOTSUPP"]),
    *({"seccomp": answer} for answer in [*ANSWERS, "EINVAL"]),
    *({"landlock": answer, "seccomp": answer} for answer in ANSWERS),
]
if os.geteuid() == 0:
    MISSING += [{"user": "EPERM"}, {"landlock": "ENOSYS", "seccomp": "EPERM", "user": "EPERM"}]


def name(missing):
    return ",".join(f"{layer}={answer}" for layer, answer in missing.items())


def sentences(missing):
    return [
        sentence for layer, sentence in
        [("landlock", NO_LANDLOCK), ("seccomp", NO_FILTER), ("user", NO_USER)] if layer in missing]


def behind(missing, *words):
    return subprocess.run(
        [sys.executable, FILTER, name(missing), BINARY, *map(str, words)],
        capture_output=True, text=True, timeout=120)


@pytest.fixture
def images(tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    Image.effect_noise((300, 200), 50).convert("RGB").save(folder / "a.png")
    (folder / "b.svg").write_text(SVG)
    return folder


@pytest.mark.parametrize("missing", MISSING, ids=name)
def test_require_starts_nothing(missing, images, tmp_path):
    for words in [
        ("serve", images, "--listen", "127.0.0.1:0", "--store", tmp_path / "s"),
        ("prerender", "--store", tmp_path / "s", images),
        ("cut", images / "a.png", tmp_path / "o.tif"),
        ("inspect", images / "a.png"),
        ("verify", "--deep", "--store", tmp_path / "s"),
    ]:
        answer = behind(missing, words[0], "--sandbox", "require", *words[1:])
        assert answer.returncode == 3, answer.stderr
        assert answer.stderr == (
            f"pyramidion: the sandbox is not complete here: {', '.join(sentences(missing))}\n")
    assert not (tmp_path / "o.tif").exists()


@pytest.mark.parametrize("missing", MISSING, ids=name)
def test_try_cuts_pixels_and_says_what_is_missing(missing, images, tmp_path):
    answer = behind(missing, "cut", "--allow-untrusted", images / "a.png", tmp_path / "o.tif")
    assert answer.returncode == 0, answer.stderr
    assert (tmp_path / "o.tif").exists()
    assert answer.stderr.startswith(
        "pyramidion: warning: decoders are not boxed: " if {"landlock", "seccomp"} <= set(missing)
        else "pyramidion: decoders are boxed in part: ")
    assert ", ".join(sentences(missing)) in answer.stderr
    assert answer.stderr.endswith(f"; {OFF}\n")
    assert ("no network" in answer.stderr) == ("seccomp" not in missing)


@pytest.mark.parametrize("missing", MISSING, ids=name)
def test_try_draws_nothing(missing, images, tmp_path):
    answer = behind(missing, "cut", "--allow-untrusted", images / "b.svg", tmp_path / "o.tif")
    assert answer.returncode == 1
    assert "SVG files are not switched on (the sandbox is not complete here)" in answer.stderr
    assert not (tmp_path / "o.tif").exists()


@pytest.mark.parametrize("missing", MISSING, ids=name)
def test_a_server_serves_and_tells(missing, images, tmp_path):
    service = Service(
        images, tmp_path / "s", "--allow-untrusted",
        prefix=[sys.executable, FILTER, name(missing)])
    try:
        assert all(sentence in service.said[0] for sentence in sentences(missing))
        assert service.get("/iiif/3/a.png/full/max/0/default.jpg").status == 200
        assert service.get("/iiif/3/b.svg/full/max/0/default.jpg").status == 415
        metrics = service.metrics()
        for layer in ["landlock", "seccomp", "user"]:
            assert metrics[f'sandbox{{layer="{layer}"}}'] == (0 if layer in missing else 1)
    finally:
        service.end()


def test_a_whole_sandbox_is_told(images, tmp_path):
    service = Service(images, tmp_path / "s", "--sandbox", "require", "--max-memory", "512")
    try:
        said = service.said[0]
        assert said.startswith("pyramidion: decoders are boxed: Landlock ")
        assert " system calls, no network, 512 MB, as " in said
        if os.geteuid() == 0:
            assert said.endswith(", as nobody\n")
        assert {layer: service.metrics()[f'sandbox{{layer="{layer}"}}']
                for layer in ["landlock", "seccomp", "user"]} == {
                    "landlock": 1, "seccomp": 1, "user": 1}
    finally:
        service.end()
    report = run("inspect", images / "a.png")
    assert report.stderr == "" and "  decoders are boxed: Landlock " in report.stdout
    sandbox = json.loads(run("inspect", "--json", images / "a.png").stdout)["sandbox"]
    assert sandbox["complete"] and sandbox["missing"] == []
    assert sandbox["landlock"] >= 1 and 20 < sandbox["systemCalls"] <= 40
    assert sandbox["memory"] == 2 << 30


def test_what_is_missing_is_told_to_programs(images):
    answer = behind({"landlock": "ENOSYS"}, "inspect", "--json", images / "a.png")
    sandbox = json.loads(answer.stdout)["sandbox"]
    assert not sandbox["complete"] and sandbox["landlock"] is None
    assert sandbox["missing"] == [NO_LANDLOCK]


def test_off_says_so_at_every_start(images, tmp_path):
    words = "pyramidion: warning: the sandbox is off, which is for debugging"
    answer = run("cut", "--sandbox", "off", images / "a.png", tmp_path / "o.tif")
    assert answer.returncode == 0 and answer.stderr.startswith(words)
    service = Service(images, tmp_path / "s", "--sandbox", "off", "--quiet")
    try:
        assert service.said[0].startswith(words)
        assert service.metrics()['sandbox{layer="seccomp"}'] == 0
    finally:
        service.end()


def test_decoders_need_a_user(images, tmp_path):
    for user, reason in [
        ("nobody-of-that-name", "there is no user 'nobody-of-that-name' here"),
        ("root", "root may do everything, and decoders are to do little"),
    ]:
        answer = run("inspect", "--sandbox-user", user, images / "a.png")
        assert answer.returncode == 3
        assert answer.stderr == f"pyramidion: --sandbox-user: {reason}\n"
        file = tmp_path / "pyramidion.json5"
        file.write_text(f"{{\n  sandboxUser: '{user}',\n}}")
        answer = run("inspect", "--config", file, images / "a.png")
        assert answer.stderr == f"pyramidion: {file}:2: sandboxUser: {reason}\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody")
def test_decoders_are_whom_they_are_told_to_be(images):
    report = run("inspect", "--sandbox-user", "daemon", "--json", images / "a.png")
    assert json.loads(report.stdout)["sandbox"]["user"] == "daemon"
