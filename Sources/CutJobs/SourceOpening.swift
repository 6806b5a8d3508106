import DecoderChildren
package import Posix
package import PyramidFile

/// How a source is opened when its turn comes: by its name, or beneath the root it was found in.
package typealias SourceOpening = @Sendable (FilePath) throws(FileError) -> LocalFile

extension LocalFile {
  /// Whether the file is what it was when it was opened, and still what its name means.
  ///
  /// - Returns: false also for one whose name is gone.
  /// - Throws: what keeps the file system from telling.
  func isUnchanged() throws(FileError) -> Bool {
    do throws(FileError) {
      return try FileStatus.of(path) == status
    } catch {
      guard error.errno.isOfTheFile || error.errno == .notPermitted else { throw error }
      return false
    }
  }
}
