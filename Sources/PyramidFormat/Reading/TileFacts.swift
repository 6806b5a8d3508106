package import TileGeometry

/// How the tiles of a level are coded: all a decoder needs besides the bytes.
package struct TileFacts: Equatable, Sendable {
  package enum Alpha: UInt8, Sendable { case none, associated, unassociated }

  package let compression: TIFFCompression
  package let photometric: TIFFPhotometric
  package let samplesPerPixel: Int
  package let alpha: Alpha
  /// Samples are stored as differences to the sample before them.
  package let hasPredictor: Bool
  /// Image pixels a chroma sample covers, of JPEG tiles; the stream itself has the last word.
  package let subsampling: ChromaSampling?

  /// What must stand before a stored JPEG tile, in place of its first ``skippedBytes`` bytes, to
  /// make a stream of its own: shared tables, a marker for tiles whose pixels are RGB, and the
  /// profile of their colours.
  ///
  /// Empty where the tile is whole as it lies.
  package let prefix: [UInt8]
  package var skippedBytes: Int { prefix.isEmpty ? 0 : 2 }
  /// Whether the tables that decode the tiles lie apart from them.
  package let hasSharedTables: Bool

  /// A stored tile as a decoder wants it: with its ``prefix``.
  package func whole(_ stored: [UInt8]) -> [UInt8] {
    prefix.isEmpty ? stored : prefix + stored.dropFirst(skippedBytes)
  }

  /// Bounds of what shared JPEG tables may take.
  private static let tablesLimit = 1 << 16

  /// Reads the facts of a tiled directory.
  ///
  /// Throws ``NotAPyramid`` for tiles that cannot be served as they lie.
  init(_ directory: TIFFDirectory, _ profile: ColorProfile?, _ reader: TIFFReader) throws {
    func short(_ tag: TIFFTag, default fallback: UInt16) throws -> UInt16 {
      guard let value = try reader.number(tag, of: directory) else { return fallback }
      guard let short = UInt16(exactly: value) else {
        throw TIFFError.field(tag.name, "is \(value)")
      }
      return short
    }
    compression = TIFFCompression(rawValue: try short(.compression, default: 1))
    photometric = TIFFPhotometric(rawValue: try short(.photometric, default: 1))
    samplesPerPixel = Int(try short(.samplesPerPixel, default: 1))
    guard (1...4).contains(samplesPerPixel) else {
      throw NotAPyramid("its pixels have \(samplesPerPixel) samples")
    }
    let bits = try reader.numbers(.bitsPerSample, of: directory, limit: 8) ?? [1]
    guard bits.allSatisfy({ $0 == 8 }) else {
      throw NotAPyramid("its samples have \(bits.max() ?? 0) bits, not 8")
    }
    let formats = try reader.numbers(.sampleFormat, of: directory, limit: 8) ?? [1]
    guard formats.allSatisfy({ $0 == 1 || $0 == 4 }) else {
      throw NotAPyramid("its samples are not unsigned integers")
    }
    let planes = try short(.planarConfiguration, default: 1)
    guard planes == 1 || samplesPerPixel == 1 else {
      throw NotAPyramid("its colours lie in planes of their own")
    }
    let fillOrder = try short(.fillOrder, default: 1)
    guard fillOrder == 1 || compression == .jpeg || compression == .webp else {
      throw NotAPyramid("its bits are in reverse order")
    }
    let predictor = try short(.predictor, default: 1)
    hasPredictor = predictor == 2 && compression != .jpeg && compression != .webp
    let extras = try reader.numbers(.extraSamples, of: directory, limit: 8) ?? []
    let colors = photometric == .rgb || photometric == .ycbcr ? 3 : 1
    guard samplesPerPixel == colors || samplesPerPixel == colors + 1 else {
      throw NotAPyramid("its \(photometric) pixels have \(samplesPerPixel) samples")
    }
    if samplesPerPixel == colors {
      alpha = .none
    } else {
      alpha = extras.first == 1 ? .associated : .unassociated
    }
    try Self.checkServable(compression, photometric, predictor, hasAlpha: alpha != .none)
    subsampling =
      compression == .jpeg && photometric == .ycbcr
      ? Self.chroma(try reader.numbers(.chromaSubsampling, of: directory, limit: 2)) : nil
    guard compression == .jpeg else {
      hasSharedTables = false
      prefix = []
      return
    }
    let tables = try reader.raw(.jpegTables, of: directory, limit: Self.tablesLimit)
    hasSharedTables = tables != nil
    let fits = profile?.isGray == (samplesPerPixel == 1)
    prefix = try Self.prefix(
      tables: tables, isRGB: photometric == .rgb, profile: fits ? profile : nil)
  }

  private static func checkServable(
    _ compression: TIFFCompression, _ photometric: TIFFPhotometric, _ predictor: UInt16,
    hasAlpha: Bool
  ) throws {
    switch compression {
    case .jpeg:
      guard [.blackIsZero, .rgb, .ycbcr].contains(photometric), !hasAlpha else {
        throw NotAPyramid("its JPEG tiles are \(photometric)\(hasAlpha ? " with alpha" : "")")
      }
    case .webp:
      guard photometric == .rgb else { throw NotAPyramid("its WebP tiles are \(photometric)") }
    case .none, .lzw, .deflate, .oldDeflate:
      guard [.blackIsZero, .rgb].contains(photometric) else {
        throw NotAPyramid("its \(compression) tiles are \(photometric)")
      }
      guard predictor == 1 || predictor == 2 else {
        throw NotAPyramid("its tiles have the predictor \(predictor)")
      }
    default: throw NotAPyramid("its tiles are coded as \(compression)")
    }
  }

  private static func chroma(_ values: [UInt64]?) -> ChromaSampling? {
    switch values ?? [2, 2] {
    case [1, 1]: .full
    case [2, 1]: .halved
    case [1, 2]: .stacked
    case [2, 2]: .quartered
    default: nil
    }
  }

  private static func prefix(
    tables: [UInt8]?, isRGB: Bool, profile: ColorProfile?
  ) throws(TIFFError) -> [UInt8] {
    var prefix: [UInt8] = []
    if isRGB {
      // Adobe's marker with transform 0: without it three components are taken for YCbCr.
      prefix += [0xFF, 0xEE, 0x00, 0x0E] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]
    }
    if let profile { prefix += profile.jpegSegment }
    if let tables {
      guard tables.count >= 4, tables.starts(with: [0xFF, 0xD8]),
        tables.suffix(2).elementsEqual([0xFF, 0xD9])
      else { throw .field(TIFFTag.jpegTables.name, "is not a JPEG stream") }
      prefix += tables.dropFirst(2).dropLast(2)
    }
    return prefix.isEmpty ? [] : [0xFF, 0xD8] + prefix
  }
}
