/// The heads of files, written by hand.
enum HeadBytes {
  /// A TIFF header and one directory of short numbers.
  static func tiff(_ fields: [(tag: UInt16, value: UInt16)], bigEndian: Bool = false) -> [UInt8] {
    func number(_ value: Int, _ width: Int) -> [UInt8] {
      let bytes = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return bigEndian ? bytes.reversed() : bytes
    }
    var bytes = Array((bigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
    bytes += number(fields.count, 2)
    for field in fields {
      bytes += number(Int(field.tag), 2) + number(3, 2) + number(1, 4)
      bytes += number(Int(field.value), 2) + [0, 0]
    }
    return bytes + [0, 0, 0, 0]
  }

  static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
    [0xFF, marker] + bigEndian(body.count + 2, 2) + body
  }

  static func jpeg(_ width: Int, _ height: Int, _ segments: [[UInt8]] = []) -> [UInt8] {
    let frame = [8] + bigEndian(height, 2) + bigEndian(width, 2) + [1, 1, 0x11, 0]
    return [0xFF, 0xD8] + segments.joined() + segment(0xC0, frame)
      + segment(0xDA, [1, 1, 0, 0, 63, 0])
  }

  static func exif(_ block: [UInt8]) -> [UInt8] { segment(0xE1, Array("Exif\0\0".utf8) + block) }

  static func png(_ width: Int, _ height: Int, _ chunks: [[UInt8]] = []) -> [UInt8] {
    let head = bigEndian(width, 4) + bigEndian(height, 4) + [8, 2, 0, 0, 0]
    return [0x89] + "PNG\r\n\u{1A}\n".utf8 + chunk("IHDR", head) + chunks.joined()
      + chunk("IEND", [])
  }

  /// Nothing here reads the checksum.
  static func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    bigEndian(body.count, 4) + Array(kind.utf8) + body + [0, 0, 0, 0]
  }

  static func webp(_ chunks: [[UInt8]]) -> [UInt8] {
    let body = Array("WEBP".utf8) + chunks.joined()
    return Array("RIFF".utf8) + littleEndian(body.count, 4) + body
  }

  static func webpChunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    Array(kind.utf8) + littleEndian(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
  }

  static func box(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    bigEndian(body.count + 8, 4) + Array(kind.utf8) + body
  }

  /// A file of two items, of which the second is the primary one.
  static func heif(_ width: Int, _ height: Int, turns: [UInt8] = []) -> [UInt8] {
    func extent(_ width: Int, _ height: Int) -> [UInt8] {
      box("ispe", [0, 0, 0, 0] + bigEndian(width, 4) + bigEndian(height, 4))
    }
    let known = extent(7, 7) + extent(width, height) + turns.flatMap { box("irot", [$0]) }
    let own = [0x82] + (0..<turns.count).map { 0x80 | UInt8($0 + 3) }
    let lists =
      [0, 0, 0, 0] + bigEndian(2, 4) + [0, 1, 1, 1] + [0, 2, UInt8(own.count)] + own
    let meta =
      [0, 0, 0, 0] + box("pitm", [0, 0, 0, 0, 0, 2])
      + box("iprp", box("ipco", known) + box("ipma", lists))
    return box("ftyp", Array("heic".utf8)) + box("free", [UInt8](repeating: 0, count: 9000))
      + box("meta", meta) + box("mdat", [1, 2, 3])
  }

  /// The same with blocks of EXIF and XMP behind the picture, in items of their own.
  static func heif(exif: [UInt8], xmp: [UInt8]) -> [UInt8] {
    let exifItem = bigEndian(6, 4) + Array("Exif\0\0".utf8) + exif
    func entry(_ item: UInt8, _ kind: String) -> [UInt8] {
      box("infe", [2, 0, 0, 0, 0, item, 0, 0] + Array(kind.utf8))
    }
    let list =
      [0, 0, 0, 0, 0, 3] + entry(2, "hvc1\0") + entry(3, "Exif\0")
      + entry(4, "mime\0application/rdf+xml\0")
    let start = 16 + 8
    func place(_ item: UInt8, _ offset: Int, _ length: Int) -> [UInt8] {
      [0, item, 0, 0, 0, 1] + bigEndian(offset, 4) + bigEndian(length, 4)
    }
    let places =
      [0, 0, 0, 0, 0x44, 0x00, 0, 2] + place(3, start, exifItem.count)
      + place(4, start + exifItem.count, xmp.count)
    return box("ftyp", Array("heic\0\0\0\0".utf8)) + box("mdat", exifItem + xmp)
      + box("meta", [0, 0, 0, 0] + box("iinf", list) + box("iloc", places))
  }

  static func bigEndian(_ value: Int, _ width: Int) -> [UInt8] {
    littleEndian(value, width).reversed()
  }

  static func littleEndian(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
