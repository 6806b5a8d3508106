"""What the viewer's tests are played on: drawings."""
import numpy
from PIL import Image

LARGE = (3000, 2000)
# Of a window whose bar leaves 800 x 600 free.
BARRED = 654
PAGES = [(900, 700), (700, 900), (1000, 600), (800, 800), (640, 480)]


def drawing(width, height):
    """Waves of every colour with lines as thin as a pixel, so that blur and seams show."""
    x = numpy.arange(width)[None, :]
    y = numpy.arange(height)[:, None]
    planes = [
        127 * (1 + numpy.sin(x / 31 + y / 83)),
        127 * (1 + numpy.sin(y / 27 - x / 97)),
        127 * (1 + numpy.cos((x + y) / 41)),
    ]
    pixels = numpy.stack(planes, axis=-1)
    pixels[(x % 61 == 0) | (y % 67 == 0)] = 240
    return Image.fromarray(pixels.astype(numpy.uint8))
