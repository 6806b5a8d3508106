#!/usr/bin/env bash
# Cuts large and many images beside libvips' own writers, in the same run: medians of five rounds,
# programs alternating, peak memory of the whole process tree, bytes, and the ratios; with the finest
# level encoded at the quality that libvips is given, and with the source's own data; and the PSNR of
# every level against the exact mean of the source's pixels, beside libvips'.
# Needs libvips-tools and plasma-workspace-wallpapers from Debian, and config/setup.sh's Python.
#   Tests/Benchmarks/cut.sh [118] [943] [png] [filtered] [tiff] [lzw] [many]      all of them by default
#   ROUNDS=1 PHOTOGRAPHS=600 Tests/Benchmarks/cut.sh many        quicker; QUALITY=0 leaves the PSNR out
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
binary=${PYRAMIDION_BINARY:-$root/.build/release/pyramidion}
work=${PYRAMIDION_BENCH:-${TMPDIR:-/tmp}/pyramidion-bench}
rounds=${ROUNDS:-5}
export VIPS_WARNING=0
mkdir -p "$work"
cd "$work"
[ -x "$binary" ] || { echo "build first: swift build -c release --static-swift-stdlib" >&2; exit 3; }

. "$root/Tests/Benchmarks/images.sh"

# Runs a command; prints seconds, and the peak of the resident memory of its processes in MB.
measure() {
  python3 - "$@" <<'P'
import os, subprocess, sys, time
def tree(root):
    found, todo = [], [root]
    while todo:
        pid = todo.pop()
        found.append(pid)
        try:
            for task in os.listdir(f"/proc/{pid}/task"):
                todo += map(int, open(f"/proc/{pid}/task/{task}/children").read().split())
        except OSError:
            pass
    return found
def memory(pid):
    try:
        return int(open(f"/proc/{pid}/statm").read().split()[1]) * 4096
    except (OSError, IndexError):
        return 0
start = time.monotonic()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
peak = 0
while True:
    peak = max(peak, sum(map(memory, tree(process.pid))))
    try:
        process.wait(0.01)
        break
    except subprocess.TimeoutExpired:
        pass
print(f"{time.monotonic() - start:.3f} {peak / 1e6:.0f}")
sys.exit(process.returncode)
P
}
ours() { measure "$binary" cut --force --base encoded --quality 80 "$1" ours.tif; }
copied() { measure "$binary" cut --force --base source --quality 80 "$1" ours.tif; }
tiffsave() { measure vips tiffsave "$1" theirs.tif --tile --pyramid --compression jpeg --Q 80 --tile-width 256 --tile-height 256; }
dzsave() { measure vips dzsave "$1" theirs --tile-size 256 --overlap 0 --suffix '.jpg[Q=80]'; rm -rf theirs_files theirs.dzi; }
# Each into a folder of its own: where files were removed a moment ago, ext4 passes over their places one
# by one for every file that is made.
many_ours() { measure "$binary" prerender --base encoded --quality 80 --store "$(mktemp -d "$made/XXXXXX")" many; }
many_copied() { measure "$binary" prerender --base source --quality 80 --store "$(mktemp -d "$made/XXXXXX")" many; }
many_tiffsave() {
  local out
  out=$(mktemp -d "$made/XXXXXX")
  measure sh -c 'ls many/*.jpg | xargs -P2 -I{} sh -c "vips tiffsave {} '"$out"'/\$(basename {} .jpg).tif --tile --pyramid --compression jpeg --Q 80 --tile-width 256 --tile-height 256"'
}
made=$(mktemp -d "$work/made.XXXXXX")
trap 'rm -rf "$made"' EXIT

compare() { # title source programs...
  local title=$1 source=$2
  shift 2
  rm -f results
  for _ in $(seq "$rounds"); do
    for program in "$@"; do echo "$program $($program "$source")" >>results; done
  done
  python3 - "$title" <<'P'
import statistics, sys
rows = [line.split() for line in open("results")]
names = list(dict.fromkeys(row[0] for row in rows))
seconds = {n: statistics.median(float(r[1]) for r in rows if r[0] == n) for n in names}
memory = {n: max(int(r[2]) for r in rows if r[0] == n) for n in names}
mine = names[0]
for n in names:
    ratio = "" if n == mine else f"   pyramidion is {seconds[n] / seconds[mine]:.2f} times as fast"
    print(f"{sys.argv[1]:22} {n:14} {seconds[n]:8.3f} s {memory[n]:6d} MB{ratio}", flush=True)
P
}
quality() { # source
  [ "${QUALITY:-1}" = 0 ] ||
    "$root/.venv/bin/python" "$root/Tests/Benchmarks/psnr.py" "$1" ours.tif theirs.tif
}
bytes() { echo "  bytes: ours $(stat -c %s ours.tif), tiffsave $(stat -c %s theirs.tif), ratio $(python3 -c "import os;print(round(os.path.getsize('ours.tif')/os.path.getsize('theirs.tif'),3))")"; }

for case in ${*:-118 943 png filtered tiff lzw many}; do
  make "$case"
  case $case in
    118)
      compare "118 MP JPEG 4:2:0" 118.jpg ours tiffsave dzsave; bytes; quality 118.jpg
      compare "118 MP, its own data" 118.jpg copied tiffsave; bytes; quality 118.jpg ;;
    943)
      compare "943 MP JPEG 4:2:0" 943.jpg ours tiffsave; bytes; quality 943.jpg
      compare "943 MP, its own data" 943.jpg copied tiffsave; bytes ;;
    png) compare "60 MP PNG" png.png ours tiffsave; bytes; quality png.png ;;
    filtered) compare "60 MP PNG of filtered rows" filtered.png ours tiffsave; bytes; quality filtered.png ;;
    tiff) compare "60 MP TIFF in strips" tiff.tif ours tiffsave; bytes; quality tiff.tif ;;
    lzw) compare "60 MP TIFF in LZW strips" lzw.tif ours tiffsave; bytes; quality lzw.tif ;;
    many) rounds=1 compare "$photographs photographs" many many_ours many_copied many_tiffsave ;;
  esac
done
