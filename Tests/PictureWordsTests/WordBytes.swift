/// What files say of themselves, written by hand.
enum WordBytes {
  enum Field {
    case text(UInt16, String)
    case bytes(UInt16, [UInt8])
    case number(UInt16, UInt16)
    case fraction(UInt16, UInt32, UInt32)
    /// Whole numbers, each divided by one.
    case wholes(UInt16, [UInt32])
  }

  /// A little-endian TIFF header, a directory, and an inner one where there are fields for it:
  /// EXIF's unless another tag points to it.
  static func tiff(
    _ fields: [Field], inner: [Field], innerTag: UInt16 = 34665
  ) -> [UInt8] {
    let count = fields.count + (inner.isEmpty ? 0 : 1)
    var values: [UInt8] = []
    let valuesPlace = 8 + directoryLength(count)
    var entries = fields.map { entry($0, valuesPlace, &values) }
    if !inner.isEmpty {
      let place = valuesPlace + values.count
      var innerValues: [UInt8] = []
      let innerEntries = inner.map {
        entry($0, place + directoryLength(inner.count), &innerValues)
      }
      values += directory(innerEntries) + innerValues
      entries.append(
        HeadBytes.littleEndian(Int(innerTag), 2) + [4, 0, 1, 0, 0, 0]
          + HeadBytes.littleEndian(place, 4))
    }
    return Array("II*\0".utf8) + HeadBytes.littleEndian(8, 4) + directory(entries) + values
  }

  private static func directoryLength(_ count: Int) -> Int { 2 + 12 * count + 4 }

  private static func directory(_ entries: [[UInt8]]) -> [UInt8] {
    HeadBytes.littleEndian(entries.count, 2) + entries.joined() + [0, 0, 0, 0]
  }

  private static func entry(_ field: Field, _ place: Int, _ values: inout [UInt8]) -> [UInt8] {
    let (tag, type, count, bytes): (UInt16, Int, Int, [UInt8]) =
      switch field {
      case .text(let tag, let text): (tag, 2, text.utf8.count + 1, Array(text.utf8) + [0])
      case .bytes(let tag, let bytes): (tag, 7, bytes.count, bytes)
      case .number(let tag, let number): (tag, 3, 1, HeadBytes.littleEndian(Int(number), 2))
      case .fraction(let tag, let upper, let lower):
        (
          tag, 5, 1,
          HeadBytes.littleEndian(Int(upper), 4) + HeadBytes.littleEndian(Int(lower), 4)
        )
      case .wholes(let tag, let numbers):
        (
          tag, 5, numbers.count,
          numbers.flatMap { HeadBytes.littleEndian(Int($0), 4) + HeadBytes.littleEndian(1, 4) }
        )
      }
    let head =
      HeadBytes.littleEndian(Int(tag), 2) + HeadBytes.littleEndian(type, 2)
      + HeadBytes.littleEndian(count, 4)
    guard bytes.count > 4 else {
      return head + bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
    }
    defer { values += bytes }
    return head + HeadBytes.littleEndian(place + values.count, 4)
  }

  static func resource(_ number: Int, _ body: [UInt8]) -> [UInt8] {
    Array("8BIM".utf8) + HeadBytes.bigEndian(number, 2) + [0, 0]
      + HeadBytes.bigEndian(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
  }

  static func iptc(_ records: [(UInt8, [UInt8])]) -> [UInt8] {
    records.flatMap { number, text in
      [0x1C, 2, number] + HeadBytes.bigEndian(text.count, 2) + text
    }
  }
}
