"""Colours of images that are not sRGB: converted, or sent with the profile that says what they are."""
import io
import shutil
import subprocess

import numpy
import pytest
from PIL import Image, ImageCms

from support.pictures import draw, waves

SIZE = (600, 400)


@pytest.fixture(scope="module")
def wide(tmp_path_factory):
    """Pictures in Display P3, as phones take them, one with alpha; their profile, and the same colours as sRGB."""
    if not shutil.which("vips"):
        pytest.skip("vips is not installed")
    folder = tmp_path_factory.mktemp("wide")
    plain = tmp_path_factory.mktemp("plain")
    draw(plain / "a.png", *SIZE)
    clear = Image.fromarray(waves(*SIZE)).convert("RGBA")
    clear.putalpha(Image.linear_gradient("L").resize(SIZE))
    clear.save(plain / "clear.png")
    for name in ("a.png", "clear.png"):
        transform(plain / name, folder / name, "p3")
    transform(plain / "a.png", f"{folder / 'a.jpg'}[Q=95]", "p3")
    subprocess.run(
        ["vips", "tiffsave", folder / "a.png", folder / "adopted.tif", "--tile", "--pyramid", "--tile-width",
         "256", "--tile-height", "256", "--compression", "jpeg", "--Q", "95"], check=True)
    profile = Image.open(folder / "a.jpg").info["icc_profile"]
    assert numpy.abs(numpy.asarray(Image.open(folder / "a.png").convert("RGB")).astype(int)
                     - waves(*SIZE)).mean() > 6, "else this tests nothing"
    return folder, profile, waves(*SIZE).astype(int)


def transform(source, target, profile):
    subprocess.run(["vips", "icc_transform", source, target, profile, "--input-profile", "srgb"], check=True)


def as_seen(body):
    """The pixels of an answer as a viewer that knows profiles shows them."""
    picture = Image.open(io.BytesIO(body))
    profile = picture.info.get("icc_profile")
    if profile:
        picture = ImageCms.profileToProfile(
            picture, ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB"))
    return profile, numpy.asarray(picture.convert("RGB")).astype(int)


@pytest.fixture(scope="module")
def keeping(serve, wide):
    return serve(wide[0], "--keep-profile")


@pytest.fixture(scope="module")
def converting(serve, wide):
    return serve(wide[0])


@pytest.mark.parametrize("name", ["a.jpg", "a.png"])
@pytest.mark.parametrize("kind", ["jpg", "png", "webp", "tif"])
def test_pictures_are_made_srgb(converting, wide, name, kind):
    profile, pixels = as_seen(converting.get(f"/iiif/3/{name}/full/max/0/default.{kind}").body)
    assert profile is None and numpy.abs(pixels - wide[2]).mean() < 4


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "clear.png", "adopted.tif"])
@pytest.mark.parametrize("kind", ["jpg", "png", "webp", "avif", "tif"])
def test_kept_colours_are_sent_with_their_profile(keeping, wide, name, kind):
    _, sent, seen = wide
    for request, wanted in (("full/max/0", seen), ("full/max/!0", seen[:, ::-1]),
                            ("37,21,301,203/max/0", seen[21:224, 37:338])):
        answer = keeping.get(f"/iiif/3/{name}/{request}/default.{kind}")
        assert answer.status == 200, answer.body
        profile, pixels = as_seen(answer.body)
        assert profile == sent
        if name != "clear.png":
            assert numpy.abs(pixels - wanted).mean() < 4, request


@pytest.mark.parametrize("name, kind", [("a.jpg", "jpg"), ("a.png", "jpg"), ("clear.png", "webp"), ("adopted.tif", "jpg")])
def test_stored_tiles_have_the_profile_too(keeping, wide, name, kind):
    """Tiles that are stored and tiles that are rendered lie side by side: both look right."""
    _, sent, seen = wide
    tiles = 'requests_total{route="tile",answer="pass_through"}'
    before = keeping.metrics().get(tiles, 0)
    for column, row in ((0, 0), (2, 1), (1, 1)):
        profile, pixels = as_seen(keeping.get(f"/images/{name}/tiles/0/{column}_{row}.{kind}").body)
        assert profile == sent, (column, row)
        wanted = seen[row * 256 : row * 256 + 256, column * 256 : column * 256 + 256]
        assert pixels.shape == wanted.shape
        if name != "clear.png":
            assert numpy.abs(pixels - wanted).mean() < 4
    assert keeping.metrics()[tiles] - before == 1, "the first is stored, the others lie at the edge"


def test_grey_pictures_of_them_have_no_profile_for_colours(keeping):
    for kind in ("jpg", "png"):
        profile, _ = as_seen(keeping.get(f"/iiif/3/a.jpg/full/max/0/gray.{kind}").body)
        assert profile is None


def test_a_profile_that_says_srgb_is_not_sent(serve, wide, tmp_path):
    (tmp_path / "images").mkdir()
    transform(wide[0] / "a.png", f"{tmp_path / 'images' / 'a.jpg'}", "srgb")
    assert "icc_profile" in Image.open(tmp_path / "images" / "a.jpg").info
    service = serve(tmp_path / "images", "--keep-profile")
    for address in ("/images/a.jpg/tiles/0/0_0.jpg", "/iiif/3/a.jpg/full/300,/0/default.png"):
        assert as_seen(service.get(address).body)[0] is None
