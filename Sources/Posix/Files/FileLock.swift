import Glibc

extension FileDescriptor {
  /// Takes the lock, which belongs to the open file: it ends when the last copy of the descriptor
  /// closes, however the process ends.
  ///
  /// - Returns: false when another open file holds the lock.
  package func lockIfFree() throws(Errno) -> Bool {
    do throws(Errno) {
      _ = try retryingInterrupts { flock(number, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      guard error == .wouldBlock else { throw error }
      return false
    }
  }

  /// Gives the lock back before the descriptor closes.
  package func unlock() throws(Errno) {
    _ = try retryingInterrupts { flock(number, LOCK_UN) }
  }
}
