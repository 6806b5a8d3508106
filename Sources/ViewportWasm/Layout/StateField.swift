/// The numbers that ``state(_:)`` answers, by their places.
///
/// The order is the interface: a page learns it from ``Layout``.
package enum StateField: Int32, CaseIterable, Sendable {
  case zoomScale, minimumZoomScale, maximumZoomScale, fitScale, fillScale
  /// In scroll points.
  case offsetX, offsetY, contentWidth, contentHeight
  case insetTop, insetLeft, insetBottom, insetRight
  case adjustedInsetTop, adjustedInsetLeft, adjustedInsetBottom, adjustedInsetRight
  /// In image pixels.
  case visibleX, visibleY, visibleWidth, visibleHeight
  /// The sum of the ``StateFlag``s that hold.
  case flags
  /// The page in view, and the one under the fingers.
  case page, activePage
  /// The first page of the pool, and the one behind its last.
  case firstPage, endPage
  case pageCount
  /// Where what moves will come to rest.
  case goalZoomScale, goalX, goalY
  /// In view points; NaN while the loupe is hidden.
  case loupeX, loupeY
  /// In seconds.
  case clock
  case boundsWidth, boundsHeight
  /// Of the strip of pages.
  case stripOffset, stripStride, isStripAtRest
  /// In pixels.
  case imageWidth, imageHeight
}

/// What holds of a view, each a bit of ``StateField/flags``.
package enum StateFlag: Int32, CaseIterable, Sendable {
  case isTracking = 1
  case isDragging = 2
  case isDecelerating = 4
  case isZooming = 8
  case isZoomBouncing = 16
  case isAtRest = 32
  /// Taps turn pages.
  case tapTurnsPage = 64
  /// All is in view.
  case isAtFit = 128
  /// A tap waits for a second one.
  case isWaiting = 256
}
