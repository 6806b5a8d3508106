/// A place on the earth, in degrees of WGS 84; north and east count up.
package struct PicturePlace: Equatable, Sendable {
  package let latitude: Double
  package let longitude: Double

  /// - Returns: nil for numbers that are no place, and for the zeros of receivers that knew none.
  package init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude),
      latitude != 0 || longitude != 0
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Degrees of one axis.
  ///
  /// - Parameters:
  ///   - parts: degrees, minutes and seconds, or fewer of them.
  ///   - direction: `N`, `S`, `E` or `W`.
  /// - Returns: nil for what is no angle.
  static func degrees(_ parts: [Double], _ direction: UInt8?) -> Double? {
    guard !parts.isEmpty, parts.count <= 3, parts.allSatisfy({ $0.isFinite && $0 >= 0 }) else {
      return nil
    }
    let sum = zip(parts, [1.0, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
    switch direction {
    case UInt8(ascii: "N"), UInt8(ascii: "E"): return sum
    case UInt8(ascii: "S"), UInt8(ascii: "W"): return -sum
    default: return nil
    }
  }
}
