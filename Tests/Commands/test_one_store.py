"""One store for all commands, and one way to cut; images by their ids; what is passed over."""

import fcntl
import json
import os
import pathlib
import signal

import numpy
import pytest
import tifffile
from PIL import Image

from support import command
from support.command import events
from support.halted import hold_decoder, writes
from support.pictures import draw, drawn_file


SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"/>'


def run(*words, cwd=None, **environment):
    """Runs a command with nothing in its environment but what is given here."""
    environment = {name: str(text) for name, text in environment.items()}
    return command.run(*words, cwd=cwd, env={"PATH": os.environ["PATH"], **environment})


def pyramids(folder):
    return sorted(path.stem for path in pathlib.Path(folder).glob("??/*.tif"))


def inspect(*words, **options):
    answer = run("inspect", "--json", *words, **options)
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


def test_commands_share_the_store_that_nobody_named(tmp_path):
    source = drawn_file(tmp_path / "in" / "a.jpg")
    home = {"HOME": tmp_path / "home"}
    assert run("prerender", source, **home).returncode == 0
    (version,) = pyramids(tmp_path / "home/.cache/pyramidion")
    report = json.loads(run("verify", "--json", **home).stdout)
    assert [pyramid["version"] for pyramid in report["pyramids"]] == [version]
    stored = inspect(source, **home)["stored"]
    assert (stored["state"], stored["version"]) == ("current", version)
    assert stored["path"] == str(tmp_path / f"home/.cache/pyramidion/{version[:2]}/{version}.tif")


@pytest.mark.parametrize("way", ["flag", "variable", "file"])
def test_store_and_quality_are_the_same_wherever_they_are_said(tmp_path, way):
    source = drawn_file(tmp_path / "in" / "a.jpg")
    store = tmp_path / "deep" / "store"
    (tmp_path / "settings.json5").write_text("{ store: 'deep/store', quality: 61 }")
    flags, variables = [], {"HOME": tmp_path / "home"}
    if way == "flag":
        flags = ["--store", store, "--quality", 61]
    if way == "variable":
        variables |= {"PYRAMIDION_STORE": store, "PYRAMIDION_QUALITY": 61}
    if way == "file":
        variables |= {"PYRAMIDION_CONFIG": tmp_path / "settings.json5"}
    assert run("prerender", *flags, source, **variables).returncode == 0
    assert not (tmp_path / "home").exists()
    (version,) = pyramids(store)
    assert inspect(*flags, source, **variables)["stored"]["version"] == version
    assert inspect("--store", store, source)["stored"]["state"] == "missing"
    told = run("inspect", store / version[:2] / f"{version}.tif").stdout
    assert "61" in next(line for line in told.splitlines() if "recipe" in line)
    flags = flags[:2]
    assert "1 checked, 0 damaged" in run("verify", *flags, **variables).stdout


def test_verify_names_the_images_beside_their_versions(tmp_path):
    drawn_file(tmp_path / "in" / "a photo.jpg")
    with tifffile.TiffWriter(tmp_path / "in" / "pages.tif") as file:
        for shade in (90, 160):
            file.write(numpy.full((40, 60, 3), shade, numpy.uint8), photometric="rgb")
    home = {"HOME": tmp_path}
    assert run("prerender", tmp_path / "in", **home).returncode == 0
    names = {"a photo.jpg", "pages.tif;1", "pages.tif;2"}
    report = json.loads(run("verify", "--json", **home).stdout)
    assert {pyramid["source"] for pyramid in report["pyramids"]} == names
    said = run("verify", **home).stdout
    assert all(f", cut from {name}\n" in said for name in names)
    damaged = next(p for p in report["pyramids"] if p["source"] == "a photo.jpg")["path"]
    os.truncate(damaged, os.path.getsize(damaged) - 1)
    lines = [line for line in run("verify", **home).stdout.splitlines() if ": damaged: " in line]
    assert lines and all(line.startswith(f"{damaged}: damaged: ") for line in lines)
    assert all(line.endswith(" (cut from a photo.jpg)") for line in lines)


def test_slips_in_variables_are_told_by_every_command(tmp_path):
    source = drawn_file(tmp_path / "a.jpg")
    for words in (["prerender", source], ["cut", source, "o.tif"], ["inspect", source]):
        answer = run(*words, HOME=tmp_path, PYRAMIDION_QUALITY="fine", cwd=tmp_path)
        assert answer.returncode == 2 and "PYRAMIDION_QUALITY" in answer.stderr
    answer = run("verify", HOME=tmp_path, PYRAMIDION_STOR="x")
    assert "did you mean PYRAMIDION_STORE?" in answer.stderr


