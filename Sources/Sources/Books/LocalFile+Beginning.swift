package import Posix
package import PyramidFile
import PyramidFormat

extension LocalFile {
  /// The first bytes of the file.
  ///
  /// - Parameter limit: of them.
  /// - Returns: fewer where it has no more.
  /// - Throws: what keeps them from being read.
  package func beginning(limit: Int) throws(FileError) -> [UInt8] {
    try completeBeginning(limit)
    do throws(Errno) {
      return try descriptor.beginning(limit: Int(min(Int64(limit), byteCount)))
    } catch {
      throw FileError("read", path, error)
    }
  }
}
