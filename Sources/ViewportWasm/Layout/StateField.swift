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
