import Decoding
import Posix

/// A file that is open, for readers that say of each byte where it lies.
final class PlacedBytes {
  let byteCount: Int64
  private let file: FileDescriptor

  init(of source: SourceCopies) throws {
    let file = try source.openedAnywhere()
    byteCount = try file.status().size
    self.file = file
  }

  /// - Returns: fewer bytes at the file's end alone.
  func bytes(at place: Int64, count: Int) throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    var raw = unsafe span.mutableBytes
    let length = try file.read(at: place, into: &raw)
    bytes.removeSubrange(length...)
    return bytes
  }
}
