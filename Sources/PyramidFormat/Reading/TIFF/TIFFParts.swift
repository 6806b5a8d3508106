import TileGeometry

/// A TIFF's page in strips or tiles of whole numbers, gray or RGB: where each lies, and how its rows are
/// packed, if at all.
///
/// What is of another kind, or says of itself what readers might understand in two ways, is refused.
package struct TIFFParts: Sendable {
  /// How rows are packed.
  package enum Packing: Sendable {
    /// They lie there as they are.
    case none
    case lzw
    /// As zlib's streams.
    case deflate
    case packBits

    fileprivate init?(_ compression: UInt64) {
      switch TIFFCompression(rawValue: UInt16(truncatingIfNeeded: compression)) {
      case .none: self = .none
      case .lzw: self = .lzw
      case .deflate, .oldDeflate: self = .deflate
      case .packBits: self = .packBits
      default: return nil
      }
    }

    /// Whether libtiff undoes differences of what is packed so; of others it has none, whatever is said.
    fileprivate var canHavePredictor: Bool { self == .lzw || self == .deflate }
  }

  package let source: any ByteSource
  /// In pixels.
  package let width: Int
  package let height: Int
  /// Of a pixel: 1 or 3, one more with alpha.
  package let samplesPerPixel: Int
  /// 1 or 2.
  package let bytesPerSample: Int
  package let isBigEndian: Bool
  package let packing: Packing
  /// Samples are stored as differences to the sample before them.
  package let hasPredictor: Bool
  /// Parts of which each has one sample of a pixel: all of the first, all of the second, and so on.
  package let planes: Int
  package let isTiled: Bool
  /// In pixels of the picture: strips are as wide as it.
  package let partWidth: Int
  package let partHeight: Int
  /// How the picture is to be turned, as EXIF numbers it: 1 to 8.
  package let orientation: Int
  /// Whether a profile tells what its colors are.
  package let hasProfile: Bool
  private let offsets: NumberTable
  private let lengths: NumberTable

  /// As far as a tile may go beyond the picture's end, in pixels: who has larger ones fills memory, or time.
  private static let mostPadding = 1024
  /// What the sides of tiles are multiples of (TIFF 6.0, 15).
  private static let tileStep = 16

  /// - Parameters:
  ///   - picture: a page's directory.
  ///   - reader: of the file.
  /// - Throws: ``TIFFError`` for a page of another kind.
  init(_ picture: TIFFPage.Picture, _ reader: TIFFReader) throws(TIFFError) {
    let fields = Fields(directory: picture.directory, reader: reader)
    source = reader.source
    isBigEndian = reader.isBigEndian
    (width, height) = (Int(picture.size.width), Int(picture.size.height))
    let compression = try fields.only(.compression, of: 0...UInt64(UInt16.max), or: 1)
    guard let packing = Packing(compression) else {
      throw .field(TIFFTag.compression.name, "is \(compression)")
    }
    self.packing = packing
    hasPredictor =
      packing.canHavePredictor ? try fields.only(.predictor, of: [1, 2], or: 1) == 2 : false
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
    orientation = Int(try fields.only(.orientation, of: 1...8, or: 1))
    hasProfile = picture.directory.entries[.colorProfile] != nil
    let isPlanar = try fields.only(.planarConfiguration, of: [1, 2], or: 1) == 2
    planes = isPlanar ? samplesPerPixel : 1
    isTiled = picture.isTiled
    // Some readers take those of the other kind for these.
    let others: [TIFFTag] =
      isTiled
      ? [.stripOffsets, .stripByteCounts]
      : [.tileWidth, .tileLength, .tileOffsets, .tileByteCounts]
    if let other = others.first(where: { picture.directory.entries[$0] != nil }) {
      throw .field(other.name, "is there besides those of \(isTiled ? "tiles" : "strips")")
    }
    if isTiled {
      partWidth = try fields.tileSide(.tileWidth, of: width)
      partHeight = try fields.tileSide(.tileLength, of: height)
    } else {
      partWidth = width
      partHeight = min(
        Int(try fields.only(.rowsPerStrip, of: 1...UInt64(UInt32.max))), height)
    }
    let count =
      planes * Self.parts(of: width, by: partWidth) * Self.parts(of: height, by: partHeight)
    offsets = try NumberTable(
      isTiled ? .tileOffsets : .stripOffsets, of: picture.directory, count: count, reader: reader)
    lengths = try NumberTable(
      isTiled ? .tileByteCounts : .stripByteCounts, of: picture.directory, count: count,
      reader: reader)
  }

  private static func parts(of length: Int, by side: Int) -> Int { (length + side - 1) / side }

  /// How many parts lie side by side, and how many rows of them there are.
  package var columns: Int { Self.parts(of: width, by: partWidth) }
  package var partRows: Int { Self.parts(of: height, by: partHeight) }

  /// Samples of a pixel that stand side by side in a part.
  package var samplesPerPart: Int { samplesPerPixel / planes }

  /// Bytes of a part's row.
  package var rowBytes: Int { partWidth * samplesPerPart * bytesPerSample }

  /// The rows of the picture that a row of parts has.
  package func rows(of row: Int) -> Range<Int> {
    let first = row * partHeight
    return first..<min(height, first + partHeight)
  }

  /// The picture's columns of pixels that a column of parts has.
  package func pixels(of column: Int) -> Range<Int> {
    let first = column * partWidth
    return first..<min(width, first + partWidth)
  }

  /// How many rows the parts of a row have: tiles are filled up, strips end with the picture.
  package func storedRows(of row: Int) -> Int { isTiled ? partHeight : rows(of: row).count }

  /// Where a part's bytes lie.
  ///
  /// - Parameters:
  ///   - row: of parts, from 0, as all of these.
  ///   - column: of parts.
  ///   - plane: of samples.
  /// - Returns: a part of the file.
  /// - Throws: ``TIFFError`` for one outside the file.
  package func bytes(row: Int, column: Int, plane: Int) throws(TIFFError) -> Range<Int64> {
    let index = (plane * partRows + row) * columns + column
    let (offset, length) = (try offsets.number(at: index), try lengths.number(at: index))
    let end = UInt64(max(0, source.byteCount))
    guard offset > 0, length > 0, offset <= end, length <= end - offset else {
      throw .outsideFile(
        isTiled ? "a tile" : "a strip", offset: offset, length: length, size: source.byteCount)
    }
    return Int64(offset)..<Int64(offset + length)
  }

  /// The whole numbers of a directory, where each must be one that is known.
  private struct Fields {
    let directory: TIFFDirectory
    let reader: TIFFReader

    func all(_ tag: TIFFTag) throws(TIFFError) -> [UInt64]? {
      // Of numbers that are stored in a rare way some readers take no notice.
      let type = directory.entries[tag]?.type ?? .short
      guard [.byte, .short, .long].contains(type) else {
        throw .field(tag.name, "has values of a rare type")
      }
      return try reader.numbers(tag, of: directory, limit: 8)
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
      let found = try all(tag) ?? []
      guard found.count < 2, let value = found.first ?? fallback else {
        throw .field(tag.name, found.isEmpty ? "is missing" : "has several values")
      }
      guard values.contains(value) else { throw .field(tag.name, "is \(value)") }
      return value
    }

    /// A side of all tiles.
    ///
    /// - Parameters:
    ///   - tag: of the field.
    ///   - side: of the picture, in pixels.
    /// - Returns: the side in pixels.
    /// - Throws: ``TIFFError`` for one that is not as the format has it, or goes far beyond the picture.
    func tileSide(_ tag: TIFFTag, of side: Int) throws(TIFFError) -> Int {
      let most = UInt64(side + TIFFParts.mostPadding)
      let value = try only(tag, of: 1...most)
      guard value % UInt64(TIFFParts.tileStep) == 0 else {
        throw .field(tag.name, "is \(value), no multiple of \(TIFFParts.tileStep)")
      }
      return Int(value)
    }
  }
}

extension TIFFPictures {
  /// The parts of a page.
  ///
  /// - Parameter page: from 1.
  /// - Returns: nil where the file has no such page.
  /// - Throws: ``TIFFError`` for a page of another kind.
  package func parts(page: Int) throws(TIFFError) -> TIFFParts? {
    guard pages.indices.contains(page - 1) else { return nil }
    return try TIFFParts(pages[page - 1].base, reader)
  }
}
