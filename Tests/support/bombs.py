"""Small files that ask for much: what strangers may put into the folder that is served.

Each is sound by its format's letter, and costs who believes it memory or time out of all proportion.
"""
import struct
import zlib

from support.documents import Document


def segment(marker, body):
    return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body


def one_code(table, symbol):
    """A Huffman table in which a zero bit means a symbol, and nothing else is."""
    return segment(0xC4, bytes([table, 1] + 15 * [0] + [symbol]))


def scan(components, first, last):
    selected = b"".join(bytes([component, 0]) for component in components)
    return segment(0xDA, bytes([len(components)]) + selected + bytes([first, last, 0]))


def progressive_jpeg(side, scans, components=1):
    """A black picture whose coefficients say nothing, over and over."""
    blocks = (side // 8) ** 2
    numbers = range(1, components + 1)
    frame = struct.pack(">BHHB", 8, side, side, components) + b"".join(
        bytes([number, 0x11, 0]) for number in numbers)
    # A run of 2^14 blocks without coefficients: one bit, and fourteen for its length.
    silence = scan([1], 1, 63) + bytes((blocks + 16383) // 16384 * 15 // 8 + 2)
    return b"".join([
        b"\xff\xd8", segment(0xDB, b"\0" + bytes(64 * [1])), segment(0xC2, frame), one_code(0x00, 0),
        scan(numbers, 0, 0), bytes(blocks * components // 8 + 3), one_code(0x10, 0xE0),
        scans * silence, b"\xff\xd9"])  # fmt: skip


def with_segments(jpeg, count):
    """The same picture, behind so many segments of metadata that nobody knows."""
    return jpeg[:2] + count * segment(0xE1, b"no metadata") + jpeg[2:]


def tiff_of_one_tile(side, tile_side, tile, components=1):
    """A picture of `side` pixels in the corner of its only tile, a JPEG stream."""
    fields = [
        (256, 4, side), (257, 4, side), (258, 3, 8), (259, 3, 7), (262, 3, 6 if components > 1 else 1),
        (277, 3, components), (322, 4, tile_side), (323, 4, tile_side), (324, 4, 0), (325, 4, len(tile)),
    ]  # fmt: skip
    if components > 1:
        fields.append((530, 3, 1 | 1 << 16))
    place = 8 + 2 + 12 * len(fields) + 4
    entries = b"".join(
        struct.pack("<HHII", tag, kind, 2 if tag == 530 else 1, place if tag == 324 else value)
        for tag, kind, value in fields)
    return b"II" + struct.pack("<HIH", 42, 8, len(fields)) + entries + bytes(4) + tile


def tiff_of_one_strip(side, strip):
    """A picture whose only strip is a JPEG stream."""
    fields = [
        (256, 4, side), (257, 4, side), (258, 3, 8), (259, 3, 7), (262, 3, 1), (273, 4, 0), (277, 3, 1),
        (278, 4, side), (279, 4, len(strip)),
    ]  # fmt: skip
    place = 8 + 2 + 12 * len(fields) + 4
    entries = b"".join(
        struct.pack("<HHII", tag, kind, 1, place if tag == 273 else value)
        for tag, kind, value in fields)
    return b"II" + struct.pack("<HIH", 42, 8, len(fields)) + entries + bytes(4) + strip


def tiff_of_overlapping_directories(count=16384, fields=4096):
    """Directories that begin one entry after another, so that they share almost all they have."""
    start = 1 << 16
    file = bytearray(start + 12 * (count + fields) + 16)
    file[:8] = b"II" + struct.pack("<HI", 42, start)
    struct.pack_into("<H", file, start, fields)
    for entry in range(count + fields):
        directory = entry - fields
        if directory < 0:
            head = struct.pack("<HH", 40000 + entry, 1)
        else:
            # The end of one directory, and so the next one's place, is the head of others' entry.
            head = struct.pack("<I", start + 12 * (directory + 1) if directory < count - 1 else 0)
        # An entry's value ends with the number of fields of the directory that begins there.
        entry_bytes = head + struct.pack("<IHH", 1, 0, fields)
        file[start + 2 + 12 * entry : start + 14 + 12 * entry] = entry_bytes
    return bytes(file)


def on_a_page(jpeg, side, wrapped=False, in_a_form=False):
    """A document whose only page shows a JPEG stream; wrapped, it is one inside a stream of zlib's."""
    document = Document()
    if wrapped:
        filters = "/FlateDecode /DCTDecode"
        number = document.add(
            f"/Type /XObject /Subtype /Image /Width {side} /Height {side} /BitsPerComponent 8"
            f" /ColorSpace /DeviceGray /Filter [{filters}]", zlib.compress(jpeg))
    else:
        number = document.image(side, side, jpeg, space="DeviceGray")
    drawing, shown = b"q 200 0 0 100 0 0 cm /Shown Do Q", f"/XObject << /Shown {number} 0 R >>"
    if in_a_form:
        number = document.add(
            f"/Type /XObject /Subtype /Form /BBox [0 0 200 100] /Resources << {shown} >>", drawing)
        drawing, shown = b"/Form Do", f"/XObject << /Form {number} 0 R >>"
    return document.page(200, 100, drawing, shown).bytes


def behind_a_page(jpeg, side, how):
    """A document of one page that shows a JPEG stream without its being one of the page's pictures."""
    document = Document()
    if how == "mask":
        gray = document.image(side, side, jpeg, space="DeviceGray")
        shown = document.image(1, 1, b"\0", filter="ASCIIHexDecode", space="DeviceGray", more=f"/SMask {gray} 0 R")
        return document.page(200, 100, b"q 200 0 0 100 0 0 cm /Shown Do Q", f"/XObject << /Shown {shown} 0 R >>").bytes
    picture = document.image(side, side, jpeg, space="DeviceGray")
    cell = document.add(
        "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 50 50] /XStep 50 /YStep 50"
        f" /Resources << /XObject << /Cell {picture} 0 R >> >>", b"q 50 0 0 50 0 0 cm /Cell Do Q")
    drawing = b"/Pattern cs /Tiles scn 0 0 200 100 re f"
    return document.page(200, 100, drawing, f"/Pattern << /Tiles {cell} 0 R >>").bytes
