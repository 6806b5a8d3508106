import HTTPWire

/// The name of an image or a folder as a request's path has it.
///
/// It shares the request's bytes; who keeps it copies ``encoded`` first.
package struct ImageName: Hashable, Sendable {
  /// As the client wrote it: percent-encoded, its slashes plain or not.
  package let encoded: ArraySlice<UInt8>

  package init(encoded: ArraySlice<UInt8>) { self.encoded = encoded }

  /// The path below the image root.
  ///
  /// Percent signs that are followed by no two hexadecimal digits stand for themselves; requests
  /// with such paths are refused before.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(encoded.count)
    return PercentDecoding.append(encoded, to: &bytes) ? bytes : Array(encoded)
  }

  /// The name of a path below the root, as our own addresses write it: one segment, slashes
  /// encoded.
  package init(path: some Sequence<UInt8>) {
    var encoded: [UInt8] = []
    for byte in path {
      if Self.isPlain(byte) {
        encoded.append(byte)
      } else {
        encoded.append(UInt8(ascii: "%"))
        encoded.append(Self.digits[Int(byte >> 4)])
        encoded.append(Self.digits[Int(byte & 15)])
      }
    }
    self.encoded = encoded[...]
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  /// RFC 3986's unreserved characters, and those of its others that mean nothing in our paths.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: ";"), UInt8(ascii: ":"),
      UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: "@"):
      true
    default: false
    }
  }

  /// As text for documents: what the client wrote is ASCII.
  package var text: String { String(decoding: encoded, as: UTF8.self) }

  /// For people and for JSON; bytes that are no UTF-8 show as replacement characters.
  package var decodedText: String { String(decoding: bytes, as: UTF8.self) }
}
