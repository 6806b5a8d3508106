import ByteText

/// Finds where a head ends, without looking at any byte twice however it is cut into pieces.
struct HeadScanner: Sendable {
  enum Finding: Equatable {
    case incomplete
    /// The head is the first so many bytes.
    case complete(Int)
  }

  /// Bytes looked at before; the next search goes on here.
  private var scanned = 0
  /// Where the line begins that is being looked at.
  private var lineStart = 0

  init() {}

  /// Looks for the empty line.
  ///
  /// A carriage return or a line feed that stands alone is refused as soon as it is there: whoever
  /// sends one has ended a line as they see it, and waits for an answer.
  ///
  /// - Parameters:
  ///   - bytes: everything since the head's first byte; grows from call to call.
  ///   - limits: what the peer may ask.
  /// - Returns: where the head ends, if it does.
  /// - Throws: for half a line end, and for a head that is too large.
  mutating func scan(_ bytes: Span<UInt8>, limits: WireLimits) throws(Refusal) -> Finding {
    let end = min(bytes.count, limits.headBytes)
    var index = scanned
    while index < end {
      let byte = bytes[index]
      // One comparison for nearly every byte there is.
      guard byte <= ASCII.carriageReturn else {
        index += 1
        continue
      }
      if byte == ASCII.lineFeed { throw .bareLineFeed }
      guard byte == ASCII.carriageReturn else {
        index += 1
        continue
      }
      guard index + 1 < end else { break }
      guard bytes[index + 1] == ASCII.lineFeed else { throw .bareCarriageReturn }
      if index == lineStart { return .complete(index + 2) }
      index += 2
      lineStart = index
    }
    scanned = index
    guard bytes.count <= limits.headBytes else {
      throw lineStart == 0 ? .targetTooLong : .headTooLarge
    }
    return .incomplete
  }
}
