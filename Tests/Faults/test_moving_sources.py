"""Sources that change while they are cut: an error each, nothing published, the next run works."""

import json
import os
import shutil
import signal

import numpy
import pytest
import tifffile
from PIL import Image

from support.command import events, run, start
from support.halted import hold_decoder, writes


@pytest.fixture(scope="module")
def noise(tmp_path_factory):
    """The same noise, which takes its time, in three files."""
    folder = tmp_path_factory.mktemp("noise")
    pixels = numpy.random.default_rng(2).integers(0, 255, (3000, 4000, 3), numpy.uint8)
    image = Image.fromarray(pixels)
    image.save(folder / "a.png", compress_level=0)
    image.save(folder / "a.tif")
    image.save(folder / "a.jpg", quality=90)
    return folder


def save(noise, path):
    shutil.copy(noise / f"a{path.suffix}", path)
    return path


def partials(folder):
    return [path for path in folder.rglob(".*.partial") if path.is_file()]


def stopped_midway(command, folder):
    """Starts a command, and stops its cutting process once the first bytes are written."""
    process = start(*command)
    return process, hold_decoder(process.pid, lambda: writes(folder))


def replaced(source):
    other = source.with_name("other" + source.suffix)
    Image.new("RGB", (640, 480), (10, 200, 30)).save(other)
    os.replace(other, source)


def rewritten(source):
    """Same length, other bytes in the middle, as an editor that writes in place leaves it."""
    with open(source, "r+b") as file:
        file.seek(source.stat().st_size // 2)
        file.write(bytes(100_000))


def truncated(source):
    os.truncate(source, source.stat().st_size // 3)


def grown(source):
    with open(source, "ab") as file:
        file.write(bytes(100_000))


def removed(source):
    source.unlink()


@pytest.mark.parametrize("suffix", ["jpg", "png", "tif"])
@pytest.mark.parametrize("change", [replaced, rewritten, truncated, grown, removed])
def test_a_source_that_changes_while_it_is_cut(tmp_path, noise, suffix, change):
    source = save(noise, tmp_path / f"a.{suffix}")
    process, child = stopped_midway(["cut", source, tmp_path / "o.tif"], tmp_path)
    change(source)
    os.kill(child, signal.SIGCONT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 1, told
    assert told.startswith(f"{source}: ") and len(told.splitlines()) == 1, told
    if change in (replaced, grown):
        assert "the file changed while it was read" in told
    assert {path.name for path in tmp_path.iterdir()} <= {source.name}


def test_the_rest_of_the_batch_is_done_and_the_next_run_cuts_what_is_there_now(tmp_path, noise):
    folder, store = tmp_path / "in", tmp_path / "s"
    folder.mkdir()
    source = save(noise, folder / "a.png")
    Image.new("RGB", (700, 500), (1, 2, 3)).save(folder / "b.jpg")
    command = ["prerender", "--json", "--jobs", 1, "--store", store, folder]
    process, child = stopped_midway(command, store)
    replaced(source)
    os.kill(child, signal.SIGCONT)
    out, _ = process.communicate(timeout=60)
    happened = [json.loads(line) for line in out.splitlines()]
    failed = [event for event in happened if event["event"] == "failed"]
    assert process.returncode == 1 and happened[-1]["cut"] == 1
    assert [event["reason"] for event in failed] == ["the file changed while it was read"]
    assert not partials(store)
    assert run("verify", "--deep", "--store", store).returncode == 0
    again = run(*command)
    happened = events(again)
    assert again.returncode == 0
    assert (happened[-1]["cut"], happened[-1]["current"]) == (1, 1)
    (cut,) = [event for event in happened if event["event"] == "cut"]
    assert (cut["width"], cut["height"]) == (640, 480)
    pyramid = store / cut["version"][:2] / f"{cut['version']}.tif"
    found = tifffile.imread(pyramid)
    assert numpy.abs(found.astype(int) - [10, 200, 30]).max() < 4
