import Glibc

/// What this process takes.
package enum ProcessMemory {
  /// Bytes in physical memory; 0 where the system doesn't say.
  package static var residentBytes: Int {
    guard let path = FilePath("/proc/self/statm"),
      let file = try? FileDescriptor.open(path, [.reading])
    else { return 0 }
    var bytes = [UInt8](repeating: 0, count: 128)
    var span = bytes.mutableSpan
    var raw = unsafe span.mutableBytes
    guard let count = try? file.read(at: 0, into: &raw) else { return 0 }
    let words = bytes.prefix(count).split(separator: UInt8(ascii: " "))
    guard words.count > 1, let pages = Int(String(decoding: words[1], as: UTF8.self)) else {
      return 0
    }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
