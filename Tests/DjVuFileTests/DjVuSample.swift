import DjVuFile

/// A document as bytes, part by part.
struct DjVuSample {
  struct Part {
    var kind = "DJVU"
    var chunks: [(name: String, bytes: [UInt8])] = []
  }

  var parts: [Part] = []
  var outline: [UInt8]?
  var isBundled = true
  /// Told instead of where the parts lie.
  var toldPlaces: [Int]?

  static func information(_ width: Int, _ height: Int, dpi: Int = 300, turn: UInt8 = 1) -> [UInt8] {
    number(width, 2) + number(height, 2) + [24, 0, UInt8(dpi & 0xFF), UInt8(dpi >> 8), 22, turn]
  }

  static func number(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    Array(name.utf8) + number(bytes.count, 4) + bytes
  }

  /// Chunks behind one another, each at an even place.
  private static func joined(_ chunks: [[UInt8]]) -> [UInt8] {
    chunks.reduce(into: []) { bytes, chunk in
      if bytes.count % 2 == 1 { bytes.append(0) }
      bytes += chunk
    }
  }

  private static func form(_ part: Part) -> [UInt8] {
    chunk("FORM", Array(part.kind.utf8) + joined(part.chunks.map { chunk($0.name, $0.bytes) }))
  }

  /// A document of one page, by itself.
  static func lone(_ part: Part) -> [UInt8] { Array("AT&T".utf8) + form(part) }

  /// Where each part begins.
  var places: [Int] {
    var place = 16 + 8 + directory(places: parts.map { _ in 0 }).count
    place += place % 2
    if let outline { place += 8 + outline.count }
    return parts.map { part in
      place += place % 2
      defer { place += Self.form(part).count }
      return place
    }
  }

  private func directory(places: [Int]) -> [UInt8] {
    [isBundled ? 0x81 : 0x01] + Self.number(parts.count, 2)
      + places.flatMap { Self.number($0, 4) } + [0xFF, 0xFF, 0xCD]
  }

  var bytes: [UInt8] {
    var chunks = [Self.chunk("DIRM", directory(places: toldPlaces ?? places))]
    if let outline { chunks.append(Self.chunk("NAVM", outline)) }
    chunks += parts.map(Self.form)
    return Array("AT&T".utf8) + Self.chunk("FORM", Array("DJVM".utf8) + Self.joined(chunks))
  }
}

extension DjVuDocument {
  init(_ bytes: [UInt8]) throws {
    try self.init(byteCount: Int64(bytes.count)) { place, count in
      Array(bytes[Int(place)..<Int(place) + count])
    }
  }
}
