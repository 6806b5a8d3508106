"""The store is full, can only be read, or is gone: what is there is served, what is new is told why it
isn't, and whoever runs the service reads it in a line."""
import os
import shutil
import subprocess

import pytest

from support.pictures import draw
from support.service import wait_until


def mount(*words):
    return subprocess.run(["mount", *map(str, words)], capture_output=True).returncode == 0


@pytest.fixture
def disk(tmp_path):
    if os.geteuid() != 0:
        pytest.skip("mounting needs root")
    folder = tmp_path / "disk"
    folder.mkdir()
    if not mount("-t", "tmpfs", "-o", "size=8m", "tmpfs", folder):
        pytest.skip("a small file system can't be mounted here")
    yield folder
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


@pytest.fixture
def images(tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    return folder


def test_a_full_store(serve, images, disk):
    lost = Lost(serve, images, disk)
    with open(disk / "filler", "wb", buffering=0) as filler, pytest.raises(OSError):
        while True:
            filler.write(bytes(4096))
    lost.check_lost(507, "store-full", "No space left on device")
    (disk / "filler").unlink()
    lost.check_back()


def test_a_store_that_can_only_be_read(serve, images, disk):
    lost = Lost(serve, images, disk)
    assert mount("-o", "remount,ro", disk)
    lost.check_lost(503, "store-unusable", "Read-only file system")
    assert mount("-o", "remount,rw", disk)
    lost.check_back()


def test_a_store_that_is_removed_and_made_again(serve, images, tmp_path):
    store = tmp_path / "store"
    lost = Lost(serve, images, store)
    shutil.rmtree(store)
    lost.check_lost(503, "store-unusable", "No such file or directory")
    store.mkdir()
    lost.check_back()


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
