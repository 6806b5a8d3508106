/// Reads directories and values of a TIFF or BigTIFF of either byte order.
///
/// Every count, offset and size is checked against the file before anything is read or held for it.
struct TIFFReader: Sendable {
  static let directoryLimit = 16384
  /// Fields of one directory.
  static let fieldLimit = 4096
  /// Fields of all directories of a file: what documents of so many pages have.
  static let fieldSumLimit = directoryLimit * 16
  /// One read of the start brings the directories of most files, and all of ours.
  static let firstRead: UInt64 = 16384

  let source: any ByteSource
  let isBigEndian: Bool
  let isBig: Bool
  let firstDirectory: UInt64
  private let start: [UInt8]
  private let kept: Set<TIFFTag>

  init(
    _ source: any ByteSource, keeping kept: Set<TIFFTag> = TIFFTag.known
  ) throws(TIFFError) {
    self.source = source
    self.kept = kept
    let size = UInt64(max(0, source.byteCount))
    let start = try source.bytes("the header", at: 0, count: min(size, Self.firstRead))
    guard start.count >= 8 else { throw .notTIFF }
    switch (start[0], start[1]) {
    case (0x49, 0x49): isBigEndian = false
    case (0x4D, 0x4D): isBigEndian = true
    default: throw .notTIFF
    }
    self.start = start
    func number(at place: Int, width: Int) -> UInt64 {
      Self.number(start, at: place, width: width, bigEndian: start[0] == 0x4D)
    }
    switch number(at: 2, width: 2) {
    case 42:
      isBig = false
      firstDirectory = number(at: 4, width: 4)
    case 43:
      guard start.count >= 16, number(at: 4, width: 2) == 8, number(at: 6, width: 2) == 0 else {
        throw .notTIFF
      }
      isBig = true
      firstDirectory = number(at: 8, width: 8)
    default: throw .notTIFF
    }
  }

  @inline(__always)
  static func number(_ bytes: [UInt8], at place: Int, width: Int, bigEndian: Bool) -> UInt64 {
    var value: UInt64 = 0
    for index in 0..<width {
      value = value << 8 | UInt64(bytes[place + (bigEndian ? index : width - 1 - index)])
    }
    return value
  }

  func bytes(_ what: String, at offset: UInt64, count: UInt64) throws(TIFFError) -> [UInt8] {
    let (end, overflow) = offset.addingReportingOverflow(count)
    if !overflow, end <= UInt64(start.count) { return Array(start[Int(offset)..<Int(end)]) }
    return try source.bytes(what, at: offset, count: count)
  }

  /// The directories that were read of a file, and how many fields they had.
  struct Walk {
    fileprivate(set) var visited: Set<UInt64> = []
    fileprivate var fields: UInt64 = 0
  }

  /// The directories from one on, to the end of their chain.
  ///
  /// Directories that were visited are refused: a chain that meets another, or itself, is a loop.
  /// So are more fields than the file has room for: directories that lie in one another would be
  /// read again and again.
  func chain(from first: UInt64, _ walk: inout Walk) throws(TIFFError) -> [TIFFDirectory] {
    var found: [TIFFDirectory] = []
    var offset = first
    while offset != 0 {
      guard walk.visited.insert(offset).inserted else { throw .directoryLoop(offset) }
      guard walk.visited.count <= Self.directoryLimit else {
        throw .tooMany(
          "directories", count: UInt64(walk.visited.count), limit: Self.directoryLimit)
      }
      let directory = try directory(at: offset, &walk)
      found.append(directory)
      offset = directory.next
    }
    return found
  }

  /// One directory, whatever comes after it.
  func directory(at offset: UInt64) throws(TIFFError) -> TIFFDirectory {
    var walk = Walk()
    return try directory(at: offset, &walk)
  }

