#!/usr/bin/env bash
# A real PostgreSQL for the tests, in a folder of its own; nothing of the system's is touched.
#
#   postgresql.sh check   exit 3, naming it, when PostgreSQL is missing (tests skip then)
#   postgresql.sh start   starts it, or finds it running; prints its address without a password
#   postgresql.sh stop    ends it at once, as a host that fails; what was written is kept
#   postgresql.sh wipe    ends it and removes all it has written
#
# PG_DIR       its folder     ${TMPDIR:-/tmp}/pyramidion-postgresql
# PG_PORT      on 127.0.0.1   25432
# PG_PASSWORD  of the user pyramidion
set -euo pipefail
D=${PG_DIR:-${TMPDIR:-/tmp}/pyramidion-postgresql} PORT=${PG_PORT:-25432}
PASSWORD=${PG_PASSWORD:-pyramidion} command=${1:-start}
programs=$(find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -1)

# PostgreSQL does not run as root.
unprivileged() {
  if [ "$(id -u)" -eq 0 ]; then
    setpriv --reuid 65534 --regid 65534 --clear-groups env HOME="$D" "$@"
  else
    "$@"
  fi
}

case "$command" in
  check)
    [ -n "$programs" ] && command -v setpriv >/dev/null || { echo "missing: postgresql" >&2; exit 3; }
    ;;
  start)
    if [ ! -f "$D/data/PG_VERSION" ]; then
      mkdir -p "$D"
      chmod 755 "$D"
      printf '%s\n' "$PASSWORD" >"$D/password"
      [ "$(id -u)" -ne 0 ] || chown 65534:65534 "$D" "$D/password"
      unprivileged "$programs/initdb" -D "$D/data" -U pyramidion --auth=scram-sha-256 \
        --pwfile="$D/password" --encoding=UTF8 --locale=C --no-sync >"$D/initdb.log" 2>&1
    fi
    unprivileged "$programs/pg_ctl" -D "$D/data" status >/dev/null 2>&1 ||
      unprivileged "$programs/pg_ctl" -D "$D/data" -w -t 120 -l "$D/server.log" -o \
        "-p $PORT -c listen_addresses=127.0.0.1 -c unix_socket_directories=$D -c fsync=off" \
        start >"$D/start.log" 2>&1
    echo "postgresql://pyramidion@127.0.0.1:$PORT/postgres"
    ;;
  stop | wipe)
    if [ -f "$D/data/postmaster.pid" ]; then
      unprivileged "$programs/pg_ctl" -D "$D/data" -w -t 60 -m immediate stop >>"$D/stop.log" 2>&1
    fi
    [ "$command" != wipe ] || rm -rf "$D"
    ;;
  *)
    echo "postgresql.sh: '$command' is none of check, start, stop, wipe" >&2
    exit 2
    ;;
esac
