#if canImport(TileViewport)
  import TileViewport
#endif

/// Content that moves by itself after a drag.
struct Glide: Equatable, Sendable {
  var horizontal: AxisMotion
  var vertical: AxisMotion

  var isStill: Bool { horizontal.isStill && vertical.isStill }

  mutating func advance(by step: Double) {
    horizontal.advance(by: step)
    vertical.advance(by: step)
  }

  var position: Point { Point(x: horizontal.position, y: vertical.position) }
}