  private func directory(
    at offset: UInt64, _ walk: inout Walk
  ) throws(TIFFError) -> TIFFDirectory {
    let what = "the directory"
    let countWidth = isBig ? 8 : 2
    let pointerWidth = isBig ? 8 : 4
    let head = try bytes(what, at: offset, count: UInt64(countWidth))
    let count = number(head, at: 0, width: countWidth)
    guard count > 0 else { throw .field("the directory at \(offset)", "has no fields") }
    guard count <= UInt64(Self.fieldLimit) else {
      throw .tooMany(
        "fields in the directory at \(offset)", count: count, limit: Self.fieldLimit)
    }
    walk.fields += count
    let room = min(Self.fieldSumLimit, Int(clamping: source.byteCount) / entryWidth)
    guard walk.fields <= UInt64(room) else {
      throw .tooMany("fields in all directories", count: walk.fields, limit: room)
    }
    let start = offset + UInt64(countWidth)
    let body = try bytes(
      what, at: start, count: count * UInt64(entryWidth) + UInt64(pointerWidth))
    var entries: [TIFFTag: TIFFDirectory.Entry] = [:]
    for index in 0..<Int(count) {
      let place = index * entryWidth
      let tag = TIFFTag(UInt16(number(body, at: place, width: 2)))
      // What nobody asks for is not kept.
      guard kept.contains(tag) else { continue }
      // Types that nobody has defined are skipped, as the format asks of readers.
      guard let type = TIFFType(rawValue: UInt16(number(body, at: place + 2, width: 2))) else {
        continue
      }
      let values = number(body, at: place + 4, width: pointerWidth)
      let (length, overflow) = values.multipliedReportingOverflow(by: UInt64(type.width))
      guard !overflow else { throw .field(tag.name, "counts \(values) values") }
      let inlinePlace = place + entryWidth - pointerWidth
      let isInline = length <= UInt64(pointerWidth)
      let entry = TIFFDirectory.Entry(
        type: type, count: values,
        place: isInline
          ? start + UInt64(inlinePlace) : number(body, at: inlinePlace, width: pointerWidth),
        isInline: isInline)
      // The first one counts, as elsewhere.
      if entries[tag] == nil { entries[tag] = entry }
    }
    let next = number(body, at: Int(count) * entryWidth, width: pointerWidth)
    return TIFFDirectory(offset: offset, entries: entries, next: next)
  }

  /// The whole numbers of a field, or nil where the directory has none of that name.
  func numbers(
    _ tag: TIFFTag, of directory: TIFFDirectory, limit: Int
  ) throws(TIFFError) -> [UInt64]? {
    guard let entry = directory.entries[tag] else { return nil }
    guard entry.type.isWhole else { throw .field(tag.name, "has values of the wrong type") }
    guard entry.count > 0 else { throw .field(tag.name, "has no value") }
    guard entry.count <= UInt64(limit) else {
      throw .tooMany("values of \(tag.name)", count: entry.count, limit: limit)
    }
    let width = Int(entry.type.width)
    let raw = try bytes(tag.name, at: entry.place, count: entry.byteCount)
    return (0..<Int(entry.count)).map { number(raw, at: $0 * width, width: width) }
  }

  /// The only number of a field.
  func number(_ tag: TIFFTag, of directory: TIFFDirectory) throws(TIFFError) -> UInt64? {
    guard let values = try numbers(tag, of: directory, limit: 1) else { return nil }
    return values[0]
  }

  /// The bytes of a field.
  func raw(
    _ tag: TIFFTag, of directory: TIFFDirectory, limit: Int
  ) throws(TIFFError) -> [UInt8]? {
    guard let entry = directory.entries[tag] else { return nil }
    guard entry.byteCount <= UInt64(limit) else {
      throw .tooMany("bytes of \(tag.name)", count: entry.byteCount, limit: limit)
    }
    return try bytes(tag.name, at: entry.place, count: entry.byteCount)
  }

  /// The bytes of a field that the file does well without.
  ///
  /// - Returns: nil where there is none, and where it is not as it should be.
  /// - Throws: what kept the source from being read: it says nothing of the field.
  func rawIfSound(
    _ tag: TIFFTag, of directory: TIFFDirectory, limit: Int
  ) throws(TIFFError) -> [UInt8]? {
    do throws(TIFFError) {
      return try raw(tag, of: directory, limit: limit)
    } catch {
      if case .source = error { throw error }
      return nil
    }
  }

  /// Bytes of a directory's entry.
  private var entryWidth: Int { isBig ? 20 : 12 }

  private func number(_ bytes: [UInt8], at place: Int, width: Int) -> UInt64 {
    Self.number(bytes, at: place, width: width, bigEndian: isBigEndian)
  }
}
