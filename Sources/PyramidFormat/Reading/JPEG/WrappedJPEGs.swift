/// JPEG streams that lie as they are in a file of another format, wherever that is: documents keep
/// their pictures so, and those that masks and patterns are made of can't be asked for.
///
/// What is packed once more isn't met here; what decodes it has a limit of processor time.
package struct WrappedJPEGs {
  /// Larger files aren't looked at: what they take is in proportion.
  static let largestFile: Int64 = 64 << 20
  /// In bytes.
  private static let piece = 1 << 20
  /// What the head of a stream costs, in bytes.
  private static let headCost = 1024
  /// How often each byte may be looked at: streams may seem to begin in others, as small copies do.
  private static let allowance = 4

  let source: any ByteSource

  /// - Parameter source: the file that may hold some.
  package init(in source: any ByteSource) { self.source = source }

  /// Looks at the streams' markers; those of a stream of one scan are not looked at beyond its head.
  ///
  /// - Parameter limit: how many scans a stream may have.
  /// - Returns: whether one has more; false, too, where finding out would take too long.
  /// - Throws: ``TIFFError`` for what can't be read.
  package func haveMoreScans(than limit: Int) throws(TIFFError) -> Bool {
    guard source.byteCount <= Self.largestFile else { return false }
    let end = UInt64(max(0, source.byteCount))
    var left = Self.allowance * Int(end) + Self.piece
    var place: UInt64 = 0
    while place + 3 <= end {
      let bytes = try source.bytes(
        "JPEG streams", at: place, count: min(UInt64(Self.piece), end - place))
      var next = 0
      while let start = Self.firstStream(in: bytes, from: next) {
        var markers = JPEGMarkers(in: source, from: place + UInt64(start), to: end)
        guard try markers.countScans(upTo: limit + 1) <= limit else { return true }
        left -= markers.bytesPassed + Self.headCost
        guard left >= 0 else { return false }
        next = start + 1
      }
      // One may begin with a piece's last two bytes.
      place += UInt64(bytes.count - 2)
    }
    return false
  }

  /// Where the first marker of a stream stands, with the next one's first byte.
  private static func firstStream(in bytes: [UInt8], from start: Int) -> Int? {
    var last = start + 2
    while last < bytes.count {
      switch bytes[last] {
      case 0xFF:
        if bytes[last - 1] == 0xD8, bytes[last - 2] == 0xFF { return last - 2 }
        last += 1
      case 0xD8: last += 1
      default: last += 3
      }
    }
    return nil
  }
}
