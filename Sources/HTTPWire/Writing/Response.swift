/// What follows a response's fields.
package enum Body: Sendable {
  case empty
  case bytes(SharedBytes)
  case file(FileRegion)
  /// Produced piece by piece; without a length it is sent in chunks.
  case stream(any BodyProducer, length: Int64?)
}

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

/// An answer in the making.
///
/// `Date`, `Connection` and the framing of the body are added when it is sent; nobody else sets
/// those.
package struct Response: Sendable {
  package var status = Status.ok
  package var fields = FieldBlock()
  package var body = Body.empty
  package var provenance = Provenance.server

  package init() {}

  /// Makes it new again but keeps its storage.
  package mutating func reset() {
    status = .ok
    fields.removeAll()
    body = .empty
    provenance = .server
  }
}
