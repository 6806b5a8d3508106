/// The strips or tiles of a TIFF's page that are JPEG streams.
///
/// A scan of a few bytes may go over all pixels of its part, and what decodes parts of TIFFs counts
/// none: they are counted here, before.
package struct JPEGParts: Sendable {
  private let source: any ByteSource
  private let offsets: NumberTable
  /// Nil where the page doesn't say: then a part may go on to the end of the file.
  private let lengths: NumberTable?

  /// Finds a page's parts.
  ///
  /// - Parameters:
  ///   - page: of the file.
  ///   - reader: of the file.
  /// - Throws: ``TIFFError`` where nobody can tell where they lie.
  init(of page: TIFFPage.Picture, _ reader: TIFFReader) throws(TIFFError) {
    let (offsets, lengths): (TIFFTag, TIFFTag) =
      page.isTiled ? (.tileOffsets, .tileByteCounts) : (.stripOffsets, .stripByteCounts)
    guard let table = try Self.table(offsets, of: page.directory, reader) else {
      throw .field(offsets.name, "is missing")
    }
    self.offsets = table
    self.lengths = try Self.table(lengths, of: page.directory, reader)
    source = reader.source
  }

  private static func table(
    _ tag: TIFFTag, of directory: TIFFDirectory, _ reader: TIFFReader
  ) throws(TIFFError) -> NumberTable? {
    guard let entry = directory.entries[tag] else { return nil }
    guard entry.count <= UInt64(StoredLevel.tileLimit) else {
      throw .tooMany(
        "values of \(tag.name)", count: entry.count, limit: Int(StoredLevel.tileLimit))
    }
    return try NumberTable(tag, of: directory, count: Int(entry.count), reader: reader)
  }

  /// Bytes that may be looked at for each part besides all of the file's: parts that lie over one
  /// another would be looked at for ever.
  private static let allowance = 4096

  /// Looks at the parts' markers; those of a stream of one scan are not looked at beyond its head.
  ///
  /// - Parameter limit: how many scans a part may have.
  /// - Returns: whether one has more.
  /// - Throws: ``TIFFError`` for parts that lie over one another, and for what can't be read.
  package func haveMoreScans(than limit: Int) throws(TIFFError) -> Bool {
    let end = UInt64(max(0, source.byteCount))
    var left = Int(clamping: end) + Self.allowance * offsets.count
    for index in 0..<offsets.count {
      let start = try offsets.number(at: index)
      guard start > 0, start < end else { continue }
      var length: UInt64 = 0
      if let lengths, index < lengths.count { length = try lengths.number(at: index) }
      let room = end - start
      var markers = JPEGMarkers(
        in: source, from: start, to: start + (length == 0 ? room : min(length, room)))
      let scans = try markers.countScans(upTo: limit + 1)
      guard scans <= limit else { return true }
      left -= markers.bytesRead
      guard left >= 0 else { throw .field("the JPEG streams", "lie over one another") }
    }
    return false
  }
}

extension TIFFPictures {
  /// The parts of a page that are JPEG streams.
  ///
  /// - Parameter page: from 1.
  /// - Returns: nil for a page of another compression, and where the file has no such page.
  /// - Throws: ``TIFFError`` where nobody can tell where they lie.
  package func jpegParts(page: Int) throws(TIFFError) -> JPEGParts? {
    guard compressions(page: page).contains(.jpeg) else { return nil }
    return try JPEGParts(of: pages[page - 1].base, reader)
  }
}
