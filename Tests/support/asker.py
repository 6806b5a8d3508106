"""The program that asks engines for the tests."""
import json
import subprocess

from support.command import BINARY

ASKER = BINARY.parent / "FetchFixture"
# What an engine is asked with, and nothing may ever show.
SECRET = "MARKEDpyramidionSECRET"


class Asker:
    def __init__(self, address, *words, **variables):
        environment = {"PATH": "/usr/bin:/bin", **variables}
        self.process = subprocess.Popen(
            [ASKER, address, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, env=environment)
        self.said = []

    def ask(self, *words):
        self.process.stdin.write("\t".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read()
        self.said.append(line)
        return json.loads(line)

    def most_memory(self):
        """In bytes, since its start."""
        with open(f"/proc/{self.process.pid}/status") as status:
            lines = dict(line.split(":", 1) for line in status)
        return int(lines["VmHWM"].split()[0]) << 10

    def end(self):
        self.process.stdin.close()
        assert self.process.wait(timeout=30) == 0, self.process.stderr.read()
