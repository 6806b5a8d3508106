#!/usr/bin/env bash
# Fuzzes the reader of JPEG scans against libjpeg: what it takes has libjpeg's coefficients.
# `fuzzing.sh` says how to call it.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Fuzz/fuzzing.sh
fuzz_build Tests/Fuzz/Scan/ScanFuzz.swift JPEGScan -- -I Sources/CVectors -I Tests/Fuzz/Scan/CCoefficients -ljpeg
"${PYTHON:-.venv/bin/python}" Tests/Fuzz/Scan/seeds.py "$work/seeds"
fuzz_run -max_len=6000 -rss_limit_mb=1024 -malloc_limit_mb=256
