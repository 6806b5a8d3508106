"""Calls fail while images are served: it is the machine's trouble, and never told as the image's."""
import re
import shutil

import pytest

from support.pictures import draw
from support.service import Service

# What is never said when the machine is at fault: not there, of no kind that is served, damaged.
VERDICTS = {404, 415, 422}
# More calls of one kind than one request makes.
MOST = 60


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    path = tmp_path_factory.mktemp("source") / "source.jpg"
    draw(path, 600, 400)
    return path


class FaultyService(Service):
    """A service whose calls fail when they are told to."""

    def __init__(self, folder, store, faults, *flags):
        self.faults = faults
        super().__init__(folder, store, *flags, prefix=faults.prefix)


@pytest.fixture
def faulty(tmp_path, faults, source):
    services = []

    def start(*flags):
        for name in ("images", "store"):
            (tmp_path / name).mkdir(exist_ok=True)
        services.append(
            FaultyService(tmp_path / "images", tmp_path / "store", faults.planned(), *flags))
        return services[-1]

    yield start
    for service in services:
        service.end()


def check_told(answer, what):
    """A fault of the machine: come again, and where anything lies is nobody's business."""
    assert answer.status not in VERDICTS, (what, answer.status, answer.body)
    if answer.status >= 400:
        assert answer.status in (503, 507), (what, answer.status, answer.body)
        assert int(answer.fields["Retry-After"]) > 0, what
        detail = answer.json["error"]["detail"]
        assert ".partial" not in detail and ".tif" not in detail, detail
        assert "/" not in detail.replace("Input/output", ""), detail


# Each call that serving makes below the folder of images and below the store, and what it may come to.
FAILING = [
    (place, call, error)
    for place, calls in {
        "images": ["open", "stat", "pread"],
        "store": ["open", "stat", "pread", "mkdir", "flock", "fsync", "rename"],
    }.items()
    for call in calls
    for error in (["ENOSPC", "EIO"] if call in ("mkdir", "fsync", "rename") else ["EIO", "EMFILE"])
    if not (call == "pread" and error == "EMFILE")
] + [("store", "open", "EACCES"), ("store", "open", "ENOSPC"), ("store", "mkdir", "EROFS")]


@pytest.mark.parametrize("place,call,error", FAILING)
def test_whichever_call_fails_the_image_is_not_blamed(faulty, source, place, call, error):
    service = faulty()
    below = service.folder if place == "images" else service.store
    failed = 0
    for when in range(1, MOST):
        # Each time an image that nobody has asked for yet.
        name = f"{when}.jpg"
        shutil.copy(source, service.folder / name)
        with service.faults.failing(call, error, below, when):
            answer = service.get(f"/images/{name}/tiles/0/0_0.jpg")
            seen = service.faults.seen
        check_told(answer, f"{error} at {call} {when} below {place}")
        assert seen or answer.status == 200
        assert [p for p in service.store.rglob("*.partial")] == []
        if answer.status != 200:
            service.faults.pass_time(11)
        assert service.get(f"/images/{name}/tiles/0/0_0.jpg").status == 200, f"after {error} at {call} {when}"
        if not seen:
            break
        failed += 1
    else:
        raise AssertionError(f"{call} was called {MOST} times")
    assert failed > 0, f"nothing calls {call} there"


def test_a_table_that_can_t_be_read_gives_no_other_picture(faulty, source):
    """What has a tile's tag is the stored tile or nothing."""
    service = faulty()
    path = "/images/a.jpg/tiles/0/0_0.jpg"
    for when in range(1, MOST):
        shutil.rmtree(service.store)
        service.store.mkdir()
        shutil.copy(source, service.folder / "a.jpg")
        stored = service.get(path)
        assert stored.status == 200
        # Opened anew, with nothing read yet.
        service.end()
        service = faulty()
        with service.faults.failing("pread", "EIO", service.store, when):
            answer = service.get(path)
            seen = service.faults.seen
        if not seen:
            break
        check_told(answer, f"EIO at pread {when}")
        assert answer.status >= 500 or answer.body == stored.body
        assert service.get(path).body == stored.body
    assert when > 2


def test_a_listing_that_can_t_be_read_is_not_a_short_one(faulty, source):
    service = faulty()
    for name in ("a.jpg", "b.jpg"):
        shutil.copy(source, service.folder / name)
    with service.faults.failing("open", "EIO", service.folder):
        check_told(service.get("/images"), "EIO at every open")
        check_told(service.get("/images?search=a"), "EIO at every open")
        assert service.faults.seen
    for path in ("/images", "/images?search=.jpg"):
        assert re.findall(r"[ab]\.jpg", service.get(path).body.decode()), path


def test_a_source_that_may_not_be_read_is_told_as_that(faulty, source):
    """Only who runs the service can help it: clients come again, and that one is told."""
    service = faulty()
    shutil.copy(source, service.folder / "a.jpg")
    with service.faults.failing("open", "EACCES", service.folder):
        check_told(service.get("/images/a.jpg"), "EACCES at every open")
        check_told(service.get("/images"), "EACCES at every open")
    assert service.metrics()['faults_total{kind="unreadable"}'] >= 2
