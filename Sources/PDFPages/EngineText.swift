import ByteText

/// Texts as the engine hands them out: UTF-16 with a zero at the end.
enum EngineText {
  /// Reads one.
  ///
  /// - Parameters:
  ///   - longest: units that it has at most, the zero included; a longer one is left unread.
  ///   - write: writes into so many bytes, and tells how many it takes.
  /// - Returns: nil where there is none, or nothing in it.
  static func read(
    longest: Int, _ write: (UnsafeMutableRawPointer?, UInt) -> UInt
  ) -> String? {
    let length = write(nil, 0)
    guard length > 2, length <= 2 * UInt(longest) else { return nil }
    var units = [UInt16](repeating: 0, count: Int(length) / 2)
    let written = unsafe units.withUnsafeMutableBytes { bytes in
      unsafe write(bytes.baseAddress, UInt(bytes.count))
    }
    guard written == length else { return nil }
    return String(decoding: units.dropLast(), as: UTF16.self)
  }
}

extension String {
  /// On one line, without what moves a terminal's cursor, and not longer than people read.
  ///
  /// - Parameter longest: characters of Unicode.
  /// - Returns: nil where nothing is left.
  func onOneLine(longest: Int) -> String? {
    var line = ""
    var count = 0
    for scalar in unicodeScalars where count < longest {
      let isGap = scalar.isControl || scalar.properties.isWhitespace
      guard !isGap || !line.isEmpty && line.last != " " else { continue }
      line.unicodeScalars.append(isGap ? " " : scalar)
      count += 1
    }
    if line.last == " " { line.removeLast() }
    return line.isEmpty ? nil : line
  }
}

extension Unicode.Scalar {
  /// What would move a terminal's cursor, or turn the direction of what is written behind it.
  var isControl: Bool {
    properties.generalCategory == .control || CleanText.turnsDirection(self)
  }
}
