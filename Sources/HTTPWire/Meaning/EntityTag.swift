import ByteText

/// The name of one state of a resource (RFC 9110 8.8.3): at most 64 bytes, quotes included,
/// held in place so that making one costs no allocation.
package struct EntityTag: Sendable {
  private var bytes = InlineArray<64, UInt8>(repeating: 0)
  private var count = 0
  package let isWeak: Bool

  /// An empty tag to append to.
  package init(isWeak: Bool = false) {
    self.isWeak = isWeak
    push(ASCII.quote)
  }

  /// Appends one byte of the tag's text; what no tag may hold becomes `-`, and what is too much
  /// is left off: a tag holds 62 bytes of text.
  package mutating func append(_ byte: UInt8) {
    guard count < bytes.count - 1 else { return }
    let isAllowed = byte > ASCII.space && byte != ASCII.quote && byte < ASCII.delete
    push(isAllowed ? byte : ASCII.minus)
  }

  package mutating func append(_ text: some Sequence<UInt8>) {
    for byte in text { append(byte) }
  }

  /// Appends bytes that a tag may hold, as digests and versions are.
  ///
  /// - Precondition: visible ASCII without quotes.
  package mutating func append(plain text: Span<UInt8>) {
    let room = min(text.count, bytes.count - 1 - count)
    for index in 0..<room { bytes[count &+ index] = text[index] }
    count += room
  }

  package mutating func append(_ text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { unsafe append(text.utf8Start[index]) }
  }

  /// Appends a number in hexadecimal digits.
  package mutating func append(hexadecimal number: UInt64) {
    var shift = 60
    while shift > 0, number >> UInt64(shift) == 0 { shift -= 4 }
    while shift >= 0 {
      let nibble = UInt8(truncatingIfNeeded: (number >> UInt64(shift)) & 15)
      append(nibble < 10 ? ASCII.zero + nibble : 0x57 + nibble)
      shift -= 4
    }
  }

  private mutating func push(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }

  /// Writes the tag as a field carries it.
  package func write(to output: inout [UInt8]) {
    if isWeak { output.append("W/") }
    output.append(bytes.span.extracting(0..<count))
    output.append(ASCII.quote)
  }

  /// Whether quoted text is this tag's, weakness aside.
  func hasText(_ quoted: ArraySlice<UInt8>) -> Bool {
    guard quoted.count == count + 1 else { return false }
    for index in 0..<count where quoted[quoted.startIndex + index] != bytes[index] { return false }
    return true
  }
}
