package import Posix

/// What is put somewhere.
package protocol FetchBody: AnyObject, Sendable {
  /// In bytes, and never another one.
  var length: Int64 { get }

  /// Reads a part of it, as often as it is sent.
  ///
  /// - Parameters:
  ///   - offset: below the length.
  ///   - buffer: filled from its beginning.
  /// - Returns: how many bytes were read; nil where they can't be.
  func read(at offset: Int64, into buffer: inout MutableRawSpan) -> Int?
}

/// A file, from its first byte to the last that it had when this was made.
package final class FileBody: FetchBody {
  package let length: Int64
  private let file: FileDescriptor

  /// - Parameter file: open for reading.
  /// - Throws: where it does not tell its length.
  package init(_ file: consuming FileDescriptor) throws(Errno) {
    length = try file.status().size
    self.file = file
  }

  package func read(at offset: Int64, into buffer: inout MutableRawSpan) -> Int? {
    // Whatever keeps it from being read, it can't be sent.
    try? file.read(at: offset, into: &buffer)
  }
}

/// A part of something, read from it as it is sent.
package final class PartBody: FetchBody {
  private let whole: any FetchBody
  private let range: Range<Int64>

  /// - Parameters:
  ///   - whole: what it is of.
  ///   - range: within its length.
  package init(of whole: any FetchBody, _ range: Range<Int64>) {
    self.whole = whole
    self.range = range
  }

  package var length: Int64 { range.upperBound - range.lowerBound }

  package func read(at offset: Int64, into buffer: inout MutableRawSpan) -> Int? {
    whole.read(at: range.lowerBound + offset, into: &buffer)
  }
}

/// A few bytes.
package final class MemoryBody: FetchBody {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var length: Int64 { Int64(bytes.count) }

  package func read(at offset: Int64, into buffer: inout MutableRawSpan) -> Int? {
    let part = bytes[Int(offset)...].prefix(buffer.byteCount)
    for (place, byte) in part.enumerated() {
      buffer.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
    }
    return part.count
  }
}
