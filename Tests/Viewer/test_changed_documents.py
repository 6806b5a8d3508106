"""Documents and images that are replaced while they are read, or that do not let everybody have everything."""
import io
import shutil
import subprocess

import numpy
import pytest
import tifffile
from PIL import Image

import hands
from support.documents import Document


def scans(path, count, shade):
    """A file of pages, put in the place of another at once."""
    with tifffile.TiffWriter(path.with_suffix(".new")) as file:
        for _ in range(count):
            file.write(numpy.full((450, 300, 3), shade, numpy.uint8), photometric="rgb")
    path.with_suffix(".new").rename(path)


@pytest.fixture(scope="module")
def served(start_service, tmp_path_factory):
    service = start_service(tmp_path_factory.mktemp("changed"), "--quality", "95")
    yield service
    service.end()


@pytest.fixture
def opened(page, served):
    return lambda name, **more: page(f"{served.base}/view/{name}", **more)


def editions(page):
    return page.run("[...viewer.pages.stores.values()].map(({ image }) => image.edition)")


def test_a_document_that_is_replaced_is_taken_whole(opened, served):
    path = served.folder / "scan.tif"
    scans(path, 5, 60)
    page = opened("scan.tif")
    page.run("viewer.goToPage(2)")
    page.wait("viewer.page === 2 && viewer.wasSharp")
    (before,) = set(editions(page))
    scans(path, 5, 200)
    page.run("viewer.goToPage(4)")
    page.wait(f"viewer.wasSharp && viewer.isLoaded && viewer.image && viewer.image.edition !== '{before}'")
    page.wait(f"[...viewer.pages.stores.values()].every(({{ image }}) => image.edition !== '{before}')")
    assert page.run("document.getElementById('toast').textContent").startswith("The document was replaced")


def test_a_document_that_has_fewer_pages_by_now_opens_at_its_last(opened, served):
    path = served.folder / "long.tif"
    scans(path, 9, 60)
    page = opened("long.tif")
    page.run("viewer.goToPage(5)")
    page.wait("viewer.page === 5 && viewer.wasSharp")
    scans(path, 2, 200)
    page.run("viewer.goToPage(8)")
    page.wait("viewer.pageCount === 2 && viewer.wasSharp && viewer.page === 1")
    page.wait("/^#xywh=0,0,300,450&page=2$/.test(location.hash)")


def test_the_address_of_a_page_that_can_not_be_had_names_no_region(opened, served):
    scans(served.folder / "some.tif", 3, 60)
    page = opened("some.tif")
    page.run("{ const ask = fetch; window.fetch = (address, ...more) => /%3B3|;3/.test(String(address))"
             " ? Promise.resolve(new Response('{}', { status: 422 })) : ask(address, ...more); }")
    page.run("viewer.goToPage(2)")
    page.wait("viewer.page === 2 && location.hash === '#&page=3'")


def test_what_is_wrong_with_the_words_of_a_book_stands_in_its_caption(opened, served):
    (served.folder / "atlas").mkdir()
    for number in range(2):
        tifffile.imwrite(served.folder / f"atlas/{number}.tif", numpy.full((45, 30, 3), 99, numpy.uint8), photometric="rgb")
    (served.folder / "atlas/book.json").write_text("{title: 'An Atlas', hidden: ['gone.tif']}")
    page = opened("atlas")
    hands.sharp(page)
    page.key("i")
    page.wait("document.querySelector('.caption dl')?.textContent.includes(\"hidden: there is no page 'gone.tif'\")")


@pytest.fixture(scope="module")
def locked(page_engine, served, tmp_path_factory):
    if not shutil.which("qpdf"):
        pytest.skip("qpdf is missing")
    folder = tmp_path_factory.mktemp("plain")
    document = Document()
    font = document.add("<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>")
    for number in range(12):
        document.page(300, 400, b"BT /F 12 Tf 20 380 Td (the quick fox) Tj ET BT /F 12 Tf 20 20 Td (last words) Tj ET",
                      f"/Font << /F {font} 0 R >>")
    plain = document.write(folder / "plain.pdf")
    shutil.copy(plain, served.folder / "plain.pdf")
    for name, user, more in [("kept", "", ["--extract=n"]), ("locked", "user", [])]:
        subprocess.run(["qpdf", "--encrypt", user, "owner", "128", *more, "--use-aes=y", "--", plain,
                        served.folder / f"{name}.pdf"], check=True)


