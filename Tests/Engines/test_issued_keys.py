"""Keys that somebody gives out for a while: a token service to who shows a token, who stands beside a container, and
the metadata of a machine."""
import concurrent.futures
import time

import pytest

from support.bucket_engine import BucketEngine
from support.key_issuer import MARK, ROLE, Issuer
from support.pictures import draw
from support.service import Service, wait_until


class Stand:
    """A bucket of nine drawings, an issuer of keys to it, and services that ask for them."""

    def __init__(self, folder):
        self.folder, self.issuer, self.bucket, self.services = folder, Issuer(), BucketEngine(), []
        for number in range(9):
            draw(folder / f"{number}.png", 300, 200, number)
            self.bucket.store(f"p/{number}.png", (folder / f"{number}.png").read_bytes())

    def serve(self, options="", **variables):
        (self.folder / "token").write_text(f"{MARK}.web.identity\n")
        environment = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"} | {
            name: str(value) for name, value in variables.items()}
        self.services.append(Service(
            self.bucket.address() + options, self.folder / f"store-{len(self.services)}", "--copies", "memory",
            env=environment))
        return self.services[-1]

    def web_identity(self, **more):
        return self.serve(
            AWS_WEB_IDENTITY_TOKEN_FILE=self.folder / "token",
            AWS_ROLE_ARN="arn:aws:iam::123456789012:role/tiles", AWS_ENDPOINT_URL_STS=self.issuer.address, **more)

    def container(self, **more):
        return self.serve(**{
            "AWS_CONTAINER_CREDENTIALS_FULL_URI": f"{self.issuer.address}/keys?of=tiles",
            "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": self.folder / "token"} | more)

    def instance(self, **more):
        return self.serve(
            "&credentials=instance", **{"AWS_EC2_METADATA_SERVICE_ENDPOINT": f"{self.issuer.address}/"} | more)

    def end(self):
        """Nothing that proves who asks was ever to be seen."""
        self.issuer.holds_second = False
        try:
            for one in self.services:
                said = "".join(one.said) + str(one.get("/metrics").body) + str(one.get("/readyz").body)
                assert one.end() == 0
                assert MARK not in said + "".join(one.said)
        finally:
            for one in self.services:
                one.kill()
            self.issuer.end()
            self.bucket.end()


@pytest.fixture
def stand(tmp_path):
    stand = Stand(tmp_path)
    yield stand
    stand.end()


@pytest.fixture
def issuer(stand):
    return stand.issuer


@pytest.fixture
def bucket(stand):
    return stand.bucket


@pytest.fixture
def serve(stand):
    return stand.serve


@pytest.fixture
def web_identity(stand):
    return stand.web_identity


@pytest.fixture
def container(stand):
    return stand.container


@pytest.fixture
def instance(stand):
    return stand.instance


def keys(bucket):
    """Who has asked so far."""
    return {one.split("Credential=")[1].split("/")[0] for one, _ in bucket.proofs}


def test_a_token_is_shown_for_keys(issuer, bucket, web_identity):
    service = web_identity()
    assert service.get("/images/0.png").status == 200
    assert issuer.asked == [{
        "Action": "AssumeRoleWithWebIdentity", "Version": "2011-06-15", "RoleSessionName": "pyramidion",
        "RoleArn": "arn:aws:iam::123456789012:role/tiles", "WebIdentityToken": f"{MARK}.web.identity"}]
    assert keys(bucket) == {"KEY1"} and {token for _, token in bucket.proofs} == {f"{MARK}token"}


def test_who_stands_beside_a_container_is_asked(issuer, bucket, container):
    service = container()
    assert service.get("/images/0.png").status == 200
    assert issuer.asked == [{"path": "/keys?of=tiles", "token": f"{MARK}.web.identity"}]
    assert keys(bucket) == {"KEY1"} and {token for _, token in bucket.proofs} == {f"{MARK}token"}


def test_variables_come_first(issuer, bucket, web_identity):
    service = web_identity(AWS_ACCESS_KEY_ID="MINE", AWS_SECRET_ACCESS_KEY=f"{MARK}own")
    assert service.get("/images/0.png").status == 200
    assert keys(bucket) == {"MINE"} and not issuer.asked


def test_a_machine_has_the_keys_of_its_role(issuer, bucket, instance):
    service = instance()
    assert service.get("/images/0.png").status == 200
    assert issuer.steps == [("/latest/api/token", True), (ROLE, True)]
    assert issuer.asked == [{"path": f"{ROLE}tiles@example", "token": None}]
    assert keys(bucket) == {"KEY1"} and {token for _, token in bucket.proofs} == {f"{MARK}token"}


def test_a_machine_is_asked_only_where_an_address_says_so(issuer, serve):
    service = serve(AWS_EC2_METADATA_SERVICE_ENDPOINT=issuer.address)
    assert service.get("/images/0.png").status == 503
    wait_until(lambda: any("no keys" in line for line in service.said))
    assert not issuer.steps and not issuer.asked


