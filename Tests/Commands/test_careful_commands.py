"""What commands never overwrite, never leave unsaid and never let a file's name do."""

import fcntl
import json
import os
import pathlib
import pty
import re
import signal
import stat
import struct
import subprocess
import termios

import pytest
from PIL import Image

from support.command import BINARY, run, start
from support.halted import hold_decoder
from support.pictures import drawn_file



@pytest.mark.parametrize("way", ["itself", "hard link", "symbolic link"])
def test_a_source_is_never_cut_over(tmp_path, way):
    source = drawn_file(tmp_path / "a.tif")
    before, out = source.read_bytes(), tmp_path / "out.tif"
    if way == "itself":
        out = source
    elif way == "hard link":
        os.link(source, out)
    else:
        out.symlink_to(source)
    answer = run("cut", "--force", source, out)
    assert answer.returncode == 1 and "is the source itself" in answer.stderr
    assert source.read_bytes() == before and out.read_bytes() == before


def test_what_is_no_file_is_never_cut_over(tmp_path):
    source = drawn_file(tmp_path / "a.jpg")
    os.mkfifo(tmp_path / "pipe")
    answer = run("cut", "--force", source, tmp_path / "pipe")
    assert answer.returncode == 1 and "is not a file" in answer.stderr
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    answer = run("cut", source, tmp_path)
    assert answer.returncode == 1 and "is a folder" in answer.stderr
    answer = run("cut", source, tmp_path / "none" / "out.tif")
    assert answer.returncode == 3 and "none" in answer.stderr


def test_a_dry_run_makes_no_store(tmp_path):
    drawn_file(tmp_path / "in" / "a.jpg")
    answer = run("prerender", "--dry-run", "--store", tmp_path / "store", tmp_path / "in")
    assert (answer.returncode, answer.stdout) == (0, f"{tmp_path}/in/a.jpg\n")
    assert not (tmp_path / "store").exists()


def test_names_give_a_terminal_no_orders(tmp_path):
    name = "red \x1b[31m and\nnext.jpg"
    drawn_file(tmp_path / "in" / name)
    (tmp_path / "in" / "broken \x1b]0;x\x07.jpg").write_bytes(b"\xff\xd8\xff\xe0 no more")
    store = tmp_path / "store"
    answer = run("prerender", "--dry-run", "--store", store, tmp_path / "in")
    assert "\x1b" not in answer.stdout + answer.stderr
    assert f"{tmp_path}/in/red \\x1b[31m and\\x0anext.jpg\n" in answer.stdout
    answer = run("prerender", "--store", store, tmp_path / "in")
    assert answer.returncode == 1 and "\x1b" not in answer.stderr
    assert "broken \\x1b]0;x\\x07.jpg: " in answer.stderr
    events = run("prerender", "--json", "--store", store, tmp_path / "in").stdout.splitlines()
    assert {json.loads(line).get("image") for line in events} >= {f"{tmp_path}/in/{name}"}


@pytest.mark.parametrize("words", [["prerender"], ["prerender", "--dry-run"], ["inspect"]])
def test_json_stays_json_whatever_a_name_holds(tmp_path, words):
    # Delete and a control character of Latin-1: JSON takes them as they are, a terminal does not.
    name = "a\x7fb\x9b31m.jpg"
    drawn_file(tmp_path / "in" / name)
    answer = run(*words, "--json", "--store", tmp_path / "store", tmp_path / "in" / name)
    assert "\x7f" not in answer.stdout and "\x9b" not in answer.stdout
    lines = [answer.stdout] if words == ["inspect"] else answer.stdout.splitlines()
    told = [json.loads(line) for line in lines]
    path = f"{tmp_path}/in/{name}"
    assert path in [event.get("image", event.get("path")) for event in told]


def test_progress_keeps_to_the_terminals_width(tmp_path):
    columns = 40
    for number in range(2):
        drawn_file(tmp_path / "in" / f"{'一張很長的名字' * 6}{number}.jpg")
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("4H", 24, columns, 0, 0))
    process = start("prerender", "--store", tmp_path / "store", tmp_path / "in", stderr=follower)
    os.close(follower)
    # However quick the machine, there is a while to look at.
    decoder = hold_decoder(process.pid, lambda: True)
    seen = b""
    while True:
        if decoder and b"% " in seen:
            os.kill(decoder, signal.SIGCONT)
            decoder = None
        try:
            piece = os.read(leader, 65536)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    assert process.wait(60) == 0
    bars = [line for line in re.split(r"\x1b\[\d*[AJ]|\r?\n", seen.decode()) if "% " in line]
    assert bars
    for line in bars:
        assert sum(2 if letter > "\u2e7f" else 1 for letter in line) < columns, line


