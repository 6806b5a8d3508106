#if canImport(TileViewport)
  package import TileViewport
#endif

/// Which page a released drag goes to, among pages of the view's own size.
package struct PagingRule: Equatable, Sendable {
  package var tie = PageStrip.Tie.forward
  /// Points per second with which a flick turns the page however little of it shows.
  package var flickVelocity = 500.0
  /// Points per second against the drag that still let a page turn which shows by half.
  package var opposingVelocity = 100.0

  package init() {}

  static func pages(of viewport: Viewport) -> Point {
    Point(
      x: PageStrip.page(at: viewport.contentOffset.x, length: viewport.bounds.width),
      y: PageStrip.page(at: viewport.contentOffset.y, length: viewport.bounds.height))
  }

  /// The page to come to rest at: never more than one from where the drag began.
  ///
  /// - Parameters:
  ///   - offset: where it was released.
  ///   - velocity: of the offset, in points per second.
  ///   - startPage: the page in view when the drag began.
  ///   - length: the view's size along the axis.
  /// - Returns: the page, counted from 0.
  package func page(
    releasedAt offset: Double, velocity: Double, startPage: Double, length: Double
  ) -> Double {
    guard length > 0 else { return 0 }
    let place = offset / length
    let wanted: Double
    if velocity > flickVelocity {
      wanted = place.rounded(.down) + 1
    } else if velocity < -flickVelocity {
      wanted = place.rounded(.up) - 1
    } else {
      let shown = PageStrip.page(at: offset, length: length, tie: tie)
      let opposed =
        shown > startPage ? velocity < -opposingVelocity : velocity > opposingVelocity
      wanted = shown != startPage && opposed ? startPage : shown
    }
    return min(max(wanted, startPage - 1), startPage + 1)
  }

  func offset(releasing viewport: Viewport, velocity: Point, startPage: Point) -> Point {
    let size = viewport.bounds
    let x = page(
      releasedAt: viewport.contentOffset.x, velocity: velocity.x, startPage: startPage.x,
      length: size.width)
    let y = page(
      releasedAt: viewport.contentOffset.y, velocity: velocity.y, startPage: startPage.y,
      length: size.height)
    return Point(x: x * size.width, y: y * size.height)
  }
}
