/// The directory at an archive's end (APPNOTE.TXT, 4.3.12 and 4.3.14 to 16), which says all that is
/// believed of it.
struct ZipDirectory {
  private static let endLength = 22
  private static let longestComment = 1 << 16 - 1
  private static let locatorLength = 20
  private static let longEndLength = 56
  private static let entryLength = 46
  /// Entries, and bytes of all that is said of them, that a directory has at most.
  private static let most = (entries: 20_000, bytes: Int64(16 << 20))

  private struct Place {
    let offset: Int64
    let length: Int64
    let entries: Int64
    /// Where what stands behind it begins.
    let limit: Int64
  }

  let entries: [ZipEntry]
  /// Where it begins: no file lies behind that.
  let offset: Int64

  /// - Parameters:
  ///   - byteCount: the archive's.
  ///   - read: reads the archive.
  /// - Throws: ``ZipIrregular``, or what reading it says.
  init(byteCount: Int64, _ read: ZipArchive.Read) throws {
    let place = try Self.place(byteCount, read)
    guard place.entries <= Self.most.entries else {
      throw ZipIrregular("has \(place.entries) files, more than the limit of \(Self.most.entries)")
    }
    guard place.length <= Self.most.bytes else {
      throw ZipIrregular("has a directory of \(place.length) bytes, which is too long")
    }
    guard place.offset >= 0, place.length >= 0, place.length <= place.limit,
      place.offset <= place.limit - place.length
    else { throw ZipIrregular("has no directory where it says that it has one") }
    var rest = try read(place.offset, Int(place.length))[...]
    var entries: [ZipEntry] = []
    for _ in 0..<place.entries { entries.append(try Self.entry(&rest)) }
    offset = place.offset
    self.entries = entries
  }

  // MARK: Where it lies

  private static func place(_ byteCount: Int64, _ read: ZipArchive.Read) throws -> Place {
    let length = min(byteCount, Int64(endLength + longestComment + locatorLength))
    let start = byteCount - length
    let tail = try read(start, Int(length))
    var index = tail.count - endLength
    while index >= 0 {
      let end = ZipBytes(tail[index...])
      if try end.word(0) == 0x0605_4B50, try end.short(20) <= end.count - endLength {
        return try place(end, at: start + Int64(index), before: tail[..<index], read)
      }
      index -= 1
    }
    throw ZipIrregular("has no directory: it is damaged, or no ZIP file")
  }

  private static func place(
    _ end: ZipBytes, at limit: Int64, before: ArraySlice<UInt8>, _ read: ZipArchive.Read
  ) throws -> Place {
    let entries = try end.short(10)
    let (length, offset) = (try end.word(12), try end.word(16))
    guard entries == 0xFFFF || length == .max || offset == .max,
      before.count >= locatorLength
    else {
      guard try end.short(4) == 0, try end.short(6) == 0, try end.short(8) == entries else {
        throw ZipIrregular("is a part of several")
      }
      return Place(
        offset: Int64(offset), length: Int64(length), entries: Int64(entries), limit: limit)
    }
    let locator = ZipBytes(before.suffix(locatorLength))
    guard try locator.word(0) == 0x0706_4B50 else {
      throw ZipIrregular("has no directory for as much as it holds")
    }
    let place = try locator.long(8)
    guard place <= limit - Int64(locatorLength + longEndLength) else {
      throw ZipIrregular("has no directory where it says that it has one")
    }
    let record = ZipBytes(try read(place, longEndLength)[...])
    guard try record.word(0) == 0x0606_4B50 else {
      throw ZipIrregular("has no directory for as much as it holds")
    }
    guard try record.word(16) == 0, try record.word(20) == 0,
      try record.long(24) == record.long(32)
    else { throw ZipIrregular("is a part of several") }
    return Place(
      offset: try record.long(48), length: try record.long(40), entries: try record.long(32),
      limit: place)
  }

  // MARK: What it says

  private static func entry(_ rest: inout ArraySlice<UInt8>) throws(ZipIrregular) -> ZipEntry {
    let fields = ZipBytes(rest)
    guard try fields.word(0) == 0x0201_4B50 else {
      throw ZipIrregular("has a directory that is damaged")
    }
    let (nameLength, extraLength) = (try fields.short(28), try fields.short(30))
    let length = entryLength + nameLength + extraLength + (try fields.short(32))
    let name = Array(try fields.slice(entryLength, nameLength))
    var sizes = (packed: Int64(try fields.word(20)), unpacked: Int64(try fields.word(24)))
    var header = Int64(try fields.word(42))
    try lengthen(
      &sizes.unpacked, &sizes.packed, &header,
      by: try fields.slice(entryLength + nameLength, extraLength))
    rest = try fields.slice(length, fields.count - length)
    // Its upper half is what Unix says of a file.
    let (system, attributes) = (try fields.short(4) >> 8, try fields.word(38))
    try check(name, isLink: system == 3 && attributes >> 28 == 0xA)
    return ZipEntry(
      name: name, method: ZipEntry.Method(rawValue: try fields.short(10)),
      isEncrypted: try fields.short(8) & 1 == 1, packedSize: sizes.packed, size: sizes.unpacked,
      checksum: try fields.word(16), header: header, end: header)
  }

  /// Takes numbers that 32 bits don't hold from where they stand then (4.5.3).
  private static func lengthen(
    _ size: inout Int64, _ packedSize: inout Int64, _ header: inout Int64,
    by extra: ArraySlice<UInt8>
  ) throws(ZipIrregular) {
    let unsaid = Int64(UInt32.max)
    guard size == unsaid || packedSize == unsaid || header == unsaid else { return }
    var rest = ZipBytes(extra)
    while rest.count >= 4 {
      let length = try rest.short(2)
      guard try rest.short(0) == 1 else {
        rest = ZipBytes(try rest.slice(4 + length, rest.count - 4 - length))
        continue
      }
      let numbers = ZipBytes(try rest.slice(4, length))
      var place = 0
      func next(_ number: inout Int64) throws(ZipIrregular) {
        guard number == unsaid else { return }
        number = try numbers.long(place)
        place += 8
      }
      try next(&size)
      try next(&packedSize)
      return try next(&header)
    }
  }

  /// Names never touch a file system; what would lead elsewhere there means no good all the same.
  private static func check(_ name: [UInt8], isLink: Bool) throws(ZipIrregular) {
    guard !name.isEmpty, !name.contains(0) else {
      throw ZipIrregular("has a file whose name is none")
    }
    let shown = ZipArchive.shown(name)
    guard !isLink else { throw ZipIrregular("has a link in it: \(shown)") }
    let parts = name.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
    }
    let isAbsolute = parts[0].isEmpty || parts[0].last == UInt8(ascii: ":")
    guard !isAbsolute, !parts.contains(where: { $0.elementsEqual("..".utf8) }) else {
      throw ZipIrregular("has a file that would lie elsewhere: \(shown)")
    }
  }
}
