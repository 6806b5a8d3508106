import HTTPWire
import ImageRequest
import Testing

@testable import TileService

@Suite struct NotServedTests {
  @Test(
    arguments: [
      (.malformed("why"), .badRequest), (.absent("why"), .notFound),
      (.unsupported("why"), .notImplemented),
    ] as [(RequestProblem, Status)])
  func `what is wrong with a request has its status`(problem: RequestProblem, status: Status) {
    let refusal = NotServed(problem)
    #expect(refusal.status == status && refusal.detail == "why" && refusal.retryAfter == nil)
  }

  @Test func `who may come again is told when`() throws {
    var response = Response()
    response.refuse(.overloaded, for: try .reading("/"))
    let fields = String(decoding: response.fields.bytes, as: UTF8.self)
    #expect(response.status == .serviceUnavailable && fields.contains("Retry-After: 2\r\n"))
  }
}
