import Posix
import Synchronization

/// A lock that one process holds: a file of its own beside what it guards, and `flock` on it.
///
/// It ends with its holder, however that ends; the file is removed by whoever holds it last.
final class StoreLock: Sendable {
  private let path: FilePath
  private let file: FileDescriptor
  private let released = Atomic<Bool>(false)

  private init(_ path: FilePath, _ file: consuming FileDescriptor) {
    self.path = path
    self.file = file
  }

  deinit { release() }

  /// How often a lock is tried that somebody else holds, in milliseconds.
  ///
  /// To wait for it in the kernel would take a thread that only a signal gets out of there when
  /// nobody wants it any more; and it is rare that two processes want the same pyramid.
  private static let patience = 20

  /// Waits for the holder, until `shouldStop` says that nobody wants the lock any more.
  static func waiting(
    _ path: FilePath, as ownership: FileOwnership? = nil, unless shouldStop: () -> Bool = { false }
  ) throws(FileError) -> StoreLock {
    while true {
      if let lock = try ifFree(path, as: ownership) { return lock }
      guard !shouldStop() else { throw FileError("lock", path, .interrupted) }
      Clock.sleep(milliseconds: patience)
    }
  }

  /// - Returns: nil when somebody holds it.
  static func ifFree(
    _ path: FilePath, as ownership: FileOwnership? = nil
  ) throws(FileError) -> StoreLock? {
    while true {
      let file = try FileDescriptor.open(path, [.readingAndWriting, .creating])
      if let ownership { file.give(ownership) }
      do throws(Errno) {
        guard try file.lockIfFree() else { return nil }
      } catch {
        throw FileError("lock", path, error)
      }
      if try isCurrent(file, path) { return StoreLock(path, file) }
    }
  }

  /// Lets others in.
  ///
  /// The name goes before the lock does: who waits on the nameless file notices and begins anew.
  ///
  /// - Parameter keepingFile: leaves the file where it is, for those who only looked.
  func release(keepingFile: Bool = false) {
    guard !released.exchange(true, ordering: .relaxed) else { return }
    if !keepingFile { _ = try? FileFolder.remove(path) }
    // Closing would do it too, but this object may be kept for long.
    try? file.unlock()
  }

  /// Whether the name still means the file that was locked, and not one made since.
  private static func isCurrent(
    _ file: borrowing FileDescriptor, _ path: FilePath
  ) throws(FileError) -> Bool {
    let named: FileStatus
    do throws(FileError) {
      named = try FileStatus.of(path)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return false
    }
    do throws(Errno) {
      return try file.status().isSameFile(as: named)
    } catch {
      throw FileError("lock", path, error)
    }
  }
}
