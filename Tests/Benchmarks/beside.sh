#!/usr/bin/env bash
# Two builds of pyramidion in the same run, alternating: what a change costs or gains. Medians, and
# the ratio of each round's pair, of which the median is what to quote.
# Servers are measured in seconds by turns while both are up, of stored tiles both on the
# first processor: what the machine does meanwhile meets both.
#   Tests/Benchmarks/beside.sh BEFORE [AFTER] [tiles] [iiif] [regions] [first] [118] [943] [many]
# BEFORE and AFTER are built executables; AFTER is this checkout's release build where it is left out.
# Needs wrk, curl, and what images.sh needs.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
before=$(realpath "${1:?"usage: beside.sh BEFORE [AFTER] [case...]"}")
shift
after=$root/.build/release/pyramidion
if [ $# -gt 0 ] && [ -x "$1" ]; then
  after=$(realpath "$1")
  shift
fi
work=${PYRAMIDION_BENCH:-${TMPDIR:-/tmp}/pyramidion-bench}
rounds=${ROUNDS:-5}
seconds=${SECONDS_EACH:-4}
port=${PORT_OURS:-18490}
export VIPS_WARNING=0
for tool in wrk curl python3 "$before" "$after"; do
  command -v "$tool" >/dev/null || { echo "beside.sh: $tool is missing" >&2; exit 3; }
done
mkdir -p "$work"
cd "$work"
. "$root/Tests/Benchmarks/images.sh"
. "$root/Tests/Benchmarks/load.sh"
run=$(mktemp -d)
trap 'stop; rm -rf "$run"' EXIT

binary() { case $1 in before) echo "$before" ;; after) echo "$after" ;; esac; }

# What makes both cut the same: a build that would keep a photograph's own data encodes it anew.
recipe() { if "$(binary "$1")" help prerender | grep -q -- '--base'; then echo --base encoded; fi; }

port() { case $1 in before) echo "$port" ;; after) echo "$((port + 1))" ;; esac; }

serve() { # build store folder flags...
  local build=$1 store=$2 folder=$3
  shift 3
  "$(binary "$build")" serve "$folder" --store "$store" --listen "127.0.0.1:$(port "$build")" --loops 1 \
    --workers 1 $(recipe "$build") "$@" 2>"$run/log" &
  servers="${servers:-} $!"
  curl -sf --retry 30 --retry-connrefused --retry-delay 1 -o /dev/null \
    "http://127.0.0.1:$(port "$build")/healthz"
}
stop() { # all that are up
  kill ${servers:-} 2>/dev/null || true
  wait ${servers:-} 2>/dev/null || true
  servers=
}

elapsed() { # command...: seconds of a whole process
  python3 -c 'import subprocess, sys, time
start = time.monotonic()
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(time.monotonic() - start)' "$@"
}

# One measurement of one build in one case, as seconds an answer or a job: less is better.
once() { # case build
  local store=$run/store-$2
  case $1 in
    tiles | iiif | regions)
      local list=native connections=32
      [ "$1" = iiif ] && list=iiif
      [ "$1" = regions ] && list=regions connections=8
      load "$(port "$2")" "$list" "$connections" "$seconds" | awk '{ print 1 / $1 }' ;;
    first)
      rm -rf "$store"
      serve "$2" "$store" large --cut-wait 120
      curl -sf -o /dev/null -w '%{time_total}\n' \
        "http://127.0.0.1:$(port "$2")/iiif/3/943.jpg/full/!1024,1024/0/default.jpg"
      stop ;;
    118 | 943) elapsed "$(binary "$2")" cut --force "$1.jpg" "$run/out.tif" ;;
    many)
      rm -rf "$store"
      elapsed "$(binary "$2")" prerender $(recipe "$2") --store "$store" many ;;
    *) echo "beside.sh: no case named $1" >&2; exit 2 ;;
  esac
}

prepare() { # case
  case $1 in
    tiles | iiif | regions)
      make 118
      mkdir -p images
      ln -f 118.jpg images/118.jpg
      for build in before after; do
        "$(binary $build)" prerender $(recipe $build) --store "$work/store-$build" images >/dev/null 2>&1
        serve "$build" "$work/store-$build" images
        [ "$1" = regions ] || taskset -acp 0 "${servers##* }" >/dev/null
        once "$1" "$build" >/dev/null
      done ;;
    first)
      make 943
      mkdir -p large
      ln -f 943.jpg large/943.jpg ;;
    *) make "$1" ;;
  esac
}

lists "$run"
for case in ${*:-tiles iiif regions first 118 943 many}; do
  prepare "$case"
  rm -f "$run/results"
  for round in $(seq "$rounds"); do
    # Who goes first alternates too: what one leaves in the page cache serves the other.
    order="before after"
    [ $((round % 2)) -eq 0 ] && order="after before"
    for build in $order; do echo "$round $build $(once "$case" "$build")" >>"$run/results"; done
  done
  stop
  python3 - "$run/results" "$case" <<'P'
import statistics, sys
rows = [line.split() for line in open(sys.argv[1])]
took = {(int(round), build): float(seconds) for round, build, seconds in rows}
rounds = sorted({round for round, _ in took})
median = lambda build: statistics.median(took[round, build] for round in rounds)
ratios = sorted(took[round, "after"] / took[round, "before"] for round in rounds)
show = lambda seconds: f"{1 / seconds:9.0f} /s" if seconds < 0.1 else f"{seconds:9.3f} s"
print(f"{sys.argv[2]:8} before {show(median('before'))}   after {show(median('after'))}   "
      f"time after / before: {statistics.median(ratios):.3f} ({ratios[0]:.3f} to {ratios[-1]:.3f})",
      flush=True)
P
done
