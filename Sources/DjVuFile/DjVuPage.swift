/// What a page of a DjVu document says of itself.
package struct DjVuPage: Equatable, Sendable {
  /// As many bytes as are looked at.
  static let length = 10
  /// Dots per inch that pages can have; those that say something else are taken for 300.
  private static let densities = 25...6000
  private static let usualDensity = 300

  /// Pixels, as the page is to be read.
  package let width: Int
  package let height: Int
  package let dotsPerInch: Int
  /// Whether there is more to see than black and white.
  package let hasColors: Bool
  /// How often a quarter turn makes of the picture what is to be read, against the clock.
  package let quarterTurns: Int

  /// Reads it; nil for what no page is like.
  ///
  /// - Parameters:
  ///   - bytes: the first of those of the page's `INFO`.
  ///   - hasColors: whether there is more to see than black and white.
  init?(_ bytes: [UInt8], hasColors: Bool) {
    guard bytes.count >= 5 else { return nil }
    let across = Int(DjVuReader.number(bytes[0..<2]))
    let down = Int(DjVuReader.number(bytes[2..<4]))
    guard across > 0, down > 0 else { return nil }
    // From the lowest byte on, unlike all else.
    let density = bytes.count >= 8 ? Int(bytes[6]) | Int(bytes[7]) << 8 : 0
    dotsPerInch = Self.densities.contains(density) ? density : Self.usualDensity
    // As EXIF counts: 6 is a turn against the clock, 2 is upside down, 5 is one with it.
    switch bytes.count >= Self.length ? bytes[9] & 7 : 1 {
    case 6: quarterTurns = 1
    case 2: quarterTurns = 2
    case 5: quarterTurns = 3
    default: quarterTurns = 0
    }
    (width, height) = quarterTurns % 2 == 0 ? (across, down) : (down, across)
    self.hasColors = hasColors
  }
}
