import AllocationCount
import TileGeometry
import TileViewport

// Nanoseconds and allocations of a visible-tiles question: a view's level and its 60 tiles, the
// nearest to the middle first.

/// Views of a large image that need 10 by 6 tiles, each at another place.
func views() -> [Viewport] {
  (0..<64).map { number in
    var viewport = Viewport(
      content: Size(width: 60_000, height: 40_000), bounds: Size(width: 2400, height: 1400),
      zoomScale: 1)
    viewport.setContentOffset(
      Point(x: Double(number * 512 + number % 9 * 17), y: Double(number * 256 + number % 7 * 19)))
    return viewport
  }
}

/// Asks so many questions; what they answer is summed up, so that nothing can be left out.
@inline(never)
func ask(_ questions: Int, _ viewports: [Viewport], _ ladder: Ladder, _ room: inout [PlacedTile])
  -> (tiles: Int, sum: Int)
{
  var tiles = 0
  var sum = 0
  for question in 0..<questions {
    let view = TileView(viewport: viewports[question & 63], ladder: ladder)
    var span = room.mutableSpan
    let count = view.write(view.visible, of: view.level, to: &span)
    tiles += count
    sum &+= Int(span[0].column) &+ Int(span[count - 1].row)
  }
  return (tiles, sum)
}

guard let image = ImageSize(width: 60_000, height: 40_000) else { preconditionFailure("size") }
let ladder = Ladder(imageSize: image, tileSize: .standard)
let viewports = views()
var room = Array(repeating: PlacedTile.none, count: 100)

let counted = allocation_count()
var proof = (0..<1000).map { [$0] }
precondition(allocation_count() - counted >= 1000, "allocations are not counted")
proof.removeAll()

_ = ask(200_000, viewports, ladder, &room)
let questions = 1_000_000
var best = Double.infinity
var allocations: UInt64 = 0
var tiles = 0
for _ in 0..<5 {
  let before = allocation_count()
  let start = ContinuousClock.now
  let answer = ask(questions, viewports, ladder, &room)
  let time = start.duration(to: .now)
  allocations += allocation_count() - before
  tiles = answer.tiles / questions
  best = min(
    best, Double(time.components.attoseconds) * 1e-9 + Double(time.components.seconds) * 1e9)
}
print(tiles, best / Double(questions), Double(allocations) / Double(5 * questions))
