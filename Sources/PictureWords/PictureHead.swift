package import PyramidFormat
package import TileGeometry

/// What stands in a file before its pixels, or beside them: how large the picture is, and where the
/// file speaks of itself.
///
/// Nothing is decoded. What is not as it should be is left out.
package struct PictureHead: Sendable {
  /// Pixels as they are stored.
  var stored: PixelSize?
  /// A block that begins with TIFF's header: EXIF's, or the whole of a TIFF file.
  var fields: SourcePart?
  /// Files of other kinds come as they lie.
  var turning = Turning.asStored
  /// A packet of XMP.
  var xmp: SourcePart?
  /// Photoshop's resources, among which may be IPTC's.
  var resources: SourcePart?
  /// What a PNG says by the keywords of its specification.
  var texts = PictureDetails()
  var pixelsPerMeter: Double?

  /// How whoever shows the picture is to turn it.
  enum Turning {
    case asStored
    /// By EXIF's number.
    case by(UInt64)
    /// By the tag of the block of ``fields``.
    case asBlockSays
  }

  /// What is looked for in a head.
  package enum Extent: Sendable {
    /// How large the picture is, which stands near the beginning.
    case size
    /// All that is said of it, before the pixels and behind them.
    case words
  }

  /// Reads the head of a file.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - container: what its first bytes say it is.
  ///   - extent: what is looked for.
  /// - Throws: what kept the file from being read.
  package init(
    of source: any ByteSource, _ container: PictureContainer, _ extent: Extent
  ) throws(ByteSourceError) {
    var reader = HeadReader(source)
    switch container {
    case .jpeg: try readJPEG(&reader)
    case .png: try readPNG(&reader, extent)
    case .webp: try readWebP(&reader)
    case .gif: try readGIF(&reader)
    case .tiff: try readTIFF(source)
    case .heif: try readHEIF(&reader, extent)
    case .jpeg2000: try readJPEG2000(&reader)
    }
  }

  /// How large the picture is once it is upright.
  ///
  /// - Returns: nil where the head doesn't say it, or says what can't be.
  /// - Throws: what kept the file from being read.
  package func size() throws(ByteSourceError) -> PixelSize? {
    guard let stored, stored.width > 0, stored.height > 0,
      max(stored.width, stored.height) <= ImageSize.maximumSide
    else { return nil }
    guard try swapsAxes() else { return stored }
    return PixelSize(width: stored.height, height: stored.width)
  }

  /// No JPEG's block is longer, and the first directory of others' stands at their beginning.
  private static let longestBlock = 1 << 16

  private func swapsAxes() throws(ByteSourceError) -> Bool {
    switch turning {
    case .asStored: return false
    case .by(let value): return (5...8).contains(value)
    case .asBlockSays:
      guard let block = try fields?.bytes(limit: Self.longestBlock) else { return false }
      return (5...8).contains(OrientationTag.value(in: block.span) ?? 1)
    }
  }
}

extension PixelSize {
  /// A size of numbers of a file.
  init(_ width: UInt64, _ height: UInt64) {
    self.init(width: Int64(clamping: width), height: Int64(clamping: height))
  }
}
