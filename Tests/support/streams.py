"""Streams of tiles, as clients read them."""


def parts_of(answer):
    """The parts of a multipart answer, strictly: fields and bytes."""
    kind, boundary = answer.fields["Content-Type"].split("; boundary=")
    assert kind == "multipart/mixed"
    rest, found = answer.body, []
    opening = f"\r\n--{boundary}\r\n".encode()
    while rest.startswith(opening):
        head, rest = rest[len(opening):].split(b"\r\n\r\n", 1)
        fields = dict(line.split(": ", 1) for line in head.decode().split("\r\n"))
        assert list(fields) == ["Content-Type", "Content-Length", "Content-Location"]
        length = int(fields["Content-Length"])
        found.append((fields, rest[:length]))
        rest = rest[length:]
    assert rest == f"\r\n--{boundary}--\r\n".encode()
    return found
