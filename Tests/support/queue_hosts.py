"""Hosts that share a queue in a real PostgreSQL."""
import json
import signal

from support.command import run, start
from support.service import Service

# Far longer than anything takes that is waited for.
LONG = 240


class QueueHosts:
    """Commands on one folder, one store and one queue."""

    def __init__(self, database, pictures, store, environment):
        self.database, self.pictures, self.store = database, pictures, store
        self.environment = environment
        self.programs = []

    def run(self, *words, env=None):
        return run(*words, env=self.environment | (env or {}), timeout=LONG)

    def put(self, *flags):
        answer = self.run(
            "prerender", "--cluster", self.database.address, "--store", self.store, "--json", *flags,
            self.pictures)
        assert answer.returncode == 0, answer.stderr
        return json.loads(answer.stdout.splitlines()[-1])

    def work(self, *flags):
        """To its end."""
        return self.run(
            "work", "--cluster", self.database.address, "--store", self.store, "--until-empty",
            "--json", *flags, self.pictures)

    def worker(self, *flags, lease=10, env=None):
        """One that goes on, with nothing to do at first and its own decoders' maker."""
        self.programs.append(start(
            "work", "--cluster", self.database.address, "--store", self.store, "--lease", str(lease),
            "--jobs", "1", "--json", *flags, self.pictures, env=self.environment | (env or {})))
        return self.programs[-1]

    def serve(self, *flags):
        self.programs.append(Service(
            self.pictures, self.store, "--cluster", self.database.address, *flags, env=self.environment))
        return self.programs[-1]

    def jobs(self, *flags):
        answer = self.run("jobs", "--cluster", self.database.address, "--json", *flags)
        return json.loads(answer.stdout) | {"code": answer.returncode}

    def pyramids(self):
        return sorted(path.stem for path in self.store.glob("??/*.tif"))

    def lister(self, *flags):
        """Puts the folder in line, or waits for another one that does."""
        self.programs.append(start(
            "prerender", "--cluster", self.database.address, "--store", self.store, "--json", *flags,
            self.pictures, env=self.environment))
        return self.programs[-1]

    def end(self):
        for program in self.programs:
            process = getattr(program, "process", program)
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
                process.wait()
