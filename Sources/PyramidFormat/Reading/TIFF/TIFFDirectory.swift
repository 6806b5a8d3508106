/// The fields of one directory; values that do not fit an entry are still in the file.
struct TIFFDirectory: Sendable {
  struct Entry: Sendable {
    let type: TIFFType
    let count: UInt64
    /// Where the values lie in the file, inside the entry or elsewhere.
    let place: UInt64
    let isInline: Bool

    /// Checked when the entry was read: it does not overflow.
    var byteCount: UInt64 { count * UInt64(type.width) }
  }

  let offset: UInt64
  let entries: [TIFFTag: Entry]
  let next: UInt64
}

extension TIFFTag {
  /// The field's name in the TIFF specification.
  var name: String {
    switch self {
    case .newSubfileType: "NewSubfileType"
    case .imageWidth: "ImageWidth"
    case .imageLength: "ImageLength"
    case .bitsPerSample: "BitsPerSample"
    case .compression: "Compression"
    case .photometric: "PhotometricInterpretation"
    case .imageDescription: "ImageDescription"
    case .samplesPerPixel: "SamplesPerPixel"
    case .rowsPerStrip: "RowsPerStrip"
    case .stripOffsets: "StripOffsets"
    case .stripByteCounts: "StripByteCounts"
    case .fillOrder: "FillOrder"
    case .planarConfiguration: "PlanarConfiguration"
    case .predictor: "Predictor"
    case .tileWidth: "TileWidth"
    case .tileLength: "TileLength"
    case .tileOffsets: "TileOffsets"
    case .tileByteCounts: "TileByteCounts"
    case .subIFDs: "SubIFDs"
    case .extraSamples: "ExtraSamples"
    case .sampleFormat: "SampleFormat"
    case .jpegTables: "JPEGTables"
    case .chromaSubsampling: "YCbCrSubSampling"
    case .colorProfile: "ICCProfile"
    default: "field \(rawValue)"
    }
  }
}
