import Digests

@testable import ZipFile

/// A ZIP file written byte by byte, so that each part of it can be made to lie.
struct ArchiveSample {
  struct File {
    var name: String
    var contents: [UInt8]
    /// As it lies in the archive; nil for what is stored.
    var packed: [UInt8]?
    var flags = 0
    var method: Int?
    /// What the directory says, where that is not so.
    var toldSize: Int?
    var toldOffset: Int?
    var attributes: UInt32 = 0
    /// What its own header says, where that is another name.
    var headerName: String?

    init(_ name: String, _ contents: [UInt8], packed: [UInt8]? = nil) {
      self.name = name
      self.contents = contents
      self.packed = packed
    }
  }

  var files: [File]
  var comment: [UInt8] = []
  /// Whether sizes and places stand where 64 bits are.
  var isLong = false

  init(_ files: [File]) { self.files = files }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for file in files {
      let offset = file.toldOffset ?? bytes.count
      let packed = file.packed ?? file.contents
      let method = file.method ?? (file.packed == nil ? 0 : 8)
      let sum = unsafe CRC32.of(file.contents.span.bytes)
      let size = file.toldSize ?? file.contents.count
      let name = Array(file.name.utf8)
      let headerName = Array((file.headerName ?? file.name).utf8)
      bytes += Self.word(0x0403_4B50) + Self.short(20) + Self.short(file.flags)
      bytes += Self.short(method) + Self.word(0) + Self.word(sum)
      bytes += Self.word(UInt32(packed.count)) + Self.word(UInt32(size))
      bytes += Self.short(headerName.count) + Self.short(0) + headerName + packed
      let extra: [UInt8] =
        isLong
        ? Self.short(1) + Self.short(24) + Self.long(size) + Self.long(packed.count)
          + Self.long(offset) : []
      let told =
        isLong ? [.max, .max, .max] : [packed.count, size, offset].map(UInt32.init(clamping:))
      directory += Self.word(0x0201_4B50) + Self.short(3 << 8 | 20) + Self.short(20)
      directory += Self.short(file.flags) + Self.short(method) + Self.word(0) + Self.word(sum)
      directory += Self.word(told[0]) + Self.word(told[1]) + Self.short(name.count)
      directory += Self.short(extra.count) + Self.short(0) + Self.short(0) + Self.short(0)
      directory += Self.word(file.attributes) + Self.word(told[2]) + name + extra
    }
    let start = bytes.count
    bytes += directory
    if isLong {
      let record = bytes.count
      bytes += Self.word(0x0606_4B50) + Self.long(44) + Self.short(45) + Self.short(45)
      bytes += Self.word(0) + Self.word(0) + Self.long(files.count) + Self.long(files.count)
      bytes += Self.long(directory.count) + Self.long(start)
      bytes += Self.word(0x0706_4B50) + Self.word(0) + Self.long(record) + Self.word(1)
    }
    let count = isLong ? 0xFFFF : files.count
    bytes += Self.word(0x0605_4B50) + Self.short(0) + Self.short(0) + Self.short(count)
    bytes += Self.short(count) + Self.word(isLong ? .max : UInt32(directory.count))
    bytes += Self.word(isLong ? .max : UInt32(start)) + Self.short(comment.count) + comment
    return bytes
  }

  private static func short(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }

  private static func word(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
  }

  private static func long(_ number: Int) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

extension ZipArchive {
  init(_ bytes: [UInt8]) throws {
    try self.init(byteCount: Int64(bytes.count)) { place, count in
      Array(bytes[Int(place)..<Int(place) + count])
    }
  }

  func contents(of entry: ZipEntry) throws -> [UInt8] {
    var contents: [UInt8] = []
    try unpack(entry) { piece in
      for index in piece.indices { contents.append(piece[index]) }
      return true
    }
    return contents
  }
}
