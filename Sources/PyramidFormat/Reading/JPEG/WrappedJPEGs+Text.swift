extension WrappedJPEGs {
  private static let mark = Array(";base64".utf8)

  /// Looks at the streams that a text holds in base64, as drawings hold their pictures.
  ///
  /// - Parameter limit: how many scans a stream may have.
  /// - Returns: whether one has more; false, too, where finding out would take too long.
  /// - Throws: ``TIFFError`` for what can't be read.
  package func haveMoreScansInText(than limit: Int) throws(TIFFError) -> Bool {
    guard source.byteCount <= Self.largestFile else { return false }
    let text = try source.bytes("a drawing", at: 0, count: UInt64(max(0, source.byteCount)))
    var rest = text[...]
    while let comma = rest.firstIndex(of: UInt8(ascii: ",")) {
      let isMarked = rest[..<comma].suffix(Self.mark.count).elementsEqual(Self.mark)
      rest = rest[(comma + 1)...]
      guard isMarked else { continue }
      let stream = Self.decoded(&rest)
      guard try !WrappedJPEGs(in: MemorySource(stream)).haveMoreScans(than: limit) else {
        return true
      }
    }
    return false
  }

  /// What stands at the beginning of a text in base64, as far as it goes; blanks have no meaning.
  private static func decoded(_ text: inout ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var (bits, count): (UInt32, Int) = (0, 0)
    while let letter = text.first {
      if let value = value(of: letter) {
        bits = bits << 6 | value
        count += 6
        if count >= 8 {
          count -= 8
          bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
      } else if letter > 0x20 {
        break
      }
      text = text.dropFirst()
    }
    return bytes
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
