import Digests
import Posix

extension FileStatus {
  /// Names what a file holds now: another one in its place, or another length or time, has another name.
  ///
  /// All pages of a document share it, unlike the versions of their images; a viewer that meets two
  /// of them has pages of two documents.
  var edition: String {
    var hash = FNV1a(salt: inode)
    hash.combine(word: UInt64(bitPattern: size))
    hash.combine(word: UInt64(bitPattern: modified))
    return String(hash.value, radix: 16)
  }
}
