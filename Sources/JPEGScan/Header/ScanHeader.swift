/// What stands before the one scan of a baseline JPEG file.
///
/// It is strict: what a decoder would have to guess, forgive or set right is irregular, for the
/// scan's words are handed on to decoders that nobody knows.
package struct ScanHeader: Equatable, Sendable {
  /// In pixels, as they are stored.
  package let width: Int
  package let height: Int
  package let components: [ScanComponent]
  /// By table number; empty where there is none.
  package let dcSpecifications: [HuffmanSpecification?]
  package let acSpecifications: [HuffmanSpecification?]
  /// MCUs between two restart markers; 0 where there are none.
  package let restartInterval: Int
  /// Where the scan's data begin in the file.
  package let scanOffset: Int

  /// Blocks of luma side by side in an MCU, and one above the other.
  package var across: Int { components[0].across }
  package var down: Int { components[0].down }
  package var mcusAcross: Int { (width + 8 * across - 1) / (8 * across) }
  package var mcusDown: Int { (height + 8 * down - 1) / (8 * down) }

  /// What reading the beginning of a file came to.
  package enum Reading: Equatable, Sendable {
    case header(ScanHeader)
    /// The scan begins later than the bytes end.
    case needsMore
  }

  /// Reads a file's beginning.
  ///
  /// - Parameter bytes: from the file's first one on.
  /// - Returns: the header, unless there are too few bytes.
  /// - Throws: ``ScanIrregular`` for a file that is to be decoded another way.
  package static func read(_ bytes: [UInt8]) throws(ScanIrregular) -> Reading {
    var parts = HeaderParts()
    var place = 2
    guard bytes.count >= 2 else { return .needsMore }
    guard bytes[0] == 0xFF, bytes[1] == 0xD8 else { throw ScanIrregular("no JPEG file") }
    while true {
      guard place + 4 <= bytes.count else { return .needsMore }
      guard bytes[place] == 0xFF else { throw ScanIrregular("no marker where one should be") }
      let marker = bytes[place + 1]
      if marker == 0xFF {
        place += 1
        continue
      }
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      let end = place + 2 + length
      guard length >= 2 else { throw ScanIrregular("a segment that is too short") }
      guard end <= bytes.count else { return .needsMore }
      var segment = SegmentBytes(bytes[place + 4..<end])
      switch marker {
      case 0xDB: try parts.readSteps(&segment)
      case 0xC4: try parts.readCodes(&segment)
      case 0xC0, 0xC1: try parts.readFrame(&segment)
      case 0xDD: parts.restartInterval = try segment.takeWord()
      case 0xDA: return .header(try parts.header(&segment, scanOffset: end))
      case 0xE0...0xEF, 0xFE: break
      case 0xC2: throw ScanIrregular("it is progressive")
      default: throw ScanIrregular("it is not baseline")
      }
      place = end
    }
  }

  init(
    width: Int, height: Int, components: [ScanComponent],
    dcSpecifications: [HuffmanSpecification?], acSpecifications: [HuffmanSpecification?],
    restartInterval: Int, scanOffset: Int
  ) {
    self.width = width
    self.height = height
    self.components = components
    self.dcSpecifications = dcSpecifications
    self.acSpecifications = acSpecifications
    self.restartInterval = restartInterval
    self.scanOffset = scanOffset
  }
}
