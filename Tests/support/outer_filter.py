"""Runs a program behind a filter of system calls that is not its own, as a container's would be.

    python3 outer_filter.py landlock=ENOSYS,seccomp=EPERM,user=kill PROGRAM WORD..."""
import ctypes
import errno
import os
import platform
import struct
import sys

PRCTL, SECCOMP, SETRESUID = {
    "x86_64": (157, 317, 117), "aarch64": (167, 277, 147)}[platform.machine()]
LANDLOCK = (444, 445, 446)
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, FILTER = 22, 38, 2
LOAD, IS, ANSWER = 0x20, 0x15, 0x06
NUMBER, FIRST_ARGUMENT = 0, 16
ALLOW = 0x7FFF0000


def verdict(word):
    return 0x80000000 if word == "kill" else 0x00050000 | getattr(errno, word)


def program(**answers):
    """Instructions that answer what is named so, and allow all else."""
    numbers = {"landlock": LANDLOCK, "seccomp": (SECCOMP,), "user": (SETRESUID,)}
    lines = [(LOAD, 0, 0, NUMBER)]
    for name, word in answers.items():
        for number in numbers[name]:
            lines += [(IS, 0, 1, number), (ANSWER, 0, 0, verdict(word))]
    if "seccomp" in answers:
        # The older way to the same, by an argument of another call.
        lines += [
            (IS, 0, 3, PRCTL), (LOAD, 0, 0, FIRST_ARGUMENT), (IS, 0, 1, PR_SET_SECCOMP),
            (ANSWER, 0, 0, verdict(answers["seccomp"]))]
    return lines + [(ANSWER, 0, 0, ALLOW)]


def install(lines):
    libc = ctypes.CDLL(None, use_errno=True)
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in lines))
    head = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(lines), ctypes.addressof(code)))
    # Root may do without.
    if os.geteuid() != 0:
        libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if libc.prctl(PR_SET_SECCOMP, FILTER, head, 0, 0) != 0:
        sys.exit(f"no filter: {os.strerror(ctypes.get_errno())}")


if __name__ == "__main__":
    install(program(**dict(word.split("=") for word in sys.argv[1].split(","))))
    os.execv(sys.argv[2], sys.argv[2:])
