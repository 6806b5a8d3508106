"""The simulator of fleets beside a server whose pyramids lie in a bucket of a real engine."""
import pathlib
import subprocess
import sys

import pytest

from support.asker import SECRET
from support.pictures import draw
from support.s3_signing import BucketWriter
from support.service import Service

SIMULATOR = pathlib.Path(__file__).parents[1] / "Benchmarks" / "scale" / "simulate.py"


def simulate(*words):
    return subprocess.run(
        [sys.executable, SIMULATOR, *map(str, words)], text=True, capture_output=True, timeout=600)


def test_its_rules_are_right():
    done = simulate("--self-check")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("right: ") == 4


@pytest.mark.parametrize("words, named", [
    (["--edge", "2"], "--edge"), (["--hosts", "0"], "--hosts"),
    (["--pyramid", "/nonexistent.tif"], "/nonexistent.tif"),
    (["--pyramid", SIMULATOR], "no TIFF"),
    (["--beside", "http://127.0.0.1:1"], "--image")])
def test_what_it_refuses(words, named):
    done = simulate(*words)
    assert done.returncode != 0 and named in done.stderr and "Traceback" not in done.stderr


def test_it_tells_what_a_server_asks_for(engine, tmp_path):
    draw(tmp_path / "in" / "large.jpg", 9000, 7000, 2)
    bucket = BucketWriter(engine["S3_ENDPOINT"], engine["AWS_ACCESS_KEY_ID"], SECRET)
    bucket.name = "simulated"
    bucket.put("/simulated")
    store = f"s3://simulated/p?endpoint={engine['S3_ENDPOINT']}"
    environment = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"} | {
        name: engine[name] for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")}

    def host(copies, *flags):
        return Service(
            tmp_path / "in", store, "--copies", tmp_path / copies, *flags, env=environment)
    first = host("a")
    assert first.get("/images/large.jpg/tiles/0/0_0.jpg").status == 200
    version = first.get("/images/large.jpg").json["version"]
    first.end()
    pyramid = tmp_path / "large.tif"
    pyramid.write_bytes(bucket.get(f"p/{version[:2]}/{version}.tif"))

    def beside(copies, *flags):
        """Of a host that has cut nothing, and so fetches; the engine may have been slow once or twice."""
        for number in range(5):
            one = host(f"{copies}{number}", "--pyramids", "require", *flags)
            done = simulate("--beside", one.base, "--image", "large.jpg", "--pyramid", pyramid)
            one.end()
            if done.returncode != 3:
                return done
        pytest.skip("the engine was too slow to be counted")
    done = beside("b")
    assert done.returncode == 0 and "right" in done.stdout, done.stdout + done.stderr
    # What reads around otherwise than it is told does not agree.
    done = beside("c", "--read-around", "0")
    assert done.returncode == 1 and "wrong" in done.stdout, done.stdout + done.stderr
