package import Posix
package import PyramidFile

extension SourceFormat {
  /// What an open file's first bytes say; nil for no image that can be cut.
  ///
  /// - Parameter file: open for reading; its place is left alone.
  /// - Throws: what the system said to reading it.
  package init?(of file: borrowing FileDescriptor) throws(Errno) {
    let head = try file.beginning(limit: Self.bytesNeeded)
    // Gzip is a drawing's wrapping and nothing else's: whether it is one, what is inside says.
    guard head.starts(with: [0x1F, 0x8B]) else {
      self.init(firstBytes: head.span)
      return
    }
    let inside = GzipOpening.inflated(head, limit: Self.bytesNeeded)
    guard SourceFormat(firstBytes: inside.span) == .svg else { return nil }
    self = .svg
  }

  /// What an open file's first bytes say; nil for no image that can be cut.
  ///
  /// - Parameter file: a file of any kind.
  /// - Throws: what kept the file from being read.
  package init?(of file: LocalFile) throws(FileError) {
    try file.completeBeginning(Self.bytesNeeded)
    do throws(Errno) {
      try self.init(of: file.descriptor)
    } catch {
      throw FileError("read", file.path, error)
    }
  }
}
