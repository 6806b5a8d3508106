import Digests
import Inflating

/// A ZIP file: all of its directory is held against bounds before anything is unpacked.
///
/// Files may not lie in one another, none may unpack to more than 200 times what it is packed in, and
/// all together to no more than 4 GB.
package struct ZipArchive {
  /// Reads so many bytes from a place of the archive on; asked for none beyond its end, and to answer
  /// with all of them.
  package typealias Read = (_ place: Int64, _ count: Int) throws -> [UInt8]

  private static let most = (ratio: Int64(200), bytes: Int64(4) << 30)
  /// Unpacked bytes that need no justification.
  private static let freely: Int64 = 1 << 20
  private static let headerLength = 30
  /// Bytes that are told of at a time.
  private static let piece = 1 << 16

  /// In the order of the directory.
  package let entries: [ZipEntry]
  private let byteCount: Int64
  private let read: Read

  /// Reads an archive's directory.
  ///
  /// - Parameters:
  ///   - byteCount: the archive's.
  ///   - read: reads the archive.
  /// - Throws: ``ZipIrregular``, or what reading it says.
  package init(byteCount: Int64, _ read: @escaping Read) throws {
    self.byteCount = byteCount
    self.read = { place, count in
      guard count >= 0, place >= 0, Int64(count) <= byteCount, place <= byteCount - Int64(count)
      else { throw ZipIrregular.endsEarly }
      let bytes = try read(place, count)
      guard bytes.count == count else { throw ZipIrregular.endsEarly }
      return bytes
    }
    let directory = try ZipDirectory(byteCount: byteCount, self.read)
    entries = try Self.checked(directory.entries, before: directory.offset)
  }

  /// Holds files against each other.
  private static func checked(
    _ found: [ZipEntry], before limit: Int64
  ) throws(ZipIrregular) -> [ZipEntry] {
    var entries = found
    var total: Int64 = 0
    for entry in entries {
      guard entry.size <= most.bytes, entry.packedSize <= limit, entry.header <= limit else {
        throw ZipIrregular("has a file that is too large: \(shown(entry.name))")
      }
      total += entry.size
      guard total <= most.bytes else {
        throw ZipIrregular("unpacks to more than the limit of \(most.bytes >> 30) GB")
      }
      guard entry.size <= max(freely, most.ratio * entry.packedSize) else {
        throw ZipIrregular(
          "has a file that unpacks to more than \(most.ratio) times its size:"
            + " \(shown(entry.name))")
      }
    }
    // Each ends where the next one begins at the latest.
    var next = limit
    for index in entries.indices.sorted(by: { entries[$0].header > entries[$1].header }) {
      let entry = entries[index]
      let least = Int64(headerLength + entry.name.count) + entry.packedSize
      guard least <= next - entry.header else {
        throw ZipIrregular("has files that lie in one another: \(shown(entry.name))")
      }
      entries[index].end = next
      next = entry.header
    }
    return entries
  }

  /// Unpacks a file.
  ///
  /// - Parameters:
  ///   - entry: the file, of this archive.
  ///   - take: given its bytes piece by piece; no ends it there.
  /// - Throws: ``ZipIrregular`` and what unpacking says, where it is not what the directory has or its
  ///   checksum is another one; what reading says, and the closure.
  package func unpack(_ entry: ZipEntry, _ take: (Span<UInt8>) throws -> Bool) throws {
    guard let method = entry.method else {
      throw ZipIrregular("is packed in a way that is not read: \(Self.shown(entry.name))")
    }
    var place = try start(of: entry)
    let end = place + entry.packedSize
    var sum = CRC32()
    switch method {
    case .stored:
      while place < end {
        let piece = try read(place, Int(min(Int64(Self.piece), end - place)))
        place += Int64(piece.count)
        unsafe sum.update(piece.span.bytes)
        guard try take(piece.span) else { return }
      }
    case .deflated:
      let stream = InflateStream(longest: Self.piece, of: .bare) { room in
        let piece = try read(place, Int(min(Int64(room.byteCount), end - place)))
        place += Int64(piece.count)
        for index in piece.indices {
          room.storeBytes(of: piece[index], toByteOffset: index, as: UInt8.self)
        }
        return piece.count
      }
      var left = entry.size
      while left > 0 {
        let count = Int(min(Int64(Self.piece), left))
        left -= Int64(count)
        let goesOn = try stream.take(count) { bytes in
          unsafe sum.update(bytes.bytes)
          return try take(bytes)
        }
        guard goesOn else { return }
      }
      try stream.finish()
    }
    guard sum.value == entry.checksum else {
      throw ZipIrregular("has a file that is damaged: \(Self.shown(entry.name))")
    }
  }

  /// Where a file's bytes begin, behind a header of its own that must say what the directory says.
  private func start(of entry: ZipEntry) throws -> Int64 {
    guard !entry.isEncrypted else {
      throw ZipIrregular("is encrypted and needs a password: \(Self.shown(entry.name))")
    }
    let header = ZipBytes(try read(entry.header, Self.headerLength)[...])
    let nameLength = try header.short(26)
    let start =
      entry.header + Int64(Self.headerLength) + Int64(nameLength) + Int64(try header.short(28))
    guard try header.word(0) == 0x0403_4B50, start <= entry.end - entry.packedSize,
      try header.short(8) == entry.method?.rawValue, nameLength == entry.name.count,
      try read(entry.header + Int64(Self.headerLength), nameLength) == entry.name,
      try tellsSizes(header, of: entry), entry.method != .stored || entry.packedSize == entry.size
    else {
      throw ZipIrregular(
        "has a file that is another one in the directory: \(Self.shown(entry.name))")
    }
    return start
  }

  /// Sizes may stand behind the file, or where 64 bits are; what stands here is the directory's.
  private func tellsSizes(_ header: ZipBytes, of entry: ZipEntry) throws(ZipIrregular) -> Bool {
    guard try header.short(6) & 8 == 0 else { return true }
    let told = (packed: try header.word(18), size: try header.word(22))
    return try header.word(14) == entry.checksum
      && [(told.packed, entry.packedSize), (told.size, entry.size)].allSatisfy {
        $0 == .max || Int64($0) == $1
      }
  }

  /// A name for people, without what moves a terminal's cursor.
  static func shown(_ name: [UInt8]) -> String {
    let text = String(decoding: name.prefix(200), as: UTF8.self)
    return String(String.UnicodeScalarView(text.unicodeScalars.map(Self.visible)))
  }

  private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? "\u{FFFD}" : scalar
  }
}
