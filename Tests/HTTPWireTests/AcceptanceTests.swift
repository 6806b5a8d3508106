import ByteText
import HTTPWire
import Testing

/// Bytes a client may send, and every byte it gets back.
struct Exchanged: Sendable, CustomTestStringConvertible {
  let name: String
  let sent: String
  let received: String

  init(_ name: String, _ sent: String, _ received: String) {
    self.name = name
    self.sent = sent
    self.received = received
  }

  var testDescription: String { name }
}

private let next = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n"
private let close = "Connection: close\r\n"
private let keep = "Connection: keep-alive\r\n"

private let exchanges: [Exchanged] = [
  Exchanged(
    "persistent", "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n" + next,
    accepted("GET /1 HTTP/1.1") + accepted("GET /next HTTP/1.1")),
  Exchanged(
    "close", "GET / HTTP/1.1\r\nHost: a\r\nConnection: foo, Close\r\n\r\n" + next,
    accepted("GET / HTTP/1.1", connection: close) + "<closed>"),
  Exchanged(
    "close on a second line",
    "GET / HTTP/1.1\r\nHost: a\r\nConnection: foo\r\nConnection: close\r\n\r\n" + next,
    accepted("GET / HTTP/1.1", connection: close) + "<closed>"),
  Exchanged(
    "1.0 closes", "GET / HTTP/1.0\r\n\r\n" + next,
    accepted("GET / HTTP/1.0", connection: close) + "<closed>"),
  Exchanged(
    "1.0 keeps when asked", "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n" + next,
    accepted("GET / HTTP/1.0", connection: keep) + accepted("GET /next HTTP/1.1")),
  Exchanged(
    "empty lines before", "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n" + next,
    accepted("GET / HTTP/1.1") + accepted("GET /next HTTP/1.1")),
  Exchanged(
    "length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 05\r\n\r\nhello" + next,
    accepted("POST / HTTP/1.1") + accepted("GET /next HTTP/1.1")),
  Exchanged(
    "length nought", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n" + next,
    accepted("POST / HTTP/1.1") + accepted("GET /next HTTP/1.1")),
  Exchanged(
    "chunks, extensions, trailers",
    "POST / HTTP/1.1\r\nHost: a\r\ntransfer-encoding: Chunked\r\n\r\n"
      + "5;a=\"b;\\\"c\";d\r\nhello\r\nA\r\n0123456789\r\n000\r\nT: x\r\nU:\r\n\r\n" + next,
    accepted("POST / HTTP/1.1") + accepted("GET /next HTTP/1.1")),
  Exchanged(
    "expect",
    "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\nhi" + next,
    "HTTP/1.1 100 Continue\r\n\r\n" + accepted("POST / HTTP/1.1") + accepted("GET /next HTTP/1.1")),
  Exchanged(
    "expect in 1.0 is ignored",
    "POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nhi",
    accepted("POST / HTTP/1.0", connection: close) + "<closed>"),
  Exchanged(
    "head", "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n" + next,
    "HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n" + accepted("GET /next HTTP/1.1")),
  Exchanged(
    "options for the server", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
    accepted("OPTIONS * HTTP/1.1")),
  Exchanged(
    "absolute target", "GET HTTP://[::1]:80/x?y HTTP/1.1\r\nHost: b\r\n\r\n",
    accepted("GET HTTP://[::1]:80/x?y HTTP/1.1")),
  Exchanged(
    "raw characters clients send", "GET /a^b|c\\d<e>\"`{f}?g%h HTTP/1.1\r\nHost: a_b.c:\r\n\r\n",
    accepted("GET /a^b|c\\d<e>\"`{f}?g%h HTTP/1.1")),
  Exchanged(
    "blanks round values and bytes beyond ASCII",
    "GET / HTTP/1.1\r\nHost:\t a \t\r\nX: \tü\t \r\nY:\r\n\r\n", accepted("GET / HTTP/1.1")),
  Exchanged(
    "an unknown method", "BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n", accepted("BREW /pot HTTP/1.1")),
]

@Suite struct AcceptanceTests {
  @Test(arguments: exchanges)
  func `every byte of the answer is as it should be, however the request is cut`(
    _ exchange: Exchanged
  ) {
    let bytes = Array(exchange.sent.utf8)
    for size in 1...bytes.count {
      #expect(Conversation().output(for: bytes, pieces: size) == exchange.received)
    }
  }

  @Test func `a connection is closed after its last allowed request`() {
    var conversation = Conversation()
    conversation.limits.requestsPerConnection = 2
    let answer = conversation.output(for: next + next + next)
    #expect(
      answer
        == accepted("GET /next HTTP/1.1") + accepted("GET /next HTTP/1.1", connection: close)
        + "<closed>")
  }

  @Test func `an absolute target's host wins over the field`() {
    let request = parsed("GET http://one/ HTTP/1.1\r\nHost: two\r\n\r\n")
    #expect(request.host.map { String(decoding: $0, as: UTF8.self) } == "one")
    #expect(Array(request.path) == Array("/".utf8))
  }

  @Test func `a path is decoded once and no more`() {
    let request = parsed("GET /13:1%253C69/a%2Fb?q=%41 HTTP/1.1\r\nHost: a\r\n\r\n")
    let parts = PathSegments(request.path).map { segment in
      var decoded: [UInt8] = []
      let isWellFormed = decoded.append(percentDecoding: segment)
      #expect(isWellFormed)
      return String(decoding: decoded, as: UTF8.self)
    }
    #expect(parts == ["13:1%3C69", "a/b"])
    #expect(request.query.map { String(decoding: $0, as: UTF8.self) } == "q=%41")
  }

  @Test func `a stream is chunked in 1.1 and ends with the connection in 1.0`() {
    final class Nothing: BodyProducer {
      func produce(for exchange: any Exchange) {}
      func cancel() {}
    }
    for (version, delivery, line) in [
      ("1.1", ConnectionMachine.Delivery.chunked, "Transfer-Encoding: chunked\r\n"),
      ("1.0", .untilClose, "Connection: close\r\n"),
    ] {
      let request = parsed(
        "GET / HTTP/\(version)\r\nHost: a\r\nConnection: keep-alive\r\n\r\n")
      var response = Response()
      response.body = .stream(Nothing(), length: nil)
      var machine = ConnectionMachine()
      var output: [UInt8] = []
      let got = machine.beginAnswer(response, to: request, date: [], into: &output)
      #expect(got == delivery)
      #expect(String(decoding: output, as: UTF8.self) == "HTTP/1.1 200 OK\r\n\(line)\r\n")
    }
  }

  @Test func `a value can't begin a line of its own`() {
    var block = FieldBlock()
    block.add("Location", "/a\r\nSet-Cookie: b\0")
    #expect(String(decoding: block.bytes, as: UTF8.self) == "Location: /a  Set-Cookie: b \r\n")
  }
}

/// The request in some bytes.
func parsed(_ text: String) -> Request {
  var machine = ConnectionMachine()
  var request = Request()
  var consumed = 0
  let step = machine.advance(
    Array(text.utf8).span, consumed: &consumed, into: &request, limits: WireLimits())
  #expect(step == .request, "the request of this test is refused")
  return request
}
