"""Several administrators fill one store from one folder at the same time."""
import collections
import json

from support.command import as_json, start
from support.pictures import draw

WRITERS = 8


def test_eight_runs_over_one_folder_cut_each_image_once(tmp_path):
    folder, store = tmp_path / "images", tmp_path / "store"
    folder.mkdir()
    names = ["a.jpg", "b.jpg", "c.jpg", "d.png", "e.png", "f.tif"]
    for seed, name in enumerate(names):
        draw(folder / name, 900, 700, seed)
    words = ["prerender", "--json", "--jobs", 2, "--store", store, folder]
    runs = [start(*words) for _ in range(WRITERS)]
    came_to = collections.defaultdict(collections.Counter)
    for each in runs:
        out, error = each.communicate(timeout=120)
        assert each.returncode == 0, error
        for event in map(json.loads, out.splitlines()):
            if "image" in event and event["event"] != "progress":
                came_to[event["image"]][event["event"]] += 1
    assert len(came_to) == len(names)
    for image, events in came_to.items():
        # Who comes second waits for the first, and finds its pyramid there.
        assert events == {"cut": 1, "current": WRITERS - 1}, image
    report = as_json("verify", "--store", store, "--deep")
    assert (report["checked"], report["leftovers"]) == (len(names), [])
    files = [path for path in store.rglob("*") if path.is_file()]
    assert len(files) == len(names) and all(path.suffix == ".tif" for path in files), files
