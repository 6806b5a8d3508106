#!/usr/bin/env bash
# Sets up, builds and passes all tests. Extra arguments go to `swift test`.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"

config/setup.sh
swift build --build-tests --explicit-target-dependency-import-check error -Xswiftc -require-explicit-sendable
swift test --skip-build "$@"
export PYRAMIDION_BINARY=${PYRAMIDION_BINARY:-$(swift build --show-bin-path)/pyramidion}
pytest=(.venv/bin/python -m pytest -q -p no:cacheprovider)
# The viewer's tests wait for a browser most of their time: all others run beside them.
told=$(mktemp)
trap 'rm -f "$told"' EXIT
"${pytest[@]}" Tests/Viewer >"$told" 2>&1 &
viewer=$!
code=0
"${pytest[@]}" Tests --ignore Tests/Viewer || code=$?
wait "$viewer" || code=$?
cat "$told"
exit "$code"
