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

  /// Where the pyramid is written, in this process or a child.
  package var temporaryPath: FilePath { file.temporaryPath }

  /// Makes the pyramid durable, checks its index as it lies on the disk, and lets readers see it.
  ///
  /// - Returns: where it lies now.
  package func publish() throws -> FilePath {
    try file.publish { path in
      if let first = try PyramidVerification.ofIndex(path).first { throw first }
    }
    lock.release()
    return file.target
  }
}
