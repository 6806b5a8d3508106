"""DjVu documents, made by DjVuLibre's own encoders of what is drawn here."""
import shutil
import subprocess

import numpy
import pytest

needs_djvu = pytest.mark.skipif(
    not all(map(shutil.which, ("ddjvu", "djvused", "djvm", "cjb2", "c44"))),
    reason="DjVuLibre's programs are not there (djvulibre-bin)")


def run(*words):
    subprocess.run(list(map(str, words)), check=True, capture_output=True, timeout=60)


def bitonal(path, pixels, dpi=300):
    """A page of black and white, as scanners of text make them: true is black."""
    height, width = pixels.shape
    source = path.with_suffix(".pbm")
    source.write_bytes(b"P4\n%d %d\n" % (width, height) + numpy.packbits(pixels, axis=1).tobytes())
    run("cjb2", "-dpi", dpi, source, path)
    source.unlink()
    return path


def colored(path, pixels, dpi=150):
    """A page of colours, in wavelets."""
    height, width, _ = pixels.shape
    source = path.with_suffix(".ppm")
    source.write_bytes(b"P6\n%d %d\n255\n" % (width, height) + pixels.astype(numpy.uint8).tobytes())
    run("c44", "-dpi", dpi, "-slice", "100", source, path)
    source.unlink()
    return path


def bars(width, height, step):
    return (numpy.arange(width) // step % 2 == 0)[None, :].repeat(height, axis=0)


def ramp(width, height):
    across = numpy.linspace(0, 255, width)[None, :].repeat(height, axis=0)
    down = numpy.linspace(0, 255, height)[:, None].repeat(width, axis=1)
    return numpy.dstack([across, down, 255 - across])


def book(path, pages=3):
    """A book of bars, ever wider, and a page of colours behind them; each page has another size."""
    parts = [bitonal(path.with_name(f"{path.stem}-{page}.djvu"), bars(290 + 10 * page, 400 + page, 5 * page))
             for page in range(1, pages + 1)]
    parts.append(colored(path.with_name(f"{path.stem}-c.djvu"), ramp(320, 240)))
    run("djvm", "-c", path, *parts)
    for part in parts:
        part.unlink()
    return path


def told(path, script):
    """Has what is written in a document changed."""
    run("djvused", "-s", path, "-e", script)
    return path
