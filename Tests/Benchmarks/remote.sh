#!/usr/bin/env bash
# Images that lie elsewhere beside the requests that they cost: a pyramid of 118 megapixels on a host of
# the web that waits 20 ms before each answer (FAR_DELAY), or in an object store of this machine (Ceph);
# rows, ratios, and GETs a tile.
#   Tests/Benchmarks/remote.sh [ROW...]     by default: cold view clients visits index stopped
#   whole       tiles of a copy that is all here, beside those of a folder
#   memory      of 10,000 open images, elsewhere and in a folder
#   thread      ranges a second of one fetch thread, beside bare libcurl; nginx is the store
#   ceph        a cold tile of a bucket, and a view of them, beside a signed range
#   cut         an image of a bucket cut, beside its download and a cut of the file
#   published   the first tile of an image that another host has cut; REQUESTS=1 names what it asks for
#   local       stored tiles of this machine, beside another build: BEFORE=PROGRAM
# Needs what config/setup.sh installs, and what images.sh needs; `thread` also libcurl's headers.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
export PYRAMIDION_BINARY=${PYRAMIDION_BINARY:-$root/.build/release/pyramidion}
work=${PYRAMIDION_BENCH:-${TMPDIR:-/tmp}/pyramidion-bench}
python=$root/.venv/bin/python
export VIPS_WARNING=0
for needed in vips gdal_translate "$python" "$PYRAMIDION_BINARY"; do
  command -v "$needed" >/dev/null || { echo "remote.sh: $needed is missing" >&2; exit 3; }
done
mkdir -p "$work"
cd "$work"
. "$root/Tests/Benchmarks/images.sh"
make 118
[ -f far.tif ] || "$PYRAMIDION_BINARY" cut 118.jpg far.tif
[ -f geo.tif ] || gdal_translate -q -of COG -co COMPRESS=JPEG -co QUALITY=90 118.jpg geo.tif

rows=()
for row in ${*:-cold view clients visits index stopped}; do
  case $row in
    local) "$root/Tests/Benchmarks/beside.sh" "${BEFORE:?"local needs BEFORE=PROGRAM"}" "$PYRAMIDION_BINARY" tiles ;;
    *) rows+=("$row") ;;
  esac
  case $row in
    thread)
      swift build --package-path "$root" -c release --static-swift-stdlib --product FetchFixture >&2
      FETCH_PROGRAM=$(swift build --package-path "$root" -c release --show-bin-path)/FetchFixture
      export FETCH_PROGRAM ;;
    ceph | cut | published)
      if [ -z "${S3_ENDPOINT:-}" ]; then
        "$root/Tests/Engines/s3-engine.sh" check
        engine=$(mktemp -d "${TMPDIR:-/tmp}/pyramidion-remote.XXXXXX")
        export S3_DIR=$engine/s3 S3_STORE=memstore S3_SIZE=1G S3_PORT=${S3_PORT:-28434} S3_MON_PORT=${S3_MON_PORT:-28445}
        trap '"$root/Tests/Engines/s3-engine.sh" wipe; rm -rf "$engine"' EXIT
        assignments=$("$root/Tests/Engines/s3-engine.sh" start)
        eval "$assignments"
      fi ;;
  esac
done
[ ${#rows[@]} -eq 0 ] ||
  PYTHONPATH=$root/Tests "$python" "$root/Tests/Benchmarks/remote/remote.py" 118.jpg far.tif geo.tif "${rows[@]}"
