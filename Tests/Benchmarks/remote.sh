#!/usr/bin/env bash
# Images that lie elsewhere beside the requests that they cost: a pyramid of 118 megapixels on a host of
# the web that waits 20 ms before each answer (FAR_DELAY); rows, ratios, and GETs a tile.
#   Tests/Benchmarks/remote.sh [ROW...]     by default: cold view clients visits index stopped
# Needs what config/setup.sh installs, and what images.sh needs.
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
PYTHONPATH=$root/Tests exec "$python" "$root/Tests/Benchmarks/remote.py" far.tif geo.tif "$@"