def test_there_may_be_no_home_for_a_store(tmp_path):
    source = drawn_file(tmp_path / "a.jpg")
    for words in (["prerender", source], ["verify"], ["verify", "--repair", source]):
        answer = run(*words)
        assert answer.returncode == 3 and "say where with --store" in answer.stderr
    assert "stored" not in inspect(source)


# Images by their ids


@pytest.mark.parametrize("id", ["books/a map.png", "books%2Fa%20map.png", "books/a%20map.png"])
def test_inspect_takes_ids_beneath_a_root(tmp_path, id):
    source = drawn_file(tmp_path / "in/books/a map.png")
    answer = inspect("--root", tmp_path / "in", "--store", tmp_path / "s", id)
    assert (answer["id"], answer["width"]) == ("books/a map.png", 700)
    assert answer["path"] == str(source) and answer["stored"]["state"] == "missing"
    here = inspect("--store", tmp_path / "s", id, cwd=tmp_path / "in")
    assert here["path"] == str(source) or here["path"] == "books/a map.png"
    named = inspect("--store", tmp_path / "s", id, PYRAMIDION_FOLDER=tmp_path / "in")
    assert named["path"] == str(source)


@pytest.mark.parametrize("id", ["../in/a.png", "nothing.png", ".hidden.png", "/etc/passwd", "a.png;0"])
def test_an_id_leads_nowhere_else(tmp_path, id):
    drawn_file(tmp_path / "in/a.png")
    drawn_file(tmp_path / "in/.hidden.png")
    answer = run("inspect", "--root", tmp_path / "in", id)
    assert answer.returncode == 1 and "pyramidion: " in answer.stderr


def test_inspect_tells_what_the_store_holds(tmp_path):
    source = drawn_file(tmp_path / "in/a.png")
    store = tmp_path / "s"
    words = ["--root", tmp_path / "in", "--store", store, "a.png"]
    assert "not cut yet" in run("inspect", *words).stdout
    assert run("prerender", "--store", store, source).returncode == 0
    stored = inspect(*words)["stored"]
    assert stored["state"] == "current"
    assert "cut already" in run("inspect", *words).stdout
    assert inspect(*words, "--quality", 30)["stored"]["state"] == "missing"
    pyramid = pathlib.Path(stored["path"])
    pyramid.write_bytes(pyramid.read_bytes()[:-1])
    assert inspect(*words)["stored"]["state"] == "damaged"
    draw(source, 310, 200)
    again = inspect(*words)["stored"]
    assert again["state"] == "missing" and again["version"] != stored["version"]


def test_a_document_is_current_when_all_its_pages_are(tmp_path):
    source = tmp_path / "in" / "book.tif"
    source.parent.mkdir()
    with tifffile.TiffWriter(source) as file:
        for page in range(3):
            file.write(numpy.full((200, 300, 3), 40 * page, numpy.uint8), photometric="rgb")
    store = tmp_path / "s"
    words = ["--root", source.parent, "--store", store]
    assert run("prerender", "--store", store, source).returncode == 0
    stored = inspect(*words, "book.tif")["stored"]
    assert (stored["state"], stored["pages"], stored["currentPages"]) == ("current", 3, 3)
    second = inspect(*words, "book.tif;2")
    assert (second["id"], second["stored"]["state"]) == ("book.tif;2", "current")
    assert inspect(*words, "--page", 2, "book.tif")["stored"] == second["stored"]
    pathlib.Path(second["stored"]["path"]).unlink()
    stored = inspect(*words, "book.tif")["stored"]
    assert (stored["state"], stored["currentPages"]) == ("missing", 2)
    assert run("inspect", *words, "book.tif;4").returncode == 1
    assert run("inspect", *words, "--page", 3, "book.tif;2").returncode == 2


# Pages as the server counts them


def test_copies_and_masks_in_a_tiff_are_no_pages(tmp_path):
    big = numpy.random.default_rng(1).integers(0, 65535, (600, 800), numpy.uint16)
    source = tmp_path / "sixteen.tif"
    with tifffile.TiffWriter(source) as file:
        for step in (1, 2, 4):
            file.write(big[::step, ::step], tile=(256, 256), subfiletype=int(step > 1))
        file.write(numpy.ones((50, 60), bool), subfiletype=4)
        file.write(numpy.full((90, 70), 200 * 257, numpy.uint16), tile=(64, 64))
    answer = run("prerender", "--json", "--store", tmp_path / "s", source)
    happened = events(answer)
    cuts = {event["image"][-2:]: event for event in happened if event["event"] == "cut"}
    assert {name: (cut["width"], cut["height"]) for name, cut in cuts.items()} == {
        ";1": (800, 600), ";2": (70, 90)}
    found = tmp_path / "two.tif"
    assert run("cut", "--page", 2, "--format", "lossless", source, found).returncode == 0
    assert (tifffile.imread(found) == 200).all()


