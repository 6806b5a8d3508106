import ByteText

/// Writes blocks of EXIF that hold nothing but texts.
enum EXIFBlock {
  private static let headerLength = 8
  private static let entryLength = 12

  /// A block of texts, in UTF-8.
  ///
  /// - Parameter texts: by their tags, which count up.
  /// - Returns: nil where there are none.
  static func bytes(_ texts: [(tag: UInt16, text: String?)]) -> [UInt8]? {
    let fields = texts.compactMap { tag, text in text.map { (tag, Array($0.utf8) + [0]) } }
    guard !fields.isEmpty else { return nil }
    var block: [UInt8] = []
    block.append("II*\0")
    block.append(littleEndian: headerLength, width: 4)
    block.append(littleEndian: fields.count, width: 2)
    var values: [UInt8] = []
    let valuesPlace = headerLength + 2 + fields.count * entryLength + 4
    for (tag, text) in fields {
      block.append(littleEndian: Int(tag), width: 2)
      // ASCII, which readers take for UTF-8.
      block.append(littleEndian: 2, width: 2)
      block.append(littleEndian: text.count, width: 4)
      if text.count <= 4 {
        block += text + [UInt8](repeating: 0, count: 4 - text.count)
      } else {
        block.append(littleEndian: valuesPlace + values.count, width: 4)
        values += text
        // Values begin at even places.
        if values.count % 2 == 1 { values.append(0) }
      }
    }
    block.append(littleEndian: 0, width: 4)
    return block + values
  }
}

extension [UInt8] {
  mutating func append(littleEndian number: Int, width: Int) {
    for byte in 0..<width { append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
  }

  mutating func append(bigEndian number: Int, width: Int) {
    for byte in (0..<width).reversed() { append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
  }
}
