"""Commands about images that lie in buckets and on the web."""
import json
import subprocess

import pytest

from support.asker import SECRET
from support.command import as_json, events, run
from support.far_host import FarHost
from support.pictures import draw
from support.s3_signing import BucketWriter
from support.service import Service


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")
    draw(folder / "a.jpg", 700, 500, 1)
    draw(folder / "sub" / "b.png", 400, 300, 2)
    draw(folder / "drawing.png", 3000, 2000, 3)
    subprocess.run(
        ["vips", "tiffsave", folder / "drawing.png", folder / "pyramid.tif", "--tile", "--pyramid",
         "--tile-width", "256", "--tile-height", "256", "--compression", "jpeg"], check=True)
    (folder / "drawing.png").unlink()
    (folder / "text.txt").write_text("no image")
    return folder


def files_of(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def host(pictures):
    host = FarHost(files_of(pictures))
    host.files["names.txt"] = "\n".join(sorted(host.files)).encode()
    yield host
    host.end()


@pytest.fixture
def flags(tmp_path):
    return ["--store", tmp_path / "store", "--copies", tmp_path / "copies"]


def results(answer):
    return {one["image"]: one["event"] for one in events(answer) if "image" in one}


def test_what_is_prerendered_is_what_is_served(host, flags, pictures):
    address = f"{host.base}?list=names.txt"
    first = run("prerender", "--json", *flags, address)
    assert first.returncode == 0, first.stderr
    assert results(first) == {
        f"{host.base}a.jpg": "cut", f"{host.base}sub/b.png": "cut", f"{host.base}pyramid.tif": "adopted"}
    again = run("prerender", "--json", *flags, address)
    assert set(results(again).values()) <= {"current", "adopted"}
    # The copy of what was cut is gone, and so are all others.
    assert list(flags[3].iterdir()) == []
    service = Service(host.base, flags[1], "--copies", flags[3], "--pyramids", "require")
    try:
        assert service.get("/images/a.jpg/tiles/0/0_0.jpg").status == 200
        assert service.get("/images/sub%2Fb.png/tiles/0/0_0.jpg").status == 200
    finally:
        service.end()


def test_one_image_is_enough(host, flags):
    done = run("prerender", "--json", *flags, f"{host.base}a.jpg")
    assert results(done) == {f"{host.base}a.jpg": "cut"}
    absent = run("prerender", *flags, f"{host.base}none.jpg")
    assert absent.returncode == 1 and f"{host.base}none.jpg: " in absent.stderr


def test_what_changed_is_pruned(host, flags, tmp_path):
    address = f"{host.base}?list=names.txt"
    assert run("prerender", *flags, address).returncode == 0
    draw(tmp_path / "other.jpg", 700, 500, 8)
    host.files["a.jpg"] = (tmp_path / "other.jpg").read_bytes()
    dry = as_json("prune", "--dry-run", *flags, address)
    assert [one["source"] for one in dry["removed"]] == ["a.jpg"] and dry["kept"] == 1
    assert as_json("prune", *flags, address)["removed"] == dry["removed"]
    # What can't be asked is no reason to remove anything.
    broken = f"http://127.0.0.1:{host.port}/none/?list=names.txt"
    refused = run("prune", *flags, broken)
    assert refused.returncode == 1 and "nothing is removed" in refused.stderr
    assert as_json("prune", *flags, address)["kept"] == 1


def test_what_an_image_is(host, flags, pictures):
    there = as_json("inspect", *flags, f"{host.base}a.jpg")
    here = as_json("inspect", *flags, pictures / "a.jpg")
    assert there["path"] == f"{host.base}a.jpg" and there["stored"]["state"] == "missing"
    different = {"path", "stored"}
    assert {k: v for k, v in there.items() if k not in different} == {
        k: v for k, v in here.items() if k not in different}
    assert run("prerender", *flags, f"{host.base}a.jpg").returncode == 0
    assert as_json("inspect", *flags, f"{host.base}a.jpg")["stored"]["state"] == "current"
    before = host.sent
    pyramid = as_json("inspect", *flags, f"{host.base}pyramid.tif")
    assert (pyramid["width"], pyramid["height"]) == (3000, 2000)
    assert host.sent - before < len(host.files["pyramid.tif"]) + (1 << 19)
    absent = run("inspect", *flags, f"{host.base}none.jpg")
    assert absent.returncode == 1 and "none.jpg" in absent.stderr


def test_pyramids_elsewhere_are_verified(host, flags, pictures, tmp_path):
    copies = flags[2:]
    assert run("cut", "--base", "source", pictures / "a.jpg", tmp_path / "a.tif").returncode == 0
    host.files["a.tif"] = (tmp_path / "a.tif").read_bytes()
    sound = run("verify", "--deep", *copies, f"{host.base}a.tif", f"{host.base}pyramid.tif")
    assert sound.returncode == 0, sound.stdout
    compared = run("verify", *copies, "--against", f"{host.base}a.jpg", f"{host.base}a.tif")
    assert compared.returncode == 0 and f"equal to {host.base}a.jpg" in compared.stdout
    bytes_ = bytearray(host.files["a.tif"])
    bytes_[-2000] ^= 1
    host.files["a.tif"] = bytes(bytes_)
    damaged = run("verify", "--deep", *copies, f"{host.base}a.tif")
    assert damaged.returncode == 1 and "1 damaged" in damaged.stdout
    absent = run("verify", *copies, f"{host.base}none.tif")
    assert absent.returncode == 1 and "1 can't be read" in absent.stdout


def test_a_bucket_is_prerendered(engine, pictures, flags):
    writer = BucketWriter(engine["S3_ENDPOINT"], engine["AWS_ACCESS_KEY_ID"], SECRET)
    writer.put("/ahead")
    for name, body in files_of(pictures).items():
        writer.put(f"/ahead/m/é/{name}", body)
    environment = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"} | {
        name: engine[name] for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")}
    address = f"s3://ahead/m/%C3%A9?endpoint={engine['S3_ENDPOINT']}"
    done = run("prerender", "--json", *flags, address, env=environment)
    assert done.returncode == 0, done.stderr
    assert sorted(results(done).values()) == ["adopted", "cut", "cut"]
    assert "s3://ahead/m/é/sub/b.png" in results(done)
    pruned = run("prune", "--json", *flags, address, env=environment)
    assert json.loads(pruned.stdout)["kept"] == 2, pruned.stderr
    missing = run("prerender", *flags, address.replace("%C3%A9", "none"), env=environment)
    assert missing.returncode == 1 and "s3://ahead/m/none" in missing.stderr
    refused = run("prerender", *flags, address, env=environment | {"AWS_ACCESS_KEY_ID": "NOBODY"})
    assert refused.returncode == 1 and "we are refused" in refused.stderr
    for said in (done, pruned, missing, refused):
        assert SECRET not in said.stdout + said.stderr
