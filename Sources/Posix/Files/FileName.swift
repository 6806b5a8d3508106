import ByteText

/// One component of a path: no slash, no zero, neither `.` nor `..`.
package struct FileName: Hashable, Sendable, Comparable {
  /// What Linux file systems take.
  package static let maximumLength = 255

  package let bytes: [UInt8]

  package init?(bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    let dot = UInt8(ascii: ".")
    guard (1...Self.maximumLength).contains(bytes.count), bytes != [dot], bytes != [dot, dot],
      !bytes.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
    else { return nil }
    self.bytes = bytes
  }

  package init?(_ text: String) { self.init(bytes: text.utf8) }

  /// Whether listings pass it over and nobody is served what it names.
  package var isHidden: Bool { bytes.isHiddenName }

  package static func < (left: FileName, right: FileName) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension FileName: CustomStringConvertible {
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}
