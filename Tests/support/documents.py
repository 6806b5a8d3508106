"""PDF files written byte by byte, so that each has just what a test is about."""


class Document:
    """Objects by their numbers; the first two are the catalog and the tree of pages."""

    def __init__(self):
        self.objects = [b"", b""]
        self.pages = []
        self.catalog = b""

    def add(self, dictionary, stream=None):
        """An object's number."""
        body = dictionary if isinstance(dictionary, bytes) else dictionary.encode()
        if stream is not None:
            body = b"<< %b /Length %d >>\nstream\n%b\nendstream" % (body, len(stream), stream)
        self.objects.append(body)
        return len(self.objects)

    def page(self, width=200, height=100, content=b"", resources="", more=""):
        """A page whose size is in points; what `more` has stands beside its box."""
        stream = self.add(b"", content)
        self.pages.append(self.add(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] {more}"
            f" /Contents {stream} 0 R /Resources << {resources} >> >>"))
        return self

    def image(self, width, height, data, filter="DCTDecode", space="DeviceRGB", more=""):
        """The number of a picture; `data` is as the filter has it."""
        return self.add(
            f"/Type /XObject /Subtype /Image /Width {width} /Height {height} /BitsPerComponent 8"
            f" /ColorSpace /{space} /Filter /{filter} {more}".encode(), data)

    def scan(self, width, height, jpeg, points=None, content=b"", more="", **image):
        """A page that one picture covers, at 300 dots per inch unless its size in points is given."""
        number = self.image(width, height, jpeg, **image)
        across, down = points or (width * 72 / 300, height * 72 / 300)
        drawing = b"q %f 0 0 %f 0 0 cm /Scan Do Q\n" % (across, down) + content
        return self.page(across, down, drawing, f"/XObject << /Scan {number} 0 R >>", more)

    @property
    def bytes(self):
        kids = " ".join(f"{number} 0 R" for number in self.pages)
        self.objects[0] = b"<< /Type /Catalog /Pages 2 0 R %b >>" % self.catalog
        self.objects[1] = f"<< /Type /Pages /Count {len(self.pages)} /Kids [{kids}] >>".encode()
        out = bytearray(b"%PDF-1.7\n")
        places = []
        for number, body in enumerate(self.objects, 1):
            places.append(len(out))
            out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
        start = len(out)
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
        out += b"".join(b"%010d 00000 n \n" % place for place in places)
        out += b"trailer\n<< /Size %d /Root 1 0 R %b >>\n" % (len(places) + 1, self.trailer)
        return bytes(out + b"startxref\n%d\n%%%%EOF\n" % start)

    trailer = b""

    def write(self, path):
        path.write_bytes(self.bytes)
        return path


def rectangle(color, x, y, width, height):
    """Draws one in points from the lower left corner."""
    return b"%f %f %f rg %f %f %f %f re f\n" % (*color, x, y, width, height)


def colored(*colors, size=(200, 100)):
    """A document of one page a color, which is in its lower left quarter on white."""
    document = Document()
    for color in colors:
        document.page(*size, rectangle(color, 0, 0, size[0] / 2, size[1] / 2))
    return document
