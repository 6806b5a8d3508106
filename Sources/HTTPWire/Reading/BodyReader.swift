import ByteText

/// Reads a request's body and throws it away, to know where the next request begins.
///
/// Chunks are read to the letter (RFC 9112 7.1): CR LF ends every line, nothing stands between
/// the size and its `;`, trailer fields obey the rules of other fields.
struct BodyReader: Sendable {
  private enum State: Sendable {
    case data(Int64, isChunk: Bool)
    case size(Int64, digits: Int)
    case chunkExtension(isQuoted: Bool, isEscaped: Bool)
    case sizeLineFeed
    case dataReturn
    case dataLineFeed
    case trailerStart
    case trailerName
    case trailerValue
    case trailerLineFeed
    case lastLineFeed
    case finished
  }

  private var state: State
  private var size: Int64 = 0
  private var wireBytes = 0
  private var trailerBytes = 0
  private var trailers = 0

  /// - Throws: `bodyTooLarge` when the length given is more than allowed.
  init(_ framing: BodyFraming, limits: WireLimits) throws(Refusal) {
    switch framing {
    case .none: state = .finished
    case .length(let count):
      guard count <= Int64(limits.bodyBytes) else { throw .bodyTooLarge }
      state = .data(count, isChunk: false)
    case .chunked: state = .size(0, digits: 0)
    }
  }

  var isFinished: Bool {
    if case .finished = state { true } else { false }
  }

  /// Eats what belongs to the body.
  ///
  /// - Returns: how many of the bytes did.
  mutating func consume(_ bytes: Span<UInt8>, limits: WireLimits) throws(Refusal) -> Int {
    var index = 0
    while index < bytes.count, !isFinished {
      if case .data(let rest, let isChunk) = state {
        let taken = Int(min(rest, Int64(bytes.count - index)))
        index += taken
        try count(taken, limits: limits)
        if Int64(taken) < rest {
          state = .data(rest - Int64(taken), isChunk: isChunk)
        } else {
          state = isChunk ? .dataReturn : .finished
        }
      } else {
        try count(1, limits: limits)
        try step(bytes[index], limits: limits)
        index += 1
      }
    }
    return index
  }

  /// Framing counts as much as data, or chunks of one byte would cost a multiple of the limit.
  private mutating func count(_ bytes: Int, limits: WireLimits) throws(Refusal) {
    wireBytes += bytes
    guard wireBytes <= limits.bodyBytes else { throw .bodyTooLarge }
  }

  private mutating func step(_ byte: UInt8, limits: WireLimits) throws(Refusal) {
    switch state {
    case .data, .finished: return
    case .size(let number, let digits):
      try stepSize(byte, number: number, digits: digits)
    case .chunkExtension(let isQuoted, let isEscaped):
      try stepExtension(byte, isQuoted: isQuoted, isEscaped: isEscaped)
    case .sizeLineFeed:
      guard byte == ASCII.lineFeed else { throw .malformedChunk }
      state = size == 0 ? .trailerStart : .data(size, isChunk: true)
    case .dataReturn:
      guard byte == ASCII.carriageReturn else { throw .malformedChunk }
      state = .dataLineFeed
    case .dataLineFeed:
      guard byte == ASCII.lineFeed else { throw .malformedChunk }
      state = .size(0, digits: 0)
    case .trailerStart, .trailerName, .trailerValue, .trailerLineFeed, .lastLineFeed:
      try stepTrailer(byte, limits: limits)
    }
  }

  private mutating func stepSize(_ byte: UInt8, number: Int64, digits: Int) throws(Refusal) {
    if let digit = ASCII.hexValue(byte) {
      // Fifteen digits stay clear of the sign bit, and of every limit anybody would set.
      guard digits < 15 else { throw .malformedChunk }
      state = .size(number << 4 | Int64(digit), digits: digits + 1)
      return
    }
    guard digits > 0 else { throw .malformedChunk }
    size = number
    switch byte {
    case ASCII.carriageReturn: state = .sizeLineFeed
    case ASCII.semicolon: state = .chunkExtension(isQuoted: false, isEscaped: false)
    default: throw .malformedChunk
    }
  }

  private mutating func stepExtension(
    _ byte: UInt8, isQuoted: Bool, isEscaped: Bool
  ) throws(Refusal) {
    if isQuoted {
      guard ASCII.isFieldValue(byte) else { throw .malformedChunk }
      let closes = byte == ASCII.quote && !isEscaped
      state = .chunkExtension(
        isQuoted: !closes, isEscaped: byte == ASCII.backslash && !isEscaped)
    } else if byte == ASCII.carriageReturn {
      state = .sizeLineFeed
    } else if byte == ASCII.quote {
      state = .chunkExtension(isQuoted: true, isEscaped: false)
    } else if !ASCII.isToken(byte), byte != ASCII.equals, byte != ASCII.semicolon {
      throw .malformedChunk
    }
  }

  private mutating func stepTrailer(_ byte: UInt8, limits: WireLimits) throws(Refusal) {
    trailerBytes += 1
    guard trailerBytes <= limits.headBytes else { throw .headTooLarge }
    switch state {
    case .trailerStart:
      if byte == ASCII.carriageReturn {
        state = .lastLineFeed
        return
      }
      guard ASCII.isToken(byte) else { throw .malformedTrailer }
      trailers += 1
      guard trailers <= limits.fields else { throw .tooManyFields }
      state = .trailerName
    case .trailerName:
      if byte == ASCII.colon {
        state = .trailerValue
      } else if !ASCII.isToken(byte) {
        throw .malformedTrailer
      }
    case .trailerValue:
      if byte == ASCII.carriageReturn {
        state = .trailerLineFeed
      } else if !ASCII.isFieldValue(byte) {
        throw .malformedTrailer
      }
    case .trailerLineFeed:
      guard byte == ASCII.lineFeed else { throw .malformedTrailer }
      state = .trailerStart
    case .lastLineFeed, .data, .size, .chunkExtension, .sizeLineFeed, .dataReturn, .dataLineFeed,
      .finished:
      guard byte == ASCII.lineFeed else { throw .malformedTrailer }
      state = .finished
    }
  }
}
