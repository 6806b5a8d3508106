"""A real PostgreSQL of the tests' own; its password is one that they look for."""
import contextlib
import os
import pathlib
import re
import signal
import subprocess

from support.cluster import lasting_port
from support.processes import children, processors

SCRIPT = pathlib.Path(__file__).parents[1] / "Engines" / "postgresql.sh"
PASSWORD = "MARKEDpyramidionPASSWORD"


class Database:
    def __init__(self, folder):
        port = lasting_port()
        self.variables = os.environ | {
            "PG_DIR": str(folder), "PG_PORT": str(port), "PG_PASSWORD": PASSWORD}
        self.count = 0
        self.name = "postgres"
        self.port = port
        self.start()

    @staticmethod
    def is_installed():
        return subprocess.run([SCRIPT, "check"], capture_output=True).returncode != 3

    def start(self):
        self.run("start")

    def stop(self):
        self.run("stop")

    def end(self):
        self.run("wipe")

    @property
    def first(self):
        """The number of the process that all others of its server come from."""
        return int((pathlib.Path(self.variables["PG_DIR"]) / "data" / "postmaster.pid").read_text().split()[0])

    def processors(self):
        """The seconds of processors that its server has had."""
        return processors(self.first, with_ended=True) + sum(map(processors, children(self.first)))

    @contextlib.contextmanager
    def halted(self):
        """Its server takes connections and never answers, as long as it lasts."""
        first = self.first
        os.kill(first, signal.SIGSTOP)
        others = children(first)
        for one in others:
            os.kill(one, signal.SIGSTOP)
        try:
            yield
        finally:
            for one in [*others, first]:
                os.kill(one, signal.SIGCONT)

    def run(self, word):
        subprocess.run([SCRIPT, word], env=self.variables, check=True, stdout=subprocess.DEVNULL)

    def make(self):
        """An empty database."""
        self.count += 1
        self.name = "postgres"
        self.ask(f"create database queue{self.count}")
        self.name = f"queue{self.count}"

    @property
    def environment(self):
        """Of programs that ask it, and nothing else."""
        return {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "PGPASSWORD": PASSWORD}

    @property
    def address(self):
        return f"postgresql://pyramidion@127.0.0.1:{self.port}/{self.name}"

    @property
    def open_address(self):
        """With its password."""
        return self.address.replace("pyramidion@", f"pyramidion:{PASSWORD}@")

    def listener(self, channel):
        """Listens from now on; what it answers with gives the texts that were told."""
        process = subprocess.Popen(
            ["psql", "-At", "-v", "ON_ERROR_STOP=1", self.address], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, env=os.environ | {"PGPASSWORD": PASSWORD})
        process.stdin.write(f"listen {channel};\n")
        process.stdin.flush()
        assert process.stdout.readline() == "LISTEN\n"

        def heard():
            said = process.communicate("select 1;\n", timeout=60)[0]
            return re.findall(rf'notification "{channel}"(?: with payload "(.*?)")? received', said)
        return heard

    @contextlib.contextmanager
    def locked(self, table):
        """Nobody writes to a table as long as it lasts."""
        process = subprocess.Popen(
            ["psql", "-qAt", "-v", "ON_ERROR_STOP=1", self.address], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, env=os.environ | {"PGPASSWORD": PASSWORD})
        process.stdin.write(f"begin; lock table {table} in share mode; select 'locked';\n")
        process.stdin.flush()
        assert process.stdout.readline() == "locked\n"
        try:
            yield
        finally:
            process.communicate("commit;\n", timeout=60)

    def ask(self, statement):
        """Rows of texts, by its own program."""
        said = subprocess.run(
            ["psql", "-qAt", "-v", "ON_ERROR_STOP=1", self.address, "-c", statement],
            env=os.environ | {"PGPASSWORD": PASSWORD}, check=True, text=True, capture_output=True)
        return [line.split("|") for line in said.stdout.splitlines()]
