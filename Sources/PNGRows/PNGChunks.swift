import Digests
import Inflating

/// A PNG file's chunks, one after the other (PNG, 5.3).
final class PNGChunks {
  /// A chunk's name as a number; lower case in its first letter says that it may be left out.
  struct Name: Equatable {
    let letters: UInt32

    static let header = Name(letters: 0x4948_4452)
    static let palette = Name(letters: 0x504C_5445)
    static let transparency = Name(letters: 0x7452_4E53)
    static let data = Name(letters: 0x4944_4154)
    static let end = Name(letters: 0x4945_4E44)
    static let codePoints = Name(letters: 0x6349_4350)
    static let profile = Name(letters: 0x6943_4350)
    static let standardRGB = Name(letters: 0x7352_4742)
    static let exif = Name(letters: 0x6558_4966)
    static let gamma = Name(letters: 0x6741_4D41)
    static let chromaticities = Name(letters: 0x6348_524D)

    var isCritical: Bool { letters & 0x2000_0000 == 0 }
  }

  private static let signature: [UInt32] = [0x8950_4E47, 0x0D0A_1A0A]
  private static let longest: UInt32 = 1 << 31 - 1

  private let window: FileWindow
  /// Of the chunk that was begun.
  private(set) var name = Name.header
  /// Its bytes that were not read.
  private(set) var left = 0
  private var sum = CRC32()

  /// - Parameter read: reads the file.
  /// - Throws: ``PackedIrregular`` where it is no PNG, or what the file says.
  init(_ read: @escaping FileWindow.Read) throws {
    window = FileWindow(read, from: 0)
    for number in Self.signature where try window.number() != number {
      throw PackedIrregular("no PNG")
    }
  }

  /// Begins with the next chunk.
  func begin() throws {
    let length = try window.number()
    guard length <= Self.longest else { throw PackedIrregular("a chunk that is too long") }
    left = Int(length)
    let letters = try window.number()
    name = Name(letters: letters)
    sum = CRC32()
    unsafe withUnsafeBytes(of: letters.bigEndian) { letters in
      unsafe sum.update(RawSpan(_unsafeBytes: letters))
    }
  }

  /// Reads some of the chunk's bytes.
  ///
  /// - Parameters:
  ///   - most: bytes that are taken.
  ///   - body: given at least one of them.
  /// - Throws: ``PackedIrregular`` where the file has none, or what the file says.
  func take(_ most: Int, _ body: (RawSpan) throws -> Void) throws {
    try window.take(min(most, left)) { bytes in
      sum.update(bytes)
      left -= bytes.byteCount
      try body(bytes)
    }
  }

  /// Reads all of a chunk.
  ///
  /// - Parameter most: bytes that it may have.
  /// - Returns: them.
  /// - Throws: ``PackedIrregular`` where it has more, or others than were written.
  func contents(most: Int) throws -> [UInt8] {
    guard left <= most else { throw PackedIrregular("a chunk that is too long") }
    var contents: [UInt8] = []
    contents.reserveCapacity(left)
    while left > 0 {
      try take(left) { bytes in
        unsafe bytes.withUnsafeBytes { unsafe contents.append(contentsOf: $0) }
      }
    }
    try check()
    return contents
  }

  /// Reads the sum behind a chunk that has been read.
  ///
  /// - Throws: ``PackedIrregular`` where it is another one.
  func check() throws {
    guard try window.number() == sum.value else {
      throw PackedIrregular("a chunk's checksum is another one")
    }
  }

  /// Passes the rest of a chunk and its sum.
  func skip() {
    window.skip(left + 4)
    left = 0
  }
}
