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
  private var firstLineFeed = -1

  init() {}

  /// Looks for the empty line.
  ///
  /// Lines that end in a bare line feed are found too, so that the parser gets to refuse them at
  /// once rather than never.
  ///
  /// - Parameters:
  ///   - bytes: everything since the head's first byte; grows from call to call.
  ///   - limits: how long a head may be.
  /// - Returns: whether the head is whole, and where it ends.
  /// - Throws: ``Refusal`` of a head that is longer.
  mutating func scan(_ bytes: Span<UInt8>, limits: WireLimits) throws(Refusal) -> Finding {
    let end = min(bytes.count, limits.headBytes)
    var index = scanned
    while index < end {
      guard bytes[index] == ASCII.lineFeed else {
        index += 1
        continue
      }
      if firstLineFeed < 0 { firstLineFeed = index }
      if index + 1 < end, bytes[index + 1] == ASCII.lineFeed { return .complete(index + 2) }
      if index + 2 < end, bytes[index + 1] == ASCII.carriageReturn,
        bytes[index + 2] == ASCII.lineFeed
      {
        return .complete(index + 3)
      }
      // The two bytes after a line feed decide; this one is looked at again when they are here.
      let last = min(index + 2, limits.headBytes - 1)
      if last >= bytes.count { break }
      index += 1
    }
    scanned = index
    guard bytes.count <= limits.headBytes else {
      throw firstLineFeed < 0 ? .targetTooLong : .headTooLarge
    }
    return .incomplete
  }
}
