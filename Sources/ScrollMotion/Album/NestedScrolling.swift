#if canImport(TileViewport)
  package import TileViewport
#endif

/// Which of two scroll views, one inside the other, a drag belongs to; decided once, at its start.
package enum NestedScrolling {
  package enum Owner: Equatable, Sendable {
    case inner
    case outer
  }

  /// A drag is along an axis when it has this many times more movement along it.
  static let dominance = 2.0

  /// The view that a drag belongs to.
  ///
  /// - Parameters:
  ///   - way: the finger's way so far, in view points; content moves with it, offsets against it.
  ///   - inner: the view inside; it takes the drag unless it is at its edge already.
  ///   - outer: the view around it.
  /// - Returns: the inner one where neither can scroll.
  package static func owner(of way: Point, inner: ScrollView, outer: ScrollView) -> Owner {
    if abs(way.x) > dominance * abs(way.y) {
      return owner(along: .horizontal, way.x, inner, outer)
    }
    if abs(way.y) > dominance * abs(way.x) {
      return owner(along: .vertical, way.y, inner, outer)
    }
    if inner.canScroll(.horizontal, towards: -way.x) || inner.canScroll(.vertical, towards: -way.y)
    {
      return .inner
    }
    return owner(along: abs(way.x) >= abs(way.y) ? .horizontal : .vertical, 0, inner, outer)
  }

  private static func owner(
    along axis: Axis, _ way: Double, _ inner: ScrollView, _ outer: ScrollView
  ) -> Owner {
    if way != 0, inner.canScroll(axis, towards: -way) { return .inner }
    return outer.canScroll(axis) ? .outer : .inner
  }
}
