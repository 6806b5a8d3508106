"""What config/compose.yaml and config/kubernetes.yaml have their hosts run, run here: the containers are
somebody else's."""
import http.client
import re
import subprocess
import urllib.request

import pytest

from support.command import BINARY, ROOT
from support.nginx import clustered, needed
from support.pictures import draw
from support.service import Server

COMPOSE = (ROOT / "config/compose.yaml").read_text()
KUBERNETES = (ROOT / "config/kubernetes.yaml").read_text()
PROXY = (ROOT / "config/nginx-cluster.conf").read_text()


def lists(text, name):
    """The words of each list of a name, in their order."""
    blocks = re.findall(rf"^ +{name}:\n((?: +- .*\n)+)", text, re.MULTILINE)
    return [[line.strip().removeprefix("- ") for line in block.splitlines()] for block in blocks]


def test_nginx_knows_the_hosts():
    proxied = re.findall(r"server (10\.\S+?):8080", PROXY)
    assert 2 * re.findall(r"host-\d:\n.*\n +networks: \{inside: \{ipv4_address: (\S+?)\}\}", COMPOSE) == proxied
    # There it has names instead, by the command that stands at the head of the file.
    command = re.search(r"^#   (sed (?:.*\\\n#     )?.*) >default\.conf$", KUBERNETES, re.MULTILINE)[1]
    named = subprocess.run(
        ["bash", "-c", command.replace("\\\n#", "")], cwd=ROOT, check=True, text=True, capture_output=True).stdout
    services = re.findall(
        r"metadata: \{name: (\S+?)\}\nspec:\n  selector: \{statefulset\.kubernetes\.io/pod-name: (\S+?)\}", KUBERNETES)
    assert [name for name, _ in services] == [pod for _, pod in services]
    assert re.findall(r"server (\S+?):8080", named) == 2 * [name for name, _ in services]
    assert f"replicas: {len(services)}" in KUBERNETES and "10.0.0." not in re.sub("(?m)^ *#.*", "", named)


def test_the_program_has_what_it_needs():
    known = {line.split("#")[0].strip() for line in (ROOT / "config/debian-packages.txt").read_text().splitlines()}
    installed = set(re.search(r"no-install-recommends \\\s+(.*?) \\$", COMPOSE, re.MULTILINE)[1].split())
    needed_at_run_time = {"libvips42", "libturbojpeg0", "libjpeg62-turbo", "zlib1g"}
    assert needed_at_run_time <= known and needed_at_run_time <= installed and "libcurl4" in installed


def cuts(host):
    with urllib.request.urlopen(f"{host.base}/metrics", timeout=60) as answer:
        return int(re.search(r"^pyramidion_cuts_finished_total (\d+)", answer.read().decode(), re.MULTILINE)[1])


@needed
@pytest.mark.parametrize("commands, copies, place, parts", [
    (lists(COMPOSE, "command"), "/tmp/copies", "endpoint=http://store:8080", 1),
    ([["pyramidion", *words] for words in lists(KUBERNETES, "args")], "/copies", "region=eu-central-1", 8),
], ids=["compose", "kubernetes"])
def test_three_hosts_run_as_it_says(engine, bucket, tmp_path, commands, copies, place, parts):
    serve, prerender = commands
    assert serve[:2] == ["pyramidion", "serve"] and prerender[:2] == ["pyramidion", "prerender"]
    draw(tmp_path / "photo.jpg", 700, 500, 1)
    bucket.put(f"/{bucket.name}/masters/photo.jpg", (tmp_path / "photo.jpg").read_bytes())
    environment = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"} | {
        name: engine[name] for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")}

    def here(words, number):
        """A command for this machine."""
        assert f"--copies={copies}" in words and sum(place in word for word in words) == 2
        changes = {
            "s3://pyramidion/": f"s3://{bucket.name}/", place: f"endpoint={engine['S3_ENDPOINT']}",
            f"--copies={copies}": f"--copies={tmp_path}/copies-{number}", "$(JOB_COMPLETION_INDEX)": str(number),
            # Nobody here has to hear of it.
            "--leave-notice=5": "--leave-notice=1"}
        for old, new in changes.items():
            words = [word.replace(old, new) for word in words]
        return words[2:]

    for number in range(parts):
        cut = subprocess.run(
            [BINARY, "prerender", *here(prerender, number)], env=environment, capture_output=True, text=True,
            timeout=120)
        assert cut.returncode == 0, cut.stderr
    assert len([name for name in bucket.names("pyramids/") if name.endswith(".tif")]) == 1
    assert "--listen=*:8080" in serve
    serve.remove("--listen=*:8080")
    hosts = [Server(*here(serve, number), env=environment) for number in range(3)]
    work = tmp_path / "nginx"
    work.mkdir()
    run, port = clustered(work, [f"127.0.0.1:{one.port}" for one in hosts])
    with run:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", "/images/photo.jpg/tiles/0/1_1.jpg")
        answer = connection.getresponse()
        assert answer.status == 200 and answer.read().startswith(b"\xff\xd8")
    assert not sum(cuts(one) for one in hosts)
    for one in hosts:
        assert one.end() == 0
