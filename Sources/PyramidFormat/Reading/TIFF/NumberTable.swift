import Synchronization

/// A long table of numbers in a file, of which only the pages that are asked for are read.
///
/// Opening a file with a million tiles so costs no more than one with ten. A page once read stays;
/// asking it takes no lock.
final class NumberTable: Sendable {
  private final class Page: Sendable {
    let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
  }

  /// Holds a page from its first reading on.
  ///
  /// What `AtomicLazyReference` is, without the generic code that makes a look at that cost more
  /// than all else about finding a tile.
  private final class Slot: Sendable {
    private let address = Atomic<UInt>(0)

    var page: Page? {
      guard let known = unsafe UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring))
      else { return nil }
      return unsafe Unmanaged<Page>.fromOpaque(known).takeUnretainedValue()
    }

    /// Keeps a page, unless another thread was first; answers the one that is kept.
    func keep(_ page: Page) -> Page {
      let held = unsafe Unmanaged.passRetained(page)
      let (isFirst, _) = unsafe address.compareExchange(
        expected: 0, desired: UInt(bitPattern: held.toOpaque()), ordering: .acquiringAndReleasing)
      if !isFirst { unsafe held.release() }
      return self.page ?? page
    }

    deinit {
      guard let known = unsafe UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring))
      else { return }
      unsafe Unmanaged<Page>.fromOpaque(known).release()
    }
  }

  private static let pageLength = 4096

  let count: Int
  private let name: String
  private let reader: TIFFReader
  private let place: UInt64
  private let width: Int
  private let slots: [Slot]

  /// A table that a field holds, with exactly so many numbers.
  convenience init(
    _ tag: TIFFTag, of directory: TIFFDirectory, count: Int, reader: TIFFReader
  ) throws(TIFFError) {
    guard let entry = directory.entries[tag] else { throw .field(tag.name, "is missing") }
    guard [.short, .long, .long8].contains(entry.type) else {
      throw .field(tag.name, "has values of the wrong type")
    }
    guard entry.count == UInt64(count) else {
      throw .field(tag.name, "has \(entry.count) values for \(count) tiles")
    }
    try self.init(
      tag.name, at: entry.place, count: count, width: Int(entry.type.width), reader: reader)
  }

  /// A table of so many numbers from a place on.
  ///
  /// - Parameters:
  ///   - name: what errors call it.
  ///   - place: of the first number, in bytes from the start of the file.
  ///   - count: how many numbers there are; memory is taken once they are known to lie in the file.
  ///   - width: of a number, in bytes.
  ///   - reader: of the file.
  /// - Throws: ``TIFFError`` for a table outside the file.
  init(
    _ name: String, at place: UInt64, count: Int, width: Int, reader: TIFFReader
  ) throws(TIFFError) {
    let size = UInt64(max(0, reader.source.byteCount))
    let length = UInt64(count) * UInt64(width)
    guard place <= size, length <= size - place else {
      throw .outsideFile(name, offset: place, length: length, size: reader.source.byteCount)
    }
    self.count = count
    self.name = name
    self.reader = reader
    self.place = place
    self.width = width
    self.slots = (0..<(count + Self.pageLength - 1) / Self.pageLength).map { _ in Slot() }
  }

  /// A number of the table; the index must be inside it.
  func number(at index: Int) throws(TIFFError) -> UInt64 {
    let slot = slots[index / Self.pageLength]
    let page: Page
    if let known = slot.page {
      page = known
    } else {
      page = slot.keep(try read(index / Self.pageLength))
    }
    return TIFFReader.number(
      page.bytes, at: index % Self.pageLength * width, width: width, bigEndian: reader.isBigEndian)
  }

  /// Where it lies, in bytes.
  var range: Range<Int64> {
    let start = Int64(clamping: place)
    return start..<(start + Int64(count * width))
  }

  /// Reads all of it, for nobody to wait for a page of it later.
  func readWhole() throws(TIFFError) {
    for index in stride(from: 0, to: count, by: Self.pageLength) { _ = try number(at: index) }
  }

  private func read(_ page: Int) throws(TIFFError) -> Page {
    let first = page * Self.pageLength
    let numbers = min(Self.pageLength, count - first)
    return Page(
      try reader.bytes(
        name, at: place + UInt64(first * width), count: UInt64(numbers * width)))
  }
}
