"""Manifests that are written without a server are those that one would answer."""
import json

import pytest
from PIL import Image

from support.command import run
from support.documents import colored
from support.service import quoted


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "images"
    (root / "atlas" / "inner").mkdir(parents=True)
    for number in (2, 1, 10):
        Image.new("RGB", (30, 40 + number)).save(root / f"atlas/{number}.png")
    Image.new("L", (9, 8)).save(root / "one.jpg")
    pages = [Image.new("L", (20 + number, 30)) for number in range(3)]
    pages[0].save(root / "atlas/scan.tif", save_all=True, append_images=pages[1:])
    return root


def written(*words):
    done = run("manifest", *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_what_a_server_answers(folder, start_service):
    (folder / "atlas/book.json").write_text("{title: 'Ätlas', hidden: ['2.png'], outline: [{title: 'a', page: 10}]}"
                                            .replace("page: 10", "page: '10.png'"))
    service = start_service(folder)
    for name in ("atlas", "atlas/scan.tif", "atlas/scan.tif;2", "one.jpg", "."):
        for version in ("3", "2"):
            book = "" if name == "." else quoted(name) + "/"
            told = service.get(f"/presentation/{version}/{book}manifest.json")
            assert told.status == 200
            assert written("--root", folder, "--base", service.base, "--api", version, name) == told.body.decode()
    for name, book in ((".", ""), ("atlas", "atlas/")):
        told = service.get(f"/presentation/3/{book}collection.json").json
        mine = json.loads(written("--root", folder, "--base", service.base + "/", "--collection", name))
        assert mine == told


def test_documents_are_described_as_by_a_server(page_engine, tmp_path, start_service):
    folder = tmp_path / "images"
    folder.mkdir()
    colored((1, 0, 0), (0, 1, 0)).write(folder / "two.pdf")
    colored((1, 0, 0)).write(folder / "one.pdf")
    (folder / "damaged.pdf").write_bytes(b"%PDF-1.7")
    service = start_service(folder, "--dpi", "100")
    for name in ("one.pdf", "two.pdf", "two.pdf;2"):
        told = service.get(f"/presentation/3/{name}/manifest.json?wait=60")
        assert told.status == 200
        mine = written("--root", folder, "--base", service.base, "--dpi", "100", name)
        assert mine == told.body.decode()
    damaged = run("manifest", "--root", folder, "damaged.pdf")
    assert damaged.returncode == 1 and "damaged.pdf: PDF: it is damaged, or no PDF" in damaged.stderr
    told = service.get("/presentation/3/collection.json").json
    assert json.loads(written("--root", folder, "--base", service.base, "--collection", ".")) == told
    assert len(told["items"]) == 3


def test_a_path_is_as_good_as_an_identifier(folder):
    by_name = written("--root", folder, "atlas/scan.tif")
    assert written("--root", folder, folder / "atlas/scan.tif") == by_name
    assert "http://127.0.0.1:8080/presentation/3/atlas%2Fscan.tif/manifest.json" in by_name


@pytest.mark.parametrize("words, code, said", [
    (("nothing.jpg",), 1, "nothing.jpg"),
    (("..",), 2, "--root"),
    (("--base", "example.org", "one.jpg"), 2, "--base 'example.org' does not begin with http"),
    (("--collection", "one.jpg"), 2, "no folder"),
    (("atlas/scan.tif;4",), 3, "3 pages"),
    (("atlas/inner",), 3, "no manifest"),
    ((), 2, "needs BOOK"),
])
def test_what_is_wrong_is_said(folder, words, code, said):
    done = run("manifest", "--root", folder, *words)
    assert (done.returncode, done.stdout) == (code, "") and said in done.stderr, done.stderr


def test_a_slip_in_a_books_file_is_named_with_its_line(folder):
    (folder / "atlas/book.json").write_text("{\n  tittle: 'x',\n}")
    done = run("manifest", "--root", folder, "atlas")
    assert done.returncode == 1 and "atlas: book.json:2: 'tittle'" in done.stderr