def test_ctrl_c_ends_the_wait_for_another_writer(tmp_path):
    source, store = drawn_file(tmp_path / "in" / "a.jpg"), tmp_path / "store"
    planned = run("prerender", "--dry-run", "--json", "--store", store, source).stdout
    version = json.loads(planned.splitlines()[0])["version"]
    (store / version[:2]).mkdir(parents=True)
    with open(store / version[:2] / f".{version}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = start("prerender", "--store", store, source)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)
        process.send_signal(signal.SIGINT)
        _, words = process.communicate(timeout=20)
    assert process.returncode == 1
    assert "interrupted, the same command takes it up again" in words
    assert "failed" not in words


def test_folders_too_deep_to_walk_are_named(tmp_path):
    deep = tmp_path / "in"
    for _ in range(70):
        deep = deep / "d"
    drawn_file(deep / "a.jpg")
    answer = run("prerender", "--store", tmp_path / "store", tmp_path / "in")
    assert answer.returncode == 1 and "folders deep" in answer.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
def test_a_folder_that_may_not_be_entered_is_named(tmp_path):
    place = pathlib.Path("/var/tmp") / f"pyramidion-{os.getpid()}"
    drawn_file(place / "in" / "closed" / "a.jpg")
    (place / "in" / "closed").chmod(0o744)
    try:
        program = place / "pyramidion"
        program.symlink_to(BINARY)
        try:
            subprocess.run([program, "--version"], user="nobody", check=True, capture_output=True)
        except (PermissionError, subprocess.CalledProcessError):
            pytest.skip("the program lies where nobody can go")
        answer = run("prerender", "--dry-run", "--store", place / "s", place / "in", user="nobody")
        assert answer.returncode == 1
        assert "closed/a.jpg: Permission denied" in answer.stderr
    finally:
        subprocess.run(["rm", "-r", place], check=True)


def test_results_that_get_nowhere_are_an_error(tmp_path):
    source = drawn_file(tmp_path / "a.jpg")
    with open("/dev/full", "w") as full:
        answer = run(
            "inspect", "--json", source, capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert answer.returncode == 3 and "No space left" in answer.stderr


def test_keys_of_json_are_always_the_same(tmp_path):
    source = drawn_file(tmp_path / "a.jpg")
    report = json.loads(run("inspect", "--json", "--store", tmp_path / "s", source).stdout)
    assert report["id"] is None
    assert report["stored"]["pages"] is None and report["stored"]["state"] == "missing"
    assert run("cut", source, tmp_path / "a.tif").returncode == 0
    report = json.loads(run("inspect", "--json", tmp_path / "a.tif").stdout)
    assert report["id"] is None and report["version"]


def test_a_file_that_is_not_there_is_not_called_damaged(tmp_path):
    answer = run("verify", tmp_path / "none.tif")
    assert answer.returncode == 1
    assert "No such file" in answer.stderr + answer.stdout
    assert ": damaged" not in answer.stdout
    assert "0 checked, 0 damaged, 0 removed, 1 can't be read\n" in answer.stdout
    report = json.loads(run("verify", "--deep", "--json", tmp_path / "none.tif").stdout)
    assert (report["checked"], report["damaged"], report["unreadable"]) == (0, 0, 1)
    assert report["pyramids"][0]["status"] == "unreadable"


def test_a_file_that_is_no_pyramid_is_called_that(tmp_path):
    Image.new("RGB", (300, 200)).save(tmp_path / "strips.tif")
    drawn_file(tmp_path / "a.jpg")
    answer = run("verify", tmp_path / "strips.tif", tmp_path / "a.jpg")
    assert answer.returncode == 1 and "damaged:" not in answer.stdout
    assert answer.stdout.count("is no pyramid: ") == 2
    assert answer.stdout.endswith("0 checked, 0 damaged, 0 removed, 2 are no pyramids\n")
    report = json.loads(run("verify", "--json", tmp_path / "strips.tif").stdout)
    assert report["pyramids"][0]["status"] == "notAPyramid" and report["notPyramids"] == 1


def test_a_store_that_is_taken_for_a_pyramid_is_told_how_to_check_it(tmp_path):
    answer = run("verify", tmp_path)
    assert answer.returncode == 2
    assert f"{tmp_path} is a folder; as a store it is checked by --store {tmp_path}" in answer.stderr


@pytest.mark.parametrize("words, ending", [
    (("cut", "a.jpg", "out.jpg", "--force"), ".tif or .tiff"), (("demo", "x.png"), ".jpg or .jpeg"),
])
def test_a_file_is_what_its_name_says(tmp_path, words, ending):
    drawn_file(tmp_path / "a.jpg")
    words = [tmp_path / word if "." in word else word for word in words]
    answer = run(*words)
    assert answer.returncode == 2 and f"does not end in {ending}" in answer.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.jpg"]


def test_links_that_lead_out_are_not_cut(tmp_path):
    drawn_file(tmp_path / "outside.jpg")
    drawn_file(tmp_path / "in/a.jpg")
    drawn_file(tmp_path / "in/below/b.jpg")
    (tmp_path / "in/out.jpg").symlink_to("../outside.jpg")
    (tmp_path / "in/below/inside.jpg").symlink_to("../a.jpg")
    answer = run("prerender", "--dry-run", "--store", tmp_path / "s", tmp_path / "in")
    assert answer.returncode == 0
    names = {pathlib.Path(line).name for line in answer.stdout.splitlines()}
    assert names == {"a.jpg", "b.jpg", "inside.jpg"}
    assert answer.stderr.count("out.jpg: leads out of the folder") == 1
    (tmp_path / "in/too.jpg").symlink_to("../outside.jpg")
    answer = run("prerender", "--dry-run", "--store", tmp_path / "s", tmp_path / "in")
    assert "out.jpg: 2 links, the first of them this one, lead out" in answer.stderr


def test_a_tiff_that_ends_too_early_is_told_as_that(tmp_path):
    whole = tmp_path / "whole.tif"
    Image.effect_noise((1200, 900), 60).save(whole)
    data = bytearray(whole.read_bytes())
    # Most programs put the directory at the end.
    data[4:8] = (len(data) - 2).to_bytes(4, "little")
    short = tmp_path / "short.tif"
    short.write_bytes(data[:700_000])
    answer = run("cut", short, tmp_path / "out.tif")
    assert answer.returncode == 1
    assert "the file ends too early: " in answer.stderr and "JPEG 2000" not in answer.stderr
