"""Processes that die, calls that fail, clocks that jump."""
import pytest

from support.faults import Faults


@pytest.fixture(scope="session")
def faults(tmp_path_factory):
    return Faults(tmp_path_factory.mktemp("faults"))
