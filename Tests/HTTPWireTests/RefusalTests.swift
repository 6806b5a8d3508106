import HTTPWire
import Testing

/// A request that must be refused, and the cause to give.
struct Refused: Sendable, CustomTestStringConvertible {
  let text: String
  let refusal: Refusal

  init(_ text: String, _ refusal: Refusal) {
    self.text = text
    self.refusal = refusal
  }

  var testDescription: String { "\(refusal): \(text.prefix(60).debugDescription)" }
}

private let start = "GET / HTTP/1.1\r\nHost: a\r\n"
private let post = "POST / HTTP/1.1\r\nHost: a\r\n"
private let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

private let requestLines: [Refused] = [
  Refused("get / HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequestLine),
  Refused("G@T / HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequestLine),
  Refused("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequestLine),
  Refused("GET /\r\n\r\n", .malformedRequestLine),
  Refused("GET\r\n\r\n", .malformedRequestLine),
  Refused(" GET / HTTP/1.1\r\nHost: a\r\n\r\n", .malformedRequestLine),
  Refused("\u{16}\u{3}\u{1}", .malformedRequestLine),
  Refused("GET /  HTTP/1.1\r\nHost: a\r\n\r\n", .malformedVersion),
  Refused("GET / HTTP/1.1 \r\nHost: a\r\n\r\n", .malformedVersion),
  Refused("GET / HTTP/11\r\nHost: a\r\n\r\n", .malformedVersion),
  Refused("GET / http/1.1\r\nHost: a\r\n\r\n", .malformedVersion),
  Refused("GET / HTTP/1.2\r\nHost: a\r\n\r\n", .unsupportedVersion),
  Refused("GET / HTTP/2.0\r\nHost: a\r\n\r\n", .unsupportedVersion),
  Refused("GET / HTTP/0.9\r\nHost: a\r\n\r\n", .unsupportedVersion),
  Refused("GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
  Refused("GET /é HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
  Refused("GET /a\u{1}b HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
  Refused("GET /a\u{7F} HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
  Refused("GET /a\tb HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
  Refused("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
  Refused("GET /%4 HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
  Refused("GET a HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
  Refused("GET * HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
  Refused("GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
  Refused("GET http://u@a/ HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
  Refused("CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", .malformedTarget),
  Refused("GET / HTTP/1.1\nHost: a\n\n", .bareLineFeed),
  Refused("\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", .bareLineFeed),
  Refused("GET / HTTP/1.1\rHost: a\r\n\r\n", .bareCarriageReturn),
  Refused("\r\n\r\n\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", .emptyLines),
]

private let fields: [Refused] = [
  Refused(start + "A : b\r\n\r\n", .malformedFieldName),
  Refused(start + ": b\r\n\r\n", .malformedFieldName),
  Refused(start + "A\r\n\r\n", .malformedFieldName),
  Refused(start + "A(: b\r\n\r\n", .malformedFieldName),
  Refused(start + "Ä: b\r\n\r\n", .malformedFieldName),
  Refused(start + "A: b\u{0}c\r\n\r\n", .malformedFieldValue),
  Refused(start + "A: b\u{8}\r\n\r\n", .malformedFieldValue),
  Refused(start + "A: b\u{7F}\r\n\r\n", .malformedFieldValue),
  Refused(start + "A: b\rc\r\n\r\n", .bareCarriageReturn),
  Refused(start + "A: b\nC: d\r\n\r\n", .bareLineFeed),
  Refused(start + "A: b\r\n\n", .bareLineFeed),
  Refused(start + "A: b\r\n c\r\n\r\n", .foldedField),
  Refused(start + "A: b\r\n\tc\r\n\r\n", .foldedField),
  Refused("GET / HTTP/1.1\r\n\r\n", .missingHost),
  Refused("GET / HTTP/1.1\r\n Host: a\r\n\r\n", .foldedField),
  Refused(start + "Host: a\r\n\r\n", .repeatedHost),
  Refused("GET / HTTP/1.1\r\nHost:\r\n\r\n", .malformedHost),
  Refused("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", .malformedHost),
  Refused("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", .malformedHost),
  Refused("GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", .malformedHost),
  Refused("GET / HTTP/1.1\r\nHost: a:b\r\n\r\n", .malformedHost),
  Refused("GET / HTTP/1.1\r\nHost: a:65536\r\n\r\n", .malformedHost),
  Refused("GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", .malformedHost),
  Refused("GET / HTTP/1.1\r\nHost: a,b\u{7F}\r\n\r\n", .malformedFieldValue),
  Refused("GET / HTTP/1.0\r\nHost: a b\r\n\r\n", .malformedHost),
  Refused(post + "Expect: 200-ok\r\nContent-Length: 1\r\n\r\n", .unknownExpectation),
]

private let framing: [Refused] = [
  Refused(post + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", .repeatedContentLength),
  Refused(post + "Content-Length: 1\r\nContent-Length: 1\r\n\r\n", .repeatedContentLength),
  Refused(post + "Content-Length: 1, 1\r\n\r\n", .malformedContentLength),
  Refused(post + "Content-Length: +1\r\n\r\n", .malformedContentLength),
  Refused(post + "Content-Length: -1\r\n\r\n", .malformedContentLength),
  Refused(post + "Content-Length: 0x1\r\n\r\n", .malformedContentLength),
  Refused(post + "Content-Length: 1 1\r\n\r\n", .malformedContentLength),
  Refused(post + "Content-Length:\r\n\r\n", .malformedContentLength),
  Refused(post + "Content-Length: 9223372036854775808\r\n\r\n", .malformedContentLength),
  Refused(post + "Content-Length: 18446744073709551617\r\n\r\n", .malformedContentLength),
  Refused(post + "Content-Length: 1048577\r\n\r\n", .bodyTooLarge),
  Refused(
    post + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", .lengthWithTransferEncoding),
  Refused(post + "Transfer-Encoding: gzip\r\n\r\n", .unknownTransferEncoding),
  Refused(post + "Transfer-Encoding: xchunked\r\n\r\n", .unknownTransferEncoding),
  Refused(post + "Transfer-Encoding: identity\r\n\r\n", .unknownTransferEncoding),
  Refused(post + "Transfer-Encoding: chunked, chunked\r\n\r\n", .repeatedTransferEncoding),
  Refused(post + "Transfer-Encoding: gzip, chunked\r\n\r\n", .repeatedTransferEncoding),
  Refused(
    post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
    .repeatedTransferEncoding),
  Refused(post + "Transfer-Encoding:\r\n\r\n", .malformedTransferEncoding),
  Refused(
    "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", .transferEncodingBefore11),
  Refused(chunked + "5\nhello\r\n", .malformedChunk),
  Refused(chunked + "5 \r\nhello\r\n", .malformedChunk),
  Refused(chunked + " 5\r\nhello\r\n", .malformedChunk),
  Refused(chunked + "\r\n", .malformedChunk),
  Refused(chunked + "-5\r\nhello\r\n", .malformedChunk),
  Refused(chunked + "0x5\r\nhello\r\n", .malformedChunk),
  Refused(chunked + "5\r\nhelloX\r\n", .malformedChunk),
  Refused(chunked + "5\r\nhello\n", .malformedChunk),
  Refused(chunked + "5\rhello\r\n", .malformedChunk),
  Refused(chunked + "5;a\u{1}\r\nhello\r\n", .malformedChunk),
  Refused(chunked + "5;a\nb\r\nhello\r\n", .malformedChunk),
  Refused(chunked + "fffffffffffffffff\r\n", .malformedChunk),
  Refused(chunked + "0000000000000001\r\n", .malformedChunk),
  Refused(chunked + "0\r\nA : b\r\n\r\n", .malformedTrailer),
  Refused(chunked + "0\r\n a: b\r\n\r\n", .malformedTrailer),
  Refused(chunked + "0\r\nA: b\n\r\n", .malformedTrailer),
  Refused(chunked + "0\r\n\n", .malformedTrailer),
]

private let sizes: [Refused] = [
  Refused(
    "GET /\(String(repeating: "a", count: 8192)) HTTP/1.1\r\nHost: a\r\n\r\n", .targetTooLong),
  Refused("GET /\(String(repeating: "a", count: 20_000))", .targetTooLong),
  Refused(start + "A: \(String(repeating: "b", count: 16_384))\r\n\r\n", .headTooLarge),
  Refused(start + String(repeating: "A: b\r\n", count: 100) + "\r\n", .tooManyFields),
  Refused(start + String(repeating: "A: b\r\n", count: 4000) + "\r\n", .headTooLarge),
]

@Suite struct RefusalTests {
  @Test(arguments: requestLines + fields + framing)
  func `what is ambiguous is refused and closes, however it is cut`(_ refused: Refused) {
    let whole = Conversation().output(for: refused.text)
    let status = refused.refusal.status
    #expect(whole.contains("HTTP/1.1 \(status.rawValue) "))
    #expect(whole.contains("\"detail\": \"\(refused.refusal.detail)\""))
    #expect(whole.hasSuffix("<closed>"))
    let bytes = Array(refused.text.utf8)
    for size in 1...max(1, bytes.count) {
      #expect(Conversation().output(for: bytes, pieces: size) == whole)
    }
  }

  /// Nothing follows: who sends half a line end waits for an answer, and gets it.
  @Test(
    arguments: [
      "GET / HTTP/1.1\rH", "GET / HTTP/1.1\r\rH", "GET /\r H", start + "A: b\rc",
      start + "A: b\r\n\r\r", "\r\r", "\rG",
    ].map { Refused($0, .bareCarriageReturn) } + [
      Refused("GET / HTTP/1.1\n", .bareLineFeed), Refused(start + "A: b\n", .bareLineFeed),
      Refused(chunked + "5\rh", .malformedChunk), Refused(chunked + "5;a\rh", .malformedChunk),
      Refused(chunked + "5\r\nhello\rh", .malformedChunk),
      Refused(chunked + "0\r\nA: b\rc", .malformedTrailer),
      Refused(chunked + "0\r\n\rA", .malformedTrailer),
    ])
  func `half a line end is refused at once, however it is cut`(_ refused: Refused) {
    let bytes = Array(refused.text.utf8)
    for size in 1...bytes.count {
      let answer = Conversation().output(for: bytes, pieces: size)
      #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.hasSuffix("<closed>"))
      #expect(answer.contains("\"detail\": \"\(refused.refusal.detail)\""))
    }
  }

  @Test(arguments: sizes)
  func `what is too large is refused, however it is cut`(_ refused: Refused) {
    let whole = Conversation().output(for: refused.text)
    #expect(whole.contains("\"detail\": \"\(refused.refusal.detail)\""))
    for size in [1, 7, 1000, 16_383, 16_384, 16_385] {
      #expect(Conversation().output(for: Array(refused.text.utf8), pieces: size) == whole)
    }
  }

  @Test func `a chunked body's framing counts towards its limit`() {
    var conversation = Conversation()
    conversation.limits.bodyBytes = 100
    let body = String(repeating: "1;aaaaaaaaaaaa\r\nx\r\n", count: 10)
    let answer = conversation.output(for: chunked + body)
    #expect(answer.hasPrefix("HTTP/1.1 413 "))
  }

  @Test func `no body follows the refusal of HEAD`() {
    let answer = Conversation().output(for: "HEAD / HTTP/1.1\r\n\r\n")
    #expect(answer.hasSuffix("Connection: close\r\n\r\n<closed>"))
  }

  @Test(arguments: ["\n\n", "\r\n\n", "\n\r\n", "\r\n\r\n", "\r\r\n", "ab"])
  func `a head that ends at its limit reads the same however it is cut`(end: String) {
    for length in 509...514 {
      var conversation = Conversation()
      conversation.limits.headBytes = 512
      let start = "GET / HTTP/1.1\r\nHost: a\r\nX: "
      let filling = String(repeating: "x", count: length - start.utf8.count - end.utf8.count)
      // One byte more, for a head that is too long to be told from one that has not ended.
      let input = Array((start + filling + end + "G").utf8)
      let whole = conversation.output(for: input, pieces: input.count)
      for pieces in [1, 2, 3, 7] {
        #expect(conversation.output(for: input, pieces: pieces) == whole, "\(length)")
      }
    }
  }
}
