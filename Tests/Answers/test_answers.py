"""What the binary answers, case by case; `FORMAT.md` tells what a case is."""
import functools
import hashlib
import pathlib
import re

import pytest

HERE = pathlib.Path(__file__).parent
CLASSES = {
    "{date}": "[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT",
    "{tag}": "[0-9a-f]{1,16}",
    "{digest}": "[A-Za-z0-9+/]{43}=",
    "{number}": "[0-9]+",
    "{time}": "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z",
}


class Case:
    def __init__(self, file):
        self.name = file.stem
        said, request, head, self.body = file.read_text().split("\n\n", 3)
        settings = [line for line in said.splitlines() if line.startswith("serve ")]
        self.flags = tuple(settings[0].split()[1:]) if settings else ()
        self.request = request.replace("\n", "\r\n") + "\r\n\r\n"
        self.head = head.splitlines()


@pytest.fixture(scope="session")
def service_with(start_service):
    """A service for each set of flags."""
    return functools.cache(lambda flags: start_service(HERE / "images", "--pyramids", "require", *flags))


def ask(service, request):
    """The lines of the answer's head, and its body."""
    with service.connect() as connection, connection.makefile("rb") as answer:
        connection.sendall(request.encode())
        head = []
        while line := answer.readline().rstrip():
            head.append(line.decode())
        if request.startswith("HEAD ") or head[0].split()[1] in ("204", "304"):
            return head, b""
        fields = dict(line.split(": ", 1) for line in head[1:])
        if "Content-Length" in fields:
            return head, answer.read(int(fields["Content-Length"]))
        body = b""
        while count := int(answer.readline(), 16):
            body += answer.read(count)
            answer.readline()
        return head, body


def matches(given, wanted):
    pattern = re.escape(wanted)
    for name, meaning in CLASSES.items():
        pattern = pattern.replace(re.escape(name), meaning)
    return re.fullmatch(pattern, given)


@pytest.mark.parametrize("file", sorted(HERE.glob("*.http")), ids=lambda file: file.stem)
def test_each_answer_is_what_its_file_says(service_with, file):
    case = Case(file)
    service = service_with(case.flags)

    def filled(text):
        return re.sub(
            r"\{version ([^}]*)\}", lambda found: service.get(f"/images/{found[1]}").json["version"], text)

    head, body = ask(service, filled(case.request))
    assert len(head) == len(case.head), head
    for given, wanted in zip(head, case.head):
        assert matches(given, filled(wanted)), (given, wanted)
    word = case.body.strip("\n")
    if word == "none":
        assert body == b""
    elif word.startswith("sha256 "):
        assert "sha256 " + hashlib.sha256(body).hexdigest() == word
    elif word != "any":
        assert matches(body.decode(), filled(case.body)), body
