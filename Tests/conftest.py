"""What the tests in Python share: the built programs, running services and drawn pyramids."""
import io
import math
import subprocess
import zlib

import numpy
import pytest
from PIL import Image

from support.command import BINARY, FIXTURE, run
from support.documents import colored
from support.faults import Faults
from support.pictures import bands, halved
from support.service import Service


def pytest_sessionstart():
    if not BINARY.exists():
        pytest.exit(f"{BINARY} is not built", returncode=3)


@pytest.fixture(scope="session")
def binary():
    return BINARY


@pytest.fixture(scope="session")
def start_service(tmp_path_factory):
    """Starts services; each has a store of its own unless it is given one."""
    services = []

    def start(folder, *flags, store=None, prefix=()):
        store = store or tmp_path_factory.mktemp("store")
        services.append(Service(folder, store, *flags, prefix=prefix))
        return services[-1]

    yield start
    for service in services:
        service.end()


@pytest.fixture(scope="session")
def page_engine(tmp_path_factory):
    """What draws pages of documents; tests that need it are skipped where it is not installed."""
    said = run("inspect", colored((1, 0, 0)).write(tmp_path_factory.mktemp("engine") / "any.pdf"))
    if said.returncode:
        pytest.skip(f"config/setup.sh has not been run: {said.stderr}")


@pytest.fixture(scope="session")
def faults(tmp_path_factory):
    return Faults(tmp_path_factory.mktemp("faults"))


def encode(tile, kind, is_finest):
    channels = tile.shape[2]
    if kind.startswith("deflate"):
        differences = numpy.diff(tile.astype(numpy.int16), axis=1, prepend=0)
        return zlib.compress(differences.astype(numpy.uint8).tobytes())
    mode = {1: "L", 3: "RGB", 4: "RGBA"}[channels]
    image = Image.fromarray(tile[:, :, 0] if channels == 1 else tile, mode)
    out = io.BytesIO()
    if kind.startswith("webp"):
        image.save(out, "WEBP", quality=95, exact=True)
    elif channels == 1:
        image.save(out, "JPEG", quality=95)
    else:
        chroma = {"jpeg-444": 0, "jpeg-422": 1}.get(kind, 2)
        if kind == "jpeg-444-420" and is_finest:
            chroma = 0
        image.save(out, "JPEG", quality=95, subsampling=chroma)
    return out.getvalue()


def tile_channels(kind):
    return {"jpeg-grey": 1, "webp-alpha": 4}.get(
        kind, int(kind[-1]) if kind.startswith("deflate") else 3
    )


@pytest.fixture(scope="session")
def drawn_pyramid(tmp_path_factory):
    """Writes a pyramid of a drawing; answers its path and the pixels of each level."""
    made = {}

    def make(kind, width=1000, height=613, tile=256, big=False):
        key = (kind, width, height, tile, big)
        if key in made:
            return made[key]
        folder = tmp_path_factory.mktemp("drawn")
        levels = [bands(width, height, tile_channels(kind))]
        while max(levels[-1].shape[:2]) > tile:
            levels.append(numpy.rint(halved(levels[-1])).astype(numpy.uint8))
        for reduction, pixels in enumerate(levels):
            rows = math.ceil(pixels.shape[0] / tile)
            columns = math.ceil(pixels.shape[1] / tile)
            padded = numpy.pad(
                pixels,
                ((0, rows * tile - pixels.shape[0]), (0, columns * tile - pixels.shape[1]), (0, 0)),
                mode="edge",
            )
            for row in range(rows):
                for column in range(columns):
                    part = padded[row * tile : row * tile + tile, column * tile : column * tile + tile]
                    name = folder / f"{reduction}_{column}_{row}"
                    name.write_bytes(encode(part, kind, reduction == 0))
        path = folder / "pyramid.tif"
        subprocess.run(
            [FIXTURE, "write", path, str(width), str(height), str(tile), kind, folder]
            + (["big"] if big else []),
            check=True,
        )
        made[key] = (path, levels)
        return made[key]

    return make