def test_a_document_that_is_locked_says_that_it_needs_a_password(opened, locked):
    page = opened("locked.pdf", waits=False)
    page.wait("viewer?.message?.textContent.startsWith('This file is locked: it needs a password.')")


def test_a_document_that_keeps_its_words_says_so_where_it_is_searched(opened, locked):
    page = opened("kept.pdf#q=fox")
    page.wait("document.querySelectorAll('.hit').length > 3")
    page.wait("document.querySelector('.shelf [role=status]').textContent.includes('the document forbids that its text is taken out')")
    assert page.run("document.querySelector('.hit span').textContent") == "Page 1"


def test_on_a_phone_hits_are_seen_above_the_panel(opened, locked):
    page = opened("plain.pdf#q=words", width=390, height=844, ratio=2, touch=True)
    page.wait("document.querySelectorAll('.hit').length > 3 && document.querySelector('.shelf') && !document.querySelector('.shelf').hidden")
    page.run("document.querySelector('.shelf [aria-label^=\"Next hit\"]').click()")
    page.wait("(() => { const mark = viewer.shadowRoot.querySelector('.mark.current'); if (!mark) return false;"
              " const box = mark.getBoundingClientRect(); return box.height > 0 && box.top > 0"
              " && box.bottom <= document.querySelector('.shelf').getBoundingClientRect().top; })()")
    page.run("document.querySelector('.shelf [aria-label^=Close]').click()")
    page.wait("viewer.isAtFit && viewer.inset.bottom < 200")


def middle(page):
    """The middle of the view, as the screen shows it."""
    x, y = page.run("[innerWidth / 2, innerHeight / 2]")
    shot = Image.open(io.BytesIO(page.picture({"x": round(x), "y": round(y), "width": 2, "height": 2})))
    return shot.convert("L").getpixel((0, 0))


def painted(path, shade):
    """An image of one shade, put in the place of another at once."""
    tifffile.imwrite(path.with_suffix(".new"), numpy.full((2400, 3200, 3), shade, numpy.uint8), photometric="rgb")
    path.with_suffix(".new").rename(path)


def is_taken_whole(page, path, before):
    """Replaces the image in view, of which a closer look then misses tiles."""
    painted(path, 200)
    page.run("viewer.setZoomScale(1, { animated: false })")
    page.wait(f"viewer.isLoaded && viewer.image && viewer.image.version !== '{before}'")
    page.wait("document.getElementById('toast').textContent.startsWith('The image was replaced')")
    page.wait("viewer.wasSharp && viewer.isSettled")
    assert abs(middle(page) - 200) < 8


def test_an_image_that_is_replaced_is_taken_whole(opened, served):
    painted(served.folder / "plan.tif", 60)
    page = opened("plan.tif", width=500, height=400)
    page.wait("viewer.wasSharp")
    is_taken_whole(page, served.folder / "plan.tif", page.run("viewer.image.version"))


def test_an_image_of_a_folder_that_is_replaced_is_taken_whole_in_its_place(opened, served):
    (served.folder / "plans").mkdir()
    for number in range(6):
        painted(served.folder / f"plans/{number}.tif", 60)
    page = opened("plans", width=500, height=400)
    # One that lies far off is asked for by who turns to it, and not as what lies beside a page.
    page.run("viewer.goToPage(4)")
    page.wait("viewer.page === 4 && viewer.wasSharp && viewer.pages.stores.size === 3")
    others = "[3, 5].map((page) => viewer.pages.stores.get(page)?.image.version)"
    kept = page.run(others)
    is_taken_whole(page, served.folder / "plans/4.tif", page.run("viewer.image.version"))
    assert page.run("viewer.page") == 4 and page.run(others) == kept
