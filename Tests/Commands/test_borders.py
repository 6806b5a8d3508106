"""Each border check fails when its rule is broken: a check that never fails proves nothing."""

import json
import pathlib
import subprocess

import pytest

CHECK = pathlib.Path(__file__).resolve().parents[2] / ".ci/check-borders"

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let pure: [SwiftSetting] = [.define("PURE_MODULE")]
let package = Package(
  name: "house",
  targets: [
    .target(name: "TileGeometry", swiftSettings: pure),
    .target(name: "Viewport", dependencies: ["TileGeometry"], swiftSettings: pure),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CVips"),
    .target(name: "Posix", dependencies: ["CLinux"]),
    .target(name: "HTTPServer", dependencies: ["Posix"]),
    .target(name: "TileService", dependencies: ["Viewport"]),
    // More
  ])
"""
IMPORTS = {
    "TileGeometry": "",
    "Viewport": "package import TileGeometry\n",
    "Posix": "package import struct CLinux.epoll_event\n",
    "HTTPServer": "@testable import Posix\nimport Glibc\n",
    "TileService": "import Viewport\n",
}


def check(tree, *manifest):
    return subprocess.run([CHECK, tree, *manifest], capture_output=True, text=True, timeout=60)


@pytest.fixture(scope="module")
def manifest(tmp_path_factory):
    """The manifest as it is dumped, once for all whose own is the same."""
    folder = tmp_path_factory.mktemp("manifest")
    (folder / "Package.swift").write_text(MANIFEST)
    path = folder / "manifest.json"
    with open(path, "w") as file:
        subprocess.run(["swift", "package", "dump-package"], cwd=folder, stdout=file, check=True)
    return path


@pytest.fixture
def house(tmp_path):
    (tmp_path / "Package.swift").write_text(MANIFEST)
    for library in ["CLinux", "CVips"]:
        (tmp_path / "Sources" / library).mkdir(parents=True)
    for module, lines in IMPORTS.items():
        (tmp_path / "Sources" / module).mkdir(parents=True)
        (tmp_path / "Sources" / module / "Right.swift").write_text(lines)
    return tmp_path


class Changed:
    """A manifest as it is dumped, with some more in it."""

    def __init__(self, manifest):
        self.dumped = json.loads(manifest.read_text())
        self.targets = {target["name"]: target for target in self.dumped["targets"]}

    def uses(self, name, *others):
        """A target uses others too."""
        self.targets[name]["dependencies"] += [{"byName": [other, None]} for other in others]
        return self

    def has(self, name, *others, like="HTTPServer"):
        """A new target stands last, as pure as another one."""
        self.targets[name] = self.targets[like] | {"name": name, "dependencies": []}
        self.dumped["targets"].append(self.targets[name])
        return self.uses(name, *others)


def test_a_house_in_order_passes(house):
    answer = check(house)
    assert answer.returncode == 0, answer.stdout


@pytest.mark.parametrize("module, line, message", [
    ("TileGeometry", "import Foundation", "pure module imports Foundation"),
    ("HTTPServer", "import Foundation", "HTTPServer may not import Foundation: it is too heavy"),
    ("Viewport", "  internal import Glibc", "pure module imports Glibc"),
    ("TileGeometry", "import Viewport", "pure module imports Viewport"),
    ("Posix", "import HTTPServer", "Posix may not import HTTPServer"),
    ("HTTPServer", "@testable import TileService", "HTTPServer may not import TileService"),
    ("TileService", "import CVips", "TileService may not import CVips"),
    ("HTTPServer", "package import struct CLinux.epoll_event", "HTTPServer may not import CLinux"),
])
def test_a_wrong_import_is_named(house, manifest, module, line, message):
    (house / "Sources" / module / "Wrong.swift").write_text(line + "\n")
    answer = check(house, manifest)
    assert answer.returncode == 1
    assert f"Sources/{module}/Wrong.swift: {message}" in answer.stdout


@pytest.mark.parametrize("change, message", [
    (lambda house: house.uses("TileGeometry", "Viewport"), "TileGeometry uses Viewport, which stands later"),
    (lambda house: house.uses("Viewport", "CLinux"), "Viewport uses CLinux, which stands later"),
    (lambda house: house.has("Caching", "Posix", like="Viewport"), "Caching is pure and uses Posix"),
    (lambda house: house.uses("TileService", "CVips"), "CVips is C, and TileService is not its room"),
    (lambda house: house.has("Decoding").has("Exporting", "Decoding"),
     "Exporting may not decode strangers' bytes"),
    (lambda house: house.has("JPEGScan").has("Rendering", "JPEGScan"),
     "Rendering may not decode strangers' bytes"),
    (lambda house: house.uses("HTTPServer", "Viewport"), "HTTPServer never imports Viewport"),
])
def test_a_wrong_manifest_is_named(house, manifest, tmp_path, change, message):
    (tmp_path / ".manifest.json").write_text(json.dumps(change(Changed(manifest)).dumped))
    answer = check(house, tmp_path / ".manifest.json")
    assert answer.returncode == 1 and f"Package.swift: {message}" in answer.stdout


@pytest.mark.parametrize("line, message", [
    ("package struct Tile {}", "Tile is a type of HTTPServer and of TileService"),
    ("  ///   - size: The whole.", "Sources/TileService/Wrong.swift: begins with a capital: ///   - size: The whole."),
])
def test_a_word_that_misleads_is_named(house, manifest, line, message):
    (house / "Sources/HTTPServer/Tile.swift").write_text("final class Tile {\n  struct Inner {}\n}\n")
    (house / "Sources/TileService/Wrong.swift").write_text(line + "\n  struct Inner {}\n")
    answer = check(house, manifest)
    assert answer.returncode == 1
    assert message in answer.stdout


def test_an_unknown_room_is_named(house, manifest):
    (house / "Sources/Attic").mkdir()
    assert "Sources/Attic is not a room of the house" in check(house, manifest).stdout


def test_a_stray_entry_at_the_top_is_named(house, manifest):
    (house / "notes.txt").write_text("")
    answer = check(house, manifest)
    assert answer.returncode == 1 and "top level holds notes.txt" in answer.stdout
