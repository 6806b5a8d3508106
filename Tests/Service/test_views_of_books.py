"""The viewport calculator over a book: which tiles of which pages a view needs."""
import json

import numpy
import pytest
from PIL import Image

from support.command import run
from support.halted import Halted
from support.streams import parts_of

SIZE = (400, 600)


@pytest.fixture
def book(served):
    (served.root / "atlas").mkdir()
    (served.root / "atlas/book.json").write_text('{layout: "spreads", direction: "rtl", single: [6]}')
    for page in range(1, 10):
        pixels = numpy.full((SIZE[1], SIZE[0], 3), 20 * page, numpy.uint8)
        Image.fromarray(pixels).save(served.root / f"atlas/{page}.png")
    return served()


def view(service, query):
    return service.get(f"/images/atlas/viewport?{query}")


def test_a_spread_tells_both_pages_and_their_tiles(book):
    told = view(book, "page=4&bounds=800,600").json
    assert (told["layout"], told["direction"], told["contentSize"]) == ("spreads", "rtl", [800, 600])
    assert [(page["page"], page["id"], page["frame"]) for page in told["pages"]] == [
        (4, "atlas/4.png", [400, 0, 400, 600]), (5, "atlas/5.png", [0, 0, 400, 600])]
    assert {(tile["page"], tile["column"], tile["row"]) for tile in told["tiles"]} == {
        (page, column, row) for page in (4, 5) for column in range(2) for row in range(3)}
    # The nearest to the middle come first, whatever their page.
    assert {tile["page"] for tile in told["tiles"][:4]} == {4, 5}
    # Addresses are told of what is cut.
    assert {tile["url"] for tile in told["tiles"]} == {None}
    book.get("/images/atlas%2F4.png/tiles/0/0_0.jpg")
    tiles = view(book, "page=4&bounds=800,600").json["tiles"]
    urls = [tile["url"] for tile in tiles if tile["page"] == 4]
    assert all(urls) and book.get(urls[0]).status == 200
    assert {tile["url"] for tile in tiles if tile["page"] == 5} == {None}


def test_layout_and_direction_are_the_askers(book):
    assert [page["page"] for page in view(book, "page=6&bounds=800,600").json["pages"]] == [6]
    paired = view(book, "page=2&bounds=800,600&cover=paired&direction=ltr").json
    assert [(page["page"], page["frame"][0]) for page in paired["pages"]] == [(1, 0), (2, 400)]
    single = view(book, "page=4&layout=single&bounds=800,600&fit=page").json
    alone = book.get("/images/atlas%2F4.png/viewport?bounds=800,600&fit=page").json
    for name in ("zoomScale", "contentSize", "contentOffset", "visibleRect"):
        assert single[name] == alone[name]
    column = view(book, "page=4&layout=scroll&direction=ttb&bounds=400,1200&zoom=1").json
    assert column["contentOffset"] == [0, 3 * 600] and column["contentSize"] == [400, 9 * 600]
    assert [page["page"] for page in column["pages"]] == [4, 5]


@pytest.mark.parametrize("query,status,words", [
    ("page=0&bounds=8,6", 400, "page '0' must be a whole number from 1"),
    ("page=10&bounds=8,6", 404, "the book has 9 pages, and no page 10"),
    ("page=1&bounds=8,6&layout=pile", 400, "layout 'pile' must be one of single, spreads, scroll"),
    ("page=1&bounds=8,6&shift=2", 400, "shift '2' must be 0 or 1"),
    ("page=1", 400, "bounds is needed"),
    ("page=1&bounds=8,6&colour=red", 400, "colour"),
])
def test_what_can_not_be_is_explained(book, query, status, words):
    answer = view(book, query)
    assert (answer.status, words in answer.body.decode()) == (status, True), answer.body


def test_the_command_answers_the_same_offline(book, tmp_path):
    description = book.get("/images/atlas").json
    for query, flags in [
        ("page=4&bounds=800,600", ["--page", "4", "--bounds", "800x600"]),
        ("page=5&bounds=300,400&layout=scroll&direction=ttb", ["--page", "5", "--bounds", "300x400", "--layout", "scroll", "--direction", "ttb"]),
    ]:
        told = view(book, query).json
        (tmp_path / "book.json").write_text(json.dumps(description))
        said = run("viewport", "--book", tmp_path / "book.json", *flags)
        offline = json.loads(said.stdout)
        for name in ("layout", "direction", "zoomScale", "contentSize", "contentOffset", "visibleRect", "tiles"):
            assert offline[name] == told[name]
        # As much of it as the sizes will do.
        some = {name: description[name] for name in ("sizes", "layout", "direction", "single")}
        (tmp_path / "some.json").write_text(json.dumps(some))
        again = json.loads(run("viewport", "--book", tmp_path / "some.json", *flags).stdout)
        assert again["tiles"] == told["tiles"]


@pytest.mark.parametrize("text,words", [
    ("[]", '"sizes"'), ('{"sizes": [[1, 2]]}', 'entry 1 of "sizes"'), ('{"sizes": [[1, 2, null, 99999999]]}', 'entry 1 of "sizes"'),
    ('{"sizes": [[9, 9, null, 3]], "layout": 3}', '"layout" must be one of'), ("sizes", "is not JSON"),
])
def test_a_description_that_is_none_is_explained(text, words, tmp_path):
    (tmp_path / "book.json").write_text(text)
    said = run("viewport", "--book", tmp_path / "book.json", "--bounds", "8x6")
    assert said.returncode != 0 and words in said.stderr


def stream(service, query):
    return service.get(f"/images/atlas/viewport/tiles?{query}")


def test_the_tiles_of_all_pages_in_view_come_in_one_stream(book):
    query = "page=4&bounds=800,600"
    # Nobody has cut them yet.
    parts = parts_of(stream(book, query))
    told = view(book, query).json
    assert [fields["Content-Location"] for fields, _ in parts] == [tile["url"] for tile in told["tiles"]]
    assert {tile["page"] for tile in told["tiles"]} == {4, 5}
    for fields, bytes_ in parts:
        assert book.get(fields["Content-Location"]).body == bytes_
    around = view(book, "page=4&bounds=200,200&zoom=1&prefetch=1").json
    found = [fields["Content-Location"] for fields, _ in parts_of(stream(book, "page=4&bounds=200,200&zoom=1&prefetch=1"))]
    assert found == [tile["url"] for tile in around["tiles"] + around["prefetch"]]
    assert len(found) > len(parts_of(stream(book, "page=4&bounds=200,200&zoom=1")))


def test_a_page_that_can_not_be_cut_takes_no_other_along(book):
    path = book.folder / "atlas/5.png"
    path.write_bytes(path.read_bytes()[:80])
    parts = parts_of(stream(book, "page=4&bounds=800,600"))
    assert parts and all("4.png" in fields["Content-Location"] for fields, _ in parts)


def test_who_does_not_wait_for_a_stream_is_told_how_far_it_is(book):
    with Halted(book):
        answer = stream(book, "page=4&bounds=800,600&wait=0")
        assert answer.status == 503 and answer.json["progress"]["state"] in ("waiting", "cutting")
    assert parts_of(stream(book, "page=4&bounds=800,600&wait=60"))


@pytest.mark.parametrize("query,status", [("page=10&bounds=8,6", 404), ("page=1", 400), ("page=1&bounds=8,6&tiles=0/0_0", 400)])
def test_what_can_not_be_streamed_is_explained(book, query, status):
    assert stream(book, query).status == status
