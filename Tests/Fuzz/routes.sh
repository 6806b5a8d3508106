#!/usr/bin/env bash
# Fuzzes what requests ask for: paths and queries of every protocol, read and planned; `fuzzing.sh`
# says how to call it.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Fuzz/fuzzing.sh
fuzz_build Tests/Fuzz/Routes/RoutesFuzz.swift TileGeometry TileViewport ByteText \
  Digests HTTPWire ImageRequest BookText Books PyramidFormat PictureWords Documents -- -Xcc -fmodule-map-file=Sources/CChecksum/module.modulemap

# One seed a target, each beginning with another choice of image and limits.
number=0
while IFS= read -r target; do
  printf '%b%s' "\\x$(printf %02x $((number % 24)))" "$target" >"$work/seeds/$number"
  number=$((number + 1))
done <Tests/Fuzz/Routes/targets.txt

fuzz_run -max_len=512 -dict=Tests/Fuzz/Routes/targets.dict
