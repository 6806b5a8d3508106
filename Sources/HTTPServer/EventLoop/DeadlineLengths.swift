import Posix

/// How long each kind of deadline is, in nanoseconds: they are set for every request.
struct DeadlineLengths {
  private var lengths = DeadlineKind.Table<Int64>(repeating: 0)

  init(_ configuration: ServerConfiguration) {
    for kind in DeadlineKind.allCases {
      let length: Duration =
        switch kind {
        case .head: configuration.headDeadline
        case .body: configuration.bodyDeadline
        case .idle: configuration.idleTimeout
        case .write: configuration.writeTimeout
        case .linger: configuration.lingerTimeout
        case .none: .zero
        }
      lengths[Int(kind.rawValue)] = length.nanoseconds
    }
  }

  /// Nanoseconds.
  subscript(kind: DeadlineKind) -> Int64 { lengths[Int(kind.rawValue)] }
}
