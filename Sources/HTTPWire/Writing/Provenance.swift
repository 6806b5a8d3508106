/// What made an answer, for the access log.
package enum Provenance: UInt8, Sendable {
  case server, passThrough, cache, render, file

  /// As the log writes it.
  package var name: StaticString {
    switch self {
    case .server: "server"
    case .passThrough: "pass-through"
    case .cache: "cache"
    case .render: "render"
    case .file: "file"
    }
  }
}
