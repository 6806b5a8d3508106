import PyramidFormat
import TileGeometry

extension PictureHead {
  /// A description of boxes is this long at most, in bytes.
  private static let metaLimit = 1 << 18

  /// What is said of the file's primary picture.
  mutating func readHEIF(
    _ reader: inout HeadReader, _ extent: Extent
  ) throws(ByteSourceError) {
    var boxes = FileBoxes()
    while let box = try boxes.next(&reader) {
      guard box.kind == "meta" else { continue }
      let meta = try SourcePart(of: reader.source, at: box.place, count: box.count)
        .bytes(limit: Self.metaLimit)
      guard meta.count > 4 else { return }
      stored = PrimaryItem(meta: meta.dropFirst(4))?.size
      if extent == .words { try readWords(of: WordItems(meta: meta.dropFirst(4)), &reader) }
      return
    }
  }

  private mutating func readWords(
    of items: WordItems, _ reader: inout HeadReader
  ) throws(ByteSourceError) {
    if let place = items.xmp {
      xmp = SourcePart(
        of: reader.source, at: place.lowerBound, count: place.upperBound - place.lowerBound)
    }
    // Before the block stands how many bytes lie between.
    if let place = items.exif, let gap = try reader.bytes(at: place.lowerBound, 4) {
      let skipped = 4 + gap.bigEndian(at: 0, 4)
      guard skipped < place.upperBound - place.lowerBound else { return }
      fields = SourcePart(
        of: reader.source, at: place.lowerBound + skipped,
        count: place.upperBound - place.lowerBound - skipped)
    }
  }

  mutating func readJPEG2000(_ reader: inout HeadReader) throws(ByteSourceError) {
    if let stream = try reader.bytes(at: 0, 24), stream[0] == 0xFF {
      stored = PixelSize(
        stream.bigEndian(at: 8, 4) &- stream.bigEndian(at: 16, 4),
        stream.bigEndian(at: 12, 4) &- stream.bigEndian(at: 20, 4))
      return
    }
    var boxes = FileBoxes()
    while let box = try boxes.next(&reader) {
      guard box.kind == "jp2h" else { continue }
      // The header of the picture comes first in the headers.
      guard let head = try reader.bytes(at: box.place, 16), head.has("ihdr", at: 4) else { return }
      stored = PixelSize(head.bigEndian(at: 12, 4), head.bigEndian(at: 8, 4))
      return
    }
  }
}

/// The outermost boxes of a file, one after the other.
private struct FileBoxes {
  struct Box {
    let kind: String
    /// Of its contents, from the file's beginning.
    let place: UInt64
    let count: UInt64
  }

  private var place: UInt64 = 0

  mutating func next(_ reader: inout HeadReader) throws(ByteSourceError) -> Box? {
    guard place < reader.byteCount, let head = try reader.bytes(at: place, 8) else { return nil }
    var start = place + 8
    var length = head.bigEndian(at: 0, 4)
    if length == 1 {
      guard let long = try reader.bytes(at: start, 8) else { return nil }
      length = long.bigEndian(at: 0, 8)
      start += 8
    } else if length == 0 {
      length = reader.byteCount - place
    }
    guard length >= start - place, length <= reader.byteCount - place else { return nil }
    let box = Box(
      kind: String(decoding: head[4..<8], as: UTF8.self), place: start,
      count: length - (start - place))
    place += length
    return box
  }
}
