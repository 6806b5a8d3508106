#!/usr/bin/env bash
# The tile service beside its peers, in the same run: nginx with the files that `vips dzsave` writes,
# iipsrv behind nginx, and `vips thumbnail`. Medians of three alternations.
#   Tests/Benchmarks/serve.sh [tiles] [regions] [view] [first] [one] [crawler]     all by default
# One loop and one worker for ours, one worker process for nginx, one iipsrv process with Debian's
# settings. WORKERS=2 gives ours so many workers, and iipsrv so many processes, which have a thread each
# with OMP_NUM_THREADS=1; IIPSRV is another build of iipsrv. Needs nginx, wrk, iipimage-server,
# libvips-tools, and what images.sh needs.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
binary=${PYRAMIDION_BINARY:-$root/.build/release/pyramidion}
work=${PYRAMIDION_BENCH:-${TMPDIR:-/tmp}/pyramidion-bench}
rounds=${ROUNDS:-3}
seconds=${SECONDS_EACH:-4}
workers=${WORKERS:-1}
export VIPS_WARNING=0
iipsrv=${IIPSRV:-/usr/lib/iipimage-server/iipsrv.fcgi}
for tool in nginx wrk vips curl python3 "$binary" "$iipsrv"; do
  command -v "$tool" >/dev/null || { echo "serve.sh: $tool is missing" >&2; exit 3; }
done
mkdir -p "$work"
cd "$work"
. "$root/Tests/Benchmarks/images.sh"
. "$root/Tests/Benchmarks/load.sh"

run=$(mktemp -d)
pids=()
finish() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$run"
}
trap finish EXIT

ours=${PORT_OURS:-18490} files=${PORT_NGINX:-18491} iip=${PORT_IIP:-18492} fcgi=${PORT_FCGI:-18493}

prepare() {
  make 118
  [ -f served/118.dzi ] || { mkdir -p served; vips dzsave 118.jpg served/118 --tile-size 256 --overlap 0 --suffix '.jpg[Q=85]'; }
  [ -f served/118.tif ] || vips tiffsave 118.jpg served/118.tif --tile --pyramid --compression jpeg --Q 85 --tile-width 256 --tile-height 256
  mkdir -p images
  ln -f 118.jpg images/118.jpg
  "$binary" prerender --store "$work/service-store" images >/dev/null 2>&1
}

serve() { # store folder flags...: our server; sets $server
  local store=$1 folder=$2
  shift 2
  "$binary" serve "$folder" --store "$store" --listen "127.0.0.1:$ours" --loops 1 --workers "$workers" \
    --render-quality 75 "$@" 2>"$run/ours.log" &
  server=$!
  pids+=("$server")
  await "http://127.0.0.1:$ours/healthz"
}
stop() { kill "$1" && wait "$1" 2>/dev/null || true; }
await() { curl -sf --retry 30 --retry-connrefused --retry-delay 1 -o /dev/null "$1"; }

peers() {
  local upstream='' number
  for ((number = 0; number < workers; number++)); do
    FILESYSTEM_PREFIX="$work/served/" LOGFILE=/dev/null JPEG_QUALITY=75 MAX_CVT=5000 \
      "$iipsrv" --bind "127.0.0.1:$((fcgi + number))" >/dev/null 2>&1 &
    pids+=($!)
    upstream+="server 127.0.0.1:$((fcgi + number)); "
  done
  cat >"$run/nginx.conf" <<CONF
daemon off; worker_processes 1; pid $run/nginx.pid; error_log $run/nginx.log;
user $(id -un);
events { worker_connections 4096; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; etag on;
  open_file_cache max=8000 inactive=600s; open_file_cache_valid 60s;
  types { image/jpeg jpg; }
  client_body_temp_path $run; proxy_temp_path $run; fastcgi_temp_path $run; uwsgi_temp_path $run; scgi_temp_path $run;
  server { listen 127.0.0.1:$files; root $work/served; }
  upstream iipsrv { $upstream}
  server {
    listen 127.0.0.1:$iip;
    location / { fastcgi_pass iipsrv; include /etc/nginx/fastcgi_params; }
  }
}
CONF
  nginx -c "$run/nginx.conf" 2>/dev/null &
  pids+=($!)
  await "http://127.0.0.1:$files/118.dzi"
  await "http://127.0.0.1:$iip/?FIF=118.tif&obj=IIP,1.0"
}

# Alternates programs given as name:port:list, and prints medians and ratios to the first.
compare() { # title connections program...
  local title=$1 connections=$2 program name port list
  shift 2
  rm -f "$run/results"
  for program in "$@"; do
    IFS=: read -r name port list <<<"$program"
    load "$port" "$list" "$connections" 1 >/dev/null
  done
  for _ in $(seq "$rounds"); do
    for program in "$@"; do
      IFS=: read -r name port list <<<"$program"
      echo "$name $(load "$port" "$list" "$connections" "$seconds")" >>"$run/results"
    done
  done
  python3 - "$run/results" "$title" <<'P'
import statistics, sys
rows = [line.split() for line in open(sys.argv[1])]
names = list(dict.fromkeys(row[0] for row in rows))
median = lambda name, column: statistics.median(float(r[column]) for r in rows if r[0] == name)
print(sys.argv[2])
first = names[0]
for name in names:
    errors = sum(int(r[4]) for r in rows if r[0] == name)
    line = f"  {name:22} {median(name, 1):9.0f} requests/s   p50 {median(name, 2):8.2f} ms   p99 {median(name, 3):8.2f} ms"
    if name != first:
        line += f"   {names[0]}: {median(first, 1) / median(name, 1):.2f} times the requests, {median(first, 3) / median(name, 3):.2f} of the p99"
    print(line + (f"   {errors} ERRORS" if errors else ""), flush=True)
P
}

