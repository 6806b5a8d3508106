"""The documents that documents.py makes by itself."""
import io
import math
import random
import zlib

import numpy
from PIL import Image, ImageDraw, ImageFont

from support.documents import Document

A0 = (2384, 3370)


def map_sheet(path):
    """An A0 map: 3,000 areas, 25,000 lines of 40 points, 6,000 labels."""
    if path.exists():
        return
    choice = random.Random(20)
    width, height = A0
    content = []
    for _ in range(3000):
        x, y = choice.uniform(0, width), choice.uniform(0, height)
        corners = [
            (x + 30 * choice.random() * math.cos(turn), y + 30 * choice.random() * math.sin(turn))
            for turn in (math.pi * part / 5 for part in range(10))]
        content.append("%.2f %.2f %.2f rg " % tuple(choice.uniform(0.6, 1) for _ in range(3)))
        content.append(" ".join("%.2f %.2f %s" % (*corner, "l" if at else "m") for at, corner in enumerate(corners)) + " f")
    for _ in range(25_000):
        x, y = choice.uniform(0, width), choice.uniform(0, height)
        turn = choice.uniform(0, 2 * math.pi)
        points = []
        for _ in range(40):
            turn += choice.gauss(0, 0.4)
            x, y = x + 3 * math.cos(turn), y + 3 * math.sin(turn)
            points.append((x, y))
        content.append("%.2f w %.2f %.2f %.2f RG " % (choice.choice([0.2, 0.4, 0.8]), *(choice.uniform(0, 0.6) for _ in range(3))))
        content.append(" ".join("%.2f %.2f %s" % (*point, "l" if at else "m") for at, point in enumerate(points)) + " S")
    content.append("0 g")
    for number in range(6000):
        content.append("BT /F %.1f Tf %.2f %.2f Td (Place %d) Tj ET" % (
            choice.uniform(3, 9), choice.uniform(0, width), choice.uniform(0, height), number))
    document = Document()
    font = document.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    packed = zlib.compress("\n".join(content).encode())
    stream = document.add(b"/Filter /FlateDecode", packed)
    document.pages.append(document.add(
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents {stream} 0 R"
        f" /Resources << /Font << /F {font} 0 R >> >> >>"))
    document.write(path)


def scan(path, side=(2550, 3300)):
    """A page that one photograph of paper covers, at 300 dots per inch."""
    if path.exists():
        return
    noise = numpy.random.default_rng(3).normal(235, 6, (side[1], side[0], 1)).repeat(3, axis=2)
    paper = Image.fromarray(noise.clip(0, 255).astype("uint8"))
    ink = ImageDraw.Draw(paper)
    font = ImageFont.load_default(44)
    for line in range(60):
        ink.text((180, 150 + 50 * line), f"Line {line}: what was printed a hundred years ago on paper like this", fill=(30, 26, 22), font=font)
    data = io.BytesIO()
    paper.save(data, "JPEG", quality=88)
    Document().scan(*side, data.getvalue()).write(path)


def bomb(path, seed):
    """A small page of more operators than anybody has memory for."""
    document = Document()
    operators = zlib.compress(b"0 0 m 1 1 l S\n" * 10_000_000 + b"%%%d" % seed, 9)
    stream = document.add(b"/Filter /FlateDecode", operators)
    document.pages.append(document.add(
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {300 + seed} 300] /Contents {stream} 0 R /Resources << >> >>"))
    document.write(path)
