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
beside=(Tests/Viewer Tests/Engines)
told=$(mktemp -d)
trap 'rm -rf "$told"' EXIT
ran=()
for tests in "${beside[@]}"; do
  "${pytest[@]}" "$tests" >"$told/${tests##*/}" 2>&1 &
  ran+=($!)
done
code=0
"${pytest[@]}" Tests "${beside[@]/#/--ignore=}" || code=$?
for each in "${!beside[@]}"; do
  wait "${ran[each]}" || code=$?
  cat "$told/${beside[each]##*/}"
done
exit "$code"
