/// The tag by which a camera says how it was held, in the first directory of an EXIF block.
///
/// Read by itself, entry by entry: blocks without the end that TIFF's readers want of a directory
/// are common, and the tag in them counts all the same.
package enum OrientationTag {
  private static let number = 0x0112
  private static let entryLength = 12

  /// Reads the tag.
  ///
  /// - Parameter block: a header of TIFF and on, as far as it is there.
  /// - Returns: EXIF's value, whatever it is; nil where the block has none, or isn't what it says.
  package static func value(in block: Span<UInt8>) -> Int? {
    guard block.count >= 8 else { return nil }
    let isLittleEndian: Bool
    switch (block[0], block[1]) {
    case (UInt8(ascii: "I"), UInt8(ascii: "I")): isLittleEndian = true
    case (UInt8(ascii: "M"), UInt8(ascii: "M")): isLittleEndian = false
    default: return nil
    }
    func short(_ offset: Int) -> Int {
      let (first, second) = (Int(block[offset]), Int(block[offset + 1]))
      return isLittleEndian ? second << 8 | first : first << 8 | second
    }
    let (first, second) = (short(4), short(6))
    let directory = isLittleEndian ? second << 16 | first : first << 16 | second
    guard directory >= 8, directory <= block.count - 2 else { return nil }
    for index in 0..<short(directory) {
      let entry = directory + 2 + index * entryLength
      guard entry + entryLength <= block.count else { return nil }
      if short(entry) == number { return short(entry + 8) }
    }
    return nil
  }
}
