#!/usr/bin/env bash
# From a request's path to the stored tile that answers it: nanoseconds and allocations.
#
# The time is the best of five runs of half a million requests; allocations are counted by a malloc
# of the program's own.
set -euo pipefail
cd "$(dirname "$0")/../.."

swift build -c release --static-swift-stdlib --product RequestBenchmark >/dev/null
built=$(swift build -c release --show-bin-path)
"$built/RequestBenchmark" | awk '{
  printf "%-8s %8.0f ns   goal < 1500   ratio %.2f   %s", $1, $2, $2 / 1500,
    ($2 < 1500 ? "met" : "MISSED")
  printf "      %5.2f allocations   goal <= 2   %s\n", $3, ($3 <= 2 ? "met" : "MISSED") }'
