import Glibc

extension FileDescriptor {
  /// Fills the whole buffer from a place in the file; short reads are continued.
  ///
  /// - Returns: the bytes read, fewer than asked for only at the end of the file.
  package func read(
    at offset: Int64, into buffer: inout MutableRawSpan
  ) throws(Errno) -> Int {
    let wanted = buffer.byteCount
    var done = 0
    while done < wanted {
      let got = try unsafe buffer.withUnsafeMutableBytes { (bytes) throws(Errno) -> Int in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
        return try retryingInterrupts {
          unsafe Glibc.pread(number, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
        }
      }
      if got == 0 { break }
      done += got
    }
    return done
  }

  /// The first bytes of the file, as far as it has so many.
  ///
  /// - Parameter limit: as many as are read, and as much memory as is taken for them.
  /// - Returns: fewer only where the file has no more.
  /// - Throws: `Errno` where the file system fails.
  package func beginning(limit: Int) throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, limit))
    var span = bytes.mutableSpan
    var raw = unsafe span.mutableBytes
    let length = try read(at: 0, into: &raw)
    bytes.removeSubrange(length...)
    return bytes
  }

  /// Writes every byte at a place in the file; short writes are continued.
  package func write(_ bytes: RawSpan, at offset: Int64) throws(Errno) {
    var done = 0
    while done < bytes.byteCount {
      let put = try unsafe bytes.withUnsafeBytes { (bytes) throws(Errno) -> Int in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
        return try retryingInterrupts {
          unsafe Glibc.pwrite(number, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
        }
      }
      // POSIX allows a write of nothing only for empty buffers; never spin on it.
      guard put > 0 else { throw Errno(rawValue: EIO) }
      done += put
    }
  }

  /// Makes a file as old as what it is a copy of.
  ///
  /// - Parameter seconds: since 1970.
  /// - Throws: `Errno` where the file system refuses.
  package func setModified(seconds: Int64) throws(Errno) {
    let time = timespec(tv_sec: Int(seconds), tv_nsec: 0)
    let times = [time, time]
    _ = try unsafe times.withUnsafeBufferPointer { (times) throws(Errno) in
      try retryingInterrupts { unsafe futimens(number, times.baseAddress) }
    }
  }

  /// Takes away all that was written.
  ///
  /// - Throws: `Errno` where the file system refuses.
  package func empty() throws(Errno) { _ = try retryingInterrupts { ftruncate(number, 0) } }

  /// Another descriptor of the same open file.
  ///
  /// - Returns: one that outlives this one.
  /// - Throws: `Errno` where the process may have no more of them.
  package func duplicated() throws(Errno) -> FileDescriptor {
    FileDescriptor(owning: try retryingInterrupts { dup(number) })
  }

  /// What the process writes its results to, as a descriptor of its own.
  package static func standardOutput() throws(Errno) -> FileDescriptor {
    FileDescriptor(owning: try retryingInterrupts { dup(STDOUT_FILENO) })
  }

  /// Returns when the file's bytes and size are on the disk.
  ///
  /// After a failure the kernel may have dropped what was not written: a second call would lie,
  /// so the file is lost and must be written anew.
  package func synchronize() throws(Errno) {
    _ = try retryingInterrupts { Glibc.fsync(number) }
  }
}
