import Glibc

/// How much memory this process may come to take.
package enum MemoryLimit {
  /// Addresses that libraries, stacks and heaps of threads reserve without using them.
  private static let reserved = 512 << 20
  /// Whatever is said, there is so much.
  private static let least = 64 << 20

  /// How many addresses this process may have, in bytes.
  package static var addresses: Int {
    var own = rlimit()
    let hasOwn = unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &own) == 0
    return hasOwn ? Int(clamping: own.rlim_cur) : Int.max
  }

  /// Bytes of addresses that a process needs which serves; with fewer an allocation fails sooner or
  /// later, which ends it.
  package static let fewestAddresses = reserved + least

  /// The least of what the machine has, what its control groups allow, and its own limit of addresses.
  package static var bytes: Int {
    let machine = sysconf(CInt(_SC_PHYS_PAGES)) * sysconf(CInt(_SC_PAGESIZE))
    let addresses = addresses - reserved
    let groups = ofGroups(text(of: "/proc/self/cgroup") ?? "") { text(of: $0) }
    return max(least, min(machine > 0 ? machine : Int.max, addresses, groups ?? Int.max))
  }

  /// What control groups allow, of both versions; a group is bound by all that it lies in.
  ///
  /// - Parameters:
  ///   - groups: `/proc/self/cgroup`: a line for each hierarchy, with its controllers and the
  ///     group's path.
  ///   - read: the text of a file; nil where there is none.
  /// - Returns: bytes; nil for no limit.
  static func ofGroups(_ groups: String, read: (String) -> String?) -> Int? {
    var least: Int?
    for line in groups.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let place: (folder: String, file: String)
      if parts[1].isEmpty {
        place = ("/sys/fs/cgroup", "memory.max")
      } else if parts[1].split(separator: ",").contains("memory") {
        place = ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
      } else {
        continue
      }
      // In a container the path may be the host's, and only the last of these is there.
      var names = parts[2].split(separator: "/").map(String.init)
      while true {
        let path = ([place.folder] + names + [place.file]).joined(separator: "/")
        if let limit = read(path).flatMap({ Int($0.filter { !$0.isWhitespace }) }) {
          least = min(least ?? limit, limit)
        }
        if names.popLast() == nil { break }
      }
    }
    return least
  }

  /// A small file; nil where it can't be read, which is the same as not being there.
  private static func text(of name: String) -> String? {
    guard let path = FilePath(name), let file = try? FileDescriptor.open(path, [.reading]) else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: 4096)
    var span = bytes.mutableSpan
    var room = unsafe span.mutableBytes
    guard let count = try? file.read(at: 0, into: &room) else { return nil }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
