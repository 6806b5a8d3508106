"""Visits a running server whose pyramid lies in a bucket, and holds its counters against the simulator's."""
import http.client
import json
import time
import urllib.parse

from copies import Copy
from visits import views

TOLERANCE = 0.10
MOST_VISITS = 12
# What a server says that can't have it now, and how often one asks it again.
BUSY, PATIENCE = 503, 60
# The engine was slow or failed, and asked again: what was counted is no measure of the rules.
NO_MEASURE = 3


class Server:
    def __init__(self, base):
        parts = urllib.parse.urlsplit(base)
        self.connection = http.client.HTTPConnection(parts.hostname, parts.port or 80, timeout=60)

    def get(self, path):
        for _ in range(PATIENCE):
            self.connection.request("GET", path)
            answer = self.connection.getresponse()
            body = answer.read()
            if answer.status != BUSY:
                break
            time.sleep(1)
        if answer.status != 200:
            raise OSError(f"{path}: {answer.status} {body[:200].decode(errors='replace')}")
        return body

    def fetched(self):
        """Requests to engines, their bytes, and how often one was not enough."""
        requests = size = again = 0
        for line in self.get("/metrics").decode().splitlines():
            name, _, value = line.rpartition(" ")
            if name.startswith("pyramidion_fetch_requests_total"):
                requests += float(value)
            elif name.startswith("pyramidion_fetch_bytes_total"):
                size += float(value)
            elif name.startswith(("pyramidion_fetch_retries_total", "pyramidion_fetch_hedged_total")):
                again += float(value)
            if 'outcome="failed"' in name:
                again += float(value)
        return requests, size, again


def run(chosen, layout):
    """Nobody else may visit the server meanwhile, and it must not have opened the image yet."""
    server, name = Server(chosen.beside), urllib.parse.quote(chosen.image, safe="")
    copy = Copy(layout.size, layout.opened, chosen.around << 10)
    told_requests = told_bytes = tiles = 0
    try:
        ending = json.loads(server.get(f"/images/{name}"))["formats"][0]
        before = server.fetched()
        for visit in range(min(chosen.visits, MOST_VISITS)):
            for level, column, row in (tile for view in views(layout, visit) for tile in view):
                server.get(f"/images/{name}/tiles/{level}/{column}_{row}.{ending}")
                tiles += 1
                for fetch in copy.plan([layout.levels[level].place(column, row)]):
                    told_requests += 1
                    told_bytes += copy.bytes_of(fetch)
                    copy.arrive(fetch)
        after = server.fetched()
    except (OSError, http.client.HTTPException, KeyError, ValueError) as error:
        print(f"simulate.py: {chosen.beside}: {error}")
        return 1
    if after[2] > before[2]:
        print(f"the server asked its engine {after[2] - before[2]:.0f} times again: this is no measure")
        return NO_MEASURE
    seen = [after[0] - before[0], after[1] - before[1]]
    return 0 if agree(tiles, seen, [told_requests, told_bytes]) else 1


def agree(tiles, server, ours):
    holds = True
    for what, seen, told in zip(("GETs", "bytes"), server, ours):
        differs = abs(seen - told) / max(1, seen)
        holds &= differs <= TOLERANCE
        print(f"{what:6} the server {seen:12,.0f}  ours {told:12,.0f}  {differs:6.1%} apart")
    print(f"{tiles} tiles, {server[0] / tiles:.3f} GETs a tile; at most {TOLERANCE:.0%} apart: "
          + ("right" if holds else "wrong"))
    return holds
