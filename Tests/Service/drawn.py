"""Pictures that tests draw themselves."""
import numpy
from PIL import Image


def drawing(width, height, seed=0):
    """Smooth pixels in which every place, and every seed, has a colour of its own."""
    x = numpy.arange(width)[None, :] / 200 + seed
    y = numpy.arange(height)[:, None] / 200
    planes = [
        127 * (1 + numpy.sin(x + 0 * y)),
        127 * (1 + numpy.cos(y + x / 3)),
        127 * (1 + numpy.sin(x * 0.7 - y + seed)),
    ]
    return numpy.rint(numpy.stack(planes, axis=-1)).astype(numpy.uint8)


def draw(path, width=700, height=500, seed=0, **options):
    """Writes a drawing to a file; answers its pixels."""
    path.parent.mkdir(parents=True, exist_ok=True)
    pixels = drawing(width, height, seed)
    if path.suffix == ".jpg":
        options.setdefault("quality", 95)
    Image.fromarray(pixels).save(path, **options)
    return pixels
