#!/usr/bin/env bash
# Three hosts behind nginx, with a store in an object store of this machine (Ceph): what they cut, what
# they publish, and what clients see while hosts are killed and unplugged. Bars beside what was seen; it
# ends with 1 where one isn't met.
#   Tests/Benchmarks/cluster.sh [ROW...]     by default: once kills failures cold shared
# VISITS       requests that failures are looked for in: 50000
# PHOTOGRAPHS  that workers share: 300; ROUNDS of them, by turns: 5
# Needs what config/setup.sh installs. For root, where the system lets it, all of it lives in a network of its
# own, and hosts are unplugged by their wire; elsewhere they are halted.
set -euo pipefail
if [ -z "${WIRES:-}" ] && [ "$(id -u)" -eq 0 ] && command -v ip nsenter >/dev/null &&
  unshare --net sh -c 'ip link add one type bridge && ip link add two type veth peer name three' 2>/dev/null; then
  WIRES=1 exec unshare --net sh -c 'ip link set lo up && exec "$@"' sh "$0" "$@"
fi
root=$(cd "$(dirname "$0")/../.." && pwd)
export PYRAMIDION_BINARY=${PYRAMIDION_BINARY:-$root/.build/release/pyramidion}
python=$root/.venv/bin/python
for needed in "$python" "$PYRAMIDION_BINARY" /usr/sbin/nginx; do
  command -v "$needed" >/dev/null || { echo "cluster.sh: $needed is missing" >&2; exit 3; }
done
"$root/Tests/Engines/s3-engine.sh" check
work=$(mktemp -d "${TMPDIR:-/tmp}/pyramidion-cluster.XXXXXX")
export S3_DIR=$work/engine S3_STORE=memstore S3_SIZE=4G S3_PORT=${S3_PORT:-28433} S3_MON_PORT=${S3_MON_PORT:-28443}
trap '"$root/Tests/Engines/s3-engine.sh" wipe; rm -rf "$work"' EXIT
assignments=$("$root/Tests/Engines/s3-engine.sh" start)
eval "$assignments"
PYTHONPATH=$root/Tests "$python" "$root/Tests/Benchmarks/cluster.py" "$work" "$@"
