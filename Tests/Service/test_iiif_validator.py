"""The official validator of the IIIF Image API, as it comes, against the built binary.

Its questions are random, so each version is asked twice, under two names. At 3.0 one test can't be passed by a
server that keeps to the specification: `size_noup` wants `!2000,3000` of a 1000 x 1000 image to be
refused, where section 4.2 says that the largest size not above the region is the answer.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy
import pytest
from iiif_validator.validator import ValidationInfo
from PIL import Image

NAME = "67352ccc-d1b0-11e1-89ae-279075081939"


def draw(path):
    """The validator's picture: 10 x 10 squares of 100 pixels; it lists their colours by column."""
    colours = numpy.array(ValidationInfo().colorInfo, dtype=numpy.uint8).transpose(1, 0, 2)
    Image.fromarray(colours.repeat(100, axis=0).repeat(100, axis=1)).save(path)


@pytest.fixture(scope="module")
def server(start_service, tmp_path_factory):
    folder = tmp_path_factory.mktemp("validated")
    corpus = os.environ.get("PYRAMIDION_CORPUS")
    source = pathlib.Path(corpus, f"{NAME}.png") if corpus else None
    for name in (NAME, f"{NAME}.png"):
        if source is not None and source.exists():
            shutil.copyfile(source, folder / name)
        else:
            draw(folder / f"{name}.drawing.png")
            (folder / f"{name}.drawing.png").rename(folder / name)
    return start_service(folder)


def validate(server, version, prefix, identifier):
    """Names of the tests that failed, and how many there were."""
    program = pathlib.Path(sys.executable).parent / "iiif-validate.py"
    answer = subprocess.run(
        [sys.executable, program, "-s", f"127.0.0.1:{server.port}", "-p", prefix, "-i", identifier,
         f"--version={version}", "--level=2"],
        capture_output=True, text=True, timeout=120)
    done = re.search(r"Done \((\d+) tests, (\d+) failures\)", answer.stderr)
    assert done, answer.stderr
    failed = re.findall(r"test (\S+) FAIL", answer.stderr)
    assert len(failed) == int(done[2]), answer.stderr
    return failed, int(done[1]), answer.stderr


@pytest.mark.parametrize("identifier", [NAME, f"{NAME}.png"])
@pytest.mark.parametrize("version, prefix, tests, allowed", [
    ("2.0", "iiif/2", 30, set()),
    ("3.0", "iiif/3", 33, {"size_noup"}),
])
def test_the_official_validator_is_content(server, identifier, version, prefix, tests, allowed):
    failed, count, report = validate(server, version, prefix, identifier)
    assert count == tests
    assert set(failed) <= allowed, report


def test_the_drawn_picture_is_the_official_one(tmp_path):
    corpus = os.environ.get("PYRAMIDION_CORPUS")
    if not corpus:
        pytest.skip("PYRAMIDION_CORPUS is not set")
    draw(tmp_path / "drawn.png")
    drawn = numpy.asarray(Image.open(tmp_path / "drawn.png").convert("RGB"))
    official = numpy.asarray(Image.open(pathlib.Path(corpus, f"{NAME}.png")).convert("RGB"))
    assert (drawn == official).all()
