import CLinux
import Glibc

extension FileDescriptor {
  /// A file in memory of a length that never changes; all zeros, it takes room as it is written to.
  ///
  /// - Parameters:
  ///   - name: as `/proc` shows it.
  ///   - byteCount: its length.
  /// - Returns: the file.
  /// - Throws: what the system said.
  package static func inMemory(name: String, byteCount: Int) throws(Errno) -> FileDescriptor {
    let file = try inMemory(name: name)
    let number = file.number
    _ = try retryingInterrupts { ftruncate(number, off_t(byteCount)) }
    _ = try retryingInterrupts { pyramidion_seal_size(number) }
    return file
  }

  /// A file without a name that lies in memory and is gone with its last descriptor.
  ///
  /// - Parameter name: as `/proc` shows it.
  /// - Returns: the file, empty.
  /// - Throws: what the system said.
  package static func inMemory(name: String) throws(Errno) -> FileDescriptor {
    let flags = pyramidion_memory_flags
    do throws(Errno) {
      return FileDescriptor(
        owning: try retryingInterrupts {
          unsafe pyramidion_memory_file(name, flags | pyramidion_memory_never_run)
        })
    } catch {
      // Linux before 6.3.
      guard error == .invalidArgument else { throw error }
      return FileDescriptor(
        owning: try retryingInterrupts { unsafe pyramidion_memory_file(name, flags) })
    }
  }
}
