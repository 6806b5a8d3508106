/// Where the limits come from: numbers, or a rule that follows the size of view and content.
package struct ZoomLimits: Equatable, Sendable {
  package enum Rule: Equatable, Sendable {
    /// 1 and 1, as a scroll view starts.
    case none
    /// From fit, but at most 1, to five times fit, but at least 1: the calculator's default.
    case standard
    /// From aspect fit to five times that, whatever the image's size.
    case fit
    /// From aspect fill to five times aspect fit, but at least fill.
    case fill
    /// Apple's PhotoScroller: up to one image pixel a device pixel; small images are not blown up.
    case photoScroller
  }

  package var rule: Rule
  /// Takes the place of the rule's minimum.
  package var minimum: Double?
  /// Takes the place of the rule's maximum.
  package var maximum: Double?

  package init(_ rule: Rule, minimum: Double? = nil, maximum: Double? = nil) {
    self.rule = rule
    self.minimum = minimum
    self.maximum = maximum
  }

  package init(minimum: Double, maximum: Double) {
    self.init(.none, minimum: minimum, maximum: maximum)
  }

  /// The scales that the rule and the numbers allow.
  ///
  /// - Parameters:
  ///   - content: the content's size at zoom 1.
  ///   - frame: the part of the view that the content shall fit into.
  ///   - devicePixelRatio: device pixels per point.
  /// - Returns: a range whose minimum passes its maximum where the numbers given do.
  package func range(content: Size, frame: Size, devicePixelRatio: Double) -> ZoomRange {
    let range = ruledRange(content: content, frame: frame, devicePixelRatio: devicePixelRatio)
    return ZoomRange(
      minimum: minimum ?? range.minimum, maximum: maximum ?? range.maximum)
  }

  private func ruledRange(content: Size, frame: Size, devicePixelRatio: Double) -> ZoomRange {
    let fit = Fit.aspectFit(content, in: frame)
    switch rule {
    case .none: return ZoomRange(minimum: 1, maximum: 1)
    case .standard: return ZoomRange(minimum: min(fit, 1), maximum: max(5 * fit, 1))
    case .fit: return ZoomRange(minimum: fit, maximum: 5 * fit)
    case .fill:
      let fill = Fit.aspectFill(content, in: frame)
      return ZoomRange(minimum: fill, maximum: max(5 * fit, fill))
    case .photoScroller:
      let maximum = 1 / devicePixelRatio
      let sameOrientation =
        (content.height > content.width) == (frame.height > frame.width)
      let wanted = sameOrientation ? frame.width / content.width : fit
      return ZoomRange(minimum: min(wanted, maximum), maximum: maximum)
    }
  }
}

/// The scales at which content just fits a frame, or just fills it.
package enum Fit {
  package static func aspectFit(_ content: Size, in frame: Size) -> Double {
    min(frame.width / content.width, frame.height / content.height)
  }

  package static func aspectFill(_ content: Size, in frame: Size) -> Double {
    max(frame.width / content.width, frame.height / content.height)
  }
}
