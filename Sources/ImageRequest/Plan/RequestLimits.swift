/// How large an answer may be, in pixels; published with every image.
package struct RequestLimits: Hashable, Sendable {
  package let maximumWidth: Int64
  package let maximumHeight: Int64
  package let maximumArea: Int64

  package init(maximumWidth: Int64, maximumHeight: Int64, maximumArea: Int64) {
    self.maximumWidth = maximumWidth
    self.maximumHeight = maximumHeight
    self.maximumArea = maximumArea
  }

  package func allow(width: Int64, height: Int64) -> Bool {
    guard width <= maximumWidth, height <= maximumHeight else { return false }
    let (area, isTooLarge) = width.multipliedReportingOverflow(by: height)
    return !isTooLarge && area <= maximumArea
  }

  /// The largest factor by which a picture may be scaled.
  func largestScale(width: Int64, height: Int64) -> Double {
    let (wide, high) = (Double(width), Double(height))
    return min(
      Double(maximumWidth) / wide, Double(maximumHeight) / high,
      (Double(maximumArea) / (wide * high)).squareRoot())
  }
}
