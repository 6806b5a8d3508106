#!/usr/bin/env bash
# Fuzzes the request parser with address checks. Swift has no undefined-behaviour sanitizer on
# Linux: its own traps for overflow, bounds and overlapping access, which stay on here, are that.
#   Tests/Fuzz/wire.sh [SECONDS]     a minute when nothing is given
#   EXECUTIONS=10000000 Tests/Fuzz/wire.sh 0     so many inputs, however long they take
#   SEED=1 ...                                   the same inputs each time, from an empty corpus
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
seconds=${1:-60}
work=$root/.build/fuzz
mkdir -p "$work/corpus" "$work/findings"

swiftc -O -wmo -parse-as-library -swift-version 6 -package-name pyramidion \
  -enable-upcoming-feature ExistentialAny -sanitize=fuzzer,address -enforce-exclusivity=checked \
  -use-ld=lld -module-name WireFuzz -o "$work/wire-fuzz" \
  "$root"/Sources/HTTPWire/*.swift "$root/Tests/Fuzz/Wire/WireFuzz.swift"

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
"${fixed[@]}" "$work/wire-fuzz" "${limit[@]}" -max_len=1536 -timeout=25 \
  -dict="$root/Tests/Fuzz/Wire/http.dict" -artifact_prefix="$work/findings/" -print_final_stats=1 \
  "$work/corpus" "$root/Tests/Fuzz/Wire/seeds" 2>"$work/log" || {
  # The report, from the line that says what happened to the input that made it happen.
  sed -n '/ERROR:\|Fatal error/,$p' "$work/log" | head -120
  exit 1
}
grep -E '^stat::(number_of_executed_units|average_exec_per_sec|new_units_added)' "$work/log"
