#if canImport(TileViewport)
  import TileViewport
#endif

/// A finger that is down and has not dragged yet.
struct Touch: Equatable, Sendable {
  let pointer: Int32
  let start: Point
  var location: Point
  var elapsed = 0.0
  /// Points it may stray before it drags.
  let slop: Double
  var contentOwnsTouch = false
  /// It has moved where nothing can scroll: it will neither drag nor tap.
  var hasFailed = false
}
