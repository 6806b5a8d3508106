package import TileGeometry

/// How finely a page is drawn, and how many pixels it so comes to at reduction 0.
///
/// It follows from what the page says of itself: nothing is drawn to know it.
package struct PageDensity: Equatable, Sendable {
  package let dotsPerInch: Double
  package let size: PixelSize
  /// Whether a pixel of the page is one of the picture that covers it.
  package let isOfPicture: Bool
  /// Whether there is more of the page to be seen when it is drawn finer: it is no scan.
  package let isVector: Bool

  /// Sheets of kilometers and of hairs are drawn as large and as small as is of use to anybody.
  static let longestSide: Int64 = 16_384
  static let shortestOfLongerSides: Int64 = 256
  /// Sizes come as floats: 595.2 points at 150 dots per inch are 1,240 pixels, and no hair more.
  private static let hair = 0.001
  private static let pointsPerInch = 72.0
  /// How finely a page with a picture of great fineness is drawn at most, in dots per inch: what lies
  /// over the picture is of vectors and as sharp without it.
  private static let finestMixture = 600.0

  /// What is told of a page's fineness: as much as anybody believes.
  ///
  /// It is as large as it is for all that: one of a hair is drawn for somebody to see it.
  private static func told(_ density: Double) -> Double {
    min(max(density, PageFineness.bounds.lowerBound), PageFineness.bounds.upperBound)
  }

  /// A page of vectors and text.
  ///
  /// - Parameters:
  ///   - width: of the page, in points.
  ///   - height: the same.
  ///   - wanted: dots per inch, where they make no page too large or too small.
  ///   - isVector: whether there is more of it to be seen when it is drawn finer.
  package init(width: Double, height: Double, wanted: Double, isVector: Bool = true) {
    let longer = max(width, height) / Self.pointsPerInch
    let density = min(
      max(wanted, Double(Self.shortestOfLongerSides) / longer),
      Double(Self.longestSide) / longer)
    dotsPerInch = Self.told(density)
    func pixels(_ points: Double) -> Int64 {
      let exact = (points * density / Self.pointsPerInch - Self.hair).rounded(.up)
      return min(max(1, Int64(exact)), Self.longestSide)
    }
    size = PixelSize(width: pixels(width), height: pixels(height))
    isOfPicture = false
    self.isVector = isVector
  }

  /// A page of any kind: a scan is as large as its picture, and what has a picture as fine as that.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - picture: the finest that covers half of it or more.
  ///   - dotsPerInch: of what is drawn, where it makes no page too large or too small.
  ///   - mostPixels: that a page may have.
  package init(
    of page: PDFPage, _ picture: PagePicture?, wanted dotsPerInch: Double, mostPixels: Int
  ) {
    guard let picture else {
      self.init(width: page.width, height: page.height, wanted: dotsPerInch)
      return
    }
    if picture.isPage, Self.isDrawable(picture, mostPixels) {
      self.init(of: picture, isOnItsSide: page.isOnItsSide)
    } else {
      let finest =
        picture.isScan
        ? picture.dotsPerInch : max(dotsPerInch, min(picture.dotsPerInch, Self.finestMixture))
      self.init(
        width: page.width, height: page.height, wanted: finest, isVector: !picture.isScan)
    }
  }

  /// A page that is a picture.
  private init(of picture: PagePicture, isOnItsSide: Bool) {
    let (width, height) = (Int64(picture.width), Int64(picture.height))
    size =
      isOnItsSide
      ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
    dotsPerInch = Self.told(picture.dotsPerInch)
    isOfPicture = true
    isVector = false
  }

  /// Whether a page may be as large as its picture.
  private static func isDrawable(_ picture: PagePicture, _ mostPixels: Int) -> Bool {
    let longer = max(picture.width, picture.height)
    return (Int(shortestOfLongerSides)...Int(DrawnDetail.longestSide)).contains(longer)
      && picture.width * picture.height <= mostPixels
  }
}
