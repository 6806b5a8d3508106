#!/usr/bin/env python3
"""What a fleet would do, before there is one: hit ratios by tier, GETs a tile, how long views take, money.

    simulate.py                                       plays a small fleet, and puts it to paper for a large one
    simulate.py --streams --hosts 5 --kills 3         the same with streamed views and hosts that die
    simulate.py --pyramid FILE                        with the index of a real pyramid
    simulate.py --beside http://127.0.0.1:8080 --image ID --pyramid FILE
                                                      visits a running server whose pyramids lie in a
                                                      bucket, and holds its /metrics against ours
    simulate.py --self-check                          its own rules against simpler ones

Caches are played small, for 10^8 images fit into no memory: what is played tells GETs a tile and views,
and Che's approximation tells hit ratios at the full size. Prices are one large provider's list prices:
put your own in."""
import argparse
import sys

import layout
from cluster import Cluster
from copies import Copy
from popularity import Catalogue, hits
from visits import views

MONTH = 30 * 86_400
COLD_VISITS = 200


def options(words):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    whole, share = int, float

    def group(name, *rows):
        part = parser.add_argument_group(name)
        for flag, kind, default, text in rows:
            part.add_argument(flag, type=kind, default=default, help=f"{text} (%(default)s)")
    group("what is played", ("--images", whole, 1500, "images of the small catalogue"),
          ("--visits", whole, 1500, "visits of a dozen views"), ("--rate", share, 4.0, "visits a second"),
          ("--pause", share, 4.0, "seconds between views of a visit"),
          ("--warm", share, 0.4, "part of the visits that only warm caches"),
          ("--hosts", whole, 3, "hosts"), ("--kills", whole, 0, "times that a host is killed"),
          ("--restart", share, 2.0, "seconds until it is back"),
          ("--fetches", whole, 64, "requests of a host to the engine at a time"),
          ("--around", whole, 32, "KiB read around what is wanted"),
          ("--connections", whole, 6, "requests of a visitor at a time"), ("--seed", whole, 1, "of chance"))
    group("both", ("--zipf", share, 0.9, "exponent of popularity"),
          ("--edge", share, 0.01, "part of the catalogue that a CDN keeps"),
          ("--copies", share, 0.05, "part of the catalogue that all hosts keep"))
    group("what is put to paper", ("--all-images", share, 1e8, "images"),
          ("--tiles-a-second", share, 1e6, "of all visitors"),
          ("--get-price", share, 0.40, "dollars a million GETs"),
          ("--put-price", share, 5.0, "dollars a million PUTs"),
          ("--storage-price", share, 0.021, "dollars a GB a month"),
          ("--request-price", share, 0.75, "dollars a million requests to the CDN"),
          ("--traffic-price", share, 0.02, "dollars a GB from the CDN"))
    parser.add_argument("--streams", action="store_true", help="views come as one stream; no CDN keeps those")
    parser.add_argument("--no-hedging", action="store_true", help="nobody is asked twice")
    parser.add_argument("--pyramid", metavar="FILE", help="whose index is played; else some are made up")
    parser.add_argument("--beside", metavar="URL", help="a running server that is visited too")
    parser.add_argument("--image", metavar="ID", help="of the server's, as it lies in FILE")
    parser.add_argument("--self-check", action="store_true", help="checks its own rules, and ends")
    chosen = parser.parse_args(words)
    for name, most in [("edge", 1), ("copies", 1), ("warm", 0.95)]:
        if not 0 <= getattr(chosen, name) <= most:
            parser.error(f"--{name} is a part, 0 to {most}")
    for name in ("images", "visits", "rate", "pause", "hosts", "fetches", "connections", "all_images"):
        if getattr(chosen, name) <= 0:
            parser.error(f"--{name.replace('_', '-')} must be more than 0")
    if chosen.beside and not (chosen.image and chosen.pyramid):
        parser.error("--beside wants --image and --pyramid")
    if chosen.streams:
        chosen.edge = 0.0
    return chosen


def layouts(chosen):
    if chosen.pyramid:
        return [layout.read(chosen.pyramid)]
    return [layout.modelled(width, width * 3 // 4, seed) for seed, width in enumerate(
        (4000, 6000, 7000, 8000, 8200, 9000, 10_000, 12_000))]


