/// Where the limits come from: numbers, or a rule that follows the size of view and content.
package struct ZoomLimits: Equatable, Sendable {
  package enum Rule: Equatable, Sendable {
    /// 1 and 1, as a scroll view starts.
    case none
    /// From fit, but at most 1, to five times fit, but at least 1: the calculator's default.
    case standard
    /// As standard; but content much smaller than the view, whose pixels can be told apart, fits at
    /// whole device pixels, and is not enlarged without end.
    case wholePixels
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

  /// Device pixels per content point from which on they can be told apart, and so must be equal.
  private static let leastWholePixels = 4.0
  /// Points per content point beyond which nothing is enlarged just to fit.
  private static let mostPoints = 8.0

  /// The scale at which content just fits a frame, as far as the rule lets it.
  func fit(_ content: Size, in frame: Size, devicePixelRatio: Double) -> Double {
    let fit = Fit.aspectFit(content, in: frame)
    let pixels = fit * devicePixelRatio
    guard rule == .wholePixels, pixels >= Self.leastWholePixels else { return fit }
    let most = max((Self.mostPoints * devicePixelRatio).rounded(.down), Self.leastWholePixels)
    return min(pixels.rounded(.down), most) / devicePixelRatio
  }

  private func ruledRange(content: Size, frame: Size, devicePixelRatio: Double) -> ZoomRange {
    let fit = Fit.aspectFit(content, in: frame)
    switch rule {
    case .none: return ZoomRange(minimum: 1, maximum: 1)
    case .standard, .wholePixels:
      return ZoomRange(minimum: min(fit, 1), maximum: max(5 * fit, 1))
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
