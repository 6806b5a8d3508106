import HTTPWire
import Posix
import ServiceBench
import Testing

@testable import TileService

extension Request {
  /// A request for a path with some fields.
  static func reading(_ path: String, _ fields: String...) throws -> Request {
    let text = (["GET \(path) HTTP/1.1", "Host: bench"] + fields).joined(separator: "\r\n")
    var machine = ConnectionMachine()
    var request = Request()
    var consumed = 0
    let step = machine.advance(
      Array("\(text)\r\n\r\n".utf8).span, consumed: &consumed, into: &request,
      limits: WireLimits())
    try #require(step == .request)
    return request
  }
}

extension ServiceBench {
  /// An image of the bench, open.
  func open(_ name: String) throws -> OpenImage {
    guard case .image(let image) = service.index.find(Array(name.utf8)) else {
      throw Missing(name: name)
    }
    return image
  }

  struct Missing: Error { let name: String }
}

/// Holds up whoever passes until it is opened.
final class Gate: Sendable {
  private let isOpen = Monitor(false)

  func open() { isOpen.change { $0 = true } }

  func pass() { isOpen.wait { $0 ? () : nil } }
}
