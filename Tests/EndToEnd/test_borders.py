"""Each border check fails when its rule is broken: a check that never fails proves nothing."""

import pathlib
import subprocess

import pytest

CHECK = pathlib.Path(__file__).resolve().parents[2] / ".ci/check-borders"


def check(tree):
    return subprocess.run([CHECK, tree], capture_output=True, text=True, timeout=60)


@pytest.fixture
def house(tmp_path):
    for module in ["TileGeometry", "Viewport", "Posix", "HTTPServer", "Imaging", "TileService"]:
        (tmp_path / "Sources" / module).mkdir(parents=True)
    (tmp_path / "Sources/Viewport/Point.swift").write_text("package import TileGeometry\n")
    return tmp_path


def test_a_house_in_order_passes(house):
    answer = check(house)
    assert answer.returncode == 0, answer.stdout


@pytest.mark.parametrize("module, line, message", [
    ("TileGeometry", "import Foundation", "pure module imports Foundation"),
    ("Viewport", "  internal import Glibc", "pure module imports Glibc"),
    ("TileGeometry", "import Viewport", "pure module imports Viewport"),
    ("Posix", "import HTTPServer", "Posix may not import HTTPServer"),
    ("HTTPServer", "@testable import TileService", "HTTPServer may not import TileService"),
    ("TileService", "import CVips", "only Imaging imports CVips"),
    ("Imaging", "package import struct CLinux.epoll_event", "only Posix imports CLinux"),
])
def test_a_wrong_import_is_named(house, module, line, message):
    (house / "Sources" / module / "Wrong.swift").write_text(line + "\n")
    answer = check(house)
    assert answer.returncode == 1
    assert f"Sources/{module}/Wrong.swift" in answer.stdout and message in answer.stdout


def test_an_unknown_room_is_named(house):
    (house / "Sources/Attic").mkdir()
    assert "Sources/Attic is not a room of the house" in check(house).stdout


def test_a_stray_entry_at_the_top_is_named(house):
    (house / "notes.txt").write_text("")
    answer = check(house)
    assert answer.returncode == 1 and "top level holds notes.txt" in answer.stdout
