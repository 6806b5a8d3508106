"""Every format is cut in the box, where one system call too many ends the decoder: what a new version
of a library needs besides shows here."""
import os
import pathlib
import subprocess

import pytest
from PIL import Image

from support.command import run
from support.pictures import scene

CORPUS = pathlib.Path(os.environ.get("PYRAMIDION_CORPUS", "/nonexistent"))

DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">'
    '<rect width="400" height="300" fill="#ddd"/>'
    '<text x="10" y="90" font-family="serif" font-size="40">A map of 1750</text>'
    '<filter id="b"><feGaussianBlur stdDeviation="4"/></filter>'
    '<circle cx="200" cy="200" r="60" filter="url(#b)" fill="#048"/></svg>')

# What the picture is saved as by libvips, and how.
SAVED = [
    "png", "png[interlace]", "jpg", "jpg[interlace]", "jpg[subsample-mode=off]",
    *(f"tif[compression={kind}]" for kind in ["none", "lzw", "deflate", "jpeg", "zstd", "webp"]),
    "tif[tile,compression=deflate]", "webp", "webp[lossless]", "gif", "heic", "avif", "jp2",
    "jp2[lossless]", "pdf",
]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """A picture as PNG, which every saver of libvips starts from."""
    path = tmp_path_factory.mktemp("drawn") / "a.png"
    Image.fromarray(scene(700, 500)).save(path)
    return path


def cut(source, folder, *flags):
    answer = run(
        "cut", "--sandbox", "require", "--allow-untrusted", *flags, source, folder / "o.tif")
    assert answer.returncode == 0, answer.stderr
    assert answer.stderr == ""


@pytest.mark.parametrize("kind", ["webp", "gif", "png[interlace]", "tif[compression=lzw]"])
def test_what_libvips_would_keep_in_a_file_for_a_while(kind, tmp_path):
    """100 MB of pixels and more; as a rule its readers make such files in /tmp."""
    source = tmp_path / f"a.{kind}"
    subprocess.run(["vips", "black", tmp_path / "a.v", "6100", "5900", "--bands", "3"], check=True)
    subprocess.run(["vips", "copy", tmp_path / "a.v", source], check=True)
    cut(source.with_name(source.name.partition("[")[0]), tmp_path)


@pytest.mark.parametrize("kind", SAVED)
def test_what_libvips_writes(kind, drawn, tmp_path):
    suffix, _, options = kind.partition("[")
    source = tmp_path / f"a.{suffix}"
    if suffix == "pdf":
        Image.open(drawn).save(source)
        cut(source, tmp_path, "--documents", "off")
    else:
        saved = subprocess.run(
            ["vips", "copy", drawn, f"{source}[{options}" if options else source],
            capture_output=True, text=True)
        if saved.returncode != 0:
            pytest.skip(f"libvips here writes no {kind}: {saved.stderr}")
    cut(source, tmp_path, "--force")


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "CMYK", "I;16"])
def test_pixels_of_every_kind(mode, tmp_path):
    source = tmp_path / "a.tif"
    Image.fromarray(scene(700, 500)).convert("L" if mode == "I;16" else mode).convert(
        mode).save(source)
    cut(source, tmp_path)


def test_all_tiles_of_other_kinds(drawn, tmp_path):
    for form in ["webp", "lossless"]:
        cut(drawn, tmp_path, "--force", "--format", form)
    cut(drawn, tmp_path, "--force", "--keep-profile", "--threads", 8)


def test_drawings_with_text(tmp_path):
    (tmp_path / "a.svg").write_text(DRAWING)
    cut(tmp_path / "a.svg", tmp_path)
    (tmp_path / "b.svg").write_text(DRAWING.replace("A map of 1750", ""))
    cut(tmp_path / "b.svg", tmp_path, "--force", "--format", "lossless")
    without = (tmp_path / "o.tif").read_bytes()
    cut(tmp_path / "a.svg", tmp_path, "--force", "--format", "lossless")
    # Without fonts text vanishes, and nothing tells.
    assert (tmp_path / "o.tif").read_bytes() != without


@pytest.mark.skipif(not CORPUS.is_dir(), reason="PYRAMIDION_CORPUS is not there")
@pytest.mark.parametrize(
    "name", sorted(path.name for path in CORPUS.glob("*.*")) if CORPUS.is_dir() else [])
def test_the_corpus(name, tmp_path):
    answer = run(
        "cut", "--sandbox", "require", "--allow-untrusted", CORPUS / name, tmp_path / "o.tif")
    # What is damaged, or no image, is told as that, by a decoder that lives.
    assert "killed" not in answer.stderr and "crashed" not in answer.stderr
    assert "asked the system" not in answer.stderr and "box" not in answer.stderr
    assert answer.returncode in (0, 1)
