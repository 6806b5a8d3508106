"""The PSNR of every level of two pyramids against the exact means of a source's pixels.

    psnr.py SOURCE OURS.tif THEIRS.tif
"""
import os
import subprocess
import sys
import tempfile

import numpy

ROWS = 1024


def pixels(path, folder):
    """A page as libvips decodes it, on the disk: it may be larger than memory."""
    size = [
        int(subprocess.check_output(["vipsheader", "-f", field, path]))
        for field in ("height", "width", "bands")]
    raw = os.path.join(folder, f"{len(os.listdir(folder))}.raw")
    subprocess.run(["vips", "rawsave", path, raw], check=True)
    return numpy.memmap(raw, numpy.uint8, "r", shape=tuple(size))


def halved(image):
    """Means of two by two pixels; what has no neighbour at an edge counts for two."""
    height, width, bands = image.shape
    out = numpy.empty(((height + 1) // 2, (width + 1) // 2, bands), numpy.float32)
    for top in range(0, height, ROWS):
        part = image[top : top + ROWS].astype(numpy.float32)
        odd = [(0, part.shape[0] % 2), (0, width % 2), (0, 0)]
        part = numpy.pad(part, odd, "edge") if any(pad for _, pad in odd) else part
        part = part[::2] + part[1::2]
        out[top // 2 : top // 2 + part.shape[0]] = (part[:, ::2] + part[:, 1::2]) / 4
    return out


def psnr(found, exact):
    """Over the pixels that both have: libvips rounds sizes down."""
    height, width = (min(pair) for pair in zip(found.shape[:2], exact.shape[:2]))
    total = 0.0
    for top in range(0, height, ROWS):
        end = min(top + ROWS, height)
        error = found[top:end, :width].astype(numpy.float32) - exact[top:end, :width]
        total += float(numpy.square(error).sum(dtype=numpy.float64))
    mean = total / (height * width * exact.shape[2])
    return 10 * numpy.log10(255 * 255 / mean) if mean else float("inf")


def main(source, ours, theirs):
    with tempfile.TemporaryDirectory(dir=".") as folder:
        exact = pixels(source, folder)
        pages = int(subprocess.check_output(["vipsheader", "-f", "n-pages", ours]))
        others = int(subprocess.check_output(["vipsheader", "-f", "n-pages", theirs]))
        least = float("inf")
        for page in range(pages):
            if page > 0:
                exact = halved(exact)
            mine = psnr(pixels(f"{ours}[page={page}]", folder), exact)
            line = f"  level {page}: {exact.shape[1]:6d} x {exact.shape[0]:6d}  ours {mine:6.2f} dB"
            if page < others:
                his = psnr(pixels(f"{theirs}[page={page}]", folder), exact)
                least = min(least, mine - his)
                line += f"  tiffsave {his:6.2f} dB  difference {mine - his:+.2f} dB"
            print(line, flush=True)
            for name in os.listdir(folder):
                if name != "0.raw":
                    os.remove(os.path.join(folder, name))
        print(f"  least difference: {least:+.2f} dB (at least -0.5 is wanted)")


main(*sys.argv[1:])
