"""The rows of scan.sh; see there."""
import os
import resource
import statistics
import subprocess
import sys
import time

size = sys.argv[1]
image = f"{size}.jpg"
rounds = int(os.environ.get("ROUNDS", "5"))
ours, out = os.environ["PYRAMIDION_BINARY"], os.environ["SCAN_OUT"]
before = os.environ.get("BEFORE")


def run(*command):
    """Processor seconds of a command and its children, and those of the clock."""
    # A command that waits for the disk waits for its own bytes, not for those that the one before has left.
    os.sync()
    start, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime, time.monotonic() - start


def told(*command):
    return tuple(map(float, subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()))


def cut(program, *flags):
    return run(program, "cut", "--force", "--quality", "80", *flags, image, f"{out}/cut.tif")


WORK = {
    "copied": lambda: cut(ours, "--base", "source"),
    "requantised": lambda: cut(ours, "--base", "requantised"),
    "tiffsave": lambda: run(
        "vips", "tiffsave", image, f"{out}/theirs.tif", "--tile", "--pyramid", "--compression", "jpeg", "--Q", "80",
        "--tile-width", "256", "--tile-height", "256"),
    "thumbnail": lambda: run("vips", "thumbnail", image, f"{out}/thumbnail.jpg", "1024"),
    "planes": lambda: told(os.environ["SCAN_PEER"], "planes", image),
    "eighth": lambda: told(os.environ["SCAN_PEER"], "eighth", image),
    "our planes": lambda: told(os.environ["SCAN_PROGRAM"], "planes", image),
    "our means": lambda: told(os.environ["SCAN_PROGRAM"], "means", image),
    "our means on two": lambda: told(os.environ["SCAN_PROGRAM"], "means2", image),
}
if before:
    WORK["before"] = lambda: run(
        before, "cut", "--force", "--quality", "80", image, f"{out}/cut.tif")

# What; its peer, over what; whose seconds (0 processors, 1 the clock); the bar, and whether it is the least.
ROWS = {
    "118": [
        ("a pyramid, its own data; vips tiffsave, clock", "tiffsave", "copied", 1, 6, True),
        ("the same; libjpeg's bare decoding, processors", "planes", "copied", 0, 0.85, True),
        ("decoding and the next level; libjpeg's planes, processors", "planes", "our planes", 0, 2.0, True),
        ("means of blocks; libjpeg's eighth, processors", "eighth", "our means", 0, 2.2, True),
        ("... on two threads; on one, clock, best", "our means on two", "our means", 1, 0.65, False),
    ],
    "943": [
        ("a pyramid, its own data; vips tiffsave, processors", "tiffsave", "copied", 0, 4.5, True),
        ("the same; vips thumbnail, clock", "copied", "thumbnail", 1, 0.9, False),
    ],
}
if before:
    ROWS["118"] += [
        ("release one; its own data, processors", "before", "copied", 0, 2.4, True),
        ("release one; requantised, processors", "before", "requantised", 0, 1.4, True),
    ]

ROWS["wide"] = ROWS["118"]
rows = ROWS[size]
names = list(dict.fromkeys(name for row in rows for name in row[1:3]))
times = {name: [] for name in names}
for _ in range(rounds):
    for name in names:
        times[name].append(WORK[name]())
print(f"{image:<63} first   second   ratio     bar")
for words, over, under, clock, bar, is_least in rows:
    middle = min if "best" in words else statistics.median
    one, other = (middle(pair[clock] for pair in times[name]) for name in (over, under))
    ratio = one / other
    met = ratio >= bar if is_least else ratio <= bar
    print(f"{words:<60} {one:8.3f} {other:8.3f} {ratio:7.2f}  {'>=' if is_least else '<='} {bar:<5} {'met' if met else 'MISSED'}", flush=True)
