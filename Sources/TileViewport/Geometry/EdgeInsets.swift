/// Distances from the four edges, in the order in which UIKit writes them; negative ones reach out.
package struct EdgeInsets: Equatable, Hashable, Sendable {
  package var top: Double
  package var left: Double
  package var bottom: Double
  package var right: Double

  package init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  package static let zero = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)

  package static func + (a: EdgeInsets, b: EdgeInsets) -> EdgeInsets {
    EdgeInsets(
      top: a.top + b.top, left: a.left + b.left, bottom: a.bottom + b.bottom,
      right: a.right + b.right)
  }

  func before(_ axis: Axis) -> Double { axis == .horizontal ? left : top }
  func after(_ axis: Axis) -> Double { axis == .horizontal ? right : bottom }
}
