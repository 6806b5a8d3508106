"""Several hosts of one store behind nginx with config/nginx-cluster.conf, on this machine, and who visits them."""
import collections
import contextlib
import http.client
import itertools
import os
import pathlib
import random
import signal
import socket
import threading
import time

from support.nginx import clustered
from support.service import Service


class Cluster:
    def __init__(self, work, folder, store, *flags, env, count=3, patience=None):
        """work: a folder for nginx and for the copies of each host; patience: nginx's, where it has another."""
        self.work, self.folder, self.store, self.flags, self.env = work, folder, store, flags, env
        self.ports = [lasting_port() for _ in range(count)]
        self.hosts = [None] * count
        self.kills = 0
        for number in range(count):
            self.begin(number)
        self.proxy = contextlib.ExitStack()
        (work / "nginx").mkdir()
        run, self.port = clustered(work / "nginx", self.ports, patience)
        self.proxy.enter_context(run)

    def begin(self, number):
        self.hosts[number] = Service(
            self.folder, self.store, "--copies", self.work / f"copies-{number}", "--trust-forwarded",
            *self.flags, port=self.ports[number], env=self.env)

    def kill(self, number):
        self.hosts[number].kill()
        self.kills += 1

    @contextlib.contextmanager
    def unplugged(self, number):
        """It takes what is sent to it, and answers nothing."""
        with halted(self.hosts[number].process.pid):
            yield

    def end(self):
        """Answers the codes that the hosts end with."""
        self.proxy.close()
        return [one.end() for one in self.hosts]


def lasting_port():
    """A free port that nobody's connection gets by chance while its host is away."""
    for port in random.sample(range(12_000, 32_000), 100):
        with contextlib.suppress(OSError), socket.socket() as one:
            one.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


@contextlib.contextmanager
def halted(process):
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def gateway(engine):
    """The number of the process that answers for an engine of the tests."""
    return int((pathlib.Path(engine["folder"]) / "rgw.pid").read_text().split()[0])


class Visitors:
    """Ask a port for one thing after the other until they end, and note what came of it."""

    def __init__(self, port, paths, count=8, seed=1):
        self.port, self.paths = port, paths
        self.answers = collections.Counter()
        self.failures = []
        self.times = []
        self.lock = threading.Lock()
        self.is_over = False
        self.threads = [
            threading.Thread(target=self.visit, args=(random.Random(seed + number),), daemon=True)
            for number in range(count)]
        for thread in self.threads:
            thread.start()

    def visit(self, numbers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=100)
        while not self.is_over:
            path = numbers.choice(self.paths)
            begun = time.monotonic()
            try:
                connection.request("GET", path)
                answer = connection.getresponse()
                answer.read()
                status = answer.status
            except (OSError, http.client.HTTPException) as error:
                connection.close()
                status = repr(error)
            with self.lock:
                self.answers[status] += 1
                self.times.append(time.monotonic() - begun)
                # Who is told when to come back has been answered.
                is_told = status == 503 and answer.getheader("Retry-After")
                if status != 200 and not is_told:
                    self.failures.append((path, status))
            if is_told:
                time.sleep(0.2)

    def count(self):
        with self.lock:
            return len(self.times)

    def end(self):
        self.is_over = True
        for thread in self.threads:
            thread.join()


def first_asks(ports, paths, times):
    """Asks for each path so many times at once, of one port after the other; answers what came by path."""
    came = collections.defaultdict(list)
    asks = [(path, port) for path in paths for port, _ in zip(itertools.cycle(ports), range(times))]
    line = iter(asks)
    lock = threading.Lock()

    def ask():
        connections = {}
        while True:
            with lock:
                path, port = next(line, (None, None))
            if path is None:
                return
            if port not in connections:
                connections[port] = http.client.HTTPConnection("127.0.0.1", port, timeout=100)
            connections[port].request("GET", path)
            answer = connections[port].getresponse()
            body = answer.read()
            with lock:
                came[path].append((answer.status, body))

    threads = [threading.Thread(target=ask) for _ in range(3 * times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return came
