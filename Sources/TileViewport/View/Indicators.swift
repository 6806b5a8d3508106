/// Where the scroll indicators are, in view points.
package struct ScrollIndicators: Equatable, Sendable {
  /// An indicator's run: how far from the track's start its thumb begins, and how long it is.
  package struct Thumb: Equatable, Sendable {
    package let start: Double
    package let length: Double
  }

  /// What the indicators may occupy: the view less the indicator insets.
  package let frame: Rect
  /// Nil when all of the content's width shows.
  package let horizontal: Thumb?
  package let vertical: Thumb?

  static let shortest = 36.0
  static let shortestStretched = 7.0
}

extension Viewport {
  /// The indicators of this view.
  ///
  /// - Parameter insets: distances from the view's edges, of their own as UIScrollView has them;
  ///   equal to the content insets they keep clear of the same bars.
  /// - Returns: where they may be, and their thumbs.
  package func indicators(insets: EdgeInsets) -> ScrollIndicators {
    let frame = Rect(origin: .zero, size: bounds).inset(by: insets)
    return ScrollIndicators(
      frame: frame, horizontal: thumb(.horizontal, track: frame.width),
      vertical: thumb(.vertical, track: frame.height))
  }

  private func thumb(_ axis: Axis, track: Double) -> ScrollIndicators.Thumb? {
    let range = offsetRange(axis)
    let travel = range.maximum - range.minimum
    guard travel > 0, track > 0 else { return nil }
    let whole = travel + bounds[axis]
    let inside = range.clamp(contentOffset[axis])
    let stretched = abs(contentOffset[axis] - inside)
    var length = max(min(ScrollIndicators.shortest, track), track * bounds[axis] / whole)
    // Pulled past its edge the content squeezes the thumb.
    length = max(min(ScrollIndicators.shortestStretched, track), length - stretched)
    return ScrollIndicators.Thumb(
      start: (track - length) * (inside - range.minimum) / travel, length: length)
  }
}
