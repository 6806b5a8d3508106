import ByteText

/// Reads a whole head, from its request line to the empty line that ends it.
///
/// Strict by intent (RFC 9112 2.2, 3, 5, 6, 11.2): where two readers could disagree about where
/// this request ends or which host it is for, it is refused.
extension Request {
  /// Replaces this request by the one in `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: one head, with the empty line at its end and nothing before the request line.
  ///   - limits: what the peer may ask.
  /// - Throws: the first cause, in byte order, to refuse it.
  mutating func parse(_ bytes: Span<UInt8>, limits: WireLimits) throws(Refusal) {
    reset()
    head.append(bytes)

    let lineEnd = try Self.endOfLine(bytes, from: 0)
    try parseRequestLine(bytes, end: lineEnd, limits: limits)

    var start = lineEnd + 2
    while start < bytes.count {
      let end = try Self.endOfLine(bytes, from: start)
      if end == start { break }
      try parseField(bytes, start: start, end: end, limits: limits)
      start = end + 2
    }
    try settleHost(bytes)
    try settleFraming()
    settlePersistence()
    try settleExpectation()
  }

  /// The offset of the CR LF that ends a line.
  private static func endOfLine(_ bytes: Span<UInt8>, from start: Int) throws(Refusal) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == ASCII.carriageReturn {
        guard index + 1 < bytes.count, bytes[index + 1] == ASCII.lineFeed else {
          throw .bareCarriageReturn
        }
        return index
      }
      if byte == ASCII.lineFeed { throw .bareLineFeed }
      index += 1
    }
    throw .bareLineFeed
  }

  private mutating func parseRequestLine(
    _ bytes: Span<UInt8>, end: Int, limits: WireLimits
  ) throws(Refusal) {
    line = HeadRange(0, end)
    var index = 0
    while index < end, bytes[index] != ASCII.space { index += 1 }
    guard index < end, let method = Method(bytes.extracting(0..<index)) else {
      throw .malformedRequestLine
    }
    self.method = method

    let targetStart = index + 1
    index = targetStart
    while index < end, bytes[index] != ASCII.space {
      guard ASCII.isTarget(bytes[index]) else { throw .malformedTarget }
      index += 1
    }
    guard index > targetStart, index < end else { throw .malformedRequestLine }
    guard index - targetStart <= limits.targetBytes else { throw .targetTooLong }
    targetRange = HeadRange(targetStart, index)

    try parseVersion(bytes.extracting((index + 1)..<end))
    try parseTarget(bytes, start: targetStart, end: index)
  }

  private mutating func parseVersion(_ text: Span<UInt8>) throws(Refusal) {
    guard text.count == 8, text.extracting(0..<5).equals("HTTP/"), text[6] == ASCII.dot,
      ASCII.isDigit(text[5]), ASCII.isDigit(text[7])
    else { throw .malformedVersion }
    switch (text[5], text[7]) {
    case (0x31, 0x31): version = .http11
    case (0x31, 0x30): version = .http10
    default: throw .unsupportedVersion
    }
  }

  /// Takes the target apart into path and query, and host when it names one (RFC 9112 3.2).
  private mutating func parseTarget(
    _ bytes: Span<UInt8>, start: Int, end: Int
  ) throws(Refusal) {
    guard method != .connect else { throw .malformedTarget }
    var pathStart = start
    if bytes[start] == ASCII.asterisk {
      guard end == start + 1, method == .options else { throw .malformedTarget }
      isServerWide = true
      pathRange = HeadRange(start, start)
      return
    }
    if bytes[start] != ASCII.slash {
      pathStart = try parseAuthority(bytes, start: start, end: end)
    }
    var pathEnd = pathStart
    while pathEnd < end, bytes[pathEnd] != ASCII.questionMark {
      if bytes[pathEnd] == ASCII.percent {
        guard pathEnd + 2 < end, ASCII.hexValue(bytes[pathEnd + 1]) != nil,
          ASCII.hexValue(bytes[pathEnd + 2]) != nil
        else { throw .malformedTarget }
      }
      pathEnd += 1
    }
    pathRange = HeadRange(pathStart, pathEnd)
    if pathEnd < end { queryRange = HeadRange(pathEnd + 1, end) }
  }

  /// Reads the scheme and authority of an absolute target.
  ///
  /// - Returns: where the path begins.
  private mutating func parseAuthority(
    _ bytes: Span<UInt8>, start: Int, end: Int
  ) throws(Refusal) -> Int {
    let target = bytes.extracting(start..<end)
    let authority: Int
    if target.count > 7, target.extracting(0..<7).equalsIgnoringCase("http://") {
      authority = start + 7
    } else if target.count > 8, target.extracting(0..<8).equalsIgnoringCase("https://") {
      authority = start + 8
    } else {
      throw .malformedTarget
    }
    var index = authority
    while index < end, bytes[index] != ASCII.slash, bytes[index] != ASCII.questionMark {
      index += 1
    }
    guard Authority.isValid(bytes.extracting(authority..<index)) else { throw .malformedTarget }
    hostRange = HeadRange(authority, index)
    return index
  }

  private mutating func parseField(
    _ bytes: Span<UInt8>, start: Int, end: Int, limits: WireLimits
  ) throws(Refusal) {
    guard !ASCII.isBlank(bytes[start]) else { throw .foldedField }
    var colon = start
    while colon < end, ASCII.isToken(bytes[colon]) { colon += 1 }
    guard colon > start, colon < end, bytes[colon] == ASCII.colon else {
      throw .malformedFieldName
    }
    var valueStart = colon + 1
    for index in valueStart..<end where !ASCII.isFieldValue(bytes[index]) {
      throw .malformedFieldValue
    }
    var valueEnd = end
    while valueStart < valueEnd, ASCII.isBlank(bytes[valueStart]) { valueStart += 1 }
    while valueEnd > valueStart, ASCII.isBlank(bytes[valueEnd - 1]) { valueEnd -= 1 }

    guard lines.count < limits.fields else { throw .tooManyFields }
    let known = KnownField(bytes.extracting(start..<colon))
    lines.append(
      FieldLine(
        name: HeadRange(start, colon), value: HeadRange(valueStart, valueEnd), known: known))
    guard let known else { return }
    let slot = Int(known.rawValue)
    if firstLines[slot] == 0 {
      firstLines[slot] = UInt16(truncatingIfNeeded: lines.count)
      return
    }
    switch known {
    case .host: throw .repeatedHost
    case .contentLength: throw .repeatedContentLength
    case .transferEncoding: throw .repeatedTransferEncoding
    case .accept, .acceptEncoding, .connection, .expect, .ifMatch, .ifModifiedSince, .ifNoneMatch,
      .ifRange, .ifUnmodifiedSince, .range, .referer, .userAgent, .forwardedHost, .forwardedProto:
      return
    }
  }

  /// A target's own authority wins over the Host field, which must be there and right even so
  /// (RFC 9112 3.2.2).
  private mutating func settleHost(_ bytes: Span<UInt8>) throws(Refusal) {
    let index = Int(firstLines[Int(KnownField.host.rawValue)])
    guard index > 0 else {
      guard version == .http10 else { throw .missingHost }
      return
    }
    let range = lines[index - 1].value
    guard Authority.isValid(bytes.extracting(range.bounds)) else { throw .malformedHost }
    if hostRange == nil { hostRange = range }
  }

  private mutating func settleFraming() throws(Refusal) {
    let length = value(of: .contentLength)
    if let coding = value(of: .transferEncoding) {
      guard length == nil else { throw .lengthWithTransferEncoding }
      guard version == .http11 else { throw .transferEncodingBefore11 }
      guard !coding.isEmpty else { throw .malformedTransferEncoding }
      guard !coding.contains(ASCII.comma) else { throw .repeatedTransferEncoding }
      guard coding.equalsIgnoringCase("chunked") else { throw .unknownTransferEncoding }
      framing = .chunked
    } else if let length {
      guard let count = DecimalNumber.exact(length.span) else { throw .malformedContentLength }
      framing = count == 0 ? .none : .length(count)
    }
  }

  private mutating func settlePersistence() {
    var wants = version == .http11
    forEachValue(of: .connection) { value in
      for option in ListElements(value) {
        if option.equalsIgnoringCase("close") {
          wants = false
          return false
        }
        if version == .http10, option.equalsIgnoringCase("keep-alive") { wants = true }
      }
      return true
    }
    wantsPersistence = wants
  }

  private mutating func settleExpectation() throws(Refusal) {
    guard version == .http11, let expectation = value(of: .expect) else { return }
    guard expectation.equalsIgnoringCase("100-continue") else { throw .unknownExpectation }
    expectsContinue = framing != .none
  }
}
