#!/usr/bin/env bash
# Sets up, builds and passes all tests. Extra arguments go to `swift test`.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"

config/setup.sh
swift build --build-tests --explicit-target-dependency-import-check error -Xswiftc -require-explicit-sendable
swift test --skip-build "$@"
if [ -n "$(find Tests -name 'test_*.py' -print -quit)" ]; then
  PYRAMIDION_BINARY=${PYRAMIDION_BINARY:-$(swift build --show-bin-path)/pyramidion} \
    .venv/bin/python -m pytest -q -p no:cacheprovider Tests
fi
