#!/usr/bin/env bash
# Fuzzes what requests ask for: paths and queries of every protocol, read and planned, with address
# checks. Swift traps on overflow and bad indices by itself.
#   Tests/Fuzz/routes.sh [SECONDS]     a minute when nothing is given
#   EXECUTIONS=10000000 Tests/Fuzz/routes.sh 0     so many inputs, however long they take
#   SEED=1 ...                                     the same inputs each time, from an empty corpus
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-60}
work=$PWD/.build/fuzz/routes
mkdir -p "$work"/{modules,corpus,seeds,findings}

options=(-O -parse-as-library -sanitize=fuzzer,address -swift-version 6
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility -package-name pyramidion -I "$work/modules")
objects=()
compile() {
  local module=$1
  shift
  swiftc "${options[@]}" -module-name "$module" -wmo -emit-module \
    -emit-module-path "$work/modules/$module.swiftmodule" -c -o "$work/modules/$module.o" "$@"
  objects+=("$work/modules/$module.o")
}
for module in TileGeometry Viewport HTTPWire ImageRequest; do
  mapfile -t sources < <(find "Sources/$module" -name '*.swift' | sort)
  compile "$module" "${sources[@]}"
done
compile RoutesFuzz Tests/Fuzz/Routes/RoutesFuzz.swift
swiftc -sanitize=fuzzer,address -use-ld=lld "${objects[@]}" -lm -o "$work/routes-fuzz"

# One seed a target, each beginning with another choice of image and limits.
number=0
while IFS= read -r target; do
  printf '%b%s' "\\x$(printf %02x $((number % 24)))" "$target" >"$work/seeds/$number"
  number=$((number + 1))
done <Tests/Fuzz/Routes/targets.txt

limit=(-max_total_time="$seconds")
[ -z "${EXECUTIONS:-}" ] || limit=(-runs="$EXECUTIONS")
fixed=()
if [ -n "${SEED:-}" ]; then
  # Addresses and hash seeds that differ from run to run would let the inputs differ too.
  rm -rf "$work/corpus"
  mkdir "$work/corpus"
  limit+=(-seed="$SEED")
  fixed=(env SWIFT_DETERMINISTIC_HASHING=1 setarch -R)
fi
# Swift's runtime keeps what it made once: no leak.
export ASAN_OPTIONS=detect_leaks=0
# Swift's own crash report would hide the sanitizer's.
export SWIFT_BACKTRACE=enable=no
"${fixed[@]}" "$work/routes-fuzz" "${limit[@]}" -max_len=512 -timeout=25 \
  -dict=Tests/Fuzz/Routes/targets.dict -artifact_prefix="$work/findings/" -print_final_stats=1 \
  "$work/corpus" "$work/seeds" 2>"$work/log" || {
  # The report, from the line that says what happened to the input that made it happen.
  sed -n '/ERROR:\|Fatal error/,$p' "$work/log" | head -120
  exit 1
}
grep -E '^stat::(number_of_executed_units|average_exec_per_sec|new_units_added)' "$work/log"
