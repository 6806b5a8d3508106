"""Thumbnails of pages that nobody has cut are kept in the store: a service that begins anew does not draw them again."""
import os
import struct

import pytest

from support.command import as_json, run
from support.documents import colored
from support.service import wait_until
from support.sums import crc32c

pytestmark = pytest.mark.usefixtures("page_engine")

COLORS = [(red / 5, green / 14, 0.5) for red in range(5) for green in range(14)]


@pytest.fixture
def begin(serve, tmp_path):
    """Begins a service anew over the same folder and the same store."""
    (tmp_path / "images").mkdir()
    services = []

    def start(*flags):
        for service in services:
            service.end()
        services.append(serve(tmp_path / "images", *flags, store=tmp_path / "store"))
        return services[-1]

    return start


def write(path, colors=COLORS):
    colored(*colors, size=(300, 200)).write(path)
    # At rest: what was written just now may change without looking different.
    os.utime(path, (1e9, 1e9))
    return path


def address(page, side=256, name="a.pdf"):
    return f"/iiif/3/{name};{page}/full/!{side},{side}/0/default.jpg"


def pictures(service, pages=range(1, len(COLORS) + 1)):
    answers = [service.get(address(page)) for page in pages]
    assert all(answer.status == 200 and "max-age=60" in answer.fields["Cache-Control"] for answer in answers)
    return [answer.body for answer in answers]


def drawn(service):
    return service.metrics()['page_parts_total{outcome="drawn"}']


def sheets(store):
    return sorted((store / "documents").glob("*.thumbs"))


def records(sheet):
    """The pictures of a sheet by their pages."""
    rest, found = sheet.read_bytes()[28:], {}
    while rest:
        page, _, length = struct.unpack("<IQI", rest[:16])
        found[page], rest = rest[16:16 + length], rest[16 + length:]
    return found


def put(sheet, page, picture):
    """Another picture of a page, as whole as the one before and no longer."""
    bytes = bytearray(sheet.read_bytes())
    before = records(sheet)[page]
    place = bytes.index(before)
    bytes[place:place + len(before)] = picture.ljust(len(before), b"\0")
    bytes[24:28] = struct.pack("<I", crc32c(bytes[8:24] + bytes[28:]))
    sheet.write_bytes(bytes)


def test_pages_are_drawn_in_small_once_for_all_services(begin, tmp_path):
    write(tmp_path / "images/a.pdf")
    service = begin()
    first = pictures(service)
    assert drawn(service) >= len(COLORS)
    # What is gathered is written when a service ends.
    service = begin()
    assert [sorted(records(sheet)) for sheet in sheets(tmp_path / "store")] == [[*range(1, 65)], [*range(65, 71)]]
    assert pictures(service) == first and drawn(service) == 0
    service.end()
    assert "70 thumbnails are kept there" in run("inspect", "--store", tmp_path / "store", tmp_path / "images/a.pdf").stdout
    assert as_json("inspect", "--store", tmp_path / "store", tmp_path / "images/a.pdf")["stored"]["thumbnails"] == 70


def test_they_are_written_while_a_service_goes_on(begin, tmp_path):
    write(tmp_path / "images/a.pdf")
    service = begin()
    first = pictures(service, [3, 5])
    wait_until(lambda: [sorted(records(sheet)) for sheet in sheets(tmp_path / "store")] == [[3, 5]])
    pictures(service, [4])
    wait_until(lambda: sorted(records(sheets(tmp_path / "store")[0])) == [3, 4, 5])
    service.kill()
    service = begin()
    assert pictures(service, [3, 5]) == first and drawn(service) == 0


def test_what_is_kept_is_what_is_answered_unless_it_is_damaged(begin, tmp_path):
    write(tmp_path / "images/a.pdf", COLORS[:3])
    first = pictures(begin(), [1, 2, 3])
    service = begin()
    (sheet,) = sheets(tmp_path / "store")
    # Only who reads what is kept, and does not draw, has it otherwise.
    put(sheet, 2, b"another picture")
    assert pictures(service, [2])[0].rstrip(b"\0") == b"another picture"
    whole = sheet.read_bytes()
    sheet.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    service = begin()
    assert pictures(service, [1, 2, 3]) == first and drawn(service) == 3
    # It is kept anew.
    service = begin()
    assert pictures(service, [1, 2, 3]) == first and drawn(service) == 0


