import S3Wire
import Testing

/// A head of an answer, a line each.
func head(_ lines: String...) -> AnswerHead {
  var head = AnswerHead()
  for line in lines { head.take(line: Array("\(line)\r\n".utf8).span, now: 1_700_000_000) }
  return head
}

@Suite struct AnswerHeadTests {
  @Test func `a head says what was promised`() {
    let said = head(
      "HTTP/1.1 206 Partial Content", "ETag: \"abc\"", "content-range:  bytes 5-9/100 ",
      "Content-Length: 5", "x-amz-request-id: tx1\u{1}",
      "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT",
      "")
    #expect(said.status == 206)
    #expect(said.length == 5)
    #expect(said.contentRange?.range == 5..<10)
    #expect(said.contentRange?.total == 100)
    #expect(said.tag == .entity(Array("\"abc\"".utf8)))
    #expect(said.requestName == "tx1?")
    #expect(said.lastModified(now: 1_700_000_000) == 784_111_777)
  }

  @Test func `what came on the way is forgotten`() {
    let said = head("HTTP/1.1 100 Continue", "ETag: \"old\"", "", "HTTP/1.1 200 OK")
    #expect(said.status == 200)
    #expect(said.tag == .none)
  }

  @Test(arguments: [
    ("HTTP/1.1 200", 200), ("HTTP/1.0 404 Not Found", 404), ("HTTP/2 503 ", 503),
    ("HTTP/1.1 2000 OK", 0), ("HTTP/1.1 20", 0), ("HTTP/1.1", 0), ("HTTP/1.1 099 x", 0),
    ("HTTP/1.1 -20 x", 0), ("HTTP/1.1 2xx OK", 0),
  ])
  func `a status has three digits`(line: String, status: Int) {
    #expect(head(line).status == status)
  }

  @Test(
    arguments: [
      ("5", 5), ("0", 0), ("999999999999999999999", 3600), ("Tue, 14 Nov 2023 22:13:50 GMT", 30),
      ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("-1", nil), ("soon", nil), ("", nil),
    ] as [(String, Int64?)])
  func `when to ask again is said in two ways`(text: String, seconds: Int64?) {
    #expect(head("HTTP/1.1 503 x", "Retry-After: \(text)").retryAfter == seconds)
  }

  @Test(
    arguments: [
      ("bytes 0-0/1", 0..<1, 1), ("bytes 0-9/*", 0..<10, nil), ("bytes */7", nil, 7),
      (
        "bytes 9223372036854775806-9223372036854775806/9223372036854775807",
        .max - 1..<Int64.max, .max
      ),
    ] as [(String, Range<Int64>?, Int64?)])
  func `a range of an answer is read`(text: String, range: Range<Int64>?, total: Int64?) {
    let said = ContentRange(Array(text.utf8).span)
    #expect(said?.range == range)
    #expect(said?.total == total)
    #expect(said != nil)
  }

  @Test(arguments: [
    "", "bytes", "bytes 5-4/9", "bytes 0-9/9", "bytes 0-9/5", "bytes -1-2/9", "bytes 0-/9",
    "bytes 0-1/", "bytes */*", "bytes 0-1/2/3", "items 0-1/2", "bytes 0x1-2/9", "bytes 0 - 1/2",
    "bytes 0-9223372036854775807/*", "bytes 0-99999999999999999999/*",
  ])
  func `a range that contradicts itself is none`(text: String) {
    #expect(ContentRange(Array(text.utf8).span) == nil)
  }

  @Test(
    arguments: [
      ("\"abc\"", .entity(Array("\"abc\"".utf8))), ("abc-3", .entity(Array("\"abc-3\"".utf8))),
      ("W/\"abc\"", .weak(Array("W/\"abc\"".utf8), modified: nil)), ("\"\"", .none), ("", .none),
      ("\"a\u{7F}\"", .none),
      ("\"a b\"", .none), ("\"a\"b\"", .none), (String(repeating: "a", count: 257), .none),
    ] as [(String, ObjectTag)])
  func `a tag is opaque and strong`(text: String, tag: ObjectTag) {
    #expect(head("HTTP/1.1 200 OK", "ETag: \(text)").tag == tag)
  }

  @Test func `tags of different kinds never have one text`() {
    let tags: [ObjectTag] = [
      .none, .entity(Array("\"-\"".utf8)), .entity(Array("\"date\"".utf8)), .date(Array("x".utf8)),
      .weak(Array("W/\"-\"".utf8), modified: nil),
      .weak(Array("W/\"-\"".utf8), modified: Array("x".utf8)),
    ]
    #expect(Set(tags.map(\.canonicalText)).count == tags.count)
  }
}
