#!/usr/bin/env bash
# Fuzzes the reader of ZIP files, what unpacks them, and the reader of ComicInfo.xml. `fuzzing.sh` says
# how to call it.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Fuzz/fuzzing.sh
fuzz_build Tests/Fuzz/Archives/ArchivesFuzz.swift ByteText Digests Inflating BookText ZipFile -- \
  -Xcc -fmodule-map-file=Sources/CChecksum/module.modulemap
"${PYTHON:-python3}" Tests/Fuzz/Archives/seeds.py "$work/seeds"
fuzz_run -max_len=4096 -rss_limit_mb=1024 -malloc_limit_mb=256
