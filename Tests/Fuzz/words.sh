#!/usr/bin/env bash
# Fuzzes the readers of words: what children tell of documents' pages, what djvused prints of them, and
# hOCR, ALTO, PAGE and plain text beside pictures; what is read is searched. `fuzzing.sh` says how to call it.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Tests/Fuzz/fuzzing.sh
fuzz_build Tests/Fuzz/Words/WordsFuzz.swift ByteText BookText
cp Tests/Fuzz/Words/seeds/* "$work/seeds/"
fuzz_run -max_len=4096 -dict=Tests/Fuzz/Words/words.dict
