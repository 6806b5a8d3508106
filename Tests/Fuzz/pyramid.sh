#!/usr/bin/env bash
# Fuzzes the reader of pyramid files; `fuzzing.sh` says how to call it.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Fuzz/fuzzing.sh
fuzz_build Tests/Fuzz/Pyramid/PyramidFuzz.swift ByteText Digests TileGeometry PyramidFormat \
  Posix PyramidFile PyramidSamples \
  -- -I Sources/CLinux -I Sources/CChecksum
python3 Tests/Fuzz/Pyramid/seeds.py "$work/seeds"
# 256 MB is far more than a file of 4 kB may take.
fuzz_run -max_len=4096 -rss_limit_mb=1024 -malloc_limit_mb=256
