#!/usr/bin/env bash
# Our viewer beside OpenSeadragon on the same server: one session of 60 pans and zooms over an image
# of 943 megapixels, in turns; medians and ratios. Then the same with a slow network between.
#   Tests/Benchmarks/viewer.sh [near] [far]     both by default
# Needs what config/setup.sh installs, and what images.sh needs.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
binary=${PYRAMIDION_BINARY:-$root/.build/release/pyramidion}
work=${PYRAMIDION_BENCH:-${TMPDIR:-/tmp}/pyramidion-bench}
rounds=${ROUNDS:-3}
port=${PORT_OURS:-18490}
library=$root/.venv/openseadragon.js
export VIPS_WARNING=0
for needed in vips curl python3 "$binary" "$library"; do
  [ -f "$needed" ] || command -v "$needed" >/dev/null || { echo "viewer.sh: $needed is missing" >&2; exit 3; }
done
mkdir -p "$work"
cd "$work"
. "$root/Tests/Benchmarks/images.sh"
make 943
mkdir -p large
ln -f 943.jpg large/943.jpg
"$binary" prerender --store viewer-store large >/dev/null 2>&1
"$binary" serve large --store viewer-store --listen "127.0.0.1:$port" 2>/dev/null &
server=$!
trap 'kill $server 2>/dev/null; wait $server 2>/dev/null || true' EXIT
curl -sf --retry 30 --retry-connrefused --retry-delay 1 -o /dev/null "http://127.0.0.1:$port/healthz"

session() { python3 "$root/Tests/Benchmarks/viewer.py" "127.0.0.1:$port" 943.jpg "$library" --rounds "$rounds" "$@"; }
near() { session; }
far() { session --latency 40 --megabits 20; }
for case in ${*:-near far}; do "$case"; done
