import Glibc

/// How many descriptors this process may hold.
package enum DescriptorLimit {
  /// Asks for as many as the system allows.
  ///
  /// - Returns: how many that are.
  package static func raise() -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return 1024
    }
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(min(limit.rlim_cur, 1 << 24))
  }

  /// How many this process holds.
  ///
  /// - Returns: the standard streams at least, where the system does not tell.
  package static func held() -> Int {
    let standard = 3
    guard let folder = FilePath("/proc/self/fd"), let names = try? FileFolder.names(in: folder)
    else { return standard }
    // One of them is the folder itself.
    return max(standard, names.count - 1)
  }
}
