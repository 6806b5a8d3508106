"""What config/compose.yaml has its hosts run, run here: the containers are somebody else's."""
import http.client
import re
import subprocess
import urllib.request

import pytest

from support.asker import SECRET
from support.command import BINARY, ROOT
from support.nginx import clustered, needed
from support.pictures import draw
from support.s3_signing import BucketWriter
from support.service import Server

TEXT = (ROOT / "config/compose.yaml").read_text()


def commands():
    """The words of each command, in their order."""
    blocks = re.findall(r"^ +command:\n((?: +- .*\n)+)", TEXT, re.MULTILINE)
    return [[line.strip().removeprefix("- ") for line in block.splitlines()] for block in blocks]


def test_nginx_knows_the_hosts():
    proxied = re.findall(r"server (10\.\S+?):8080", (ROOT / "config/nginx-cluster.conf").read_text())
    assert 2 * re.findall(r"host-\d:\n.*\n +networks: \{inside: \{ipv4_address: (\S+?)\}\}", TEXT) == proxied


def test_the_program_has_what_it_needs():
    known = {line.split("#")[0].strip() for line in (ROOT / "config/debian-packages.txt").read_text().splitlines()}
    installed = set(re.search(r"no-install-recommends \\\s+(.*?) \\$", TEXT, re.MULTILINE)[1].split())
    needed_at_run_time = {"libvips42", "libturbojpeg0", "libjpeg62-turbo", "zlib1g"}
    assert needed_at_run_time <= known and needed_at_run_time <= installed and "libcurl4" in installed


def cuts(host):
    with urllib.request.urlopen(f"{host.base}/metrics", timeout=60) as answer:
        return int(re.search(r"^pyramidion_cuts_finished_total (\d+)", answer.read().decode(), re.MULTILINE)[1])


@needed
def test_three_hosts_run_as_it_says(engine, tmp_path):
    serve, prerender = commands()
    assert serve[:2] == ["pyramidion", "serve"] and prerender[:2] == ["pyramidion", "prerender"]
    writer = BucketWriter(engine["S3_ENDPOINT"], engine["AWS_ACCESS_KEY_ID"], SECRET)
    writer.put("/pyramidion")
    draw(tmp_path / "photo.jpg", 700, 500, 1)
    writer.put("/pyramidion/masters/photo.jpg", (tmp_path / "photo.jpg").read_bytes())
    environment = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"} | {
        name: engine[name] for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")}

    def here(words, number):
        """A command for this machine."""
        words = [word.replace("http://store:8080", engine["S3_ENDPOINT"]) for word in words]
        assert "--copies=/tmp/copies" in words
        return [word.replace("/tmp/copies", str(tmp_path / f"copies-{number}")) for word in words[2:]]

    cut = subprocess.run(
        [BINARY, "prerender", *here(prerender, 0)], env=environment, capture_output=True, text=True, timeout=120)
    assert cut.returncode == 0, cut.stderr
    assert "--listen=*:8080" in serve
    serve.remove("--listen=*:8080")
    hosts = [Server(*here(serve, number), env=environment) for number in range(3)]
    work = tmp_path / "nginx"
    work.mkdir()
    run, port = clustered(work, [one.port for one in hosts])
    with run:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", "/images/photo.jpg/tiles/0/1_1.jpg")
        answer = connection.getresponse()
        assert answer.status == 200 and answer.read().startswith(b"\xff\xd8")
    assert not sum(cuts(one) for one in hosts)
    for one in hosts:
        assert one.end() == 0
