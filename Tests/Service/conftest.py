"""The tile service over HTTP, as strangers and administrators meet it."""
import numpy
import pytest
from PIL import Image

from support.pictures import SIZES, waves


@pytest.fixture(scope="module")
def serve(start_service, tmp_path_factory):
    """Starts services that end with the tests of their file."""
    services = []

    def start(folder, *flags, store=None, prefix=()):
        services.append(start_service(folder, *flags, store=store, prefix=prefix))
        return services[-1]

    yield start
    for service in services:
        service.end()


@pytest.fixture(scope="session")
def drawn_service(start_service, tmp_path_factory, drawn):
    """Serves a drawing of each size as PNG; one call answers the service."""
    folder = tmp_path_factory.mktemp("images")
    for width, height in SIZES:
        Image.fromarray(drawn(width, height)[0]).save(
            folder / f"{width}x{height}.png", compress_level=1
        )
    return start_service(folder, "--quality", "95", "--render-quality", "95")


@pytest.fixture(scope="session")
def drawn():
    """The pixels of a drawing, and of each of its levels down to one pixel."""
    made = {}

    def levels(width, height):
        if (width, height) not in made:
            exact = waves(width, height, length=300).astype(numpy.float64)
            pictures = [exact.astype(numpy.uint8)]
            reduction = 0
            while max(pictures[-1].shape[:2]) > 1:
                reduction += 1
                pictures.append(numpy.rint(area_average(exact, reduction)).astype(numpy.uint8))
            made[(width, height)] = pictures
        return made[(width, height)]

    return levels


def area_average(pixels, reduction):
    """Every level pixel the mean of the image pixels that it covers, at the edges fewer."""
    step = 1 << reduction
    rows = numpy.add.reduceat(pixels, numpy.arange(0, pixels.shape[0], step), axis=0)
    sums = numpy.add.reduceat(rows, numpy.arange(0, pixels.shape[1], step), axis=1)

    def counts(side):
        starts = numpy.arange(0, side, step)
        return numpy.minimum(starts + step, side) - starts

    area = counts(pixels.shape[0])[:, None] * counts(pixels.shape[1])[None, :]
    return sums / area[:, :, None]


@pytest.fixture
def served(serve, tmp_path):
    """Serves the folder `served.root` once it is filled."""
    root = tmp_path / "images"
    root.mkdir()

    def start(*flags):
        return serve(root, *flags)

    start.root = root
    return start
