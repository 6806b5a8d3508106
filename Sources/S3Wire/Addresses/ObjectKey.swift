import ByteText

/// An object's name in its bucket: 1 to 1024 bytes of UTF-8, whatever they say.
package struct ObjectKey: Hashable, Sendable {
  package static let longest = 1024

  package let bytes: [UInt8]

  /// - Returns: nil for what no engine takes for one.
  package init?(_ bytes: [UInt8]) {
    guard (1...Self.longest).contains(bytes.count), String(validating: bytes, as: UTF8.self) != nil
    else { return nil }
    self.bytes = bytes
  }
}

extension ObjectKey: CustomStringConvertible {
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}
