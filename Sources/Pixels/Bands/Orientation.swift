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

extension Orientation {
  /// Reads the Orientation tag of the first directory of an EXIF block (a TIFF header and on).
  ///
  /// - Returns: nil when the block has none, or is not what it says.
  package init?(exifBlock bytes: Span<UInt8>) {
    guard let block = EXIFBlock(bytes) else { return nil }
    guard let value = block.orientation(bytes) else { return nil }
    self.init(exif: value)
  }
}

/// The little of TIFF's layout that EXIF's first directory needs.
private struct EXIFBlock {
  let littleEndian: Bool
  let directory: Int

  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 8 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0x49, 0x49): littleEndian = true
    case (0x4D, 0x4D): littleEndian = false
    default: return nil
    }
    let order = littleEndian ? [7, 6, 5, 4] : [4, 5, 6, 7]
    directory = order.reduce(0) { $0 << 8 | Int(bytes[$1]) }
    guard directory >= 8, directory <= bytes.count - 2 else { return nil }
  }

  func short(_ bytes: Span<UInt8>, at offset: Int) -> Int {
    let (first, second) = (Int(bytes[offset]), Int(bytes[offset + 1]))
    return littleEndian ? second << 8 | first : first << 8 | second
  }

  func orientation(_ bytes: Span<UInt8>) -> Int? {
    for entry in 0..<short(bytes, at: directory) {
      let offset = directory + 2 + entry * 12
      guard offset + 12 <= bytes.count else { return nil }
      if short(bytes, at: offset) == 0x0112 { return short(bytes, at: offset + 8) }
    }
    return nil
  }
}
