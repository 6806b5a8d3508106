package import Posix

/// A file in memory, for a picture that lies in a document to be read as if it lay by itself; it is
/// made before the box is closed.
package final class ScratchFile: Sendable {
  private let file: FileDescriptor

  /// - Throws: What the system said.
  package init() throws(Errno) { file = try FileDescriptor.inMemory(name: "picture") }

  /// What has to stay open in the box.
  package var number: CInt { file.number }

  /// Makes it hold something else than before.
  ///
  /// - Parameter bytes: All of it.
  /// - Returns: The file, to be read.
  /// - Throws: What the system said.
  package func filled(with bytes: [UInt8]) throws(Errno) -> SourceCopies {
    try file.empty()
    unsafe try file.write(bytes.span.bytes, at: 0)
    return SourceCopies(
      try file.duplicated().release(), try file.duplicated().release(),
      try file.duplicated().release())
  }
}
