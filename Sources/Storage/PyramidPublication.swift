package import Posix
import PyramidFile
package import Sources

/// A pyramid that is being written: this process alone holds its lock.
package final class PyramidPublication: Sendable {
  package let version: PyramidVersion
  private let file: FilePublication
  private let lock: StoreLock

  init(_ version: PyramidVersion, _ file: FilePublication, _ lock: StoreLock) {
    self.version = version
    self.file = file
    self.lock = lock
  }

  /// Where the pyramid is written by this process.
  package var temporaryPath: FilePath { file.temporaryPath }

  /// The number of the open file, for a child that is to write to it.
  package var fileNumber: Int32 { file.fileNumber }

  /// Makes the pyramid durable, checks its index as it lies on the disk, and lets readers see it.
  ///
  /// - Returns: where it lies now.
  package func publish() throws -> FilePath {
    try publish { path in
      if let first = try PyramidVerification.ofIndex(path).first { throw first }
    }
  }

  /// Makes the pyramid durable, lets `verify` look at it, and lets readers see it.
  ///
  /// - Parameter verify: reads the file under its private name.
  /// - Returns: where it lies now.
  /// - Throws: what kept the file from being stored, and what `verify` throws.
  package func publish(verifying verify: (FilePath) throws -> Void) throws -> FilePath {
    try file.publish(verifying: verify)
    lock.release()
    return file.target
  }
}
