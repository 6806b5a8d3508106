import ByteText
import PyramidFormat
import TileGeometry

extension PictureHead {
  /// Bytes of text that are read of a file.
  private static let textLimit: UInt64 = 1 << 18

  /// Goes from chunk to chunk where words are wanted: they may stand behind the pixels.
  mutating func readPNG(
    _ reader: inout HeadReader, _ extent: Extent
  ) throws(ByteSourceError) {
    // The signature, then the one chunk that must come first.
    guard let head = try reader.bytes(at: 8, 16), head.has("IHDR", at: 4) else { return }
    stored = PixelSize(head.bigEndian(at: 8, 4), head.bigEndian(at: 12, 4))
    guard extent == .words else { return }
    // Behind a chunk's length, its kind and its contents stands a checksum.
    var place: UInt64 = 33
    var room = Self.textLimit
    while let head = try reader.bytes(at: place, 8), !head.has("IEND", at: 4) {
      let length = head.bigEndian(at: 0, 4)
      let body = SourcePart(of: reader.source, at: place + 8, count: length)
      if head.has("eXIf", at: 4) {
        fields = fields ?? body
      } else if head.has("pHYs", at: 4) {
        if let density = try reader.bytes(at: place + 8, 9), density[8] == 1 {
          pixelsPerMeter = Resolution.perMeter(
            Double(density.bigEndian(at: 0, 4)), Double(density.bigEndian(at: 4, 4)))
        }
      } else if length <= room, head.has("tEXt", at: 4) || head.has("iTXt", at: 4) {
        room -= length
        try readText(body, isPlain: head.has("tEXt", at: 4))
      }
      place += 12 + length
    }
  }

  /// A keyword and a text; between them, where the text is UTF-8, whether it is compressed and how,
  /// its language, and the keyword in that language.
  private mutating func readText(_ body: SourcePart, isPlain: Bool) throws(ByteSourceError) {
    let bytes = try body.bytes(limit: Int(Self.textLimit))
    guard let end = bytes.firstIndex(of: 0) else { return }
    var start = end + 1
    if !isPlain {
      // Compressed text is left alone.
      guard bytes.count > start + 2, bytes[start] == 0,
        let language = bytes[(start + 2)...].firstIndex(of: 0),
        let keyword = bytes[(language + 1)...].firstIndex(of: 0)
      else { return }
      start = keyword + 1
    }
    switch String(decoding: bytes[..<end], as: UTF8.self) {
    case "XML:com.adobe.xmp":
      xmp =
        xmp
        ?? SourcePart(of: body, at: UInt64(start), count: UInt64(bytes.count - start))
    case "Title": texts.title = texts.title ?? CleanText.text(bytes[start...])
    case "Author": texts.creator = texts.creator ?? CleanText.text(bytes[start...])
    case "Description":
      texts.description =
        texts.description ?? CleanText.text(bytes[start...], limit: CleanText.textLimit)
    case "Copyright":
      texts.attribution = texts.attribution ?? CleanText.text(bytes[start...])
      texts.rights = CleanText.address(texts.attribution)
    case "Creation Time":
      texts.date = texts.date ?? CleanText.date(CleanText.text(bytes[start...]))
    default: break
    }
  }
}
