"""Hosts of a network of this machine's own, each at the end of a wire that can be pulled out.

Whoever lays them lives in a network namespace of its own, as `unshare --net` gives one to root: what listens
there is heard by nobody else.
"""
import contextlib
import subprocess


class Wires:
    # Where whoever lays them is found by the hosts.
    here = "10.0.0.254"

    def __init__(self, count):
        ip("link", "set", "lo", "up")
        ip("link", "add", "pyramidion", "type", "bridge")
        ip("address", "add", f"{self.here}/24", "dev", "pyramidion")
        ip("link", "set", "pyramidion", "up")
        self.holders = [self.lay(number) for number in range(count)]

    def lay(self, number):
        """Answers a process that keeps the namespace of a host."""
        holder = subprocess.Popen(
            ["unshare", "--net", "sh", "-c", "echo there; exec sleep infinity"], stdout=subprocess.PIPE)
        assert holder.stdout.readline()
        ip("link", "add", f"wire{number}", "type", "veth", "peer", "name", "eth0", "netns", str(holder.pid))
        ip("link", "set", f"wire{number}", "master", "pyramidion", "up")
        inside = ["nsenter", f"--net=/proc/{holder.pid}/ns/net"]
        ip("link", "set", "lo", "up", prefix=inside)
        ip("address", "add", f"{self.address(number)}/24", "dev", "eth0", prefix=inside)
        ip("link", "set", "eth0", "up", prefix=inside)
        return holder

    def address(self, number):
        """As config/nginx-cluster.conf has them."""
        return f"10.0.0.{number + 1}"

    def prefix(self, number):
        """Has a command run on a host."""
        return ["nsenter", f"--net=/proc/{self.holders[number].pid}/ns/net"]

    @contextlib.contextmanager
    def pulled(self, number):
        """Nothing comes from a host, or gets there."""
        ip("link", "set", f"wire{number}", "down")
        try:
            yield
        finally:
            ip("link", "set", f"wire{number}", "up")

    def end(self):
        """What the namespaces hold goes with them."""
        for holder in self.holders:
            holder.kill()
            holder.wait()
        ip("link", "del", "pyramidion")


def ip(*words, prefix=()):
    subprocess.run([*prefix, "ip", *words], check=True)
