"""Writes small archives to begin with, and what a comic and an EPUB say of themselves."""
import pathlib
import sys
import zipfile

INFO = """<?xml version="1.0"?><ComicInfo><Title>A &amp; B</Title><Series>S</Series><Number>3</Number>
<Writer>W</Writer><Year>1987</Year><Month>5</Month><Day>1</Day><LanguageISO>ja</LanguageISO>
<Manga>YesAndRightToLeft</Manga><Pages><Page Image="0" Type="FrontCover" Bookmark="One"/>
<Page Image="2" Bookmark='Two' DoublePage="true"/></Pages></ComicInfo>"""

PACKAGE = """<package><metadata><dc:title>T</dc:title><dc:date>1999-02-03</dc:date></metadata><manifest>
<item id="p0" href="../c/page%200.xhtml"/><item id="n" href="nav.xhtml" properties="nav"/></manifest>
<spine page-progression-direction="rtl"><itemref idref="p0"/></spine></package>"""
PAGE = """<nav><a href="c/page%200.xhtml#top">One &amp; <b>two</b></a></nav><img src="../i/0.jpg"/>
<svg><image xlink:href="i/1.jpg"/></svg><rootfile full-path="a/b.opf"/>"""

folder = pathlib.Path(sys.argv[1])
(folder / "package.opf").write_text(PACKAGE)
(folder / "page.xhtml").write_text(PAGE)
(folder / "info.xml").write_text(INFO)
for name, method in [("stored", zipfile.ZIP_STORED), ("deflated", zipfile.ZIP_DEFLATED)]:
    for is_long in (False, True):
        with zipfile.ZipFile(folder / f"{name}-{is_long}.zip", "w", method) as archive:
            archive.writestr("ComicInfo.xml", INFO)
            for page in range(3):
                with archive.open(f"pages/{page}.jpg", "w", force_zip64=is_long) as file:
                    file.write(bytes([255, 216, 255]) + bytes(range(256)) * page)
            archive.comment = b"PK\5\6 a comment"
