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
    guard let colon = text.indices.first(where: { text[$0] == ASCII.colon }),
      let field = Field(text.extracting(0..<colon))
    else { return }
    var start = colon + 1
    while start < end, ASCII.isBlank(text[start]) { start += 1 }
    while end > start, ASCII.isBlank(text[end - 1]) { end -= 1 }
    take(field, text.extracting(start..<end), now: now)
  }

  /// What means something here: of most lines not even a copy is made.
  private enum Field {
    case length, contentRange, entity, modified, date, packing, location, retryAfter, requestName

    init?(_ name: Span<UInt8>) {
      for (spelled, field) in Self.names where name.equalsIgnoringCase(spelled) {
        self = field
        return
      }
      return nil
    }

    private static let names: [(StaticString, Field)] = [
      ("content-length", .length), ("content-range", .contentRange), ("etag", .entity),
      ("last-modified", .modified), ("date", .date), ("content-encoding", .packing),
      ("location", .location), ("retry-after", .retryAfter), ("x-amz-request-id", .requestName),
    ]
  }

  private mutating func take(_ field: Field, _ value: Span<UInt8>, now: Int64) {
    switch field {
    case .length: length = DecimalNumber.exact(value)
    case .contentRange: contentRange = ContentRange(value)
    case .entity: entity = Self.bytes(value, atMost: 300)
    case .modified: modified = Self.bytes(value, atMost: 100)
    case .date: date = Self.date(value, now: now)
    case .packing: isPlain = value.isEmpty || value.equalsIgnoringCase("identity")
    case .location: location = Self.bytes(value, atMost: 4096)
    case .retryAfter:
      let seconds = DecimalNumber.capped(value) ?? Self.date(value, now: now).map { $0 - now }
      retryAfter = seconds.map { min(max($0, 0), 3600) }
    case .requestName:
      let limit = 80
      requestName = HarmlessText.of(value.indices.prefix(limit).map { value[$0] }, limit: limit)
    }
  }

  /// Nil for more.
  private static func bytes(_ value: Span<UInt8>, atMost limit: Int) -> [UInt8]? {
    value.count <= limit ? value.indices.map { value[$0] } : nil
  }

  private static func date(_ value: Span<UInt8>, now: Int64) -> Int64? {
    bytes(value, atMost: 100).flatMap { HTTPDate.parse($0[...], now: now) }
  }

  private static func status(of line: Span<UInt8>) -> Int {
    guard let blank = line.indices.first(where: { line[$0] == ASCII.space }),
      line.count >= blank + 4, line.count == blank + 4 || line[blank + 4] == ASCII.space,
      let number = DecimalNumber.exact(line.extracting((blank + 1)..<(blank + 4))), number >= 100
    else { return 0 }
    return Int(number)
  }
}
