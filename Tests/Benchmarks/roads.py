"""What becomes of photographs by encoder and setting: the road, the pyramid's bytes with the source's
own data and encoded anew, and the PSNR of the finest level against the pixels before any JPEG.

    roads.py        needs pyramidion, vips and the wallpapers of plasma-workspace-wallpapers
"""
import io
import json
import os
import pathlib
import subprocess
import tempfile

import imagecodecs
import numpy
import tifffile
from PIL import Image

root = pathlib.Path(__file__).resolve().parents[2]
binary = os.environ.get("PYRAMIDION_BINARY", root / ".build/release/pyramidion")
wallpapers = sorted(
    pathlib.Path("/usr/share/wallpapers").glob("*/contents/images/2560x1600.jpg"))[:6]


def photograph():
    """Six photographs at half their size, which takes away what their JPEGs did, with grain."""
    parts = [
        numpy.asarray(Image.open(path).convert("RGB").resize((1280, 800), Image.BOX))
        for path in wallpapers
    ]
    whole = numpy.vstack([numpy.hstack(parts[:3]), numpy.hstack(parts[3:])]).astype(float)
    grain = numpy.random.default_rng(1).normal(0, 2.5, whole.shape)
    return numpy.clip(numpy.rint(whole + grain), 0, 255).astype(numpy.uint8)


def pillow(mode="RGB", **words):
    def encode(pixels):
        data = io.BytesIO()
        Image.fromarray(pixels).convert(mode).save(data, "JPEG", **words)
        return data.getvalue()

    return encode


def codec(encoder, **words):
    return lambda pixels: encoder(pixels, **words)


def vips(options):
    def encode(pixels):
        with tempfile.TemporaryDirectory() as folder:
            Image.fromarray(pixels).save(f"{folder}/a.png")
            subprocess.run(
                ["vips", "copy", f"{folder}/a.png", f"{folder}/a.jpg[{options}]"], check=True)
            return pathlib.Path(folder, "a.jpg").read_bytes()

    return encode


def turned(orientation):
    exif = Image.Exif()
    exif[0x0112] = orientation
    return exif


turbo = imagecodecs.jpeg8_encode
KINDS = [
    ("Pillow, quality 75", pillow(quality=75)),
    ("Pillow, quality 85", pillow(quality=85)),
    ("the same, optimised codes", pillow(quality=85, optimize=True)),
    ("the same, a restart marker each row", pillow(quality=85, restart_marker_rows=1)),
    ("the same, grey", pillow("L", quality=85)),
    ("the same, progressive", pillow(quality=85, progressive=True)),
    ("the same, turned by its metadata", pillow(quality=85, exif=turned(6))),
    ("libjpeg-turbo, 85, 4:2:2", codec(turbo, level=85, subsampling="422")),
    ("libjpeg-turbo, 85, 4:4:0", codec(turbo, level=85, subsampling="440")),
    ("libjpeg-turbo, 85, 4:4:4", codec(turbo, level=85, subsampling="444")),
    ("libvips, 90, its default 4:4:4", vips("Q=90")),
    ("Pillow, quality 92", pillow(quality=92)),
    ("Pillow, quality 95", pillow(quality=95)),
    ("Pillow, its presets for the web", pillow(quality="web_high")),
]


def psnr(found, pixels):
    if found.ndim == 2:
        pixels = numpy.asarray(Image.fromarray(pixels).convert("L"))
    if found.shape != pixels.shape:
        found = numpy.rot90(found)
    error = numpy.square(found.astype(float) - pixels).mean()
    return 10 * numpy.log10(255 * 255 / error)


def main():
    pixels = photograph()
    print("| source | kB | road | kB of the pyramid, with `--base encoded` | PSNR, with that |")
    print("| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        source, pyramid = pathlib.Path(folder, "a.jpg"), pathlib.Path(folder, "a.tif")
        for name, encode in KINDS:
            source.write_bytes(encode(pixels))
            told = json.loads(subprocess.check_output([binary, "inspect", "--json", source]))
            found = []
            for base in ("auto", "encoded"):
                subprocess.run(
                    [binary, "cut", "--force", "--base", base, source, pyramid], check=True)
                finest = tifffile.imread(pyramid, key=0)
                found.append((pyramid.stat().st_size // 1000, psnr(finest, pixels)))
            reason = f": {told['roadReason']}" if told["roadReason"] else ""
            (size, ratio), (other, wanted) = found
            print(
                f"| {name} | {source.stat().st_size // 1000} | {told['road']}{reason} "
                f"| {size}, {other} | {ratio:.2f}, {wanted:.2f} dB |", flush=True)


if __name__ == "__main__":
    main()
