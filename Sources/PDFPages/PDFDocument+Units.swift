extension PDFDocument {
  /// Units that a page may have, in points; others are none.
  private static let units = 0.01...10_000.0
  private static let key = Array("/UserUnit".utf8)

  /// How large the units of a page are, in points.
  ///
  /// The engine draws all as if they were points, and tells nobody; a document of that page alone says
  /// it in plain words.
  ///
  /// - Parameter page: from 1.
  /// - Returns: 1 where the page doesn't say, and for what can't be meant.
  func unit(ofPage page: Int) -> Double {
    guard maySayUnits(), let bytes = plainWords(ofPage: page) else { return 1 }
    return Self.unit(in: bytes[...]) ?? 1
  }

  /// What is said of units in an object as the engine writes it.
  static func unit(in bytes: ArraySlice<UInt8>) -> Double? {
    guard let start = place(of: key, in: bytes) else { return nil }
    let digits = bytes[(start + key.count)...].drop { $0 == 0x20 }.prefix(32).prefix {
      (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".")
    }
    // What is followed by more is the number of another object.
    guard digits.endIndex < bytes.endIndex,
      [UInt8(ascii: "/"), UInt8(ascii: ">")].contains(bytes[digits.endIndex]),
      let unit = Double(String(decoding: digits, as: UTF8.self)), units.contains(unit)
    else { return nil }
    return unit
  }

  /// A copy of a page has its pictures with it: there is much to look through.
  private static func place(of key: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = key.first else { return nil }
    var rest = bytes
    while let place = rest.firstIndex(of: first) {
      rest = rest[place...]
      if rest.starts(with: key) { return place }
      rest = rest.dropFirst()
    }
    return nil
  }
}
