import TileGeometry

/// A clockwise turn of less than a full one, in degrees, to the nearest ten-thousandth: the widest
/// picture's corner moves by less than a tenth of a pixel for what is beyond that.
package struct Rotation: Hashable, Sendable {
  package static let none = Rotation(unchecked: 0)

  package let degrees: Double

  /// - Returns: nil outside 0 to 360; 360 is no turn at all.
  package init?(degrees: Double) {
    guard degrees >= 0, degrees <= 360 else { return nil }
    let nearest = (degrees * 10_000).rounded() / 10_000
    self.degrees = nearest == 360 ? 0 : nearest
  }

  private init(unchecked degrees: Double) { self.degrees = degrees }

  /// How many quarter turns it is, when it is a whole number of them.
  package var quarterTurns: Int? {
    switch degrees {
    case 0: 0
    case 90: 1
    case 180: 2
    case 270: 3
    default: nil
    }
  }
}
