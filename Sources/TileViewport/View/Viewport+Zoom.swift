/// Zooming, without and with something that stays in place.
extension Viewport {
  /// A zoom scale and the offset that goes with it.
  package struct Goal: Equatable, Sendable {
    package var zoomScale: Double
    package var contentOffset: Point

    package init(zoomScale: Double, contentOffset: Point) {
      self.zoomScale = zoomScale
      self.contentOffset = contentOffset
    }
  }

  /// The rectangle of content points that fills the view at a scale around a centre; not clamped.
  ///
  /// - Returns: nil when the scale is not a number above 0.
  package func zoomRect(scale: Double, center: Point) -> Rect? {
    guard scale > 0, scale.isFinite else { return nil }
    let size = bounds * (1 / scale)
    return Rect(
      x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
      height: size.height)
  }

  /// Zoomed with the content point under an anchor kept under it, where the range allows.
  ///
  /// - Parameters:
  ///   - scale: the scale asked for; moved into its range.
  ///   - anchor: a view point.
  /// - Returns: a scale and an offset within the limits; those of now where they let nothing zoom.
  @inline(never)
  package func goal(zoomScale scale: Double, anchor: Point) -> Goal {
    let range = zoomRange
    guard !range.isFixed || zoomScale != range.minimum else { return current }
    let next = range.clamp(scale)
    let offset = (contentOffset + anchor) * (next / zoomScale) - anchor
    return Goal(zoomScale: next, contentOffset: clamped(offset, zoomScale: next))
  }

  /// Zoomed with the middle of the view kept.
  package func goal(zoomScale scale: Double) -> Goal {
    goal(zoomScale: scale, anchor: bounds.center)
  }

  /// Zoomed and moved so that a rectangle of content points just fits.
  package func goal(showing rect: Rect) -> Goal {
    let range = zoomRange
    guard !range.isFixed || zoomScale != range.minimum, !rect.isEmpty else { return current }
    let next = range.clamp(Fit.aspectFit(rect.size, in: bounds))
    return goal(centering: rect.center, zoomScale: next)
  }

  /// Zoomed with a content point in the middle of the view.
  package func goal(centering point: Point, zoomScale scale: Double) -> Goal {
    let next = zoomRange.clamp(scale)
    return Goal(
      zoomScale: next, contentOffset: clamped(point * next - bounds.center, zoomScale: next))
  }

  package var current: Goal { Goal(zoomScale: zoomScale, contentOffset: contentOffset) }

  package mutating func move(to goal: Goal) {
    zoomScale = goal.zoomScale
    contentOffset = goal.contentOffset
  }

  package mutating func setZoomScale(_ scale: Double) { move(to: goal(zoomScale: scale)) }

  package mutating func setZoomScale(_ scale: Double, anchor: Point) {
    move(to: goal(zoomScale: scale, anchor: anchor))
  }

  package mutating func zoom(to rect: Rect) { move(to: goal(showing: rect)) }

  /// The scale that a double tap goes to: closer from fit, back to fit from anywhere else.
  ///
  /// - Parameter scale: where the view comes from.
  /// - Returns: a scale within the limits.
  package func toggledScale(from scale: Double) -> Double {
    let (far, near) = tapScales
    return scale <= far * (1 + Self.sameScale) ? near : far
  }

  /// The scale that a double tap goes to step by step: from fit to where nothing of the view is
  /// empty, then closer, and back to fit from as close as one that toggles goes.
  ///
  /// - Parameter scale: where the view comes from.
  /// - Returns: a scale within the limits.
  package func approachedScale(from scale: Double) -> Double {
    let (far, near) = tapScales
    guard scale * Self.leastStep < near else { return far }
    let fill = zoomRange.clamp(fillScale)
    let next = scale * Self.leastStep < fill ? fill : scale * Self.step
    // What would be left to go is not worth a tap of its own.
    return next * Self.leastStep < near ? next : near
  }

  @inline(never)
  private var tapScales: (far: Double, near: Double) {
    let range = zoomRange
    return (range.clamp(fitScale), min(range.maximum, max(1, 3 * fitScale)))
  }

  private static let step = 3.0
  private static let leastStep = 1.5

  /// Zoom scales nearer than this part of each other are the same: rounding, not intent.
  static let sameScale = 1e-6

  /// All of the content is in view, or as much of it as the limits allow.
  @inline(never)
  package var isAtFit: Bool {
    zoomScale <= zoomRange.clamp(fitScale) * (1 + Self.sameScale)
  }
}
