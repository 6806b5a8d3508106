#if canImport(TileViewport)
  import TileViewport
#endif

/// A finger that moves the content.
struct Drag: Equatable, Sendable {
  let pointer: Int32
  /// The view point from which its way counts.
  var anchor: Point
  /// The offset its way is taken from, as it would be without resistance at the edges.
  var anchorOffset: Point
  let movesHorizontally: Bool
  let movesVertically: Bool
  /// The page that was in view when it began, for each axis.
  let startPage: Point

  func moves(_ axis: Axis) -> Bool { axis == .horizontal ? movesHorizontally : movesVertically }
}
