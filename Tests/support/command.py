"""The built programs, run as their users run them."""
import json
import os
import pathlib
import subprocess

from support.pictures import levels

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(
    os.environ.get("PYRAMIDION_BINARY", ROOT / ".build/debug/pyramidion")).absolute()
# Writes pyramids and stores in ways that no command does.
FIXTURE = BINARY.parent / "PyramidFixture"


def run(*words, prefix=(), **options):
    """Runs a command to its end, with words before it; answers its code and all it said."""
    options = {"capture_output": True, "text": True, "timeout": 120} | options
    return subprocess.run([*prefix, BINARY, *map(str, words)], **options)


def start(*words, **options):
    """Starts a command that goes on beside the test."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True} | options
    return subprocess.Popen([BINARY, *map(str, words)], **options)


def as_json(*words, **options):
    """What a command that succeeds tells in JSON."""
    answer = run(*words, "--json", **options)
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


def events(answer):
    """What a command told in JSON, one event a line."""
    return [json.loads(line) for line in answer.stdout.splitlines()]


def cut(source, target, *flags):
    """Cuts a source; answers the pixels of each level."""
    answer = run("cut", "--force", *flags, source, target)
    assert answer.returncode == 0, answer.stderr
    return levels(target)


def cut_all(folder, store, *flags):
    """Cuts all images of a folder by one command; answers what it told of each by name, and its pyramid."""
    answer = run("prerender", "--json", "--store", store, *flags, folder)
    assert answer.returncode == 0, answer.stderr
    return {
        pathlib.Path(told["image"]).name: (told, store / told["version"][:2] / f"{told['version']}.tif")
        for told in events(answer) if told["event"] == "cut"}
