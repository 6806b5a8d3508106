"""What pictures say of themselves: read from files, told, kept in what is rendered, and changed beside them."""
import io
import re
import time

import pytest
from PIL import Image, PngImagePlugin

from support import words
from support.command import as_json, run
from support.pictures import scene
from support.service import wait_until

LARGE = "full/600,/0/default"


def described(service, name):
    answer = service.get(f"/images/{name}")
    assert answer.status == 200, answer.body
    return answer.json


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("words")
    words.photograph(
        folder / "camera.jpg",
        exif=words.exif(
            [(270, "Ein Fährmann"), (271, "Canon"), (272, "EOS R5"), (315, "Zoë Müller"), (33432, "(c) Müller")],
            [(33434, 1 / 250), (33437, 2.8), (34855, 400), (36867, "2024:05:17 10:02:33"), (36881, "+02:00")],
            place=(48, 11)))
    words.photograph(
        folder / "archive.jpg",
        xmp=words.xmp(
            words.languages("dc:title", de="Die Brücke", x_default="大橋 &amp; fog", zh="大橋")
            + words.languages("dc:rights", x_default="City archive")
            + "<exif:GPSLatitude>48,12.5N</exif:GPSLatitude><exif:GPSLongitude>11,30E</exif:GPSLongitude>"
            + "<xmpRights:WebStatement>https://creativecommons.org/licenses/by/4.0/deed.de</xmpRights:WebStatement>"))
    for name, encoding in [("latin.jpg", "latin-1"), ("utf8.jpg", "utf-8")]:
        words.photograph(
            folder / name,
            iptc=words.iptc((5, "Brücke".encode(encoding)), (80, "Zoë".encode(encoding)), (55, b"18890500")))
    text = PngImagePlugin.PngInfo()
    text.add_itxt("Title", "漢字")
    text.add_text("Author", "José")
    Image.fromarray(scene(900, 600)).save(folder / "text.png", pnginfo=text, dpi=(300, 300))
    Image.fromarray(scene(900, 600)).save(
        folder / "web.webp", xmp=words.xmp(words.languages("dc:title", x_default="Web")))
    Image.fromarray(scene(900, 600)).save(folder / "phone.avif", exif=words.exif([(271, "Apple"), (315, "Ann")]))
    Image.fromarray(scene(900, 600)).save(folder / "plain.jpg")
    return folder


@pytest.fixture(scope="module")
def service(serve, folder, tmp_path_factory):
    return serve(folder, store=tmp_path_factory.mktemp("store"))


def test_what_files_say_is_told(service):
    camera = described(service, "camera.jpg")
    assert camera["description"] == "Ein Fährmann" and camera["creator"] == "Zoë Müller"
    assert camera["date"] == "2024-05-17T10:02:33+02:00" and camera["attribution"] == "(c) Müller"
    assert camera["camera"]["make"] == "Canon" and camera["camera"]["sensitivity"] == 400
    archive = described(service, "archive.jpg")
    assert archive["title"] == "大橋 & fog" and archive["attribution"] == "City archive"
    assert archive["rights"] == "https://creativecommons.org/licenses/by/4.0/deed.de"
    for name in ("latin.jpg", "utf8.jpg"):
        told = described(service, name)
        assert (told["title"], told["creator"], told["date"]) == ("Brücke", "Zoë", "1889-05")
    text = described(service, "text.png")
    assert (text["title"], text["creator"]) == ("漢字", "José")
    assert round(text["resolution"]["pixelsPerMeter"]) == 11811
    assert described(service, "web.webp")["title"] == "Web"
    assert described(service, "phone.avif")["creator"] == "Ann"
    assert not {"title", "creator", "camera"} & set(described(service, "plain.jpg"))


def test_rights_are_in_info_json_by_the_names_that_it_takes(service):
    name = "http://creativecommons.org/licenses/by/4.0/"
    assert service.get("/iiif/3/archive.jpg/info.json").json["rights"] == name
    assert service.get("/iiif/2/archive.jpg/info.json").json["license"] == name
    # A notice is no address.
    assert "rights" not in service.get("/iiif/3/camera.jpg/info.json").json


def test_inspect_says_the_same(folder):
    report = as_json("inspect", folder / "archive.jpg")["statement"]
    assert report["title"] == "大橋 & fog" and report["problems"] == []
    said = run("inspect", folder / "camera.jpg").stdout
    assert "creator: Zoë Müller" in said and "Canon, EOS R5" in said and "latitude" not in said


def embedded(body):
    """The title, author and rights that PIL finds in a picture, and whether its pixels can be had."""
    picture = Image.open(io.BytesIO(body))
    picture.load()
    packet = picture.info.get("xmp") or picture.info.get("XML:com.adobe.xmp") or b""
    packet = packet.encode() if isinstance(packet, str) else packet
    titles = re.findall(r"<dc:title>.*?<rdf:li[^>]*>(.*?)</rdf:li>", packet.decode())
    block = picture.getexif()
    return packet.decode(), titles, block.get(315), block.get(33432)


