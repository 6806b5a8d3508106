import ByteText

/// Field lines of a response, serialized as they are added.
package struct FieldBlock: Sendable {
  /// Complete lines, each with its CR LF.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package var isEmpty: Bool { bytes.isEmpty }

  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  package mutating func add(_ name: StaticString, _ value: StaticString) {
    open(name)
    bytes.append(value)
    close()
  }

  package mutating func add(_ name: StaticString, _ value: Int64) {
    open(name)
    bytes.append(decimal: value)
    close()
  }

  package mutating func add(_ name: StaticString, _ value: String) {
    open(name)
    for byte in value.utf8 { bytes.append(Self.harmless(byte)) }
    close()
  }

  package mutating func add(_ name: StaticString, _ value: ArraySlice<UInt8>) {
    open(name)
    for byte in value { bytes.append(Self.harmless(byte)) }
    close()
  }

  /// Adds a value that is put together in place.
  package mutating func add(_ name: StaticString, writing: (inout [UInt8]) -> Void) {
    open(name)
    let start = bytes.count
    writing(&bytes)
    if !Self.isHarmless(bytes.span.extracting(start..<bytes.count)) {
      for index in start..<bytes.count { bytes[index] = Self.harmless(bytes[index]) }
    }
    close()
  }

  package mutating func add(_ name: StaticString, _ tag: EntityTag) {
    open(name)
    tag.write(to: &bytes)
    close()
  }

  /// Adds a field whose value is a date.
  ///
  /// - Parameters:
  ///   - name: the field's.
  ///   - seconds: since 1970.
  package mutating func add(_ name: StaticString, date seconds: Int64) {
    open(name)
    HTTPDate.append(seconds, to: &bytes)
    close()
  }

  /// Adds `Content-Range: bytes first-last/length`.
  package mutating func addContentRange(first: Int64, last: Int64, of length: Int64) {
    open("Content-Range")
    bytes.append("bytes ")
    bytes.append(decimal: first)
    bytes.append(ASCII.minus)
    bytes.append(decimal: last)
    bytes.append(ASCII.slash)
    bytes.append(decimal: length)
    close()
  }

  /// Adds lines prepared before, for answers that repeat them.
  package mutating func add(_ block: borrowing FieldBlock) {
    bytes.append(block.bytes.span)
  }

  private mutating func open(_ name: StaticString) {
    bytes.append(name)
    bytes.append(": ")
  }

  private mutating func close() { bytes.append("\r\n") }

  /// Control bytes would let whoever chose the value write lines of their own; RFC 9110 5.5 has
  /// them replaced by spaces.
  private static func isHarmless(_ value: Span<UInt8>) -> Bool {
    // To the end in any case: that is many bytes at a time.
    var isHarmless = true
    for index in value.indices { isHarmless = isHarmless && ASCII.isFieldValue(value[index]) }
    return isHarmless
  }

  private static func harmless(_ byte: UInt8) -> UInt8 {
    ASCII.isFieldValue(byte) ? byte : ASCII.space
  }
}
