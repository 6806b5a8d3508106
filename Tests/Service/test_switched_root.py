"""A folder that is renamed, or whose link is switched, while it is served."""
import os
import pathlib
import urllib.request

import pytest

from support.pictures import draw
from support.service import Server, wait_until

TILE = "/images/a.png/tiles/0/0_0.jpg"


@pytest.fixture
def versions(tmp_path):
    for name, side in (("v1", 64), ("v2", 128)):
        (tmp_path / name).mkdir()
        draw(tmp_path / name / "a.png", side, side)
        draw(tmp_path / name / f"only-{name}.png", 32, 32)
        (tmp_path / name / "a.txt").write_text(name)
    (tmp_path / "current").symlink_to("v1")
    return tmp_path


def switch(folder, name):
    (folder / "next").symlink_to(name)
    os.replace(folder / "next", folder / "current")


def width(service):
    # None while the one folder has gone and the other is not seen yet.
    return service.get("/images/a.png").json.get("width")


def said(service):
    return [line for line in service.said if "another folder lies at" in line]


def opened_below(service, folder):
    links = pathlib.Path(f"/proc/{service.process.pid}/fd").iterdir()
    found = []
    for link in links:
        try:
            found.append(os.readlink(link))
        except FileNotFoundError:
            pass
    return [path for path in found if path.startswith(f"{folder}")]


def names(service):
    return {entry["name"] for entry in service.get("/images").json["entries"]}


def test_a_link_that_is_switched_is_followed(serve, versions):
    service = serve(versions / "current", "--loops", "2")
    assert width(service) == 64 and service.get(TILE).status == 200
    switch(versions, "v2")
    wait_until(lambda: width(service) == 128)
    assert service.get("/images/only-v2.png").status == 200
    assert service.get("/images/only-v1.png").status == 404
    assert names(service) == {"a.png", "only-v2.png"}
    wait_until(lambda: said(service))
    # What was open of the old one is let go.
    wait_until(lambda: service.get("/healthz") and not opened_below(service, versions / "v1"))
    switch(versions, "v1")
    wait_until(lambda: width(service) == 64)
    wait_until(lambda: len(said(service)) > 1)
    assert len(said(service)) == 2, "each is told once"


def test_a_folder_that_is_replaced_is_served_as_it_is_now(serve, versions):
    service = serve(versions / "v1")
    assert width(service) == 64
    (versions / "v1").rename(versions / "away")
    wait_until(lambda: any("is gone" in line for line in service.said))
    assert names(service) == {"a.png", "only-v1.png"}
    (versions / "v2").rename(versions / "v1")
    wait_until(lambda: width(service) == 128)
    assert names(service) == {"a.png", "only-v2.png"}
    wait_until(lambda: said(service))
    assert len(said(service)) == 1


def test_static_files_follow_too(versions, tmp_path):
    server = Server(versions / "current", "--static", "--loops", "2")

    def text():
        with urllib.request.urlopen(f"{server.base}/a.txt", timeout=30) as answer:
            return answer.read().decode()

    try:
        assert text() == "v1"
        switch(versions, "v2")
        wait_until(lambda: {text() for _ in range(4)} == {"v2"})
        wait_until(lambda: said(server))
    finally:
        server.end()
    assert len(said(server)) == 1
