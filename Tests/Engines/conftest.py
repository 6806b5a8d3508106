"""Engines and who asks them."""
import itertools
import os
import pathlib
import subprocess
import tempfile

import pytest

from support.asker import SECRET, Asker
from support.bucket_engine import BucketEngine
from support.database import Database
from support.far_host import FarHost
from support.faulty_store import FaultyStore
from support.gate import Gate
from support.queue_hosts import QueueHosts
from support.s3_signing import BucketWriter
from support.service import Service

NUMBERS = itertools.count()
ENGINE = pathlib.Path(__file__).with_name("s3-engine.sh")


@pytest.fixture
def asker():
    """Starts programs that ask."""
    askers = []

    def start(address, *words, **variables):
        askers.append(Asker(address, *words, **variables))
        return askers[-1]

    yield start
    for one in askers:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()


@pytest.fixture
def faulty():
    store = FaultyStore()
    yield store
    store.end()


@pytest.fixture(scope="session")
def engine(tmp_path_factory):
    """A real object store, and its variables; its secret is one that tests look for."""
    if subprocess.run([ENGINE, "check"], capture_output=True).returncode == 3:
        pytest.skip("no object store is installed: config/setup.sh")
    folder = tmp_path_factory.mktemp("s3-engine")
    variables = os.environ | {
        "S3_DIR": str(folder), "S3_STORE": "memstore", "S3_SIZE": "2G", "S3_SK": SECRET,
        "S3_PORT": os.environ.get("S3_PORT", "28333"),
        "S3_MON_PORT": os.environ.get("S3_MON_PORT", "28334")}
    said = subprocess.run(
        [ENGINE, "start"], env=variables, check=True, text=True, stdout=subprocess.PIPE).stdout
    words = dict(line.removeprefix("export ").split("=", 1) for line in said.splitlines())
    yield words | {"folder": str(folder)}
    subprocess.run([ENGINE, "wipe"], env=variables, check=True)


@pytest.fixture
def environment(engine):
    return {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"} | {
        name: engine[name] for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")}


@pytest.fixture
def bucket(engine):
    """An empty bucket."""
    writer = BucketWriter(engine["S3_ENDPOINT"], engine["AWS_ACCESS_KEY_ID"], SECRET)
    writer.name = f"bucket-{next(NUMBERS)}"
    writer.put(f"/{writer.name}")
    return writer


@pytest.fixture
def stand_in():
    """A bucket whose engine does what a test tells it."""
    engine = BucketEngine()
    yield engine
    engine.end()


@pytest.fixture
def gate(engine):
    gate = Gate(engine["S3_ENDPOINT"])
    yield gate
    gate.end()


@pytest.fixture
def far():
    """Starts hosts of files."""
    hosts = []

    def start(files):
        hosts.append(FarHost(files))
        return hosts[-1]

    yield start
    for one in hosts:
        one.end()


@pytest.fixture
def serve(tmp_path_factory):
    """Starts services of what lies elsewhere, each with copies of its own."""
    services = []

    def start(address, *flags, env=None):
        folder = tmp_path_factory.mktemp("far")
        services.append(
            Service(
                address, folder / "store", "--copies", folder / "copies", "--check", "1", *flags,
                env=env))
        services[-1].copies = folder / "copies"
        return services[-1]

    yield start
    for one in services:
        assert one.end() == 0


@pytest.fixture(scope="module")
def here(pictures, tmp_path_factory):
    """The same with a store of this machine."""
    service = Service(pictures, tmp_path_factory.mktemp("store"))
    yield service
    service.end()


@pytest.fixture(scope="session")
def postgres():
    if not Database.is_installed():
        pytest.skip("no PostgreSQL is installed: config/setup.sh")
    # Its server is somebody without rights, who gets into no folder of pytest's.
    database = Database(tempfile.mkdtemp(prefix="pyramidion-postgresql-"))
    yield database
    database.end()


@pytest.fixture
def database(postgres):
    postgres.make()
    return postgres


@pytest.fixture
def queue(database, pictures, environment, tmp_path):
    queue = QueueHosts(database, pictures, tmp_path / "store", environment)
    yield queue
    queue.end()
