package import CutJobs
import Foundation
package import HTTPWire
import Posix
import Sandbox
import TileDecodingInProcess
package import TileService

/// The whole service without a socket: bytes of requests in, heads and bodies of answers out.
///
/// Its store is a new folder, which goes with the bench, and nothing is cut unless somebody is given
/// for that: its images are pyramids already, or refused. The clock that answers tell is given to it.
package final class ServiceBench {
  package let service: TileService
  private let responder: any Responder
  private let store: String
  private let date: [UInt8]

  /// Opens a service on a folder of images.
  ///
  /// - Parameters:
  ///   - folder: the images.
  ///   - now: the time that answers tell, in seconds since 1970.
  ///   - cutter: who cuts what has no pyramid yet; nil for nobody.
  ///   - configure: changes what administrators decide.
  /// - Throws: a folder that can't be opened.
  package init(
    _ folder: String, now: Int64 = 0, cutter: (any SourceChild & Sendable)? = nil,
    configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) throws {
    store = FileManager.default.temporaryDirectory.path + "/bench-\(UUID().uuidString)"
    guard let root = FilePath(folder), let place = FilePath(store) else { throw Unusable() }
    var configuration = ServiceConfiguration()
    configuration.missingPyramids = cutter == nil ? .refuse : .cut
    configuration.workers = 1
    configure(&configuration)
    var makeChild: (@Sendable () -> any SourceChild)?
    if let cutter { makeChild = { cutter } }
    service = try TileService(
      root: root, store: .folder(place), configuration, decoder: InProcessTileDecoder(),
      nursery: Nursery(), loops: 1, makeChild: makeChild)
    responder = service.makeResponder(loop: 0)
    var fields = FieldBlock()
    fields.add("Date", date: now)
    date = fields.bytes
  }

  private struct Unusable: Error {}

  deinit {
    service.stop()
    try? FileManager.default.removeItem(atPath: store)
  }

  /// Has a request answered on a connection of its own.
  ///
  /// - Parameter text: a whole request, as it goes over the wire.
  /// - Returns: the answer; nil where the request has no end.
  package func answer(to text: some Sequence<UInt8>) -> BenchAnswer? {
    let input = Array(text)
    var machine = ConnectionMachine()
    var request = Request()
    var head: [UInt8] = []
    var consumed = 0
    while true {
      let step = machine.advance(
        input.span.extracting(consumed...), consumed: &consumed, into: &request,
        limits: WireLimits())
      switch step {
      case .wait: return nil
      case .sendContinue: continue
      case .refuse(let refusal):
        let count = machine.writeRefusal(refusal, of: request, date: date, into: &head)
        responder.noteRefusal(refusal, bodyBytes: count)
        return BenchAnswer(head: head.dropLast(count), body: Array(head.suffix(count)))
      case .request:
        let exchange = BenchExchange()
        let response = respond(to: request, exchange)
        let delivery = machine.beginAnswer(response, to: request, date: date, into: &head)
        guard delivery != .none else { return BenchAnswer(head: head[...], body: []) }
        return BenchAnswer(head: head[...], body: exchange.body(of: response))
      }
    }
  }

  /// Has a path read, with nothing else to be said.
  package func get(_ path: String, _ fields: String...) -> BenchAnswer? {
    let lines = ["GET \(path) HTTP/1.1", "Host: bench"] + fields
    return answer(to: (lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// Begins an answer that other threads give; nil where there is none to wait for.
  package func begin(_ path: String) -> BenchAsker? {
    var machine = ConnectionMachine()
    var request = Request()
    var consumed = 0
    let text = Array("GET \(path) HTTP/1.1\r\nHost: bench\r\n\r\n".utf8)
    _ = machine.advance(text.span, consumed: &consumed, into: &request, limits: WireLimits())
    var response = Response()
    responder.beginTurn()
    guard case .later(let pending) = responder.respond(to: request, with: &response) else {
      return nil
    }
    let exchange = BenchExchange()
    pending.begin(answering: exchange)
    return BenchAsker(pending: pending, exchange: exchange)
  }

  private func respond(to request: Request, _ exchange: BenchExchange) -> Response {
    var response = Response()
    responder.beginTurn()
    switch responder.respond(to: request, with: &response) {
    case .now: return response
    case .later(let pending):
      pending.begin(answering: exchange)
      return exchange.response()
    }
  }
}

/// What a client would read.
package struct BenchAnswer: Sendable {
  /// The status line and the fields, one a line and in their order.
  package let head: [String]
  package let body: [UInt8]

  init(head: ArraySlice<UInt8>, body: [UInt8]) {
    self.head = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
    self.body = body
  }

  package var status: Int {
    head.first.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
  }

  package var text: String { String(decoding: body, as: UTF8.self) }

  /// The value of the first field of a name.
  package subscript(name: String) -> String? {
    let start = name + ": "
    return head.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
  }
}

/// Somebody who waits for an answer, and may leave.
package struct BenchAsker {
  private let pending: any PendingAnswer
  private let exchange: BenchExchange

  init(pending: any PendingAnswer, exchange: BenchExchange) {
    self.pending = pending
    self.exchange = exchange
  }

  package func leave() { pending.cancel() }

  /// Waits for the answer's status.
  package var status: Status { response.status }

  /// The same with all that is known of it.
  package var response: Response { exchange.response() }

  package var isAnswered: Bool { exchange.isAnswered }
}
