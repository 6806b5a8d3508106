#if canImport(TileViewport)
  package import TileViewport
#endif

/// Something that a scroll view tells, in UIScrollViewDelegate's words and order.
package struct ScrollEvent: Equatable, Sendable {
  /// The raw values are part of the WebAssembly interface.
  package enum Kind: UInt8, CaseIterable, Sendable {
    case willBeginDragging = 1
    case didScroll = 2
    /// `value` is 1 when it goes on coasting or springing back.
    case didEndDragging = 3
    case willBeginDecelerating = 4
    case didEndDecelerating = 5
    case didEndScrollingAnimation = 6
    case willBeginZooming = 7
    case didZoom = 8
    /// `value` is the zoom scale reached.
    case didEndZooming = 9
    case didScrollToTop = 10
    /// The content got a touch, or lost it to a drag.
    case contentTouchBegan = 11
    case contentTouchCancelled = 12
    /// Everything is at rest: the moment to ask for sharp tiles and to note where we are.
    case settled = 13
    /// Taps, at `point` in view points.
    case singleTap = 14
    case doubleTap = 15
    case twoFingerTap = 16
    /// The loupe, over `point` in view points.
    case loupeBegan = 17
    case loupeMoved = 18
    case loupeEnded = 19
    case loupeCancelled = 20
    /// `value` is the page, counted from 0.
    case pageChanged = 21
  }

  package let kind: Kind
  package let value: Double
  package let point: Point

  package init(_ kind: Kind, value: Double = 0, at point: Point = .zero) {
    self.kind = kind
    self.value = value
    self.point = point
  }
}
