"""The built binary, run as its users run it."""

import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def binary():
    path = pathlib.Path(os.environ.get("PYRAMIDION_BINARY", ROOT / ".build/debug/pyramidion"))
    assert path.exists(), f"{path} is not built"
    return path


@pytest.fixture
def run(binary, tmp_path):
    def run(*words, **options):
        return subprocess.run(
            [binary, *words], capture_output=True, text=True, timeout=60, cwd=tmp_path, **options)
    return run
