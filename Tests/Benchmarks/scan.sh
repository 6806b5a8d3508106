#!/usr/bin/env bash
# What a photograph's scan costs us, beside libjpeg's decoding of it and `vips tiffsave`, by turns: medians
# and ratios, with the bars of the design. Processor seconds hold on a busy machine, the clock's do not.
#   Tests/Benchmarks/scan.sh [wide] [118] [943]       all by default
# wide and 118 have 118 megapixels, of 1.5 and 2.3 bits: those of the images that the bars were found with.
#   ROUNDS=5   BEFORE=PROGRAM  a build of release one: today's cut beside its own
# Needs libvips-tools, a C compiler with libjpeg's headers, and what images.sh needs.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
export PYRAMIDION_BINARY=${PYRAMIDION_BINARY:-$root/.build/release/pyramidion}
work=${PYRAMIDION_BENCH:-${TMPDIR:-/tmp}/pyramidion-bench}
export VIPS_WARNING=0
for needed in vips cc python3 "$PYRAMIDION_BINARY"; do
  command -v "$needed" >/dev/null || { echo "scan.sh: $needed is missing" >&2; exit 3; }
done
swift build --package-path "$root" -c release --static-swift-stdlib --product ScanBenchmark >&2
SCAN_PROGRAM=$(swift build --package-path "$root" -c release --show-bin-path)/ScanBenchmark
mkdir -p "$work"
cd "$work"
. "$root/Tests/Benchmarks/images.sh"
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
cc -O3 -o "$made/peer" "$root/Tests/Benchmarks/scan-peer.c" -ljpeg
export SCAN_PROGRAM SCAN_PEER=$made/peer SCAN_OUT=$made
for size in ${*:-wide 118 943}; do
  make "$size"
  python3 "$root/Tests/Benchmarks/scan.py" "$size"
done