def played(chosen, kinds):
    """Plays the small fleet and prints what it did."""
    cluster = Cluster(chosen, kinds)
    counts = cluster.play()
    tiles = max(1, counts["tiles"])
    asked = max(1, tiles - counts["edge"])
    missed = max(1, counts["engine"])
    waits = sorted(cluster.latencies)
    print(f"Played: {chosen.images} images, {chosen.visits} visits, {chosen.hosts} hosts, "
          f"{counts['tiles']} tiles after the caches were warm")
    print(f"  tiles from the edge   {counts['edge'] / tiles:7.1%}")
    print(f"  of the rest, copies   {counts['copy'] / asked:7.1%}")
    print(f"  from the engine       {counts['engine'] / tiles:7.1%}")
    print(f"  GETs a tile           {counts['fetches'] / tiles:7.3f} of all that were asked for, "
          f"{counts['fetches'] / missed:.3f} of those that came from the engine")
    print(f"  bytes fetched         {counts['bytes'] / max(1, counts['used']):7.2f} times those of their tiles")
    print(f"  asked twice           {counts['hedged'] / max(1, counts['fetches']):7.1%} of GETs")
    if waits:
        print(f"  a view                {waits[len(waits) // 2] * 1e3:7.0f} ms for half of them, "
              f"{waits[len(waits) * 99 // 100] * 1e3:.0f} ms for 99 of a hundred")
    print(f"  copies that made room {sum(host.shelf.evicted for host in cluster.hosts):7d}; killed "
          f"{counts['kills']}, asked again of another host {counts['turned']}, views that never came "
          f"{cluster.begun - len(waits)}")


def cold(chosen, kinds):
    """GETs a tile of visits to images that nobody has looked at, their opening with them."""
    gets = tiles = 0
    for seed in range(COLD_VISITS):
        one = kinds[seed % len(kinds)]
        copy = Copy(one.size, one.opened, chosen.around << 10)
        gets += 1
        for view in views(one, seed):
            tiles += len(view)
            places = [one.levels[level].place(column, row) for level, column, row in view]
            for wanted in [places] if chosen.streams else [[place] for place in places]:
                fetches = copy.plan(wanted)
                gets += len(fetches)
                for fetch in fetches:
                    copy.arrive(fetch)
    return gets / tiles


def on_paper(chosen, kinds):
    lengths = [length for one in kinds for level in one.levels for _, length in level.places]
    tile_bytes = sum(lengths) / len(lengths)
    image_bytes = sum(one.size for one in kinds) / len(kinds)
    gets_a_tile = cold(chosen, kinds)
    edge, hosts = hits(Catalogue(int(chosen.all_images), chosen.zipf), chosen.edge, chosen.copies)
    rate = chosen.tiles_a_second
    gets = rate * (1 - edge) * (1 - hosts) * gets_a_tile
    money = {
        "GETs": gets * MONTH / 1e6 * chosen.get_price,
        "storage": chosen.all_images * image_bytes / 1e9 * chosen.storage_price,
        "requests to the CDN": rate * MONTH / 1e6 * chosen.request_price if chosen.edge else 0,
        "traffic": rate * MONTH * tile_bytes / 1e9 * chosen.traffic_price,
    }
    print(f"\nOn paper: {chosen.all_images:.3g} images at {rate:.3g} tiles a second, Zipf {chosen.zipf}")
    print(f"  the CDN has           {edge:7.2f}")
    print(f"  hosts have of the rest{hosts:7.2f}; they answer {rate * (1 - edge):,.0f} tiles a second")
    print(f"  GETs a tile           {gets_a_tile:7.3f} in visits that find the image at no host")
    print(f"  GETs a second         {gets:,.0f}; 5,500 a second are one prefix's: {gets / 5500:.0f} of 1024")
    print(f"  GETs of 10^6 tiles    ${gets / rate * chosen.get_price:.3f}")
    print(f"  a month               ${sum(money.values()):,.0f}: "
          + ", ".join(f"{name} ${amount:,.0f}" for name, amount in money.items()))
    print(f"  PUTs, once            ${chosen.all_images / 1e6 * chosen.put_price:,.0f}, "
          "and as much for leases where no database agrees who cuts")


def main(words):
    chosen = options(words)
    if chosen.self_check:
        import self_check
        return self_check.run()
    try:
        kinds = layouts(chosen)
    except (OSError, ValueError, KeyError) as error:
        print(f"simulate.py: {chosen.pyramid}: {error}", file=sys.stderr)
        return 1
    if chosen.beside:
        import beside
        return beside.run(chosen, kinds[0])
    played(chosen, kinds)
    on_paper(chosen, kinds)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
