"""What the systemd unit allows is enough for the box, which is made within it."""
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
UNIT = ROOT / "config/pyramidion.service"
TABLE = ROOT / "Sources/Sandbox/SystemCalls/SystemCalls.swift"

# What puts up the fences, where the program does not run as root: the unit never lets it.
ENTERING = {
    "capget", "clone", "close_range", "execve", "getppid", "landlock_add_rule",
    "landlock_create_ruleset", "landlock_restrict_self", "openat", "pipe2", "prctl", "prlimit64",
    "recvmsg", "rt_sigaction", "sendmsg", "setpgid", "socketpair", "wait4",
}

pytestmark = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not there")


def expanded(words):
    """The calls of a list in which groups stand for theirs."""
    calls = set()
    for word in words:
        if not word.startswith("@"):
            calls.add(word)
            continue
        said = subprocess.run(
            ["systemd-analyze", "syscall-filter", word], capture_output=True, text=True, check=True)
        lines = [line.strip() for line in said.stdout.splitlines()[1:]]
        calls |= expanded(line for line in lines if line and not line.startswith("#"))
    return calls


def allowed_by_unit():
    lists = re.findall(r"^SystemCallFilter=(.*)$", UNIT.read_text(), re.MULTILINE)
    assert lists and not lists[0].startswith("~")
    calls = set()
    for words in lists:
        if words.startswith("~"):
            calls -= expanded(words[1:].split())
        else:
            calls |= expanded(words.split())
    return calls


def test_the_unit_holds_what_decoders_need():
    table = set(re.findall(r'SystemCall\("(\w+)"', TABLE.read_text()))
    assert len(table) > 40
    missing = table - allowed_by_unit()
    assert not missing


def test_the_unit_holds_what_puts_up_the_fences():
    assert not ENTERING - allowed_by_unit()


def test_what_the_unit_forbids_is_answered():
    # By itself systemd kills who asks.
    assert "SystemCallErrorNumber=EPERM" in UNIT.read_text()


def test_a_decoder_that_is_taken_for_its_memory_does_not_end_the_service():
    assert "OOMPolicy=continue" in UNIT.read_text()


def test_the_unit_s_places_give_way_to_the_configuration():
    """Variables of ours win over the file: none may say what the file is to say."""
    assert re.findall(r"^Environment=(PYRAMIDION_\w+)", UNIT.read_text(), re.MULTILINE) == [
        "PYRAMIDION_CONFIG"]
