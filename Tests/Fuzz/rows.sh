#!/usr/bin/env bash
# Fuzzes the reader of PNG rows against zlib and libpng: what it unpacks zlib unpacks, and its samples
# are libpng's. `fuzzing.sh` says how to call it.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Fuzz/fuzzing.sh
fuzz_build Tests/Fuzz/Rows/RowsFuzz.swift Digests Inflating PNGRows -- \
  -Xcc -fmodule-map-file=Sources/CChecksum/module.modulemap -I Tests/Fuzz/Rows/CLibpng
"${PYTHON:-.venv/bin/python}" Tests/Fuzz/Rows/seeds.py "$work/seeds"
fuzz_run -max_len=3000 -rss_limit_mb=1024 -malloc_limit_mb=256
