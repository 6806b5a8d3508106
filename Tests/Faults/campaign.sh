#!/usr/bin/env bash
# Long campaigns against a built program: what the tests of this folder do a little of. Prints one table
# of what was seen, and ends with code 1 where the program died, lied or left something behind.
#   kills      servers and decoders are ended in the middle of their work, by turns
#   mutants    damaged files of each format are asked for
#   calls      every call of a cut fails, one after the other, with ENOSPC and with EIO
# Needs config/setup.sh's Python, and a C compiler for `calls`.
#   Tests/Faults/campaign.sh [kills] [mutants] [calls]      all of them by default, for hours
#   Tests/Faults/campaign.sh kills --kills 50               fewer; --mutants N of --formats jpg png
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
export PYRAMIDION_BINARY=${PYRAMIDION_BINARY:-$root/.build/release/pyramidion} PYTHONPATH=$root/Tests
[ -x "$PYRAMIDION_BINARY" ] || { echo "build first: swift build -c release --static-swift-stdlib" >&2; exit 3; }
python=${PYTHON:-$root/.venv/bin/python}
exec "$python" "$root/Tests/Faults/campaign.py" "$@"
