/// The number of a field in a TIFF directory.
struct TIFFTag: RawRepresentable, Hashable, Comparable, Sendable {
  let rawValue: UInt16

  init(rawValue: UInt16) { self.rawValue = rawValue }
  init(_ number: UInt16) { self.rawValue = number }

  static func < (left: TIFFTag, right: TIFFTag) -> Bool { left.rawValue < right.rawValue }

  static let newSubfileType = TIFFTag(254)
  static let imageWidth = TIFFTag(256)
  static let imageLength = TIFFTag(257)
  static let bitsPerSample = TIFFTag(258)
  static let compression = TIFFTag(259)
  static let photometric = TIFFTag(262)
  static let fillOrder = TIFFTag(266)
  static let imageDescription = TIFFTag(270)
  static let stripOffsets = TIFFTag(273)
  static let samplesPerPixel = TIFFTag(277)
  static let planarConfiguration = TIFFTag(284)
  static let software = TIFFTag(305)
  static let predictor = TIFFTag(317)
  static let tileWidth = TIFFTag(322)
  static let tileLength = TIFFTag(323)
  static let tileOffsets = TIFFTag(324)
  static let tileByteCounts = TIFFTag(325)
  static let subIFDs = TIFFTag(330)
  static let extraSamples = TIFFTag(338)
  static let sampleFormat = TIFFTag(339)
  static let jpegTables = TIFFTag(347)
  static let chromaSubsampling = TIFFTag(530)
  static let chromaPositioning = TIFFTag(531)
  static let referenceBlackWhite = TIFFTag(532)
  static let colorProfile = TIFFTag(34675)
  /// Hamamatsu's: the magnification, negative for pictures of the whole slide.
  static let sourceLens = TIFFTag(65421)

  // Ours, from the private range. 65000 and 65001 are taken: tifffile reads them as another
  // program's and fails.

  /// In every directory: a CRC-32C for each tile, in the order of the tile table.
  static let tileChecksums = TIFFTag(65110)
  /// In the first directory: how many bytes from the start of the file are the index.
  static let indexLength = TIFFTag(65111)
  /// In the first directory: the CRC-32C of the index, with this value itself taken as zero.
  static let indexChecksum = TIFFTag(65112)

  /// Those that are kept of a file's directories; whatever else is written there is passed over.
  static let known: Set<TIFFTag> = [
    newSubfileType, imageWidth, imageLength, bitsPerSample, compression, photometric, fillOrder,
    imageDescription, stripOffsets, samplesPerPixel, planarConfiguration, software, predictor,
    tileWidth, tileLength, tileOffsets, tileByteCounts, subIFDs, extraSamples,
    sampleFormat, jpegTables, chromaSubsampling, chromaPositioning, referenceBlackWhite,
    colorProfile, sourceLens, tileChecksums, indexLength, indexChecksum,
  ]
}

/// How the values of a field are stored.
enum TIFFType: UInt16, Sendable {
  case byte = 1
  case ascii = 2
  case short = 3
  case long = 4
  case rational = 5
  case signedByte = 6
  case undefined = 7
  case signedShort = 8
  case signedLong = 9
  case signedRational = 10
  case float = 11
  case double = 12
  case directory = 13
  case long8 = 16
  case signedLong8 = 17
  case directory8 = 18

  /// Bytes a value.
  var width: Int64 {
    switch self {
    case .byte, .ascii, .signedByte, .undefined: 1
    case .short, .signedShort: 2
    case .long, .signedLong, .float, .directory: 4
    case .rational, .signedRational, .double, .long8, .signedLong8, .directory8: 8
    }
  }
}

/// What the compression field says; numbers without a name here survive.
package struct TIFFCompression: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let none = TIFFCompression(rawValue: 1)
  package static let lzw = TIFFCompression(rawValue: 5)
  package static let oldJPEG = TIFFCompression(rawValue: 6)
  package static let jpeg = TIFFCompression(rawValue: 7)
  package static let deflate = TIFFCompression(rawValue: 8)
  package static let oldDeflate = TIFFCompression(rawValue: 32946)
  package static let packBits = TIFFCompression(rawValue: 32773)
  package static let jpeg2000YCbCr = TIFFCompression(rawValue: 33003)
  package static let jpeg2000RGB = TIFFCompression(rawValue: 33005)
  package static let jpeg2000 = TIFFCompression(rawValue: 34712)
  package static let lerc = TIFFCompression(rawValue: 34887)
  package static let lzma = TIFFCompression(rawValue: 34925)
  package static let zstd = TIFFCompression(rawValue: 50000)
  package static let webp = TIFFCompression(rawValue: 50001)
  package static let jpegXL = TIFFCompression(rawValue: 50002)
}

extension TIFFCompression: CustomStringConvertible {
  package var description: String {
    switch self {
    case .none: "raw"
    case .lzw: "LZW"
    case .oldJPEG: "old-style JPEG"
    case .jpeg: "JPEG"
    case .deflate, .oldDeflate: "Deflate"
    case .packBits: "PackBits"
    case .jpeg2000YCbCr, .jpeg2000RGB, .jpeg2000: "JPEG 2000"
    case .lerc: "LERC"
    case .lzma: "LZMA"
    case .zstd: "Zstandard"
    case .webp: "WebP"
    case .jpegXL: "JPEG XL"
    default: "compression \(rawValue)"
    }
  }
}

/// What samples mean; numbers without a name here survive.
package struct TIFFPhotometric: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let whiteIsZero = TIFFPhotometric(rawValue: 0)
  package static let blackIsZero = TIFFPhotometric(rawValue: 1)
  package static let rgb = TIFFPhotometric(rawValue: 2)
  package static let palette = TIFFPhotometric(rawValue: 3)
  package static let mask = TIFFPhotometric(rawValue: 4)
  package static let separated = TIFFPhotometric(rawValue: 5)
  package static let ycbcr = TIFFPhotometric(rawValue: 6)
  package static let cielab = TIFFPhotometric(rawValue: 8)
}

extension TIFFPhotometric: CustomStringConvertible {
  package var description: String {
    switch self {
    case .whiteIsZero: "grey, white is zero"
    case .blackIsZero: "grey"
    case .rgb: "RGB"
    case .palette: "palette"
    case .mask: "mask"
    case .separated: "CMYK"
    case .ycbcr: "YCbCr"
    case .cielab: "CIE L*a*b*"
    default: "photometric \(rawValue)"
    }
  }
}
