#!/usr/bin/env bash
# An hour's mixed traffic in ten minutes: every protocol, renders, streams, clients that leave, images
# that are replaced, images that are new. Memory and descriptors before and after; no 5xx but the 503
# that tells a client to come back.
#   Tests/Benchmarks/soak.sh [SECONDS]
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
binary=${PYRAMIDION_BINARY:-$root/.build/release/pyramidion}
[ -x "$binary" ] || { echo "build first: swift build -c release --static-swift-stdlib" >&2; exit 3; }
work=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$work"' EXIT
mkdir "$work/images"
"$binary" demo --side 8192 "$work/images/first.jpg"
"$binary" demo --side 4096 "$work/images/second.jpg"
"$binary" demo --side 2048 "$work/small.jpg"
port=${PORT_OURS:-18495}
"$binary" serve "$work/images" --store "$work/store" --listen "127.0.0.1:$port" 2>"$work/log" &
server=$!
curl -sf --retry 30 --retry-connrefused --retry-delay 1 -o /dev/null "http://127.0.0.1:$port/healthz"
python3 "$root/Tests/Benchmarks/soak.py" "$port" "$server" "$work" "${1:-600}"
