import Glibc

/// What tells this process from others, for people.
package enum ThisProcess {
  /// The host's name and the process's number: `scans-3 4711`.
  package static var title: String { "\(hostName) \(getpid())" }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return "?" }
    return String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
