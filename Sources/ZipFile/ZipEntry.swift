/// A file in an archive, as the archive's directory has it.
package struct ZipEntry: Equatable, Sendable {
  package enum Method: Int, Sendable {
    case stored = 0
    case deflated = 8
  }

  /// The path below the archive's root, in whatever bytes its writer had: to be compared, and never
  /// opened.
  package let name: [UInt8]
  /// Nil for a way of packing that nobody unpacks here.
  package let method: Method?
  package let isEncrypted: Bool
  /// Of the bytes as they lie in the archive.
  package let packedSize: Int64
  package let size: Int64
  let checksum: UInt32
  /// Where its own header begins.
  let header: Int64
  /// Where the next file's begins, or what follows the last one.
  var end: Int64

  /// Folders have entries too.
  package var isFolder: Bool { name.last == UInt8(ascii: "/") }
}
