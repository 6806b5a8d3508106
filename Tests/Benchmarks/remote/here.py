"""What lies elsewhere once it is here: tiles of a copy that is whole, and what open images take."""
import os
import pathlib
import re
import statistics
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from ground import Far, say
from support.command import BINARY
from support.far_store import FarStore
from support.pictures import draw
from support.service import Service

BENCHMARKS = pathlib.Path(__file__).resolve().parents[1]
SECONDS = int(os.environ.get("SECONDS_EACH", "4"))
TURNS = int(os.environ.get("TURNS", "5"))
IMAGES = int(os.environ.get("IMAGES", "10000"))


def on_first_processor(service):
    subprocess.run(["taskset", "-acp", "0", str(service.process.pid)], check=True, stdout=subprocess.DEVNULL)


def whole(files):
    """Tiles of a pyramid of which all is here, beside the same pyramid in a folder."""
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        (work / "in").mkdir()
        (work / "in/far.tif").write_bytes(files["far.tif"])
        subprocess.run(
            ["bash", "-c", '. "$0/load.sh"; lists "$1"', BENCHMARKS, work], check=True)
        paths = (work / "native").read_text().replace("/118.jpg/", "/far.tif/")
        (work / "native").write_text(paths)
        far = Far(files, "--loops", "1", "--workers", "1")
        local = Service(work / "in", work / "store", "--loops", "1", "--workers", "1")
        with ThreadPoolExecutor(6) as pool:
            for came in pool.map(far.service.get, paths.split()):
                assert came.status == 200
        asked = far.asked()
        for service in (far.service, local):
            on_first_processor(service)

        def rate(service):
            done = subprocess.run(
                ["wrk", "-t1", "-c32", f"-d{SECONDS}s", "-s", work / "list.lua",
                 f"http://127.0.0.1:{service.port}", "--", work / "native"],
                check=True, text=True, capture_output=True)
            per_second, _, _, errors = re.search(r"RESULT (.*)", done.stdout)[1].split()
            assert errors == "0"
            return float(per_second)
        pairs = [(rate(far.service), rate(local)) for _ in range(TURNS)]
        assert far.asked() == asked
        say(2, "tiles a second, all of the copy here; of a folder", statistics.median(one for one, _ in pairs),
            statistics.median(one for _, one in pairs), 0)
        ratios = sorted(ours / its for ours, its in pairs)
        print(f"     ... of each turn's pair: {statistics.median(ratios):.3f} ({ratios[0]:.3f} to {ratios[-1]:.3f})")
        local.end()
        far.end()


def memory(_):
    """What a server takes that has opened many images, elsewhere and in a folder."""
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        draw(work / "in.png", 700, 500, 1)
        subprocess.run([BINARY, "cut", work / "in.png", work / "one.tif"], check=True)
        body = (work / "one.tif").read_bytes()
        names = [f"{number}.tif" for number in range(IMAGES)]
        (work / "in").mkdir()
        for name in names:
            os.link(work / "one.tif", work / "in" / name)
        host = FarStore({name: body for name in names}, 0)
        taken = []
        for source, flags in ((host.address, ("--copies", work / "copies")), (work / "in", ())):
            service = Service(source, work / "store", "--loops", "1", "--workers", "1", *flags)
            assert service.get("/images/0.tif/tiles/0/0_0.jpg").status == 200
            before = anonymous(service)
            with ThreadPoolExecutor(6) as pool:
                for came in pool.map(service.get, (f"/images/{name}/tiles/0/0_0.jpg" for name in names)):
                    assert came.status == 200
            taken.append((anonymous(service), before, service.resident(), service.descriptors()))
            service.end()
        host.end()
        for place, words in ((2, "all of it"), (0, "anonymous")):
            far, local = taken[0][place], taken[1][place]
            say(17, f"{IMAGES} images opened elsewhere; in a folder, MB, {words}", far / 1e6, local / 1e6)
        print("     ... before them, anonymous: "
              + ", ".join(f"{before / 1e6:.1f} MB" for _, before, _, _ in taken)
              + "; descriptors: " + ", ".join(str(count) for _, _, _, count in taken))


def anonymous(service):
    status = pathlib.Path(f"/proc/{service.process.pid}/status").read_text()
    return int(re.search(r"RssAnon:\s+(\d+)", status)[1]) * 1024
