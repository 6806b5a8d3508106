# Requests for wrk, and running it: sourced by serve.sh and beside.sh. The paths are those of 118.jpg,
# 12800 x 9216 pixels, in an order that is the same each time.
# The same tiles as every server calls them, and regions; a path a line.
lists() { # folder: a list a kind of request is written there
  python3 - "$1" <<'P'
import random, sys
random.seed(7)
folder, width, height = sys.argv[1], 12800, 9216
names = {name: open(f"{folder}/{name}", "w") for name in
         ("native", "iiif", "dzi", "jtl", "regions", "iip-regions")}
levels = 7
tiles = []
for r in range(levels):
    wide, high = -(-width // 2**r), -(-height // 2**r)
    for row in range(-(-high // 256)):
        for column in range(-(-wide // 256)):
            tiles.append((r, column, row, wide, high))
random.shuffle(tiles)
for r, column, row, wide, high in tiles:
    side = 256 * 2**r
    x, y = column * side, row * side
    w, h = min(side, width - x), min(side, height - y)
    print(f"/images/118.jpg/tiles/{r}/{column}_{row}.jpg", file=names["native"])
    print(f"/iiif/3/118.jpg/{x},{y},{w},{h}/{min(256, wide - 256 * column)},{min(256, high - 256 * row)}/0/default.jpg", file=names["iiif"])
    print(f"/118_files/{14 - r}/{column}_{row}.jpg", file=names["dzi"])
    print(f"/?FIF=118.tif&JTL={levels - 1 - r},{row * -(-wide // 256) + column}", file=names["jtl"])
for _ in range(20000):
    x, y = random.randrange(width - 2000), random.randrange(height - 1500)
    print(f"/iiif/3/118.jpg/{x},{y},2000,1500/800,600/0/default.jpg", file=names["regions"])
    print(f"/?IIIF=118.tif/{x},{y},2000,1500/800,600/0/default.jpg", file=names["iip-regions"])
P
  cat >"$1/list.lua" <<'LUA'
local requests, at = {}, 0
init = function(arguments)
  math.randomseed(os.time())
  for path in io.lines(arguments[1]) do requests[#requests + 1] = wrk.format("GET", path) end
end
request = function() return requests[math.random(#requests)] end
-- Milliseconds between an answer and the next request.
delay = function() return tonumber(os.getenv("PAUSE") or 0) end
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %.1f %.3f %.3f %d\n", summary.requests / summary.duration * 1e6,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
LUA
}

# port list connections seconds (the lists lie in $run): requests a second, median and p99 in milliseconds, errors
load() { wrk -t1 -c"$3" -d"$4"s --timeout 30s -s "$run/list.lua" "http://127.0.0.1:$1" -- "$run/$2" | awk '/^RESULT/ { print $2, $3, $4, $5 }'; }
