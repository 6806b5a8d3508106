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
    def __init__(self, work, folder, store, *flags, env, count=3, patience=None, wires=None):
        """work: a folder for nginx and for the copies of each host; patience: nginx's, where it has another;
        wires: that the hosts hang on, or all are one machine."""
        self.work, self.folder, self.store, self.flags, self.env = work, folder, store, flags, env
        self.wires = wires
        self.places = [
            (wires.address(number), 8080) if wires else ("127.0.0.1", lasting_port()) for number in range(count)]
        self.addresses = [f"{host}:{port}" for host, port in self.places]
        self.hosts = [None] * count
        self.kills = 0
        for number in range(count):
            self.begin(number)
        self.proxy = contextlib.ExitStack()
        (work / "nginx").mkdir()
        run, self.port = clustered(work / "nginx", self.addresses, patience)
        self.proxy.enter_context(run)

    def begin(self, number):
        address, port = self.places[number]
        prefix = self.wires.prefix(number) if self.wires else ()
        self.hosts[number] = Service(
            self.folder, self.store, "--copies", self.work / f"copies-{number}", "--trust-forwarded",
            *self.flags, prefix=prefix, env=self.env, port=port, address=address)

    def kill(self, number):
        self.hosts[number].kill()
        self.kills += 1

    @contextlib.contextmanager
    def unplugged(self, number):
        """Its wire is out; without one it takes what is sent to it, and answers nothing."""
        with self.wires.pulled(number) if self.wires else halted(self.hosts[number].process.pid):
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


def first_asks(addresses, paths, times):
    """Asks for each path so many times at once, of one address after the other; answers what came by path."""
    came = collections.defaultdict(list)
    asks = [(path, address) for path in paths for address, _ in zip(itertools.cycle(addresses), range(times))]
    line = iter(asks)
    lock = threading.Lock()

    def ask():
        connections = {}
        while True:
            with lock:
                path, address = next(line, (None, None))
            if path is None:
                return
            if address not in connections:
                connections[address] = http.client.HTTPConnection(address, timeout=100)
            connections[address].request("GET", path)
            answer = connections[address].getresponse()
            body = answer.read()
            with lock:
                came[path].append((answer.status, body))

    threads = [threading.Thread(target=ask) for _ in range(3 * times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return came