@pytest.mark.parametrize("suffix", ["jpg", "png", "webp"])
def test_rendered_pictures_carry_what_is_said(service, suffix):
    packet, titles, _, rights = embedded(service.get(f"/iiif/3/archive.jpg/{LARGE}.{suffix}").body)
    assert titles == ["大橋 &amp; fog"] and rights == "City archive"
    assert "creativecommons.org/licenses/by/4.0/" in packet and "GPS" not in packet
    packet, _, artist, rights = embedded(service.get(f"/iiif/3/camera.jpg/{LARGE}.{suffix}").body)
    assert "Ein Fährmann" in packet and "2024-05-17T10:02:33+02:00" in packet
    assert artist.encode("latin-1").decode() == "Zoë Müller" if artist != "Zoë Müller" else True
    for address in (f"/iiif/3/plain.jpg/{LARGE}", "/iiif/3/archive.jpg/full/200,/0/default"):
        assert embedded(service.get(f"{address}.{suffix}").body)[0] == ""


def test_tiles_and_pictures_of_a_service_that_leaves_words_out_say_nothing(serve, service, folder, tmp_path):
    tile = service.get("/images/archive.jpg/tiles/0/0_0.jpg")
    assert b"adobe" not in tile.body
    wordless = serve(folder, "--wordless", store=tmp_path)
    assert embedded(wordless.get(f"/iiif/3/archive.jpg/{LARGE}.jpg").body)[0] == ""
    assert described(wordless, "archive.jpg")["title"] == "大橋 & fog"


def test_places_are_told_only_where_somebody_asked_for_that(serve, service, folder, tmp_path):
    for name in ("camera.jpg", "archive.jpg"):
        assert "place" not in described(service, name)
        body = service.get(f"/iiif/3/{name}/{LARGE}.jpg").body
        assert b"GPS" not in body and not Image.open(io.BytesIO(body)).getexif().get_ifd(words.PLACES)
    telling = serve(folder, "--tell-places", store=tmp_path)
    assert described(telling, "camera.jpg")["place"] == {"latitude": 48.5, "longitude": 11.5}
    place = described(telling, "archive.jpg")["place"]
    assert abs(place["latitude"] - (48 + 12.5 / 60)) < 1e-9 and place["longitude"] == 11.5
    packet = embedded(telling.get(f"/iiif/3/archive.jpg/{LARGE}.jpg").body)[0]
    assert "<exif:GPSLatitude>48,12.500000N</exif:GPSLatitude>" in packet


def test_files_beside_a_picture_are_read_while_it_is_served(serve, tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    words.photograph(folder / "a.jpg", xmp=words.xmp(words.languages("dc:title", x_default="own")))
    service = serve(folder, store=tmp_path / "store")
    picture = f"/iiif/3/a.jpg/{LARGE}.jpg"
    before = described(service, "a.jpg")
    assert before["title"] == "own"
    tag = service.get(picture).fields["ETag"]
    # What else comes and goes, StatementTests have without waiting.
    (folder / "a.json5").write_text("{title: 'another'}")
    wait_until(lambda: described(service, "a.jpg")["title"] == "another")
    answer = service.get(picture, If_None_Match=tag)
    assert answer.status == 200 and embedded(answer.body)[1] == ["another"]
    # The picture is the same all the while: tiles are kept.
    assert described(service, "a.jpg")["version"] == before["version"]


def test_a_sidecar_that_makes_no_sense_is_told_of_once_and_hides_nothing(serve, tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    words.photograph(folder / "a.jpg", xmp=words.xmp(words.languages("dc:title", x_default="own")))
    (folder / "a.json5").write_text("{title: 'mine',\n caption: '\x1b[2J'}")
    (folder / "a.xmp").mkdir()
    service = serve(folder, store=tmp_path / "store")

    def lines():
        return [line for line in service.said if "fault sidecar" in line]

    assert described(service, "a.jpg")["title"] == "own"
    wait_until(lambda: len(lines()) == 2)
    # It is looked at anew after a second, and found as it was.
    time.sleep(1.1)
    assert described(service, "a.jpg")["title"] == "own"
    assert len(lines()) == 2
    assert 'image="a.jpg"' in lines()[0] and "a.json5 beside it says nothing: line 2" in lines()[0]
    assert "there is no 'caption'" in lines()[0] and "a.xmp" in lines()[1]
    assert service.metrics()['faults_total{kind="sidecar"}'] == 2
    said = run("inspect", folder / "a.jpg").stdout
    assert "note: a.json5 beside it says nothing: line 2" in said and "\x1b" not in said
    (folder / "a.json5").write_text("{title: 'mine'}")
    wait_until(lambda: described(service, "a.jpg")["title"] == "mine")
