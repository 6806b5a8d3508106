import ByteText
import PyramidFormat

/// Reads pieces of a file's head, a page at a time, and no more of them than heads have.
struct HeadReader {
  /// Bytes that are read at a time: the heads of most files in one go.
  private static let pageLength = 4096
  /// Pieces that one file is asked for: its segments or chunks, stepped over however long they are.
  private static let pieceLimit = 1024

  let source: any ByteSource
  private var page: [UInt8] = []
  private var start: UInt64 = 0
  private var pieces = 0

  init(_ source: any ByteSource) { self.source = source }

  var byteCount: UInt64 { UInt64(max(0, source.byteCount)) }

  /// Bytes of the file.
  ///
  /// - Parameters:
  ///   - place: from the file's beginning.
  ///   - count: no more than a page has.
  /// - Returns: nil where the file has not so many, or was asked often enough.
  /// - Throws: what kept the file from being read.
  mutating func bytes(at place: UInt64, _ count: Int) throws(ByteSourceError) -> [UInt8]? {
    pieces += 1
    guard pieces <= Self.pieceLimit, place <= byteCount, UInt64(count) <= byteCount - place,
      count <= Self.pageLength
    else { return nil }
    if place < start || place + UInt64(count) > start + UInt64(page.count) {
      start = place
      page = try SourcePart(of: source, at: place, count: UInt64(Self.pageLength))
        .bytes(limit: Self.pageLength)
    }
    let first = Int(place - start)
    // The file may be shorter than it was.
    guard first + count <= page.count else { return nil }
    return Array(page[first..<(first + count)])
  }
}

extension Collection<UInt8> where Index == Int {
  /// A whole number, its highest byte first.
  func bigEndian(at place: Int, _ width: Int) -> UInt64 {
    self[(startIndex + place)..<(startIndex + place + width)].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A whole number, its lowest byte first.
  func littleEndian(at place: Int, _ width: Int) -> UInt64 {
    self[(startIndex + place)..<(startIndex + place + width)].reversed()
      .reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension [UInt8] {
  /// Whether a literal stands at a place.
  func has(_ text: StaticString, at place: Int = 0) -> Bool { span.starts(with: text, at: place) }
}
