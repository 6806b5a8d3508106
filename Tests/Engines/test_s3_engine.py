"""A real object store, asked by us."""
import hashlib

import pytest

from support.asker import SECRET
from support.s3_signing import BucketWriter

BODY = bytes(i * 31 % 253 for i in range(300_000))
# Names that are signed wrongly by those who encode twice, or take a path to pieces.
ODD = [
    "plain", "a b+c&=x", "(*)'!$,;:@~", "é\u5927", "double//slash", "./dot/.", "100%/%2F", "q?h#",
    "x" * 300,
]


@pytest.fixture(scope="session")
def bucket(engine):
    """A bucket with odd names, and a folder of 2,345 empty objects."""
    writer = BucketWriter(engine["S3_ENDPOINT"], engine["AWS_ACCESS_KEY_ID"], SECRET)
    writer.put("/scans")
    for name in [*ODD, "sub/one", "sub/two"]:
        writer.put(f"/scans/m/{name}", BODY)
    for name in ["m/empty", *(f"many/{number:05}.jpg" for number in range(2345))]:
        writer.put(f"/scans/{name}")
    return engine


@pytest.fixture
def scans(bucket, asker):
    """Someone who asks the bucket; what was said is searched for the secret."""
    askers = []

    def start(address="s3://scans/m", *words, **variables):
        keys = {name: bucket[name] for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")}
        askers.append(asker(f"{address}?endpoint={bucket['S3_ENDPOINT']}", *words, **keys | variables))
        return askers[-1]

    yield start
    for one in askers:
        one.end()
        assert not any(SECRET in line for line in one.said)
        assert SECRET not in one.process.stderr.read()
        assert SECRET not in " ".join(map(str, one.process.args))


@pytest.mark.parametrize("name", ODD)
def test_odd_names_are_asked_for_as_they_are(scans, name):
    said = scans().ask("range", name, 1000, 3000)
    assert said["digest"] == hashlib.sha256(BODY[1000:3000]).hexdigest()


def test_a_state_is_kept_to(scans):
    one = scans()
    said = one.ask("range", "plain", 0, 5)
    assert (said["bytes"], said["total"]) == (5, len(BODY))
    assert said["tag"] == f'"{hashlib.md5(BODY).hexdigest()}"'
    assert one.ask("range", "plain", 5, 9, said["tag"])["bytes"] == 4
    assert one.ask("range", "plain", 5, 9, '"another"')["failed"].endswith("it has changed meanwhile")
    assert one.ask("range", "plain", len(BODY), len(BODY) + 5)["failed"].endswith("meanwhile")
    assert one.ask("get", "empty")["bytes"] == 0


def test_what_is_not_there_is_absent(scans):
    said = scans().ask("get", "nothing")
    assert said == {"failed": "s3://scans/m/nothing: nothing has that name", "silent": False}
    said = scans("s3://none/m").ask("get", "plain")
    assert "the engine refuses us (NoSuchBucket" in said["failed"]


def test_wrong_keys_are_no_absence(scans):
    said = scans(AWS_SECRET_ACCESS_KEY=SECRET + "x").ask("get", "plain")["failed"]
    assert "the engine refuses us (SignatureDoesNotMatch" in said
    said = scans(AWS_ACCESS_KEY_ID="NOBODY").ask("get", "plain")["failed"]
    assert "the engine refuses us (InvalidAccessKeyId" in said


def test_profiles_are_read(scans, bucket, tmp_path):
    (tmp_path / ".aws").mkdir()
    (tmp_path / ".aws/credentials").write_text(
        f"[default]\naws_access_key_id = {bucket['AWS_ACCESS_KEY_ID']}\n"
        f"aws_secret_access_key = {SECRET}\n")
    one = scans(AWS_ACCESS_KEY_ID="", AWS_SECRET_ACCESS_KEY="", HOME=str(tmp_path))
    assert one.ask("get", "plain")["bytes"] == len(BODY)


def test_a_folder_is_listed(scans):
    said = scans().ask("list", "m/")
    assert f"m/plain {len(BODY)}" in said["names"]
    assert "m/é\u5927 300000" in said["names"]
    assert "m/sub/" in said["folders"]
    assert set(said["folders"]) == {"m/sub/", "m/double/", "m/./", "m/100%/"}
    assert {name.rsplit(" ", 1)[0] for name in said["names"]} == {
        "m/empty", *(f"m/{name}" for name in ODD if "/" not in name)}


@pytest.mark.parametrize("limit, pages", [(1000, 3), (345, 7), (2345, 3)])
def test_pages_make_a_whole(scans, limit, pages):
    said = scans().ask("list", "many/", limit)
    assert said["names"] == [f"many/{number:05}.jpg 0" for number in range(2345)]
    assert said["pages"] == pages


def test_many_at_a_time(scans):
    assert scans().ask("many", "plain", 900) == {"good": 900, "bad": 0}
