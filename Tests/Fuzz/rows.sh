#!/usr/bin/env bash
# Fuzzes the readers of PNG rows and of strips and tiles of TIFFs against zlib, libpng and libtiff: what they unpack
# zlib unpacks, and their samples are those of the other two. `fuzzing.sh` says how to call it.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Fuzz/fuzzing.sh
fuzz_build Tests/Fuzz/Rows/RowsFuzz.swift \
  ByteText Digests TileGeometry PyramidFormat Inflating PNGRows TIFFRows -- \
  -Xcc -fmodule-map-file=Sources/CChecksum/module.modulemap \
  -I Tests/Fuzz/Rows/CLibpng -I Tests/Fuzz/Rows/CLibtiff
"${PYTHON:-.venv/bin/python}" Tests/Fuzz/Rows/seeds.py "$work/seeds"
fuzz_run -max_len=3000 -rss_limit_mb=1024 -malloc_limit_mb=256
