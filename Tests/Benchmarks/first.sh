#!/usr/bin/env bash
# The first minutes of a folder that nobody has prepared: 20 small pictures and one of 943 megapixels,
# with nothing cut. Several programs can be held beside each other, round by round.
#   Tests/Benchmarks/first.sh [PROGRAM...]     by default the release build of this tree
# Needs what config/setup.sh installs, and what images.sh needs.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=${PYRAMIDION_BENCH:-${TMPDIR:-/tmp}/pyramidion-bench}
rounds=${ROUNDS:-3}
programs=("${@:-$root/.build/release/pyramidion}")
export VIPS_WARNING=0
for needed in vips python3 "${programs[@]}"; do
  [ -x "$needed" ] || command -v "$needed" >/dev/null || { echo "first.sh: $needed is missing" >&2; exit 3; }
done
mkdir -p "$work"
cd "$work"
. "$root/Tests/Benchmarks/images.sh"
make 943
make 118
mkdir -p first
for i in $(seq 10 29); do
  [ -f first/$i.jpg ] ||
    vips extract_area 118.jpg "first/$i.jpg[Q=85]" $((i % 5 * 2000)) $((i / 5 * 1000)) 1600 1200
done
ln -f 943.jpg first/giant.jpg 2>/dev/null || cp 943.jpg first/giant.jpg
python3 "$root/Tests/Benchmarks/first.py" first --rounds "$rounds" "${programs[@]}"
