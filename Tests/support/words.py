"""What pictures say of themselves, written into files byte by byte."""
import struct

from PIL import Image, TiffImagePlugin

from support.pictures import scene

EXIF, PLACES = 0x8769, 0x8825


def exif(texts=(), taken=(), place=None):
    """A block of EXIF: texts by their tags, those of the inner directory, and degrees north and east."""
    block = Image.Exif()
    for tag, text in texts:
        # PIL itself writes ASCII alone.
        block[tag] = text.encode()
    if taken:
        block.get_ifd(EXIF).update(dict(taken))
    if place:
        angles = [tuple(TiffImagePlugin.IFDRational(part) for part in (degrees, 30, 0)) for degrees in place]
        block.get_ifd(PLACES).update({1: "N", 2: angles[0], 3: "E", 4: angles[1]})
    return block.tobytes()


def xmp(properties):
    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"
xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmlns:exif="http://ns.adobe.com/exif/1.0/">{properties}
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>""".encode()


def languages(name, **texts):
    items = "".join(
        f'<rdf:li xml:lang="{language.replace("_", "-")}">{text}</rdf:li>' for language, text in texts.items())
    return f"<{name}><rdf:Alt>{items}</rdf:Alt></{name}>"


def iptc(*records):
    """IPTC's block as Photoshop keeps it."""
    block = b"".join(struct.pack(">BBBH", 0x1C, 2, number, len(text)) + text for number, text in records)
    body = b"8BIM" + struct.pack(">HHI", 0x0404, 0, len(block)) + block + b"\0" * (len(block) % 2)
    return b"Photoshop 3.0\0" + body


def segment(marker, body):
    return struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body


def photograph(path, *, exif=None, xmp=None, iptc=None, size=(900, 600)):
    """A JPEG with what is given in its segments."""
    Image.fromarray(scene(*size)).save(path, "JPEG", quality=90)
    segments = b""
    if exif:
        segments += segment(0xE1, exif if exif.startswith(b"Exif") else b"Exif\0\0" + exif)
    if xmp:
        segments += segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + xmp)
    if iptc:
        segments += segment(0xED, iptc)
    bytes = path.read_bytes()
    path.write_bytes(bytes[:2] + segments + bytes[2:])
    return path
