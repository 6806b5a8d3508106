"""What becomes of photographs by encoder and setting: the road, the pyramid's bytes with the source's
own data and encoded anew, and the PSNR of the finest level against the pixels before any JPEG.

    roads.py        needs pyramidion, vips and the wallpapers of plasma-workspace-wallpapers

Encoders that are not there are named and left out. Those of other programs come from Debian's
libjpeg-turbo-progs, imagemagick-6.q16, graphicsmagick, netpbm and a Java runtime; and from the wheels of
rasterio, opencv-python-headless, imageio-ffmpeg and mozjpeg-lossless-optimization.
"""
import importlib
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
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


class Missing(Exception):
    """An encoder that is not there."""


def module(name):
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Missing(f"the wheel of {name}") from error


def program(*command, kind="ppm", prepare=lambda folder: None):
    """A program that reads the file `{in}`, of the kind that is told, and writes the file `{out}`."""

    def encode(pixels):
        if not shutil.which(command[0]):
            raise Missing(command[0])
        with tempfile.TemporaryDirectory() as folder:
            names = {"in": f"{folder}/a.{kind}", "out": f"{folder}/b.jpg", "folder": folder}
            Image.fromarray(pixels).save(names["in"])
            prepare(pathlib.Path(folder))
            done = subprocess.run(
                [word.format_map(names) for word in command],
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            if done.returncode == 127:
                raise Missing(f"what {command[0]} needs")
            done.check_returncode()
            return pathlib.Path(names["out"]).read_bytes()

    return encode


def cjpeg(*settings, prepare=lambda folder: None):
    return program("cjpeg", *settings, "-outfile", "{out}", "{in}", prepare=prepare)


def vips(options):
    return program("vips", "copy", "{in}", "{out}[" + options + "]", kind="png")


def scan_each_component(folder):
    folder.joinpath("scans").write_text("0;\n1;\n2;\n")


# The table that mozjpeg takes unless it is told otherwise: N. Robidoux's, for ImageMagick.
ROBIDOUX = """
16 16 16 18 25 37 56 85  16 17 20 27 34 40 53 75  16 20 24 31 43 62 91 135
18 27 31 40 53 74 106 156  25 34 43 53 69 94 131 189  37 40 62 74 94 124 169 238
56 53 91 106 131 169 226 311  85 75 135 156 189 238 311 418
"""


def mozjpeg_steps(folder):
    folder.joinpath("steps").write_text(ROBIDOUX)


def mozjpeg(pixels):
    optimize = module("mozjpeg_lossless_optimization").optimize
    return optimize(pillow(quality=85)(pixels))


def ffmpeg(*settings):
    def encode(pixels):
        found = module("imageio_ffmpeg").get_ffmpeg_exe()
        return program(found, "-i", "{in}", *settings, "{out}")(pixels)

    return encode


def opencv(pixels):
    cv = module("cv2")
    return cv.imencode(".jpg", pixels[:, :, ::-1], [cv.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()


def gdal(pixels):
    rasterio = module("rasterio")
    words = {"driver": "JPEG", "quality": 85, "count": 3, "dtype": "uint8"}
    with rasterio.MemoryFile() as file:
        with file.open(height=len(pixels), width=len(pixels[0]), **words) as target:
            target.write(pixels.transpose(2, 0, 1))
        return file.read()


JAVA = """
import javax.imageio.*;
import javax.imageio.stream.*;
import java.io.File;
class Encode {
  public static void main(String[] names) throws Exception {
    var writer = ImageIO.getImageWritersByFormatName("jpeg").next();
    var settings = writer.getDefaultWriteParam();
    settings.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
    settings.setCompressionQuality(0.85f);
    writer.setOutput(new FileImageOutputStream(new File(names[1])));
    writer.write(null, new IIOImage(ImageIO.read(new File(names[0])), null, null), settings);
    writer.dispose();
  }
}
"""


def java(folder):
    folder.joinpath("Encode.java").write_text(JAVA)


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
    ("cjpeg, 85, arithmetic codes", cjpeg("-quality", "85", "-arithmetic")),
    ("cjpeg, 85, a scan for each component",
     cjpeg("-quality", "85", "-scans", "{folder}/scans", prepare=scan_each_component)),
    ("cjpeg, 85, 4:1:1", cjpeg("-quality", "85", "-sample", "4x1")),
    ("cjpeg, 85, RGB", cjpeg("-quality", "85", "-rgb")),
    ("cjpeg, 85, mozjpeg's steps",
     cjpeg("-quality", "85", "-qtables", "{folder}/steps", "-qslots", "0", "-optimize",
           prepare=mozjpeg_steps)),
    ("mozjpeg's optimiser on Pillow's 85", mozjpeg),
    ("ImageMagick, 85", program("convert-im6.q16", "{in}", "-quality", "85", "{out}")),
    ("ImageMagick, its default 92", program("convert-im6.q16", "{in}", "{out}")),
    ("GraphicsMagick, its default 75", program("gm", "convert", "{in}", "{out}")),
    ("netpbm, 85",
     program("sh", "-c", 'pnmtojpeg -quality=85 "$0" >"$1"', "{in}", "{out}")),
    ("ffmpeg, its own encoder, q 3", ffmpeg("-q:v", "3", "-pix_fmt", "yuvj420p")),
    ("ffmpeg, 4:4:4", ffmpeg("-q:v", "3", "-pix_fmt", "yuvj444p")),
    ("OpenCV, 85", opencv),
    ("GDAL, 85", gdal),
    ("Java's ImageIO, 0.85",
     program("java", "{folder}/Encode.java", "{in}", "{out}", kind="png", prepare=java)),
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
            try:
                source.write_bytes(encode(pixels))
            except Missing as missing:
                print(f"{name} is left out, for want of {missing}", file=sys.stderr)
                continue
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
