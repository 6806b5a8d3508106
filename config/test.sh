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
# Tests that wait for a browser or for engines most of their time run beside all others.
waiting=(Tests/Viewer Tests/Engines)
told=$(mktemp)
trap 'rm -f "$told"' EXIT
"${pytest[@]}" "${waiting[@]}" >"$told" 2>&1 &
beside=$!
code=0
"${pytest[@]}" Tests "${waiting[@]/#/--ignore=}" || code=$?
wait "$beside" || code=$?
cat "$told"
exit "$code"
