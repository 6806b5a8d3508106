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
    var bytes = [UInt8](repeating: 0, count: Int(min(Int64(limit), max(0, byteCount))))
    do throws(Errno) {
      var span = bytes.mutableSpan
      var raw = unsafe span.mutableBytes
      let length = try descriptor.read(at: 0, into: &raw)
      bytes.removeSubrange(length...)
    } catch {
      throw FileError("read", path, error)
    }
    return bytes
  }
}
