#!/usr/bin/env bash
# Our viewer beside OpenSeadragon on the same server: one session of 60 pans and zooms over an image
# of 943 megapixels, in turns; medians and ratios. Then the same with a slow network between, turning
# through the pages of an album of ten photographs, and nine cold jumps in a photograph of 15
# megapixels, near and far.
#   Tests/Benchmarks/viewer.sh [near] [far] [album] [jumps]     all by default
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
mkdir -p large/album
for i in 0 1 2 3 4 5 6 7 8 9; do
  [ -f large/album/$i.jpg ] ||
    vips extract_area 118.jpg "large/album/$i.jpg[Q=90]" $((i % 3 * 4000)) $((i / 3 * 2000)) 4000 3000
done
[ -f large/15.jpg ] || vips extract_area 118.jpg "large/15.jpg[Q=90]" 0 0 4800 3200
"$binary" prerender --store viewer-store large >/dev/null 2>&1
"$binary" serve large --store viewer-store --listen "127.0.0.1:$port" 2>/dev/null &
server=$!
trap 'kill $server 2>/dev/null; wait $server 2>/dev/null || true' EXIT
curl -sf --retry 30 --retry-connrefused --retry-delay 1 -o /dev/null "http://127.0.0.1:$port/healthz"

session() { python3 "$root/Tests/Benchmarks/viewer.py" "127.0.0.1:$port" "$1" "$library" --rounds "$rounds" "${@:2}"; }
near() { session 943.jpg; }
far() { session 943.jpg --latency 40 --megabits 20; }
album() { session album; }
jumps() {
  session 15.jpg --jumps 9
  session 15.jpg --jumps 9 --latency 40 --megabits 20
}
for case in ${*:-near far album jumps}; do "$case"; done
