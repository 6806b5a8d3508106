#!/usr/bin/env bash
# A visible-tiles question, 60 tiles: nanoseconds and allocations, natively and in WebAssembly.
#
# Natively the time is the best of five runs of a million questions; allocations are counted by a
# malloc of the program's own. In the browser it is the best of five runs as well; the module has
# no heap at all, so what could grow is its memory.
set -euo pipefail
cd "$(dirname "$0")/../.."

browser=${PYRAMIDION_CHROMIUM:-}
for name in chromium-headless-shell chromium google-chrome; do
  [ -n "$browser" ] || browser=$(command -v "$name" || true)
done
[ -n "$browser" ] || { echo "viewport.sh: no Chromium: see config/debian-packages.txt" >&2; exit 1; }

swift build -c release --static-swift-stdlib --product ViewportBenchmark >/dev/null
swift build -c release --static-swift-stdlib --product pyramidion >/dev/null
built=$(swift build -c release --show-bin-path)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# goal_line NAME VALUE GOAL UNIT: a number, its goal, and their ratio.
goal_line() {
  awk -v name="$1" -v value="$2" -v goal="$3" -v unit="$4" 'BEGIN {
    printf "%-22s %10.1f %s   goal %s", name, value, unit, (goal == 0 ? "0" : "< " goal)
    if (goal > 0) printf "   ratio %.2f", value / goal
    printf "   %s\n", (goal == 0 ? value == 0 : value < goal) ? "met" : "MISSED" }'
}

read -r tiles nanoseconds allocations < <("$built/ViewportBenchmark")
echo "native, $tiles tiles"
goal_line "time a question" "$nanoseconds" 1000 ns
goal_line "allocations" "$allocations" 0 "  "

{
  printf '<!DOCTYPE html><body><pre></pre><script>const text = "'
  base64 -w0 "$(find .build/plugins -path "*/ViewportWasmBuilder/viewport.wasm" | head -n 1)"
  cat <<'PAGE'
";
const module = new WebAssembly.Module(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)));
const exports = new WebAssembly.Instance(module, {}).exports;
for (let slot = 0; slot < 8; slot += 1) {
  exports.open(slot, 60000, 40000, 2400, 1400, 1, 1, 3, 0);
  exports.setZoomScale(slot, 1, NaN, NaN, 0);
  exports.setContentOffset(slot, slot * 512 + slot * 17, slot * 256 + slot * 19, 0);
}
const ask = (questions) => {
  let doubles = 0;
  for (let at = 0; at < questions; at += 1) doubles += exports.tiles(at & 7, 0, 0, 0, 256);
  return doubles / questions;
};
ask(300000);
const before = exports.memory.buffer.byteLength;
const questions = 200000;
let best = Infinity;
let doubles = 0;
for (let run = 0; run < 5; run += 1) {
  const start = performance.now();
  doubles = ask(questions);
  best = Math.min(best, (performance.now() - start) * 1e6 / questions);
}
const grown = exports.memory.buffer.byteLength - before;
document.querySelector("pre").textContent = `${(doubles - 6) / 10} ${best} ${grown}`;
</script></body>
PAGE
} >"$work/page.html"
"$browser" --no-sandbox --headless --disable-gpu --user-data-dir="$work/profile" \
  --dump-dom "file://$work/page.html" 2>/dev/null >"$work/document"
read -r tiles nanoseconds grown < <(sed -n 's/.*<pre>\([^<]*\)<.*/\1/p' "$work/document")
echo "WebAssembly in $(basename "$browser"), $tiles tiles"
goal_line "time a question" "$nanoseconds" 3000 ns
goal_line "bytes of memory grown" "$grown" 0 "  "
