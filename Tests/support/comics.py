"""ZIP files of pictures, as comics and books of fixed layout come."""
import io
import zipfile

from PIL import Image

INFO = """<?xml version="1.0" encoding="utf-8"?>
<ComicInfo xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <Title>Der Anfang &amp; das Ende</Title><Series>Größe</Series><Number>3</Number>
  <Summary>Was geschah.</Summary><Writer>Ann Autor</Writer><Year>1987</Year><Month>5</Month>
  <LanguageISO>de</LanguageISO><Manga>YesAndRightToLeft</Manga>
  <Pages><Page Image="0" Type="FrontCover"/><Page Image="2" Bookmark="Kapitel 1"/></Pages>
</ComicInfo>"""


def picture(color, size=(90, 140), kind="JPEG", **more):
    file = io.BytesIO()
    Image.new("RGB", size, color).save(file, kind, **more)
    return file.getvalue()


def colors(count):
    return [(20 * page, 255 - 20 * page, 128) for page in range(count)]


def comic(path, pages, **others):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, contents in {**pages, **others}.items():
            archive.writestr(name, contents)
    return path


def epub(path, pages, direction="rtl", spine=None, parts=None):
    """An EPUB of fixed layout: one page of HTML a picture."""
    count = len(pages)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr("META-INF/container.xml", """<?xml version="1.0"?>
            <container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
            <rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>""")
        items = "".join(f'<item id="p{page}" href="text/page%20{page}.xhtml" media-type="application/xhtml+xml"/>'
                        for page in range(count))
        order = "".join(f'<itemref idref="p{page}"/>' for page in spine or range(count))
        archive.writestr("OEBPS/book.opf", f"""<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>
            <dc:title>Das &quot;Buch&quot;</dc:title><dc:creator>Ann Autor</dc:creator><dc:language>de</dc:language>
            <dc:date>1999-02-03</dc:date></metadata><manifest>{items}
            <item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/></manifest>
            <spine page-progression-direction="{direction}">{order}</spine></package>""")
        archive.writestr("OEBPS/nav.xhtml", """<html><body><nav><ol><li><a href="text/page%201.xhtml#top">Zweites
            <b>Kapitel</b></a></li></ol></nav></body></html>""")
        for page, contents in enumerate(pages):
            archive.writestr(f"OEBPS/images/{page}.jpg", contents)
            body = f'<svg><image xlink:href="../images/{page}.jpg"/></svg>' if page % 2 else f'<img src="../images/{page}.jpg"/>'
            archive.writestr(f"OEBPS/text/page {page}.xhtml", f"<html><body>{(parts or {}).get(page, body)}</body></html>")
    return path
