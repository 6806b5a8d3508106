/// A DjVu file as bytes that are asked for by their places, and the chunks that it is made of.
struct DjVuReader {
  /// Four letters, and four bytes with how many bytes follow; a chunk of odd length is followed by
  /// one more.
  static let headerLength = 8

  let byteCount: Int64
  private let read: DjVuDocument.Read

  init(byteCount: Int64, _ read: @escaping DjVuDocument.Read) {
    self.byteCount = byteCount
    self.read = read
  }

  /// - Throws: ``DjVuIrregular`` where there are not as many bytes, or what reading them says.
  func bytes(at place: Int64, count: Int) throws -> [UInt8] {
    guard count >= 0, place >= 0, place <= byteCount, Int64(count) <= byteCount - place else {
      throw DjVuIrregular.endsEarly
    }
    let bytes = try read(place, count)
    guard bytes.count == count else { throw DjVuIrregular.endsEarly }
    return bytes
  }

  /// What a chunk is called, and where its bytes lie.
  ///
  /// - Parameters:
  ///   - place: where its name begins.
  ///   - end: where it ends at the latest.
  /// - Returns: the chunk.
  /// - Throws: ``DjVuIrregular`` where it goes beyond that, or what reading it says.
  func chunk(at place: Int64, before end: Int64) throws -> DjVuChunk {
    guard place >= 0, end - place >= Int64(Self.headerLength) else {
      throw DjVuIrregular.endsEarly
    }
    let header = try bytes(at: place, count: Self.headerLength)
    let start = place + Int64(Self.headerLength)
    let length = Int64(Self.number(header[4...]))
    guard length <= end - start else { throw DjVuIrregular.endsEarly }
    return DjVuChunk(name: String(decoding: header[..<4], as: UTF8.self), start..<start + length)
  }

  /// A number from its highest byte on.
  static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// A part of a DjVu file.
struct DjVuChunk: Equatable, Sendable {
  let name: String
  /// Where its bytes lie, without its name and length.
  let place: Range<Int64>

  init(name: String, _ place: Range<Int64>) {
    self.name = name
    self.place = place
  }

  /// The same with its name and length.
  var whole: Range<Int64> {
    place.lowerBound - Int64(DjVuReader.headerLength)..<place.upperBound
  }

  /// Where the next one begins.
  var next: Int64 { place.upperBound + (place.count % 2 == 0 ? 0 : 1) }
}