tiles() {
  serve "$work/service-store" images
  compare "stored tiles, native addresses, 32 connections" 32 "native:$ours:native" "nginx:$files:dzi" "iipsrv:$iip:jtl"
  compare "stored tiles, IIIF addresses, 32 connections" 32 "iiif:$ours:iiif" "nginx:$files:dzi" "iipsrv:$iip:jtl"
  stop "$server"
}
regions() {
  serve "$work/service-store" images
  compare "random 2000x1500 regions to 800x600, 8 connections" 8 "ours:$ours:regions" "iipsrv:$iip:iip-regions"
  stop "$server"
}
view() {
  serve "$work/service-store" images
  python3 "$root/Tests/Benchmarks/view.py" "127.0.0.1:$ours" 118.jpg
  stop "$server"
}
first() {
  make 943
  mkdir -p large
  ln -f 943.jpg large/943.jpg
  rm -f "$run/first"
  for _ in $(seq "$rounds"); do
    rm -rf "$run/store"
    serve "$run/store" large --cut-wait 120
    echo "ours $(curl -sf -o "$run/ours.jpg" -w '%{time_total}' "http://127.0.0.1:$ours/iiif/3/943.jpg/full/!1024,1024/0/default.jpg")" >>"$run/first"
    stop "$server"
    echo "vips $(python3 -c 'import subprocess, sys, time; start = time.monotonic(); subprocess.run(sys.argv[1:], check=True); print(time.monotonic() - start)' vips thumbnail 943.jpg "$run/theirs.jpg" 1024)" >>"$run/first"
  done
  python3 - "$run/first" <<'P'
import statistics, sys
rows = [line.split() for line in open(sys.argv[1])]
ours, vips = (statistics.median(float(r[1]) for r in rows if r[0] == n) for n in ("ours", "vips"))
print(f"first view of a 943-megapixel JPEG, empty store: ours {ours:.2f} s, vips thumbnail {vips:.2f} s, "
      f"ratio {ours / vips:.2f} (bar 0.4)")
P
}
metric() { curl -s "http://127.0.0.1:$ours/metrics" | awk -v name="$1" 'index($1, name) == 1 { sum += $2 } END { print sum + 0 }'; }
one() {
  serve "$work/service-store" images
  local before after
  before=$(metric "${RENDER_METRIC:-pyramidion_renders_total}")
  seq 64 | xargs -P64 -I{} curl -s -o "$run/one.{}" -w '%{http_code}\n' \
    "http://127.0.0.1:$ours/iiif/3/118.jpg/100,100,6000,5000/1500,/7/gray.png" | sort | uniq -c | sed 's/^/  answers: /'
  after=$(metric "${RENDER_METRIC:-pyramidion_renders_total}")
  echo "64 clients for one missing picture: $((after - before)) render(s), $(cat "$run"/one.* | wc -c) bytes, $(md5sum "$run"/one.* | cut -d' ' -f1 | sort -u | wc -l) kind(s) of answer"
  stop "$server"
}
crawler() {
  serve "$work/service-store" images
  python3 - "$run/crawl" <<'P'
import random, sys
random.seed(11)
with open(sys.argv[1], "w") as out:
    for _ in range(20000):
        print(f"/iiif/3/118.jpg/full/{random.randrange(1500, 4000)},/0/default.jpg", file=out)
P
  load "$ours" native 6 1 >/dev/null
  # A viewer that waits a little between tiles, as its user does; and one that takes all it can
  # get, which on two cores leaves the crawler's work nowhere to go but into its time.
  for pause in 2 0; do
    for _ in $(seq "$rounds"); do
      echo "alone $(PAUSE=$pause load "$ours" native 6 "$seconds")"
      nice -n 19 wrk -t1 -c32 -d$((seconds + 2))s --timeout 60s -s "$run/list.lua" "http://127.0.0.1:$ours" -- "$run/crawl" >"$run/crawled" &
      local crawl=$!
      sleep 1
      echo "crawled $(PAUSE=$pause load "$ours" native 6 "$seconds")"
      wait "$crawl"
    done >"$run/results"
    python3 - "$run/results" "$pause" <<'P'
import statistics, sys
rows = [line.split() for line in open(sys.argv[1])]
rate = lambda n: statistics.median(float(r[1]) for r in rows if r[0] == n)
p99 = lambda n: statistics.median(float(r[3]) for r in rows if r[0] == n)
bar = " (bar 2)" if sys.argv[2] != "0" else ""
print(f"tiles on 6 connections, {sys.argv[2]} ms between them, beside a crawler on 32: p99 {p99('alone'):.2f} ms alone, "
      f"{p99('crawled'):.2f} ms beside it, ratio {p99('crawled') / p99('alone'):.2f}{bar}; "
      f"{rate('alone'):.0f} and {rate('crawled'):.0f} requests/s", flush=True)
P
  done
  stop "$server"
}

prepare
lists "$run"
peers
for case in ${*:-tiles regions view first one crawler}; do "$case"; done
