import S3Wire
import Testing

@Suite struct ExpectationTests {
  private static let tag = ObjectTag.entity(Array("\"a\"".utf8))

  private let part = Expectation(range: 10..<20, tag: tag, total: 100, limit: 10)
  private let whole = Expectation(range: nil, limit: 50)

  @Test func `what was asked for is taken`() throws {
    let body = try part.body(
      of: head("HTTP/1.1 206 x", "Content-Range: bytes 10-19/100", "ETag: \"a\""))
    #expect(body == Expectation.Body(start: 10, length: 10, total: 100))
    #expect(
      try whole.body(of: head("HTTP/1.1 200 OK", "Content-Length: 50"))
        == Expectation.Body(start: 0, length: 50, total: 50))
    #expect(
      try whole.body(of: head("HTTP/1.1 200 OK"))
        == Expectation.Body(start: 0, length: nil, total: nil))
  }

  @Test func `beyond the end there is less`() throws {
    let expectation = Expectation(range: 0..<512, limit: 512)
    let body = try expectation.body(of: head("HTTP/1.1 206 x", "Content-Range: bytes 0-6/7"))
    #expect(body == Expectation.Body(start: 0, length: 7, total: 7))
  }

  @Test func `another state is no part of this one`() {
    for lines in ["Content-Range: bytes 10-19/100\r\nETag: \"b\"", "Content-Range: bytes 10-19/99"]
    {
      var said = head("HTTP/1.1 206 x")
      for line in lines.split(separator: "\r\n") {
        said.take(line: Array(line.utf8).span, now: 0)
      }
      #expect(throws: EngineFailure.changed) { try part.body(of: said) }
    }
  }

  @Test func `a whole for a part is no part`() {
    #expect(throws: EngineFailure.noRanges) {
      try part.body(of: head("HTTP/1.1 200 OK", "ETag: \"a\""))
    }
  }

  @Test(arguments: [
    "Content-Range: bytes 0-9/100", "Content-Range: bytes 10-18/100",
    "Content-Range: bytes 10-20/100", "Content-Range: bytes */100", "Content-Range: bytes 10-19/*",
    "Content-Range: nonsense", "X: y",
  ])
  func `another part is none`(field: String) {
    do {
      _ = try part.body(of: head("HTTP/1.1 206 x", "ETag: \"a\"", field))
      Issue.record("taken")
    } catch {
      guard case .contradiction = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func `a length that belies the range is a contradiction`() {
    #expect(throws: EngineFailure.self) {
      try part.body(
        of: head(
          "HTTP/1.1 206 x", "ETag: \"a\"", "Content-Range: bytes 10-19/100", "Content-Length: 11"))
    }
  }

  @Test func `packed bodies and too large ones are refused`() {
    #expect(throws: EngineFailure.self) {
      try whole.body(of: head("HTTP/1.1 200 OK", "Content-Encoding: gzip"))
    }
    #expect(throws: EngineFailure.self) {
      try whole.body(of: head("HTTP/1.1 200 OK", "Content-Length: 51"))
    }
    #expect(throws: EngineFailure.self) { try whole.body(of: head("HTTP/1.1 206 x")) }
  }

  @Test func `a state that is told no more is another one`() {
    #expect(throws: EngineFailure.changed) {
      try part.body(of: head("HTTP/1.1 206 x", "Content-Range: bytes 10-19/100"))
    }
  }

  @Test func `another weak tag is another state`() throws {
    let range = "Content-Range: bytes 10-19/100"
    let first = head("HTTP/1.1 206 x", range, "ETag: W/\"a\"")
    let weak = Expectation(range: 10..<20, tag: first.tag, total: 100, limit: 10)
    #expect(try weak.body(of: first).length == 10)
    #expect(throws: EngineFailure.changed) {
      try weak.body(of: head("HTTP/1.1 206 x", range, "ETag: W/\"b\""))
    }
  }
}
