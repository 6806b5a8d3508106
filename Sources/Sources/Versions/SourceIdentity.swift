package import Posix
package import PyramidFile

/// What a source is, to the last bit of it: all that the name of its pyramid says of it.
package enum SourceIdentity: Hashable, Sendable {
  /// A file by its path without links.
  case file(FilePath, FileStatus)
  /// An object of a bucket or of the web.
  ///
  /// Its name is the same however it is reached; its tag, in the engine's words, tells its states
  /// apart.
  case object(name: [UInt8], size: Int64, tag: [UInt8])
}

extension SourceIdentity {
  /// Of an open file, or of what it is a copy of.
  ///
  /// - Parameters:
  ///   - file: the open source.
  ///   - path: where it lies, without links.
  package init(of file: LocalFile, at path: FilePath) {
    if let far = file.far {
      self = .object(name: far.canonicalName, size: file.byteCount, tag: far.tag)
    } else {
      self = .file(path, file.status)
    }
  }
}
