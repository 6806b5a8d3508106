/// How stored pixels must be turned to be looked at: the eight values of EXIF's Orientation tag.
///
/// Spelt as three independent steps, so that a tile can be turned on its own: mirror the stored
/// columns, mirror the stored rows, then swap the axes.
package struct Orientation: Equatable, Hashable, Sendable {
  package static let upright = Orientation(mirrorsColumns: false, mirrorsRows: false, swaps: false)

  package let mirrorsColumns: Bool
  package let mirrorsRows: Bool
  package let swapsAxes: Bool

  private init(mirrorsColumns: Bool, mirrorsRows: Bool, swaps: Bool) {
    self.mirrorsColumns = mirrorsColumns
    self.mirrorsRows = mirrorsRows
    self.swapsAxes = swaps
  }

  /// - Returns: nil outside 1 to 8.
  package init?(exif value: Int) {
    guard (1...8).contains(value) else { return nil }
    self.init(
      mirrorsColumns: [2, 3, 7, 8].contains(value), mirrorsRows: [3, 4, 6, 7].contains(value),
      swaps: value >= 5)
  }

  package var exifValue: Int {
    (1...8).first { Orientation(exif: $0) == self } ?? 1
  }

  package var isUpright: Bool { self == .upright }
}
