#!/usr/bin/env bash
# Runs the server's tests under ThreadSanitizer, in a build folder of its own.
set -euo pipefail
cd "$(dirname "$0")/../.."
export TSAN_OPTIONS="halt_on_error=1 ${TSAN_OPTIONS:-}"
PYRAMIDION_TESTS=HTTPServerTests swift test --sanitize=thread --scratch-path .build/tsan
