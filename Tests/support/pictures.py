"""Pictures that tests draw, and what must become of them."""
import numpy
import tifffile
from PIL import Image

# A dot, a line, sides just off a tile's, and more levels than one tile can show.
SIZES = [(1, 1), (257, 1), (511, 513), (1501, 1003)]


def waves(width, height, seed=0, length=200):
    """Smooth pixels in which every place, and every seed, has a colour of its own."""
    x = numpy.arange(width)[None, :] / length + seed
    y = numpy.arange(height)[:, None] / length
    pixels = numpy.empty((height, width, 3), numpy.uint8)
    for channel, wave in enumerate([
        numpy.sin(x),
        # The cosine of y + x / 3, and the sine of 0.7 x - y + seed, of the sides alone: they have few.
        numpy.cos(y) * numpy.cos(x / 3) - numpy.sin(y) * numpy.sin(x / 3),
        numpy.sin(x * 0.7 + seed) * numpy.cos(y) - numpy.cos(x * 0.7 + seed) * numpy.sin(y),
    ]):
        pixels[..., channel] = numpy.rint(127 * (1 + wave))
    return pixels


def scene(width, height, seed=None):
    """Smooth colour and a block with hard edges; a seed adds some noise."""
    y, x = numpy.mgrid[0:height, 0:width]
    red = 127 + 100 * numpy.sin(x / 37) * numpy.cos(y / 53)
    green = 255 * x / max(1, width - 1)
    blue = 255 * y / max(1, height - 1)
    image = numpy.stack([red, green, blue], 2)
    if seed is not None:
        image += numpy.random.default_rng(seed).normal(0, 3, image.shape)
    image[height // 4 : height // 3, width // 4 : width // 3] = [200, 30, 40]
    return numpy.clip(image, 0, 255).astype(numpy.uint8)


def bands(width, height, channels):
    """A smooth drawing of grey, colours, or either with alpha."""
    x = numpy.arange(width)[None, :] / 3000
    y = numpy.arange(height)[:, None] / 3000
    planes = [
        255 * x + 0 * y,
        255 * y + 0 * x,
        127 * (1 + numpy.sin(9 * x + 7 * y)),
        255 - 100 * x * y,
    ]
    chosen = {1: planes[:1], 2: [planes[0], planes[3]], 3: planes[:3], 4: planes}[channels]
    return numpy.stack(chosen, axis=-1).astype(numpy.uint8)


def draw(path, width=700, height=500, seed=0, **options):
    """Writes waves to a file; answers their pixels."""
    path.parent.mkdir(parents=True, exist_ok=True)
    pixels = waves(width, height, seed)
    if path.suffix == ".jpg":
        options.setdefault("quality", 95)
    Image.fromarray(pixels).save(path, **options)
    return pixels


def drawn_file(path, *size, **options):
    """Writes waves to a file; answers its path."""
    draw(path, *size, **options)
    return path


def halved(image):
    """The exact mean of two by two pixels; what has no neighbour at an edge counts for two."""
    odd = [(0, side % 2) for side in image.shape[:2]] + [(0, 0)] * (image.ndim - 2)
    image = numpy.pad(image.astype(float), odd, "edge")
    return (image[::2, ::2] + image[1::2, ::2] + image[::2, 1::2] + image[1::2, 1::2]) / 4


def levels(path):
    """The pixels of each level of a pyramid: its pages in their order."""
    with tifffile.TiffFile(path) as file:
        return [page.asarray() for page in file.pages]
