/// The zoom scales that a view may rest at.
package struct ZoomRange: Equatable, Sendable {
  package let minimum: Double
  package let maximum: Double

  package init(minimum: Double, maximum: Double) {
    self.minimum = minimum
    self.maximum = maximum
  }

  package func clamp(_ scale: Double) -> Double { min(max(scale, minimum), maximum) }

  package func contains(_ scale: Double) -> Bool { scale >= minimum && scale <= maximum }

  /// UIScrollView's own default, 1 and 1: zooming is off.
  package var isFixed: Bool { maximum <= minimum }
}
