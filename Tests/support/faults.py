"""Calls that fail one after the other: what a program does must be sound whichever it is."""
import contextlib
import errno
import os
import pathlib
import subprocess
import tempfile

SOURCE = pathlib.Path(__file__).with_name("faults.c")


class Fault:
    """The failure of one call; `seen` once it has come to pass."""

    def __init__(self, library, call, error, when, below, seen):
        self.call, self.error, self.when = call, error, when
        self._seen = seen
        self.environment = os.environ | {
            "LD_PRELOAD": str(library), "FAULT_CALL": call, "FAULT_WHEN": str(when),
            "FAULT_ERROR": str(getattr(errno, error)), "FAULT_BELOW": str(below), "FAULT_SEEN": str(seen),
        }  # fmt: skip

    @property
    def seen(self):
        return self._seen.exists()

    def __str__(self):
        return f"{self.error} at {self.call} {self.when}"


class Faults:
    """Builds the library that has calls fail, and sweeps over them."""

    # More calls than this of one kind are no sweep any more.
    MOST = 500

    def __init__(self, folder):
        self.folder = folder
        self.library = folder / "faults.so"
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", self.library, SOURCE, "-ldl"],
            check=True)

    def each(self, call, error, below):
        """The first call of a kind fails, then the second, and so on, until a whole run has none left
        to fail. `below`: only calls on paths that begin so count."""
        for when in range(1, self.MOST):
            seen = self.folder / "seen"
            seen.unlink(missing_ok=True)
            fault = Fault(self.library, call, error, when, below, seen)
            yield fault
            if not fault.seen:
                return
        raise AssertionError(f"{call} was called {self.MOST} times")

    def planned(self):
        """Faults of one process, one after the other."""
        return PlannedFaults(self.library, pathlib.Path(tempfile.mkdtemp(dir=self.folder)))

    def clock_shifted_by(self, file):
        """What a program's environment has besides, for its time of day to be shifted by the seconds in
        a file."""
        return {"LD_PRELOAD": self.library, "FAULT_CLOCK": file}


class PlannedFaults:
    """The faults of a process that goes on: which call fails is said while it runs."""

    def __init__(self, library, folder):
        self.plan, self.uptime, self._seen = folder / "plan", folder / "uptime", folder / "seen"
        self.number = 0
        self.passed = 0
        for file in (self.plan, self.uptime):
            file.write_text("")
        #: What the process's environment has besides.
        self.environment = {
            "LD_PRELOAD": library, "FAULT_PLAN": self.plan, "FAULT_SEEN": self._seen,
            "FAULT_UPTIME": self.uptime,
        }  # fmt: skip

    @property
    def prefix(self):
        """What is put before a command for it to live with these faults."""
        return ["env", *(f"{name}={value}" for name, value in self.environment.items())]

    @contextlib.contextmanager
    def failing(self, call, error, below, when=0):
        """The n-th call of a kind fails meanwhile, or each one; `below`: on paths that begin so."""
        with self._planned(call, getattr(errno, error), below, when):
            yield self

    @contextlib.contextmanager
    def hanging(self, call, below):
        """The next call of a kind on paths that begin so never comes back."""
        with self._planned(call, 0, below, when=1):
            yield self

    @contextlib.contextmanager
    def _planned(self, call, error, below, when):
        self._seen.unlink(missing_ok=True)
        self.number += 1
        self._write(self.plan, f"{self.number} {when} {error} {call} {below}")
        try:
            yield
        finally:
            self._write(self.plan, "")

    @property
    def seen(self):
        return self._seen.exists()

    def pass_time(self, seconds):
        """Sets the clock forward that never jumps: what was to be remembered so long is forgotten."""
        self.passed += seconds
        self._write(self.uptime, str(self.passed))

    @staticmethod
    def _write(file, text):
        new = file.with_suffix(".new")
        new.write_text(text)
        os.replace(new, file)
