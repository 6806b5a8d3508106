"""A store without room is the disk's trouble, and is told as such: not as the image's."""
import os
import subprocess

import numpy
import pytest
from PIL import Image


@pytest.fixture
def small_disk(tmp_path):
    if os.geteuid() != 0:
        pytest.skip("mounting needs root")
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder])
    if mounted.returncode != 0:
        pytest.skip("a small file system can't be mounted here")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.mark.parametrize("kind", ["jpg", "png"])
def test_a_full_disk_is_no_fault_of_the_image(serve, tmp_path, small_disk, kind):
    folder = tmp_path / "images"
    folder.mkdir()
    noise = numpy.random.default_rng(1).integers(0, 255, (900, 1200, 3), dtype=numpy.uint8)
    Image.fromarray(noise).save(folder / f"noise.{kind}")
    service = serve(folder, store=small_disk)
    answer = service.get(f"/images/noise.{kind}")
    detail = answer.json["error"]["detail"]
    assert answer.status == 507, detail
    assert "its pyramid can't be stored: No space left on device" in detail
    assert str(small_disk) not in detail and ".partial" not in detail and "/" not in detail
    assert not [file for file in small_disk.rglob("*") if file.is_file()]
    # That it passes is seen in test_lost_store.py.
    assert int(answer.fields["Retry-After"]) > 0
