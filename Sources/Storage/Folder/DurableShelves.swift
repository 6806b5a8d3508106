import Posix
import Synchronization

/// Sees to it that the folders of a store are on the disk, like what lies in them.
///
/// A pyramid is not kept before its folder is, whoever made that. It is waited for once a folder, and
/// behind the first pyramid: a file system that has just written that down has the folder's name with
/// it, and there is little left to wait for.
final class DurableShelves: Sendable {
  private let kept = Mutex<Set<[UInt8]>>([])

  /// Returns when a folder's own name is on the disk.
  ///
  /// - Parameter shelf: a folder of the store.
  /// - Throws: what keeps it from being written there.
  func keep(_ shelf: FilePath) throws(FileError) {
    guard !kept.withLock({ $0.contains(Array(shelf.bytes)) }) else { return }
    try FileFolder.synchronize(shelf.parent)
    kept.withLock { _ = $0.insert(Array(shelf.bytes)) }
  }

  /// A folder of that name was made, whatever had the name before.
  func forget(_ shelf: FilePath) { kept.withLock { _ = $0.remove(Array(shelf.bytes)) } }
}
