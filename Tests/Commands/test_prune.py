"""Pyramids that no source stands behind any more are removed, and never more than those."""

import os
import pathlib

import pytest
from PIL import Image

from support.command import as_json, run
from support.pictures import draw



def pyramids(store):
    return sorted(path.stem for path in pathlib.Path(store).glob("??/*.tif"))


@pytest.fixture
def cut(tmp_path):
    """Three images, one of two pages, and their four pyramids."""
    folder, store = tmp_path / "in", tmp_path / "store"
    draw(folder / "gone.jpg", 300, 200)
    draw(folder / "changed.png", 300, 200, seed=1)
    second = Image.new("RGB", (200, 300), "white")
    draw(folder / "scan.tif", 300, 200, seed=2, save_all=True, append_images=[second])
    assert run("prerender", "--store", store, folder).returncode == 0
    assert len(pyramids(store)) == 4
    return folder, store


def test_what_is_current_is_kept(cut):
    folder, store = cut
    before = pyramids(store)
    answer = run("prune", "--store", store, folder)
    assert (answer.returncode, answer.stdout) == (0, "4 kept, 0 removed, 0 bytes\n")
    assert pyramids(store) == before


def test_what_was_cut_from_files_that_are_gone_or_changed_is_removed(cut):
    folder, store = cut
    before = set(pyramids(store))
    (folder / "gone.jpg").unlink()
    draw(folder / "changed.png", 300, 200, seed=3)
    os.utime(folder / "changed.png", (1e9, 1e9))
    assert run("prerender", "--store", store, folder).returncode == 0
    new = set(pyramids(store)) - before
    size = sum(path.stat().st_size for path in store.glob("??/*.tif"))

    planned = as_json("prune", "--store", store, folder, "--dry-run")
    assert (planned["dryRun"], planned["kept"]) == (True, 3)
    assert {pyramid["source"] for pyramid in planned["removed"]} == {"gone.jpg", "changed.png"}
    assert before <= set(pyramids(store)), "a dry run removes nothing"

    answer = run("prune", "--store", store, folder)
    assert answer.returncode == 0 and "3 kept, 2 removed" in answer.stdout, answer
    assert "was cut from gone.jpg" in answer.stdout
    removed = {pyramid["version"] for pyramid in planned["removed"]}
    assert set(pyramids(store)) == (before - removed) | new
    assert planned["bytes"] == size - sum(path.stat().st_size for path in store.glob("??/*.tif"))
    assert run("verify", "--deep", "--store", store).returncode == 0


def test_pyramids_cut_in_another_way_go(cut):
    folder, store = cut
    assert run("prerender", "--store", store, "--quality", 50, folder).returncode == 0
    assert len(pyramids(store)) == 8
    answer = run("prune", "--store", store, "--quality", 50, folder)
    assert "4 kept, 4 removed" in answer.stdout


@pytest.mark.parametrize("trouble", ["missing", "empty"])
def test_a_folder_that_is_missing_or_empty_costs_nothing(cut, tmp_path, trouble):
    folder, store = cut
    other = tmp_path / "mounted"
    if trouble == "empty":
        other.mkdir()
    before = pyramids(store)
    answer = run("prune", "--store", store, other)
    assert answer.returncode == 1
    assert "nothing is removed" in answer.stderr
    assert pyramids(store) == before


def test_a_disk_that_is_not_mounted_costs_nothing_where_it_is_named(cut, tmp_path):
    folder, store = cut
    mounted = folder / "mounted"
    mounted.mkdir()
    before = pyramids(store)
    answer = run("prune", "--store", store, folder, mounted)
    assert answer.returncode == 1
    assert f"{mounted}: no images there" in answer.stderr
    assert "nothing is removed" in answer.stderr
    assert pyramids(store) == before
    # A file that is named stands for itself, and so do its pages.
    answer = run("prune", "--store", store, folder, folder / "scan.tif", folder / "gone.jpg")
    assert (answer.returncode, answer.stdout) == (0, "4 kept, 0 removed, 0 bytes\n")


def test_a_store_that_is_not_there_is_said(tmp_path):
    draw(tmp_path / "a.jpg")
    answer = run("prune", "--store", tmp_path / "none", tmp_path)
    assert answer.returncode == 3 and "none" in answer.stderr


def left_behind(store):
    """What a writer leaves that was killed, under names of no source's."""
    shelf = store / "ab"
    shelf.mkdir(parents=True, exist_ok=True)
    files = [shelf / ".abcdefghijklmnop.77-x.partial", shelf / ".abcdefghijklmnop.lock"]
    for file in files:
        file.write_bytes(bytes(1000))
    return files


def test_what_killed_writers_left_goes_too(cut):
    images, store = cut
    files = left_behind(store)
    report = as_json("prune", "--store", store, images, "--dry-run")
    assert report["leftovers"] == 2 and all(file.exists() for file in files)
    report = as_json("prune", "--store", store, images)
    assert report["leftovers"] == 2 and not any(file.exists() for file in files)
    assert report["removed"] == [] and pyramids(store)


def test_prerender_clears_it_away_as_well(cut):
    images, store = cut
    files = left_behind(store)
    assert run("prerender", "--store", store, images).returncode == 0
    assert not any(file.exists() for file in files)
