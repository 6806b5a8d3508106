import CLinux

extension FileDescriptor {
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
