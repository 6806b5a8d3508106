"""The store is full, can only be read, or is gone: what is there is served, what is new is told why it
isn't, and whoever runs the service reads it in a line."""
import concurrent.futures
import contextlib
import os
import shutil
import subprocess

import pytest

from support.pictures import draw
from support.service import wait_until


def mount(*words):
    return subprocess.run(["mount", *map(str, words)], capture_output=True).returncode == 0


@contextlib.contextmanager
def mounted(folder):
    """A small file system of its own."""
    if os.geteuid() != 0:
        pytest.skip("mounting needs root")
    folder.mkdir()
    if not mount("-t", "tmpfs", "-o", "size=8m", "tmpfs", folder):
        pytest.skip("a small file system can't be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


class Lost:
    """A service with one image that is cut, and further ones that are not."""

    def __init__(self, serve, folder, store):
        self.folder, self.store = folder, store
        for name in ("cut", "new", "late"):
            draw(folder / f"{name}.jpg", 600, 400, seed=len(name))
        self.service = serve(folder, store=store)
        assert self.tile("cut").status == 200
        assert self.service.get("/readyz").body == b"ready\n"
        self.read = 0

    def tile(self, name):
        return self.service.get(f"/images/{name}.jpg/tiles/0/0_0.jpg")

    def said(self, *words):
        """Waits for a line of the error stream with these words; answers it."""
        return wait_until(lambda: next(
            (line for line in self.service.said if all(word in line for word in words)), None))

    def check_lost(self, status, fault, reason):
        wait_until(lambda: b"nothing can be stored" in self.service.get("/readyz").body)
        ready = self.service.get("/readyz")
        assert ready.status == 200 and reason in ready.body.decode()
        assert self.service.metrics()["store_usable"] == 0
        assert self.tile("cut").status == 200
        answer = self.tile("new")
        assert answer.status == status and int(answer.fields["Retry-After"]) > 0
        detail = answer.json["error"]["detail"]
        assert reason in detail and str(self.store) not in detail
        assert reason in self.said(f"fault {fault} ", "nothing can be stored")
        line = self.said(f"fault {fault} ", 'image="new.jpg"')
        assert reason in line and str(self.store) not in line
        wait_until(lambda: self.service.metrics()[f'faults_total{{kind="{fault}"}}'] >= 2)

    def check_back(self):
        self.said("the store takes pyramids again")
        assert self.service.get("/readyz").body == b"ready\n"
        assert self.service.metrics()["store_usable"] == 1
        assert self.tile("late").status == 200
        wait_until(lambda: not [path for path in self.store.rglob(".*") if path.is_file()])


def fill_up(serve, place):
    with mounted(place / "disk") as disk:
        lost = Lost(serve, place / "images", disk)
        with open(disk / "filler", "wb", buffering=0) as filler, pytest.raises(OSError):
            while True:
                filler.write(bytes(4096))
        lost.check_lost(507, "store-full", "No space left on device")
        (disk / "filler").unlink()
        lost.check_back()
        # What could not be stored is cut again, once the failure is not remembered any more.
        wait_until(lambda: lost.tile("new").status == 200, seconds=60)
        lost.service.end()


def forbid_writing(serve, place):
    with mounted(place / "disk") as disk:
        lost = Lost(serve, place / "images", disk)
        assert mount("-o", "remount,ro", disk)
        lost.check_lost(503, "store-unusable", "Read-only file system")
        assert mount("-o", "remount,rw", disk)
        lost.check_back()
        lost.service.end()


def remove_and_make_again(serve, place):
    lost = Lost(serve, place / "images", place / "store")
    shutil.rmtree(place / "store")
    lost.check_lost(503, "store-unusable", "No such file or directory")
    (place / "store").mkdir()
    lost.check_back()


LOSSES = [fill_up, forbid_writing, remove_and_make_again]


@pytest.fixture(scope="module")
def losses(serve, tmp_path_factory):
    """All of them at once: it takes the server seconds to see that its store is lost, or back."""
    with concurrent.futures.ThreadPoolExecutor(len(LOSSES)) as pool:
        yield {loss: pool.submit(loss, serve, tmp_path_factory.mktemp("lost")) for loss in LOSSES}


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.__name__)
def test_a_lost_store_is_told_of_and_found_again(losses, loss):
    losses[loss].result()


@pytest.fixture
def images(tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    return folder


@pytest.fixture
def disk(tmp_path):
    with mounted(tmp_path / "disk") as folder:
        yield folder


def test_what_is_cut_is_served_from_a_store_that_can_only_be_read(serve, images, disk):
    draw(images / "cut.jpg", 600, 400)
    service = serve(images, store=disk)
    assert service.get("/images/cut.jpg").status == 200
    service.end()
    assert mount("-o", "remount,ro", disk)
    again = serve(images, "--pyramids", "require", store=disk)
    assert again.get("/images/cut.jpg/tiles/0/0_0.jpg").status == 200
    assert again.get("/readyz").body == b"ready\n"


def test_what_killed_writers_left_is_cleared_away_at_the_start(serve, images, tmp_path):
    store = tmp_path / "store"
    shelf = store / "ab"
    shelf.mkdir(parents=True)
    left = [shelf / ".abcdefghijklmnop.77-x.partial", shelf / ".abcdefghijklmnop.lock"]
    for path in left:
        path.write_bytes(bytes(1000))
    service = serve(images, store=store)
    wait_until(lambda: not any(path.exists() for path in left))
    wait_until(lambda: any("killed writers" in line for line in service.said))