def test_verify_finds_what_is_no_longer_as_it_was_written(begin, tmp_path):
    write(tmp_path / "images/a.pdf", COLORS[:3])
    service = begin()
    pictures(service, [1, 2, 3])
    wait_until(lambda: sheets(tmp_path / "store") and list((tmp_path / "store/documents").glob("*.book")))
    service.end()
    verify = ("verify", "--store", tmp_path / "store")

    def found(*flags):
        report = as_json(*verify, *flags)
        return [(file["kind"], file["status"], file["removed"]) for file in report["documents"]]

    def with_damage(*flags):
        done = run(*verify, *flags)
        assert done.returncode == 1, done.stdout
        return done.stdout

    assert found() == [("thumbnails", "sound", False), ("book", "sound", False)]
    (sheet,) = sheets(tmp_path / "store")
    sheet.write_bytes(sheet.read_bytes()[:-1])
    assert f"{sheet}: damaged: its checksum does not match (a document's thumbnails, sheet 1)" in with_damage()
    assert with_damage("--repair").endswith("0 checked, 0 damaged, 0 removed, 2 of documents, 1 of them damaged\n")
    assert not sheet.exists() and found() == [("book", "sound", False)]
    service = begin()
    assert len(pictures(service, [1, 2, 3])) == 3


def test_a_document_that_changed_and_other_settings_have_others(begin, tmp_path):
    write(tmp_path / "images/a.pdf", COLORS[:2])
    first = pictures(begin(), [1, 2])
    fine = pictures(begin("--render-quality", 97), [1, 2])
    assert fine != first
    assert pictures(begin("--render-quality", 97), [1, 2]) == fine
    write(tmp_path / "images/a.pdf", COLORS[5:8])
    assert pictures(begin("--render-quality", 97), [1, 2]) not in (first, fine)


def test_nothing_else_that_is_asked_fills_the_disk(begin, tmp_path):
    write(tmp_path / "images/a.pdf", COLORS[:3])
    service = begin()
    assert service.get(address(1, 255)).status == 200
    for rest in ("full/!256,256/90/default.jpg", "full/!256,256/0/gray.jpg", "full/!256,256/0/default.png", "full/256,9/0/default.jpg"):
        assert service.get(f"/iiif/3/a.pdf;1/{rest}").status == 200
    pictures(service, [2])
    service = begin()
    assert [[*records(sheet)] for sheet in sheets(tmp_path / "store")] == [[2]]


def test_where_nothing_can_be_kept_pages_are_drawn_as_ever(begin, tmp_path):
    write(tmp_path / "images/a.pdf", COLORS[:3])
    (tmp_path / "store").mkdir()
    (tmp_path / "store/documents").write_bytes(b"no folder")
    service = begin()
    first = pictures(service, [1, 2, 3])
    service = begin()
    assert pictures(service, [1, 2, 3]) == first and drawn(service) == 3


def test_prune_removes_those_of_documents_that_are_gone(begin, tmp_path):
    images, store = tmp_path / "images", tmp_path / "store"
    write(images / "a.pdf")
    write(images / "b.pdf", COLORS[:2])
    service = begin()
    pictures(service)
    assert service.get(address(2, name="b.pdf")).status == 200
    service.end()
    assert len(sheets(store)) == 3
    assert run("prune", "--store", store, images).returncode == 0 and len(sheets(store)) == 3
    (images / "a.pdf").unlink()
    assert as_json("prune", "--store", store, images, "--dry-run")["descriptions"] == 1 and len(sheets(store)) == 3
    assert "1 descriptions of documents removed" in run("prune", "--store", store, images).stdout
    (left,) = sheets(store)
    assert [*records(left)] == [2]
