"""The processes of a program: its nursery, and the decoders that the nursery has made."""
import os
import pathlib


def children(process):
    """The numbers of a process's children."""
    found = []
    for task in pathlib.Path(f"/proc/{process}/task").iterdir():
        try:
            found += map(int, (task / "children").read_text().split())
        except FileNotFoundError:
            # The thread has ended meanwhile.
            continue
    return found


def nursery(process):
    """The number of a program's nursery; None while there is none."""
    for child in children(process):
        if b"--decoder-nursery" in command(child):
            return child
    return None


def decoders(process):
    """The numbers of the processes that decode for a program."""
    parent = nursery(process)
    return children(parent) if parent else []


def processors(process, with_ended=False):
    """The seconds of processors that a process has had; with those of its children that have ended."""
    try:
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return sum(map(int, fields[11:15 if with_ended else 13])) / os.sysconf("SC_CLK_TCK")


def command(process):
    try:
        return pathlib.Path(f"/proc/{process}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""
