import AllocationCount
import ImageRequest
import TileGeometry

// Nanoseconds and allocations from a request's path to the stored tile that answers it: reading
// the route, planning, and finding the tile.

guard let image = ImageSize(width: 60_000, height: 40_000) else { preconditionFailure("size") }
let shape = ImageShape(
  ladder: Ladder(imageSize: image, tileSize: .standard), storedFormat: .jpeg, isGray: false,
  hasAlpha: false)
let limits = RequestLimits(maximumWidth: 8192, maximumHeight: 8192, maximumArea: 32 << 20)

/// What an address comes to; a request of another kind than a tile's is a fault of this program.
@inline(never)
func matched(_ path: ArraySlice<UInt8>) throws(RequestProblem) -> TileMatch? {
  guard case .image(_, .picture(let picture)) = try Route(path: path) else {
    preconditionFailure("no tile")
  }
  let plan = try picture.plan(for: shape, limits: limits)
  return plan.match(in: shape)
}

/// Addresses of 64 whole tiles of reduction 3 in one protocol.
func paths(_ write: (_ column: Int, _ row: Int) -> String) -> [[UInt8]] {
  (0..<64).map { Array(write($0 % 29, $0 % 19).utf8) }
}

let tiers = ZoomifyTiers(size: image, tileSize: .standard)
let before3 = tiers.tilesBefore(Reduction(clamping: 3))
let protocols: [(name: String, paths: [[UInt8]])] = [
  ("native", paths { "/images/scans%2Fmap%20of%201850.tif/tiles/3/\($0)_\($1).jpg" }),
  ("dzi", paths { "/dzi/scans%2Fmap%20of%201850.tif_files/13/\($0)_\($1).jpg" }),
  ("xyz", paths { "/xyz/scans%2Fmap%20of%201850.tif/5/\($0)/\($1).jpg" }),
  (
    "zoomify",
    paths {
      let group = (Int(before3) + $1 * 30 + $0) / 256
      return "/zoomify/scans%2Fmap%20of%201850.tif/TileGroup\(group)/5-\($0)-\($1).jpg"
    }
  ),
  (
    "iiif3",
    paths {
      "/iiif/3/scans%2Fmap%20of%201850.tif/\($0 * 2048),\($1 * 2048),2048,2048/256,256/0/default.jpg"
    }
  ),
  (
    "iiif2",
    paths {
      "/iiif/2/scans%2Fmap%20of%201850.tif/\($0 * 2048),\($1 * 2048),2048,2048/256,/0/default.jpg"
    }
  ),
]

let counted = allocation_count()
var proof = (0..<1000).map { [$0] }
precondition(allocation_count() - counted >= 1000, "allocations are not counted")
proof.removeAll()

let requests = 500_000
for (name, paths) in protocols {
  var best = Double.infinity
  var allocations: UInt64 = 0
  for run in 0..<6 {
    let before = allocation_count()
    let start = ContinuousClock.now
    for number in 0..<requests {
      guard case .whole = try matched(paths[number & 63][...]) else {
        preconditionFailure("\(String(decoding: paths[number & 63], as: UTF8.self)): no tile")
      }
    }
    let time = start.duration(to: .now)
    // The first run warms up.
    if run == 0 { continue }
    allocations += allocation_count() - before
    best = min(
      best, Double(time.components.attoseconds) * 1e-9 + Double(time.components.seconds) * 1e9)
  }
  print(name, best / Double(requests), Double(allocations) / Double(5 * requests))
}
