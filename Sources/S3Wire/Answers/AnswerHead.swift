import ByteText
import HTTPWire

/// What the head of an engine's answer says, line by line: the fields that mean something here, and
/// each of them within bounds.
package struct AnswerHead: Equatable, Sendable {
  /// 100 to 999; 0 before the first line.
  package private(set) var status = 0
  /// Nil where it isn't told, or not as a number.
  package private(set) var length: Int64?
  package private(set) var contentRange: ContentRange?
  /// When it was answered, by the engine's clock; seconds since 1970.
  package private(set) var date: Int64?
  /// In whole seconds from now, at most an hour.
  package private(set) var retryAfter: Int64?
  /// Where else to ask, in the engine's words.
  package private(set) var location: [UInt8]?
  /// What the engine calls this request, for its own administrators.
  package private(set) var requestName = ""
  /// Whether the body is as it was stored, not packed for the way.
  package private(set) var isPlain = true
  private var entity: [UInt8]?
  private var modified: [UInt8]?

  package init() {}

  /// Whether it promises what was asked for: the whole, a part, or that it was done.
  package var isPromise: Bool { [200, 204, 206].contains(status) }

  package var tag: ObjectTag { ObjectTag(entity: entity?[...], modified: modified?[...]) }
  /// Seconds since 1970.
  package func lastModified(now: Int64) -> Int64? {
    modified.flatMap { HTTPDate.parse($0[...], now: now) }
  }

  /// Takes one line in; what makes no sense is passed over.
  ///
  /// - Parameters:
  ///   - line: with or without its end.
  ///   - now: seconds since 1970.
  package mutating func take(line: Span<UInt8>, now: Int64) {
    var end = line.count
    while end > 0, line[end - 1] == ASCII.lineFeed || line[end - 1] == ASCII.carriageReturn {
      end -= 1
    }
    let text = line.extracting(0..<end)
    if text.starts(with: "HTTP/") {
      // Another head: what came before was only on the way, as 100 is.
      self = AnswerHead()
      status = Self.status(of: text)
      return
    }
    guard let colon = text.indices.first(where: { text[$0] == ASCII.colon }) else { return }
    let bytes = (colon + 1..<end).map { text[$0] }[...].trimmed()
    take(text.extracting(0..<colon), bytes, now: now)
  }

  private mutating func take(_ name: Span<UInt8>, _ value: ArraySlice<UInt8>, now: Int64) {
    if name.equalsIgnoringCase("content-length") {
      length = DecimalNumber.exact(value.span)
    } else if name.equalsIgnoringCase("content-range") {
      contentRange = ContentRange(value)
    } else if name.equalsIgnoringCase("etag") {
      entity = value.count <= 300 ? Array(value) : nil
    } else if name.equalsIgnoringCase("last-modified") {
      modified = value.count <= 100 ? Array(value) : nil
    } else if name.equalsIgnoringCase("date") {
      date = HTTPDate.parse(value, now: now)
    } else if name.equalsIgnoringCase("content-encoding") {
      isPlain = value.isEmpty || value.equalsIgnoringCase("identity")
    } else if name.equalsIgnoringCase("location") {
      location = value.count <= 4096 ? Array(value) : nil
    } else if name.equalsIgnoringCase("retry-after") {
      let seconds =
        DecimalNumber.capped(value.span) ?? HTTPDate.parse(value, now: now).map { $0 - now }
      retryAfter = seconds.map { min(max($0, 0), 3600) }
    } else if name.equalsIgnoringCase("x-amz-request-id") {
      requestName = HarmlessText.of(value, limit: 80)
    }
  }

  private static func status(of line: Span<UInt8>) -> Int {
    guard let blank = line.indices.first(where: { line[$0] == ASCII.space }),
      line.count >= blank + 4, line.count == blank + 4 || line[blank + 4] == ASCII.space,
      let number = DecimalNumber.exact(line.extracting((blank + 1)..<(blank + 4))), number >= 100
    else { return 0 }
    return Int(number)
  }
}
