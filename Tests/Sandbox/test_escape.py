"""Code that has taken over a decoder, and what it gets hold of: nothing.

The fixture enters the box as a decoder does and makes each attempt in a process of its own."""
import json
import os
import platform
import subprocess

import pytest

from support.command import BINARY

FIXTURE = BINARY.parent / "EscapeFixture"
LANDLOCK, CALLS, USER = 1, 2, 4
NOBODY = 65534
KINDS = ["raster", "vector", "tile", "program"]

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody")
# Who may not become somebody else is one user for the program and its decoders.
STARTED_BY = ["root", "nobody"] if os.geteuid() == 0 else ["somebody"]

# What is seen of names by who may look at all: neither Landlock nor a filter tells names apart.
NAMES_SEEN = {"file looked at by name"}
# Where code runs on after one of these, all others are a matter of time.
TAKE_OVER = {
    "parent's memory by its file", "parent's memory by a call", "parent's socket",
    "parent traced", "program started",
}


def through(kind, layers, started_by, box=True):
    """The attempts that got through."""
    becomes_nobody = started_by == "root" and layers & USER
    words = json.dumps({
        "kind": kind, "layers": layers, "memory": 2 << 30, "processorSeconds": 60,
        "fileSize": 1 << 20,
    } | ({"user": {"name": "nobody", "user": NOBODY, "group": NOBODY}} if becomes_nobody else {}))
    answer = subprocess.run(
        [FIXTURE, words if box else "none"] + ([str(NOBODY)] if started_by == "nobody" else []),
        capture_output=True, text=True, timeout=300)
    assert answer.returncode == 0, answer.stderr
    outcomes = json.loads(answer.stdout)
    assert len(outcomes) >= 45
    # Nothing fails for a reason that has nothing to do with the box.
    assert not {name for name, outcome in outcomes.items() if outcome.startswith("failed")}
    return {name for name, outcome in outcomes.items() if outcome == "through"}


@pytest.mark.parametrize("started_by", STARTED_BY)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_gets_out_of_the_box(kind, started_by):
    found = through(kind, LANDLOCK | CALLS | USER, started_by)
    # A drawing's decoder looks for fonts by name, so it learns of files that are its own user's.
    allowed = NAMES_SEEN if kind in ("vector", "program") and started_by != "root" else set()
    assert found <= allowed


@pytest.mark.parametrize("started_by", STARTED_BY)
def test_without_a_box_the_server_is_taken_over(started_by):
    found = through("raster", 0, started_by, box=False)
    assert TAKE_OVER <= found
    if started_by == "root" and platform.machine() == "x86_64":
        assert len(found) >= 40


@pytest.mark.parametrize("started_by", STARTED_BY)
@pytest.mark.parametrize("kind", KINDS)
def test_without_the_filter_the_kernel_is_open(kind, started_by):
    found = through(kind, LANDLOCK | USER, started_by)
    assert {"UDP datagram", "writable code", "process copied", "file of memory"} <= found
    # Landlock alone keeps files, TCP, and whoever is not in the box.
    assert not found & {
        "users read", "file created", "file removed", "TCP connection", "parent signalled",
        "parent's memory by its file", "parent's memory by a call", "program started"}


@pytest.mark.parametrize("started_by", STARTED_BY)
def test_without_landlock_files_are_read(started_by):
    # Which is why drawings are not decoded there: pixels open no file, and are as safe as before.
    assert "users read" in through("vector", CALLS | USER, started_by)
    assert not through("raster", CALLS | USER, started_by)


@as_root
def test_without_another_user_root_reads_secrets():
    assert "secrets read" in through("vector", CALLS, "root")
    assert "secrets read" not in through("vector", CALLS | USER, "root")
