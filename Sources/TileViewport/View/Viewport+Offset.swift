/// Insets, and the offsets that they leave.
extension Viewport {
  /// The insets given, and those that keep small content in the middle.
  package var adjustedContentInset: EdgeInsets { adjustedInset(zoomScale: zoomScale) }

  @inline(never)
  func adjustedInset(zoomScale: Double) -> EdgeInsets {
    guard centersContent else { return contentInset }
    let free = Size(
      width: bounds.width - contentInset.left - contentInset.right,
      height: bounds.height - contentInset.top - contentInset.bottom)
    let horizontal = max(0, (free.width - content.width * zoomScale) / 2)
    let vertical = max(0, (free.height - content.height * zoomScale) / 2)
    return contentInset
      + EdgeInsets(top: vertical, left: horizontal, bottom: vertical, right: horizontal)
  }

  /// The offsets that the view may rest at along an axis.
  package func offsetRange(_ axis: Axis) -> AxisRange { offsetRange(axis, zoomScale: zoomScale) }

  private static let roundingError = 1e-9

  @inline(never)
  func offsetRange(_ axis: Axis, zoomScale: Double) -> AxisRange {
    let inset = adjustedInset(zoomScale: zoomScale)
    let minimum = -inset.before(axis)
    let maximum = content[axis] * zoomScale + inset.after(axis) - bounds[axis]
    // What is left of sums that are equal on paper is no way to scroll.
    let scrolls = maximum - minimum > Self.roundingError
    return AxisRange(minimum: minimum, maximum: scrolls ? maximum : minimum)
  }

  package func clamped(_ offset: Point) -> Point { clamped(offset, zoomScale: zoomScale) }

  @inline(never)
  package func clamped(_ offset: Point, zoomScale: Double) -> Point {
    Point(
      x: offsetRange(.horizontal, zoomScale: zoomScale).clamp(offset.x),
      y: offsetRange(.vertical, zoomScale: zoomScale).clamp(offset.y))
  }

  package var isWithinRange: Bool { clamped(contentOffset) == contentOffset }

  /// Shows the content from an offset on, moved into its range.
  package mutating func setContentOffset(_ offset: Point) { contentOffset = clamped(offset) }

  /// The offset that shows a rectangle of scroll points after the least of movements.
  ///
  /// What lies beyond the content does not count; of a rectangle larger than the view, its top
  /// left counts. What insets cover does not show.
  ///
  /// - Returns: nil when nothing needs to move.
  package func offset(showing rect: Rect) -> Point? {
    let wanted = rect.intersection(Rect(origin: .zero, size: contentSize))
    guard !wanted.isEmpty else { return nil }
    let covered = EdgeInsets(
      top: max(0, contentInset.top), left: max(0, contentInset.left),
      bottom: max(0, contentInset.bottom), right: max(0, contentInset.right))
    let window = Rect(origin: contentOffset, size: bounds).inset(by: covered)
    guard !window.isEmpty else { return nil }
    let goal = clamped(
      Point(
        x: contentOffset.x
          + Self.shift(wanted.x, min(wanted.width, window.width), window.x, window.width),
        y: contentOffset.y
          + Self.shift(wanted.y, min(wanted.height, window.height), window.y, window.height)))
    return goal == contentOffset ? nil : goal
  }

  package mutating func scrollRectToVisible(_ rect: Rect) {
    if let goal = offset(showing: rect) { contentOffset = goal }
  }

  /// The offset of the very top, sideways where it is.
  package var topOffset: Point {
    Point(x: contentOffset.x, y: offsetRange(.vertical).minimum)
  }

  /// How far a window must move along an axis to hold a stretch no longer than itself.
  private static func shift(
    _ start: Double, _ length: Double, _ windowStart: Double, _ windowLength: Double
  ) -> Double {
    if start < windowStart { return start - windowStart }
    return max(0, start + length - windowStart - windowLength)
  }
}
