"""nginx beside ours: to be compared with, and in front of it."""
import contextlib
import shutil
import socket
import subprocess

import pytest

from support.command import ROOT
from support.service import wait_until

PROGRAM = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
needed = pytest.mark.skipif(not PROGRAM, reason="nginx is not installed")


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextlib.contextmanager
def nginx(work, port, site):
    """Runs nginx with what `site` says of its server, which listens on the port, in a folder of its own."""
    (work / "nginx.conf").write_text(f"""
        daemon off; worker_processes 1; pid {work}/pid; error_log {work}/error.log;
        events {{ worker_connections 256; }}
        http {{ access_log off; client_body_temp_path {work}/body; proxy_temp_path {work}/proxy;
          fastcgi_temp_path {work}/fastcgi; uwsgi_temp_path {work}/uwsgi; scgi_temp_path {work}/scgi;
          {site} }}
        """)
    # Workers of an nginx that root starts are somebody else.
    for part in (work, *work.parents[:2]):
        # Nothing is taken from anybody: one of them may be everybody's folder.
        part.chmod(part.stat().st_mode & 0o7777 | 0o055)
    process = subprocess.Popen([PROGRAM, "-c", work / "nginx.conf"], stderr=subprocess.PIPE)
    try:
        wait_until(lambda: process.poll() is not None or listens(port))
        assert process.poll() is None, process.stderr.read()
        yield
    finally:
        process.terminate()
        process.wait(10)


def listens(port):
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def clustered(work, addresses, patience=None):
    """config/nginx-cluster.conf before hosts of this machine, as 127.0.0.1:8080, which have so many seconds to answer in.

    Whatever is changed stands in it so many times.
    """
    port = free_port()
    text = (ROOT / "config/nginx-cluster.conf").read_text()
    for old, new, count in [
            ("  listen 80;", f"  listen 127.0.0.1:{port};", 1),
            *((f"  server 10.0.0.{number}:8080 ", f"  server {its} ", 2)
              for number, its in enumerate(addresses, 1)),
            *([("  proxy_read_timeout 4s;", f"  proxy_read_timeout {patience}s;", 1)] if patience else [])]:
        assert text.count(old) == count, old
        text = text.replace(old, new)
    return nginx(work, port, text), port
