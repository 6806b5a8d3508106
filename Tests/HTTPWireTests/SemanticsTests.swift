import HTTPWire
import Testing

/// Sun, 06 Nov 1994 08:49:37 GMT.
private let modified: Int64 = 784_111_777
private let now: Int64 = 1_795_212_000

private func request(_ fields: String, method: String = "GET") -> Request {
  parsed("\(method) / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
}

private func state(weak: Bool = false) -> Validators {
  var tag = EntityTag(isWeak: weak)
  tag.append("abc")
  return Validators(tag: tag, lastModified: modified)
}

@Suite struct SemanticsTests {
  @Test(arguments: [
    ("", Precondition.proceed),
    ("If-None-Match: \"abc\"\r\n", .notModified),
    ("If-None-Match: W/\"abc\"\r\n", .notModified),
    ("If-None-Match: \"x,y\", \"abc\"\r\n", .notModified),
    ("If-None-Match: \"x\"\r\nIf-None-Match: \"abc\"\r\n", .notModified),
    ("If-None-Match: *\r\n", .notModified),
    ("If-None-Match: abc\r\n", .proceed),
    ("If-None-Match: \"ab\"\r\nIf-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT\r\n", .proceed),
    ("If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT\r\n", .notModified),
    ("If-Modified-Since: Sunday, 06-Nov-94 08:49:37 GMT\r\n", .notModified),
    ("If-Modified-Since: Sun Nov  6 08:49:37 1994\r\n", .notModified),
    ("If-Modified-Since: Sun, 06 Nov 1994 08:49:36 GMT\r\n", .proceed),
    ("If-Modified-Since: yesterday\r\n", .proceed),
    ("If-Match: \"abc\"\r\n", .proceed),
    ("If-Match: W/\"abc\"\r\n", .failed),
    ("If-Match: \"x\"\r\n", .failed),
    ("If-Unmodified-Since: Sun, 06 Nov 1994 08:49:36 GMT\r\n", .failed),
    ("If-Unmodified-Since: Sun, 06 Nov 1994 08:49:37 GMT\r\n", .proceed),
  ])
  func `conditions are weighed in order`(_ fields: String, _ expected: Precondition) {
    #expect(request(fields).evaluate(state(), now: now) == expected)
  }

  @Test(arguments: [
    ("", RangeSelection.whole),
    ("Range: bytes=0-0\r\n", .part(first: 0, last: 0)),
    ("Range: bytes=5-\r\n", .part(first: 5, last: 99)),
    ("Range: Bytes=90-1000\r\n", .part(first: 90, last: 99)),
    ("Range: bytes=-10\r\n", .part(first: 90, last: 99)),
    ("Range: bytes=-1000\r\n", .part(first: 0, last: 99)),
    ("Range: bytes=100-\r\n", .unsatisfiable),
    ("Range: bytes=-0\r\n", .unsatisfiable),
    ("Range: bytes=99999999999999999999-\r\n", .unsatisfiable),
    ("Range: bytes=0-99999999999999999999\r\n", .part(first: 0, last: 99)),
    ("Range: bytes=9-5\r\n", .whole),
    ("Range: bytes=0-1,5-6\r\n", .whole),
    ("Range: lines=0-1\r\n", .whole),
    ("Range: bytes=a-b\r\n", .whole),
    ("Range: bytes=-\r\n", .whole),
    ("Range: bytes=0-0\r\nIf-Range: \"abc\"\r\n", .part(first: 0, last: 0)),
    ("Range: bytes=0-0\r\nIf-Range: W/\"abc\"\r\n", .whole),
    ("Range: bytes=0-0\r\nIf-Range: \"x\"\r\n", .whole),
    (
      "Range: bytes=0-0\r\nIf-Range: Sun, 06 Nov 1994 08:49:37 GMT\r\n",
      .part(first: 0, last: 0)
    ),
    ("Range: bytes=0-0\r\nIf-Range: Sun, 06 Nov 1994 08:49:38 GMT\r\n", .whole),
  ])
  func `ranges of a hundred bytes`(_ fields: String, _ expected: RangeSelection) {
    #expect(request(fields).selectRange(length: 100, state(), now: now) == expected)
  }

  @Test func `nothing can be selected of nothing, and HEAD has no ranges`() {
    let suffix = request("Range: bytes=-5\r\n")
    #expect(suffix.selectRange(length: 0, state(), now: now) == .unsatisfiable)
    let head = request("Range: bytes=0-0\r\n", method: "HEAD")
    #expect(head.selectRange(length: 100, state(), now: now) == .whole)
  }

  @Test(arguments: [
    ("", 1000),
    ("Accept: image/webp\r\n", 1000),
    ("Accept: IMAGE/WEBP;q=0.25\r\n", 250),
    ("Accept: image/*;q=0.5, */*;q=0.1\r\n", 500),
    ("Accept: */*;q=0.1\r\n", 100),
    ("Accept: image/*;q=0.9, image/webp;q=0\r\n", 0),
    ("Accept: image/webp;q=0.001\r\n", 1),
    ("Accept: text/html\r\nAccept: image/webp;q=0.7\r\n", 700),
    ("Accept: image/png\r\n", 0),
    ("Accept: image/webp;level=1\r\n", 0),
  ])
  func `the most specific range decides how much webp is wanted`(
    _ fields: String, _ thousandths: Int
  ) {
    let preference = request(fields).preference(forType: "image", "webp")
    #expect(preference.thousandths == thousandths)
  }

  @Test func `a parameter matches only what has it`() {
    let accept = "Accept: application/ld+json;profile=\"http://iiif.io/a,b\"\r\n"
    let offered = Array("profile=\"http://iiif.io/a,b\"".utf8)[...]
    let with = request(accept).preference(
      forType: "application", "ld+json", parameter: offered)
    let without = request(accept).preference(forType: "application", "ld+json")
    #expect(with == .full)
    #expect(without == Preference.none)
  }

  @Test(arguments: [
    (Int64(0), "Thu, 01 Jan 1970 00:00:00 GMT"),
    (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
    (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
  ])
  func `dates are written and read back`(_ seconds: Int64, _ text: String) {
    var bytes: [UInt8] = []
    HTTPDate.append(seconds, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
    #expect(HTTPDate.parse(bytes[...], now: now) == seconds)
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994", "",
    "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 6 Nov 1994 08:49:37 GMT",
    "Son, 06 Nov 1994 08:49:37 GMT",
  ])
  func `what is no date is none`(_ text: String) {
    #expect(HTTPDate.parse(Array(text.utf8)[...], now: now) == nil)
  }
}
