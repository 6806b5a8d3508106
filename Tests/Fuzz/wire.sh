#!/usr/bin/env bash
# Fuzzes the request parser and the connection's state machine; `fuzzing.sh` says how to call it.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Fuzz/fuzzing.sh
fuzz_build Tests/Fuzz/Wire/WireFuzz.swift ByteText HTTPWire
cp Tests/Fuzz/Wire/seeds/* "$work/seeds/"
fuzz_run -max_len=1536 -dict=Tests/Fuzz/Wire/http.dict
