#if canImport(TileViewport)
  package import TileViewport
#endif

/// A bubble with an arrow, next to the point it speaks of.
package struct Popover: Equatable, Sendable {
  package enum ArrowEdge: UInt8, Equatable, Sendable {
    /// The arrow is at the bubble's lower edge: the bubble is above its point.
    case bottom = 0
    case top = 1
    case right = 2
    case left = 3
  }

  package let frame: Rect
  package let arrow: ArrowEdge
  /// Where the arrow's tip points, from the bubble's origin.
  package let tip: Point

  /// Places a bubble on the first side with room, above first.
  ///
  /// Where no side has enough, it is on the one with the most. It never leaves the screen.
  ///
  /// - Parameters:
  ///   - point: what it speaks of, in the screen's frame.
  ///   - size: the bubble's.
  ///   - screen: what it must stay inside of.
  ///   - gap: points between the bubble and its point.
  package init(at point: Point, size: Size, screen: Rect, gap: Double) {
    let room: InlineArray<4, Double> = [
      point.y - screen.y - gap - size.height,
      screen.maxY - point.y - gap - size.height,
      point.x - screen.x - gap - size.width,
      screen.maxX - point.x - gap - size.width,
    ]
    var best = 0
    var index = 1
    while index < 4, room[best] < 0 {
      if room[index] > room[best] { best = index }
      index += 1
    }
    self.arrow = ArrowEdge(rawValue: UInt8(best)) ?? .bottom
    var origin =
      switch arrow {
      case .bottom: Point(x: point.x - size.width / 2, y: point.y - gap - size.height)
      case .top: Point(x: point.x - size.width / 2, y: point.y + gap)
      case .right: Point(x: point.x - gap - size.width, y: point.y - size.height / 2)
      case .left: Point(x: point.x + gap, y: point.y - size.height / 2)
      }
    origin.x = max(screen.x, min(origin.x, screen.maxX - size.width))
    origin.y = max(screen.y, min(origin.y, screen.maxY - size.height))
    self.frame = Rect(origin: origin, size: size)
    self.tip = Point(
      x: min(max(point.x - origin.x, 0), size.width),
      y: min(max(point.y - origin.y, 0), size.height))
  }
}
