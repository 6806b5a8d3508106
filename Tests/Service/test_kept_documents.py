"""What documents say of themselves is kept in the store: a service that begins anew does not read them again."""
import json
import os
import struct
import time

import pytest

from support.command import as_json, run
from support.comics import comic, picture
from support.documents import Document, rectangle
from support.service import wait_until
from support.sums import crc32c

pytestmark = pytest.mark.usefixtures("page_engine")


def write(path, pages=3, title="First title"):
    document = Document()
    for _ in range(pages):
        document.page(200, 100, rectangle((1, 0, 0), 0, 0, 200, 100))
    info = document.add(f"<< /Title ({title}) >>")
    document.trailer = b"/Info %d 0 R" % info
    document.write(path)
    # At rest: what was written just now may change without looking different.
    old = time.time() - 3600
    os.utime(path, (old, old))
    return path


def kept(store):
    return sorted((store / "documents").glob("*.book"))


@pytest.fixture
def begin(serve, tmp_path):
    """Begins a service anew over the same folder and the same store."""
    (tmp_path / "images").mkdir()
    services = []

    def start():
        for service in services:
            service.end()
        services.append(serve(tmp_path / "images", store=tmp_path / "store"))
        return services[-1]

    return start


def told(service, name="a.pdf"):
    wait_until(lambda: service.get(f"/presentation/3/{name}/manifest.json").status == 200)
    # Each service has another port.
    return json.loads(service.get(f"/presentation/3/{name}/manifest.json").body.decode().replace(service.base, ""))


def test_words_that_were_read_are_searched_by_the_next_service(begin, tmp_path):
    document = Document()
    font = document.add("<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>")
    for _ in range(3):
        document.page(300, 400, b"BT /F 12 Tf 20 380 Td (the quick fox) Tj ET", f"/Font << /F {font} 0 R >>")
    document.write(tmp_path / "images/a.pdf")
    os.utime(tmp_path / "images/a.pdf", (1e9, 1e9))

    def found(service, word):
        wait_until(lambda: service.get(f"/images/a.pdf/search?q={word}").json.get("complete") == 1)
        return service.get(f"/images/a.pdf/search?q={word}").json

    first = found(begin(), "fox")
    assert first["total"] == 3
    wait_until(lambda: list((tmp_path / "store/documents").glob("*.text")))
    (file,) = (tmp_path / "store/documents").glob("*.text")
    # Only who reads what is kept finds another word, at the same place.
    rewrite(file, b"fox", b"cat")
    service = begin()
    assert found(service, "fox")["total"] == 0
    assert [hit["boxes"] for hit in found(service, "cat")["hits"]] == [hit["boxes"] for hit in first["hits"]]
    file.write_bytes(file.read_bytes()[:-1])
    assert found(begin(), "fox") == first


def rewrite(path, before, after):
    """Other words in what is kept, as whole as what was there."""
    bytes = path.read_bytes()
    version, contents = bytes[8:24], bytes[28:].replace(before, after)
    path.write_bytes(bytes[:8] + version + struct.pack("<I", crc32c(version + contents)) + contents)


def test_a_service_that_begins_anew_goes_by_what_is_kept(begin, tmp_path):
    write(tmp_path / "images/a.pdf")
    first = told(begin())
    assert first["label"] == {"none": ["First title"]} and len(first["items"]) == 3
    (file,) = kept(tmp_path / "store")
    # Only who reads what is kept, and not the document, knows of another title.
    rewrite(file, b"First title", b"Other title")
    assert told(begin()) == {**first, "label": {"none": ["Other title"]}}
    # A file that is damaged is none: the document is read, and kept anew.
    damaged = bytearray(file.read_bytes())
    damaged[-1] ^= 1
    file.write_bytes(damaged)
    assert told(begin()) == first
    wait_until(lambda: file.read_bytes() != damaged)
    assert b"First title" in file.read_bytes()


def test_a_document_that_changed_is_read_again(begin, tmp_path):
    write(tmp_path / "images/a.pdf")
    told(begin())
    write(tmp_path / "images/a.pdf", pages=2, title="Next title")
    found = told(begin())
    assert found["label"] == {"none": ["Next title"]} and len(found["items"]) == 2


def test_a_document_of_one_page_and_a_comic_are_kept_too(begin, tmp_path):
    write(tmp_path / "images/one.pdf", pages=1)
    path = comic(tmp_path / "images/a.cbz", {"1.jpg": picture((0, 0, 200)), "2.jpg": picture((0, 0, 200))})
    os.utime(path, (1e9, 1e9))
    service = begin()
    first = [told(service, "one.pdf"), told(service, "a.cbz")]
    wait_until(lambda: len(kept(tmp_path / "store")) == 2)
    for file in kept(tmp_path / "store"):
        rewrite(file, b"First title", b"Other title")
    service = begin()
    assert told(service, "one.pdf")["label"] == {"none": ["Other title"]}
    assert told(service, "a.cbz") == first[1]


def test_inspect_counts_and_prune_removes_what_is_kept(begin, tmp_path):
    images, store = tmp_path / "images", tmp_path / "store"
    write(images / "a.pdf")
    write(images / "b.pdf")
    service = begin()
    told(service)
    told(service, "b.pdf")
    wait_until(lambda: len(kept(store)) == 2)
    service.end()
    assert as_json("inspect", "--store", store, images / "a.pdf")["stored"]["describedPages"] == 3
    assert "3 of them are described there" in run("inspect", "--store", store, images / "a.pdf").stdout
    answer = run("prune", "--store", store, images)
    assert answer.returncode == 0 and "description" not in answer.stdout and len(kept(store)) == 2
    (images / "a.pdf").unlink()
    left = store / "documents/.abcdefghijklmnop.book.1-a.partial"
    left.write_bytes(b"?")
    assert as_json("prune", "--store", store, images, "--dry-run")["descriptions"] == 1
    assert len(kept(store)) == 2 and left.exists()
    assert "1 descriptions of documents removed" in run("prune", "--store", store, images).stdout
    assert len(kept(store)) == 1 and not left.exists()
