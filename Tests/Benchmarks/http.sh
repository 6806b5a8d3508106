#!/usr/bin/env bash
# Small files over HTTP: ours with one loop beside nginx with one worker, in turns.
#   Tests/Benchmarks/http.sh [ROUNDS] [SECONDS]
# Prints medians of requests a second and of the 99th percentile, and for ours the system calls and
# heap allocations a request. Needs nginx, wrk, strace and a C compiler.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
rounds=${1:-7}
seconds=${2:-4}
for tool in nginx wrk strace clang curl; do
  command -v "$tool" >/dev/null || { echo "http.sh: $tool is missing" >&2; exit 3; }
done

cd "$root"
swift build -c release --static-swift-stdlib --product pyramidion >&2
binary=$(swift build -c release --show-bin-path)/pyramidion
work=$(mktemp -d)
pids=()
finish() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

mkdir "$work/files"
awk 'BEGIN { srand(7); for (i = 0; i < 2000; i++) print i, 8192 + int(rand() * 8193) }' |
  while read -r name size; do head -c "$size" /dev/urandom >"$work/files/$name.jpg"; done

cat >"$work/random.lua" <<'LUA'
math.randomseed(os.time())
request = function()
  return wrk.format("GET", "/" .. math.random(0, 1999) .. ".jpg")
end
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %.1f %.1f %d\n", summary.requests / summary.duration * 1e6,
    latency:percentile(99), errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
LUA

port_ours=${PORT_OURS:-18480}
port_nginx=${PORT_NGINX:-18481}
cat >"$work/nginx.conf" <<CONF
daemon off; worker_processes 1; pid $work/nginx.pid; error_log $work/nginx.log;
user $(id -un);
events { worker_connections 4096; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; etag on;
  open_file_cache max=4000 inactive=600s; open_file_cache_valid 60s;
  types { image/jpeg jpg; }
  server { listen 127.0.0.1:$port_nginx; root $work/files; }
}
CONF
nginx -c "$work/nginx.conf" &
pids+=($!)
"$binary" serve --static "$work/files" --listen "127.0.0.1:$port_ours" --loops 1 2>"$work/ours.log" &
ours=$!
pids+=("$ours")
for port in $port_ours $port_nginx; do
  curl -sf --retry 20 --retry-connrefused --retry-delay 1 -o /dev/null "http://127.0.0.1:$port/0.jpg"
done

load() { wrk -t1 -c32 -d"$2"s -s "$work/random.lua" "http://127.0.0.1:$1" | awk '/^RESULT/ { print $2, $3, $4 }'; }
load "$port_ours" 1 >/dev/null
load "$port_nginx" 1 >/dev/null
for _ in $(seq "$rounds"); do
  echo "ours $(load "$port_ours" "$seconds")"
  echo "nginx $(load "$port_nginx" "$seconds")"
done | tee "$work/runs" >&2

median() { awk -v who="$1" -v column="$2" '$1 == who { print $column }' "$work/runs" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
printf 'requests/s: ours %.0f, nginx %.0f\n' "$(median ours 2)" "$(median nginx 2)"
printf 'p99 (us):   ours %.0f, nginx %.0f\n' "$(median ours 3)" "$(median nginx 3)"
awk -v o="$(median ours 2)" -v n="$(median nginx 2)" -v po="$(median ours 3)" -v pn="$(median nginx 3)" \
  'BEGIN { printf "ratio: requests %.3f (bar 0.9), p99 %.2f (bar 2)\n", o / n, po / pn }'

# System calls a request: counted over a load whose size wrk tells.
calls() {
  strace -f -c -p "$2" -o "$work/$1.strace" 2>/dev/null &
  tracer=$!
  sleep 1
  rate=$(wrk -t1 -c32 -d3s -s "$work/random.lua" "http://127.0.0.1:$3" | awk '/requests in/ { print $1 }')
  kill -INT "$tracer"
  wait "$tracer" || true
  awk -v requests="$rate" -v who="$1" '$NF == "total" { printf "system calls a request: %s %.2f\n", who, $(NF - 1) == "total" ? 0 : $4 / requests }' "$work/$1.strace"
  awk 'NR > 2 && $NF != "total" && $4 > 100 { printf "  %s %s\n", $4, $NF }' "$work/$1.strace"
}
calls ours "$ours" "$port_ours"
calls nginx "$(pgrep -P "${pids[0]}")" "$port_nginx"

# Heap allocations a request, after a first load has filled the caches.
clang -O2 -shared -fPIC -o "$work/malloc-count.so" Tests/Benchmarks/malloc-count.c -ldl
port_counted=${PORT_COUNTED:-18482}
LD_PRELOAD=$work/malloc-count.so "$binary" serve --static "$work/files" --listen "127.0.0.1:$port_counted" --loops 1 2>"$work/counts" &
counted=$!
pids+=("$counted")
curl -sf --retry 20 --retry-connrefused --retry-delay 1 -o /dev/null "http://127.0.0.1:$port_counted/0.jpg"
load "$port_counted" 4 >/dev/null
tally() { kill -USR2 "$counted"; sleep 0.3; tail -1 "$work/counts"; }
before=$(tally)
requests=$(wrk -t1 -c32 -d4s -s "$work/random.lua" "http://127.0.0.1:$port_counted" | awk '/requests in/ { print $1 }')
after=$(tally)
awk -v a="$before" -v b="$after" -v n="$requests" 'BEGIN { printf "heap allocations a request: %.5f (%d in %d requests)\n", (b - a) / n, b - a, n }'
