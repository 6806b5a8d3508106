import TileGeometry

/// A TIFF's page in strips of whole numbers, gray or RGB: where each lies, and how its rows are
/// packed, if at all.
///
/// What is of another kind, or says of itself what readers might understand in two ways, is refused.
package struct TIFFStrips: Sendable {
  package let source: any ByteSource
  /// In pixels.
  package let width: Int
  package let height: Int
  /// Of a pixel: 1 or 3, one more with alpha.
  package let samplesPerPixel: Int
  /// 1 or 2.
  package let bytesPerSample: Int
  package let isBigEndian: Bool
  /// Whether rows are packed; else they lie there as they are.
  package let isLZW: Bool
  /// Samples are stored as differences to the sample before them.
  package let hasPredictor: Bool
  package let rowsPerStrip: Int
  /// How the rows are to be turned, as EXIF numbers it: 1 to 8.
  package let orientation: Int
  /// Whether a profile tells what its colors are.
  package let hasProfile: Bool
  private let offsets: NumberTable
  private let lengths: NumberTable

  /// - Parameters:
  ///   - picture: a page's directory.
  ///   - reader: of the file.
  /// - Throws: ``TIFFError`` for a page of another kind.
  init(_ picture: TIFFPage.Picture, _ reader: TIFFReader) throws(TIFFError) {
    let fields = Fields(directory: picture.directory, reader: reader)
    guard !picture.isTiled else { throw .field("the page", "is tiled") }
    source = reader.source
    isBigEndian = reader.isBigEndian
    (width, height) = (Int(picture.size.width), Int(picture.size.height))
    isLZW = try fields.only(.compression, of: [1, 5], or: 1) == 5
    // What is not packed has none, whatever is said of it.
    hasPredictor = isLZW ? try fields.only(.predictor, of: [1, 2], or: 1) == 2 : false
    let colors = try fields.only(.photometric, of: [1, 2]) == 2 ? 3 : 1
    let samples = try fields.only(.samplesPerPixel, of: 1...4, or: 1)
    samplesPerPixel = Int(samples)
    let extras = try fields.all(.extraSamples) ?? []
    // Zero says nothing of what they mean; one, that colors were multiplied by them.
    guard samplesPerPixel == colors + extras.count, extras.allSatisfy({ $0 == 0 || $0 == 2 })
    else { throw .field(TIFFTag.extraSamples.name, "is \(extras) of \(samples)") }
    let bits = try fields.all(.bitsPerSample) ?? [1]
    guard bits.count == samplesPerPixel, [8, 16].contains(bits[0]),
      bits.allSatisfy({ $0 == bits[0] })
    else { throw .field(TIFFTag.bitsPerSample.name, "is \(bits)") }
    bytesPerSample = bits[0] == 8 ? 1 : 2
    let formats = try fields.all(.sampleFormat) ?? [1]
    guard formats.allSatisfy({ $0 == 1 }) else {
      throw .field(TIFFTag.sampleFormat.name, "is \(formats)")
    }
    _ = try fields.only(.fillOrder, of: [1], or: 1)
    let planes = try fields.only(.planarConfiguration, of: [1, 2], or: 1)
    guard planes == 1 || samplesPerPixel == 1 else {
      throw .field(TIFFTag.planarConfiguration.name, "is \(planes)")
    }
    orientation = Int(try fields.only(.orientation, of: 1...8, or: 1))
    hasProfile = picture.directory.entries[.colorProfile] != nil
    let rows = try fields.only(.rowsPerStrip, of: 1...UInt64(UInt32.max))
    rowsPerStrip = min(Int(rows), height)
    let count = (height + rowsPerStrip - 1) / rowsPerStrip
    offsets = try NumberTable(.stripOffsets, of: picture.directory, count: count, reader: reader)
    lengths = try NumberTable(.stripByteCounts, of: picture.directory, count: count, reader: reader)
  }

  package var count: Int { offsets.count }

  /// Bytes of a row.
  package var rowBytes: Int { width * samplesPerPixel * bytesPerSample }

  /// The rows that a strip has.
  package func rows(of strip: Int) -> Range<Int> {
    let first = strip * rowsPerStrip
    return first..<min(height, first + rowsPerStrip)
  }

  /// Where a strip's bytes lie.
  ///
  /// - Parameter strip: from 0.
  /// - Returns: a part of the file.
  /// - Throws: ``TIFFError`` for a strip outside the file.
  package func bytes(of strip: Int) throws(TIFFError) -> Range<Int64> {
    let (offset, length) = (try offsets.number(at: strip), try lengths.number(at: strip))
    let end = UInt64(max(0, source.byteCount))
    guard offset > 0, length > 0, offset <= end, length <= end - offset else {
      throw .outsideFile("a strip", offset: offset, length: length, size: source.byteCount)
    }
    return Int64(offset)..<Int64(offset + length)
  }
}

/// The whole numbers of a directory, where each must be one that is known.
private struct Fields {
  let directory: TIFFDirectory
  let reader: TIFFReader

  func all(_ tag: TIFFTag) throws(TIFFError) -> [UInt64]? {
    try reader.numbers(tag, of: directory, limit: 8)
  }

  /// A field of one value.
  ///
  /// - Parameters:
  ///   - tag: of the field.
  ///   - values: that are known.
  ///   - fallback: what it is where it is missing; nil where it may not be.
  /// - Returns: one of these.
  /// - Throws: ``TIFFError`` for another one.
  func only(
    _ tag: TIFFTag, of values: some Collection<UInt64>, or fallback: UInt64? = nil
  ) throws(TIFFError) -> UInt64 {
    guard let value = try reader.number(tag, of: directory) ?? fallback else {
      throw .field(tag.name, "is missing")
    }
    guard values.contains(value) else { throw .field(tag.name, "is \(value)") }
    return value
  }
}

extension TIFFPictures {
  /// The strips of a page.
  ///
  /// - Parameter page: from 1.
  /// - Returns: nil where the file has no such page.
  /// - Throws: ``TIFFError`` for a page of another kind.
  package func strips(page: Int) throws(TIFFError) -> TIFFStrips? {
    guard pages.indices.contains(page - 1) else { return nil }
    return try TIFFStrips(pages[page - 1].base, reader)
  }
}
