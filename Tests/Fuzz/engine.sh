#!/usr/bin/env bash
# Fuzzes what reads the words of engines and of who configures them; `fuzzing.sh` says how to call it.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Fuzz/fuzzing.sh
fuzz_build Tests/Fuzz/Engine/EngineFuzz.swift ByteText Digests HTTPWire S3Wire \
  -- -Xcc -fmodule-map-file=Sources/CChecksum/module.modulemap
cp Tests/Fuzz/Engine/seeds/* "$work/seeds/"
fuzz_run -max_len=1536 -dict=Tests/Fuzz/Engine/engine.dict
