import Inflating

/// A part of a file, which moves on along it.
package final class FileWindow {
  /// Reads from a place of the file on: fills a buffer from its beginning, and says how many bytes
  /// there were; fewer than it has room for at the file's end alone.
  package typealias Read = (Int64, inout MutableRawSpan) throws -> Int

  private let read: Read
  private var bytes: [UInt8]
  /// Where the first of the bytes stands in the file.
  private var start: Int64
  private var count = 0
  /// What comes next, counted from the first byte.
  private var next = 0

  private static let capacity = 1 << 16

  init(_ read: @escaping Read, from place: Int64) {
    self.read = read
    bytes = Array(repeating: 0, count: Self.capacity)
    start = place
  }

  /// Where the next byte stands in the file.
  var place: Int64 { start + Int64(next) }

  /// The bytes that are there of those that come next, and reads more where there are none.
  ///
  /// - Parameters:
  ///   - most: bytes that are taken.
  ///   - body: given them.
  /// - Returns: what the closure says.
  /// - Throws: ``PackedIrregular`` at the file's end, or what the file says.
  func take<Result>(
    _ most: Int, _ body: (RawSpan) throws -> Result
  ) throws -> Result {
    if next >= count {
      start = place
      (next, count) = (0, 0)
      count = try unsafe bytes.withUnsafeMutableBytes { bytes in
        var room = unsafe MutableRawSpan(_unsafeBytes: bytes)
        return try read(start, &room)
      }
      guard count > 0 else { throw PackedIrregular("the file ends too early") }
    }
    let taken = min(most, count - next)
    defer { next += taken }
    let range = next..<next + taken
    return try unsafe bytes.withUnsafeBytes { bytes in
      try body(unsafe RawSpan(_unsafeBytes: bytes[range]))
    }
  }

  /// Passes some bytes, which need not be there.
  func skip(_ count: Int) { next += count }

  /// The next number of 32 bits.
  func number() throws -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      value = value << 8 | UInt32(try take(1) { unsafe $0.unsafeLoad(as: UInt8.self) })
    }
    return value
  }
}
