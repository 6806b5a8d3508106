package import TileGeometry

/// How finely a page is drawn, and how many pixels it so comes to at reduction 0.
package struct PageDensity: Equatable, Sendable {
  package let dotsPerInch: Double
  package let size: PixelSize

  /// Sheets of kilometers and of hairs are drawn as large and as small as is of use to anybody.
  static let longestSide: Int64 = 16_384
  static let shortestOfLongerSides: Int64 = 256
  /// Sizes come as floats: 595.2 points at 150 dots per inch are 1,240 pixels, and no hair more.
  private static let hair = 0.001
  private static let pointsPerInch = 72.0

  /// - Parameters:
  ///   - width: Of the page, in points.
  ///   - height: The same.
  ///   - wanted: Dots per inch, where they make no page too large or too small.
  package init(width: Double, height: Double, wanted: Double) {
    let longer = max(width, height) / Self.pointsPerInch
    let density = min(
      max(wanted, Double(Self.shortestOfLongerSides) / longer),
      Double(Self.longestSide) / longer)
    dotsPerInch = density
    func pixels(_ points: Double) -> Int64 {
      let exact = (points * density / Self.pointsPerInch - Self.hair).rounded(.up)
      return min(max(1, Int64(exact)), Self.longestSide)
    }
    size = PixelSize(width: pixels(width), height: pixels(height))
  }
}