@pytest.mark.parametrize("session, role, words", [
    ("", "tiles", "latest/api/token answers are none"), ("a b", "tiles", "latest/api/token answers are none"),
    ("x" * 2000, "tiles", "latest/api/token answers are none"), ("x", "", "nothing has that name"),
    ("x", "../../user-data", "credentials/ answers are none"), ("x", "a?b", "credentials/ answers are none"),
])
def test_what_a_machine_says_is_looked_at(issuer, instance, session, role, words):
    issuer.session, issuer.role = session, role
    service = instance()
    assert service.get("/images/0.png").status == 503
    wait_until(lambda: any("this machine's metadata" in line and words in line for line in service.said))
    assert not issuer.asked


def test_a_machine_that_may_not_be_asked_is_not(issuer, instance):
    service = instance(AWS_EC2_METADATA_DISABLED="true")
    assert service.get("/images/0.png").status == 503
    wait_until(lambda: any("AWS_EC2_METADATA_DISABLED forbids" in line for line in service.said))
    assert not issuer.steps


@pytest.mark.parametrize("address", [
    "http://10.0.0.1", "http://192.0.2.7/", "http://169.254.170.2", "http://[::ffff:10.0.0.1]",
    "http://127.0.0.1/latest", "ftp://127.0.0.1", "http://user@127.0.0.1",
])
def test_no_other_machine_is_asked(instance, address):
    service = instance(AWS_EC2_METADATA_SERVICE_ENDPOINT=address)
    assert service.get("/images/0.png").status == 503
    wait_until(lambda: any("has an address" in line or "is no address" in line for line in service.said))


def ask_for_newer_keys(issuer, bucket, start):
    issuer.lifetime, issuer.holds_second = 20, True
    service = start()
    assert service.get("/images/0.png").status == 200
    # Nobody waits for newer ones, whatever is asked for.
    wait_until(lambda: len(issuer.asked) >= 2, 60)
    for number in range(9):
        assert service.get(f"/images/{number}.png").status == 200
    assert keys(bucket) == {"KEY1"}
    issuer.lifetime, issuer.holds_second = 3600, False
    wait_until(lambda: service.get(f"/images/{time.monotonic()}.png").status == 404 and len(keys(bucket)) > 1, 90)


def ask_once_more(issuer, bucket, start):
    issuer.answer = b"{}"
    service = start()
    assert service.get("/images/0.png").status == 503
    issuer.answer = None
    wait_until(lambda: service.get("/images/0.png").status == 200, 120)


WAYS = ["web_identity", "container", "instance"]
WAITS = [*((ask_for_newer_keys, way) for way in WAYS), (ask_once_more, "container")]


@pytest.fixture(scope="module")
def waits(tmp_path_factory):
    """What takes a while since keys last a while, and all of it at once."""

    def wait(how, way, folder):
        stand = Stand(folder)
        try:
            how(stand.issuer, stand.bucket, getattr(stand, way))
        finally:
            stand.end()

    with concurrent.futures.ThreadPoolExecutor(len(WAITS)) as pool:
        yield {each: pool.submit(wait, *each, tmp_path_factory.mktemp("wait")) for each in WAITS}


@pytest.mark.parametrize("way", WAYS)
def test_newer_keys_are_there_before_the_old_ones_end(waits, way):
    waits[ask_for_newer_keys, way].result()


@pytest.mark.parametrize("answer, words", [
    (b"", "are none"), (b"{}", "are none"), (b"<a/>", "are none"), (f"{MARK} is no key".encode(), "are none"),
    (b"x" * 1_000_000, "makes no sense"),
])
def test_what_are_no_keys_is_told_of(issuer, container, answer, words):
    issuer.answer = answer
    service = container()
    refused = service.get("/images/0.png")
    assert refused.status == 503 and int(refused.fields["Retry-After"]) > 0
    wait_until(lambda: any("the container's endpoint" in line and words in line for line in service.said))


def test_who_gave_nothing_is_asked_once_more(waits):
    waits[ask_once_more, "container"].result()


@pytest.mark.parametrize("address", [
    "http://169.254.169.254/latest/meta-data/", "http://10.0.0.1/keys", "http://192.0.2.7/keys",
    "http://[fd00:ec2::254]/keys", "http://0.0.0.0/keys", "file:///etc/passwd", "http://user@127.0.0.1/keys",
])
def test_nobody_else_is_asked(container, address):
    service = container(AWS_CONTAINER_CREDENTIALS_FULL_URI=address)
    assert service.get("/images/0.png").status == 503
    wait_until(lambda: any("no keys" in line or "is no address" in line for line in service.said))
    assert any("has an address" in line or "is no address" in line for line in service.said)


def test_a_token_that_is_not_there_is_named(web_identity, tmp_path):
    service = web_identity(AWS_ROLE_SESSION_NAME="a b")
    assert service.get("/images/0.png").status == 503
    wait_until(lambda: any("AWS_ROLE_SESSION_NAME is no session's name" in line for line in service.said))
