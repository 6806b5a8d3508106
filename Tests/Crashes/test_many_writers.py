"""Several administrators fill one store from one folder at the same time."""
import collections
import json
import subprocess

import numpy
from PIL import Image

WRITERS = 8


def draw(path, seed):
    x, y = numpy.meshgrid(numpy.arange(900), numpy.arange(700))
    planes = [(x * 7 + seed * 31) % 256, (y * 5 + seed * 17) % 256, (x + y + seed) // 7 % 256]
    Image.fromarray(numpy.stack(planes, axis=-1).astype("uint8")).save(path)


def test_eight_runs_over_one_folder_cut_each_image_once(binary, tmp_path):
    folder, store = tmp_path / "images", tmp_path / "store"
    folder.mkdir()
    names = ["a.jpg", "b.jpg", "c.jpg", "d.png", "e.png", "f.tif"]
    for seed, name in enumerate(names):
        draw(folder / name, seed)
    runs = [
        subprocess.Popen(
            [binary, "prerender", "--json", "--jobs", "2", "--store", store, folder],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(WRITERS)
    ]
    came_to = collections.defaultdict(collections.Counter)
    for run in runs:
        out, error = run.communicate(timeout=120)
        assert run.returncode == 0, error
        events = [json.loads(line) for line in out.splitlines()]
        for event in events:
            if "image" in event:
                came_to[event["image"]][event["event"]] += 1
    assert len(came_to) == len(names)
    for image, events in came_to.items():
        # Who comes second waits for the first, and finds its pyramid there.
        assert events == {"cut": 1, "current": WRITERS - 1}, image
    verified = subprocess.run(
        [binary, "verify", "--store", store, "--deep", "--json"], capture_output=True, text=True)
    report = json.loads(verified.stdout)
    assert (verified.returncode, report["checked"], report["leftovers"]) == (0, len(names), [])
    files = [path for path in store.rglob("*") if path.is_file()]
    assert len(files) == len(names) and all(path.suffix == ".tif" for path in files), files
