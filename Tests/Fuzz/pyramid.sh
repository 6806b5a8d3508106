#!/usr/bin/env bash
# Fuzzes the reader of pyramid files with libFuzzer and the address sanitizer. Swift itself traps on
# overflow and bad indices; its compiler offers no undefined-behaviour sanitizer on Linux.
#
#   Tests/Fuzz/pyramid.sh [SECONDS [RUNS]]     60 seconds unless said otherwise; RUNS ends it too
#
#   SEED=1 ...     the same inputs each time, from an empty corpus
#
# Finds are left in .build/fuzz/pyramid/finds; a find is also a seed of the next run.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-60}
runs=${2:--1}
folder=.build/fuzz/pyramid
mkdir -p "$folder"/{modules,corpus,finds}

options=(-O -parse-as-library -sanitize=fuzzer,address -swift-version 6
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility -package-name pyramidion
  -I "$folder/modules" -I Sources/CLinux -I Sources/CChecksum -I Sources/CZlib)
objects=()
compile() {
  local module=$1
  shift
  swiftc "${options[@]}" -module-name "$module" -wmo -emit-module \
    -emit-module-path "$folder/modules/$module.swiftmodule" -c -o "$folder/modules/$module.o" "$@"
  objects+=("$folder/modules/$module.o")
}
for module in TileGeometry Posix PyramidFile; do
  mapfile -t sources < <(find "Sources/$module" -name '*.swift' | sort)
  compile "$module" "${sources[@]}"
done
compile FuzzPyramid Tests/Fuzz/Pyramid/FuzzPyramid.swift
swiftc -sanitize=fuzzer,address "${objects[@]}" -lm -lz -o "$folder/fuzz"

fixed=()
seed=0
if [ -n "${SEED:-}" ]; then
  # Addresses and hash seeds that differ from run to run would let the inputs differ too.
  rm -rf "$folder/corpus"
  mkdir "$folder/corpus"
  seed=$SEED
  fixed=(env SWIFT_DETERMINISTIC_HASHING=1 setarch -R)
fi
python3 Tests/Fuzz/Pyramid/seeds.py "$folder/corpus"
cp -n "$folder"/finds/* "$folder/corpus/" 2>/dev/null || true
# Swift's own crash report would hide the sanitizer's.
export SWIFT_BACKTRACE=enable=no
# 256 MB is far more than a file of 4 kB may take.
exec "${fixed[@]}" "$folder/fuzz" "$folder/corpus" -max_len=4096 -rss_limit_mb=1024 -malloc_limit_mb=256 -timeout=25 \
  -max_total_time="$seconds" -runs="$runs" -print_final_stats=1 -verbosity="${VERBOSITY:-1}" \
  -seed="$seed" -artifact_prefix="$folder/finds/"
