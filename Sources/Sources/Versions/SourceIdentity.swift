package import Posix

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