def test_a_tiled_image_of_sixteen_bits_with_its_copies_is_one_image(tmp_path):
    source = tmp_path / "sixteen.tif"
    with tifffile.TiffWriter(source) as file:
        for side in (600, 300, 150):
            file.write(numpy.zeros((side, side), numpy.uint16), tile=(128, 128))
    run("prerender", "--store", tmp_path / "s", source)
    assert pyramids(tmp_path / "s") == [inspect("--store", tmp_path / "s", source)["stored"]["version"]]


def test_the_range_of_floats_is_that_of_their_own_page(tmp_path):
    source = tmp_path / "floats.tif"
    ramp = numpy.linspace(0, 1, 300 * 200, dtype=numpy.float32).reshape(200, 300)
    with tifffile.TiffWriter(source) as file:
        file.write(ramp * 5)
        file.write(ramp * 4000)
    run("cut", "--page", 2, "--format", "lossless", source, tmp_path / "o.tif")
    found = tifffile.imread(tmp_path / "o.tif").astype(float)
    assert numpy.abs(found - ramp * 255).max() <= 1


# What is passed over, and what a killed cut leaves


def test_images_that_are_not_switched_on_are_named(tmp_path):
    drawn_file(tmp_path / "in/a.jpg")
    (tmp_path / "in/notes.txt").write_text("no image")
    (tmp_path / "in/drawing.svg").write_text(SVG)
    (tmp_path / "in/paper.pdf").write_bytes(b"%PDF-1.4\n")
    (tmp_path / "in/scan.jp2").write_bytes(bytes([0, 0, 0, 12]) + b"jP  \r\n\x87\n")
    words = ["prerender", "--documents", "off", "--store", tmp_path / "s", tmp_path / "in"]
    answer = run(*words, "--json")
    happened = events(answer)
    passed = {pathlib.Path(e["image"]).name: e["reason"] for e in happened if e["event"] == "passed-over"}
    assert answer.returncode == 0
    assert passed == {
        "drawing.svg": "SVG files are not switched on (--allow-untrusted)",
        "paper.pdf": "PDF files are not switched on (--documents is off)",
        "scan.jp2": "JPEG 2000 files are not switched on (--allow-untrusted)",
    }
    assert (happened[-1]["cut"], happened[-1]["passed-over"]) == (1, 3)
    told = run(*words).stderr
    assert "drawing.svg: passed over: SVG files are not switched on" in told
    assert "1 current, 3 passed-over" in told and "notes.txt" not in told


def big_picture(path):
    Image.fromarray(numpy.random.default_rng(2).integers(0, 255, (5000, 1200, 3), numpy.uint8)).save(
        path, compress_level=0)
    return path


def leftovers(target):
    return list(target.parent.glob(f".{target.name}.*.partial"))


def begun(source, target):
    """A cut of which something is written, and its decoder, which stands still."""
    process = command.start("cut", source, target)
    return process, hold_decoder(process.pid, lambda: writes(target.parent))


def let_go(path):
    """Waits until nobody holds a file's lock: a killed cut's child ends a moment after it."""
    with open(path) as file:
        fcntl.flock(file, fcntl.LOCK_EX)


def test_what_a_killed_cut_leaves_is_removed_by_the_next_one(tmp_path):
    source, target = big_picture(tmp_path / "a.png"), tmp_path / "o.tif"
    process, _ = begun(source, target)
    process.kill()
    process.wait()
    assert len(leftovers(target)) == 1 and not target.exists()
    let_go(leftovers(target)[0])
    (tmp_path / ".o.tif.mine.txt").write_text("no leftover")
    assert run("cut", drawn_file(tmp_path / "b.png"), target).returncode == 0
    assert not leftovers(target) and (tmp_path / ".o.tif.mine.txt").exists()


def test_what_a_living_cut_writes_is_not_touched_by_another_to_the_same_name(tmp_path):
    target = tmp_path / "o.tif"
    living, decoder = begun(big_picture(tmp_path / "a.png"), target)
    assert run("cut", drawn_file(tmp_path / "b.png"), target).returncode == 0
    assert len(leftovers(target)) == 1
    os.kill(decoder, signal.SIGCONT)
    assert living.wait(timeout=60) == 0 and not leftovers(target)
    assert tifffile.imread(target).shape == (5000, 1200, 3)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_cut_leaves_nothing(tmp_path, number):
    process, _ = begun(big_picture(tmp_path / "a.png"), tmp_path / "o.tif")
    process.send_signal(number)
    assert process.wait(timeout=20) == 1
    assert "interrupted" in process.stderr.read()
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]
