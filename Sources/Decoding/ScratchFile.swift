package import Posix

/// A file in memory, for a picture that lies in a document to be read as if it lay by itself; it is
/// made before the box is closed.
package final class ScratchFile: Sendable {
  private let file: FileDescriptor
  /// The same, each with a place of its own to read on from.
  private let second: FileDescriptor
  private let third: FileDescriptor

  /// - Throws: what the system said.
  package init() throws(Errno) {
    let file = try FileDescriptor.inMemory(name: "picture")
    second = try Self.reopened(file)
    third = try Self.reopened(file)
    self.file = file
  }

  private static func reopened(
    _ file: borrowing FileDescriptor
  ) throws(Errno) -> FileDescriptor {
    guard let link = FilePath("/proc/self/fd/\(file.number)") else { throw .badDescriptor }
    do throws(FileError) {
      return try FileDescriptor.open(link, .reading)
    } catch {
      throw error.errno
    }
  }

  /// What has to stay open in the box.
  package var numbers: [CInt] { [file.number, second.number, third.number] }

  /// Makes it hold something else than before.
  ///
  /// - Parameter bytes: all of it.
  /// - Returns: the file, to be read.
  /// - Throws: what the system said.
  package func filled(with bytes: [UInt8]) throws -> SourceCopies {
    try filled { write in try unsafe write(bytes.span.bytes) }
  }

  /// Makes it hold something else than before, piece by piece.
  ///
  /// - Parameter body: given what writes a piece behind those before.
  /// - Returns: the file, to be read.
  /// - Throws: what the system said, or the closure.
  package func filled(
    by body: ((RawSpan) throws(Errno) -> Void) throws -> Void
  ) throws -> SourceCopies {
    try file.empty()
    var length: Int64 = 0
    try body { (piece) throws(Errno) in
      try file.write(piece, at: length)
      length += Int64(piece.byteCount)
    }
    return SourceCopies(
      try file.duplicated().release(), try second.duplicated().release(),
      try third.duplicated().release())
  }
}
