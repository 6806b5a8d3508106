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
