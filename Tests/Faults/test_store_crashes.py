"""Writers of a store die, the disk fills, calls fail: readers see the old pyramid or the new one."""
import json
import os
import random
import shutil
import signal
import subprocess
import time

import pytest

from support.command import FIXTURE, run
from support.service import wait_until

# More of them by hand: PYRAMIDION_KILLS=200.
KILLS = int(os.environ.get("PYRAMIDION_KILLS", "8"))
SIZE = ["4000", "3000"]
# Few tiles: a sweep runs once for each call.
SMALL = ["600", "400"]


@pytest.fixture
def place(tmp_path):
    source = tmp_path / "source.jpg"
    source.write_bytes(b"drawn")
    return tmp_path / "store", source


def publish(place, *more, around=(), size=SIZE, **options):
    store, source = place
    return subprocess.Popen(
        [*around, FIXTURE, "publish", store, source, *size, *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def verify(store, *flags):
    answer = run("verify", "--store", store, "--deep", "--json", *flags)
    assert answer.returncode in (0, 1), answer.stderr
    return answer.returncode, json.loads(answer.stdout)


def files(store):
    return sorted(p.name for p in store.rglob("*") if p.is_file())


def check_clean(place, size=SIZE):
    """Nothing damaged is in sight; one sweep and one run later all is as if nothing happened."""
    store, _ = place
    code, report = verify(store, "--repair")
    assert code == 0, report
    assert all(name.endswith(".tif") for name in files(store)), files(store)
    out, error = publish(place, size=size).communicate()
    assert out.startswith(("published", "present")), error
    code, report = verify(store)
    assert (code, report["checked"], report["leftovers"]) == (0, 1, [])
    assert len(files(store)) == 1


def test_killed_writers(place):
    store, _ = place
    began = time.monotonic()
    publish(place).communicate()
    whole = time.monotonic() - began
    leftovers = 0
    for _ in range(KILLS):
        shutil.rmtree(store)
        store.mkdir()
        writer = publish(place, "100")
        time.sleep(random.uniform(0, whole + 0.06))
        writer.send_signal(signal.SIGKILL)
        writer.communicate()
        code, report = verify(store)
        assert code == 0, report
        leftovers += len(report["leftovers"])
        check_clean(place)
    print(f"{KILLS} kills, {leftovers} leftovers swept")


def test_eight_writers_of_one_pyramid(place):
    writers = [publish(place, "50") for _ in range(8)]
    answers = [writer.communicate()[0].split()[0] for writer in writers]
    assert sorted(answers) == ["present"] * 7 + ["published"]
    check_clean(place)


def test_the_next_writer_takes_over_from_a_killed_one(place):
    first = publish(place, "20000")
    wait_until(lambda: any(name.endswith(".partial") for name in files(place[0])))
    second = publish(place)
    first.kill()
    assert second.communicate()[0].startswith("published")
    first.communicate()
    check_clean(place)


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting needs root")
def test_full_disk(place):
    store, _ = place
    store.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", store])
    if mounted.returncode != 0:
        pytest.skip("a small file system cannot be mounted here")
    try:
        writer = publish(place)
        _, error = writer.communicate()
        assert writer.returncode == 1
        assert "No space left on device" in error and str(store) in error
        assert files(store) == []
        subprocess.run(["mount", "-o", "remount,size=8m", store], check=True)
        check_clean(place)
    finally:
        subprocess.run(["umount", store], check=True)


# Every call that a writer makes below its store, with what it may come to.
FAILING = [
    ("mkdir", "EACCES"), ("mkdir", "ENOSPC"), ("open", "EIO"), ("open", "ENOSPC"), ("open", "EMFILE"),
    ("flock", "ENOLCK"), ("pwrite", "ENOSPC"), ("pwrite", "EIO"), ("pread", "EIO"), ("fsync", "EIO"),
    ("fsync", "ENOSPC"), ("rename", "EIO"), ("rename", "EROFS"), ("unlink", "EIO"),
]  # fmt: skip


# Those that a published pyramid does without: the lock is given back, and its file removed, by
# whoever comes next.
MAY_FAIL = {"flock", "unlink"}


@pytest.mark.parametrize("call,error", FAILING)
def test_whichever_call_fails_the_store_is_sound(place, faults, call, error):
    store = place[0]
    for fault in faults.each(call, error, below=store):
        store.mkdir()
        writer = publish(place, size=SMALL, env=fault.environment)
        out, message = writer.communicate()
        check_end(writer.returncode, out, message, fault)
        if writer.returncode != 0:
            assert [name for name in files(store) if name.endswith(".partial")] == [], str(fault)
        check_clean(place, size=SMALL)
        shutil.rmtree(store)
    assert fault.when > 1, f"no writer calls {call}"


def check_end(code, out, message, fault):
    """A writer whose call failed says so, or did what it was to do all the same."""
    assert code in (0, 1), (str(fault), code)
    if code == 1:
        assert fault.seen and "cannot " in message, (str(fault), message)
    else:
        assert out.startswith("published"), (str(fault), out)
        # Nothing may be called published that is not on the disk under its name.
        assert not fault.seen or fault.call in MAY_FAIL, str(fault)


def test_short_writes_are_continued(place):
    """A file-size limit stops writes in the middle: the kernel writes what fits, then refuses."""
    writer = publish(
        place, around=["sh", "-c", 'ulimit -f 40; trap "" XFSZ; exec "$@"', "sh"]
    )
    _, message = writer.communicate()
    assert writer.returncode == 1 and "File too large" in message
    assert files(place[0]) == []
    check_clean(place)


def test_every_damage_is_found_and_repaired(place):
    size = ["1600", "1200"]
    publish(place, size=size).communicate()
    store = place[0]
    pyramid = next(store.rglob("*.tif"))
    whole = pyramid.read_bytes()
    rng = random.Random(5)
    damages = []
    for _ in range(20):
        flipped = bytearray(whole)
        bit = rng.randrange(len(whole) * 8)
        flipped[bit // 8] ^= 1 << bit % 8
        damages.append(bytes(flipped))
    page = rng.randrange(len(whole) // 4096 - 1) * 4096
    damages.append(whole[:page] + bytes(4096) + whole[page + 4096 :])
    damages.append(whole[: rng.randrange(len(whole))])
    damages.append(b"")
    swapped = bytearray(whole)
    swapped[-3000:], swapped[-6000:-3000] = swapped[-6000:-3000], swapped[-3000:]
    if bytes(swapped) != whole:
        damages.append(bytes(swapped))
    for damage in damages:
        pyramid.write_bytes(damage)
        code, report = verify(store)
        assert (code, report["damaged"], report["removed"]) == (1, 1, 0)
        assert pyramid.exists()
    code, report = verify(store, "--repair")
    assert (code, report["removed"]) == (1, 1)
    assert not pyramid.exists()
    check_clean(place, size=size)


@pytest.mark.parametrize(
    "words,code,message",
    [
        ([], 3, "/nowhere/pyramidion: No such file or directory"),
        (["--repair", "x"], 3, "/nowhere/pyramidion: No such file or directory"),
        (["--store", "/nowhere/at/all"], 3, "/nowhere/at/all: No such file or directory"),
        (["--store", ""], 2, "--store is empty"),
        (["x"], 1, "cannot open x: No such file or directory"),
    ],
)
def test_exit_codes(words, code, message):
    answer = run("verify", *words, env={"XDG_CACHE_HOME": "/nowhere"})
    assert answer.returncode == code
    assert message in answer.stderr + answer.stdout
