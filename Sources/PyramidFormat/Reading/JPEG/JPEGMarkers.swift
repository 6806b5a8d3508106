/// The markers of a JPEG stream, in the order in which decoders meet them.
package struct JPEGMarkers {
  /// Bytes that hold the head of most streams, and that are read at once of the codes behind it.
  private static let pieces = (head: UInt64(1024), codes: UInt64(1 << 16))

  private let source: any ByteSource
  private let end: UInt64
  /// Of the next byte.
  private var place: UInt64
  private var piece: [UInt8] = []
  private var pieceStart: UInt64
  /// Of the file, so far; what is passed over does not count.
  private(set) var bytesRead = 0
  /// Of the stream, so far, one after the other; segments that are skipped do not count.
  private(set) var bytesPassed = 0

  /// - Parameters:
  ///   - source: the file's bytes.
  ///   - start: where the stream begins.
  ///   - end: where it ends at the latest, inside the file.
  init(in source: any ByteSource, from start: UInt64, to end: UInt64) {
    self.source = source
    self.end = end
    place = start
    pieceStart = start
  }

  /// Counts the scans that a decoder goes through: it reads on behind the first one only where that
  /// does not bring all of every pixel.
  ///
  /// - Parameter most: what follows so many is not looked at.
  /// - Returns: how many there are.
  /// - Throws: ``TIFFError`` for what can't be read.
  mutating func countScans(upTo most: Int) throws(TIFFError) -> Int {
    var scans = 0
    var sequentialComponents: UInt8?
    while scans < most, let marker = try nextMarker(), marker != 0xD9 {
      // These have no segment.
      if marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
      guard let high = try next(), let low = try next() else { break }
      let length = UInt64(high) << 8 | UInt64(low)
      // Decoders give up here.
      guard length >= 2 else { break }
      let segmentEnd = place + length - 2
      switch marker {
      case 0xDA:
        scans += 1
        if scans == 1, let inScan = try next(), inScan == sequentialComponents { return scans }
      // Tables, not frames.
      case 0xC4, 0xC8, 0xCC: break
      case 0xC0...0xCF:
        // Behind the samples' width and both sides.
        place += 5
        let components = try next()
        sequentialComponents = marker & 0b11 == 0b10 ? nil : components
      default: break
      }
      place = segmentEnd
    }
    return scans
  }

  /// Looks at a stream's markers; those of a stream of one scan are not looked at beyond its head.
  ///
  /// - Parameters:
  ///   - limit: how many scans it may have.
  ///   - stream: from its first byte on.
  /// - Returns: whether it has more.
  package static func haveMoreScans(than limit: Int, in stream: [UInt8]) -> Bool {
    var markers = JPEGMarkers(in: MemorySource(stream), from: 0, to: UInt64(stream.count))
    // Memory can be read.
    return ((try? markers.countScans(upTo: limit + 1)) ?? 0) > limit
  }

  /// Passes over codes, and bytes that have no meaning.
  private mutating func nextMarker() throws(TIFFError) -> UInt8? {
    while let byte = try next() {
      guard byte == 0xFF else { continue }
      var code = try next()
      while code == 0xFF { code = try next() }
      guard let code else { return nil }
      if code != 0 { return code }
    }
    return nil
  }

  private mutating func next() throws(TIFFError) -> UInt8? {
    guard place < end else { return nil }
    if place - pieceStart >= UInt64(piece.count) {
      let goesOn = !piece.isEmpty && place - pieceStart == UInt64(piece.count)
      let length = min(goesOn ? Self.pieces.codes : Self.pieces.head, end - place)
      piece = try source.bytes("a JPEG stream", at: place, count: length)
      pieceStart = place
      bytesRead += piece.count
    }
    defer {
      place += 1
      bytesPassed += 1
    }
    return piece[Int(place - pieceStart)]
  }
}
