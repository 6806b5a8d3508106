/// How large an answer may be, in pixels; published with every image.
package struct RequestLimits: Hashable, Sendable {
  package var maximumWidth: Int64
  package var maximumHeight: Int64
  package var maximumArea: Int64

  /// What holds when nobody says otherwise.
  package static let standard = RequestLimits(
    maximumWidth: 8192, maximumHeight: 8192, maximumArea: 32 << 20)

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
