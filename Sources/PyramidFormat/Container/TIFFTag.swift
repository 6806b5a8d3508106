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
  static let orientation = TIFFTag(274)
  static let stripOffsets = TIFFTag(273)
  static let samplesPerPixel = TIFFTag(277)
  static let rowsPerStrip = TIFFTag(278)
  static let stripByteCounts = TIFFTag(279)
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

  /// Those that are kept of a file's directories; whatever else is written there is passed over.
  static let known: Set<TIFFTag> = [
    newSubfileType, imageWidth, imageLength, bitsPerSample, compression, photometric, fillOrder,
    imageDescription,
    orientation, stripOffsets, samplesPerPixel, rowsPerStrip, stripByteCounts, planarConfiguration,
    software, predictor,
    tileWidth, tileLength, tileOffsets, tileByteCounts, subIFDs, extraSamples,
    sampleFormat, jpegTables, chromaSubsampling, chromaPositioning, referenceBlackWhite,
    colorProfile, sourceLens,
  ]
}
