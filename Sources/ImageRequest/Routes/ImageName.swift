import ByteText
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
    return bytes.append(percentDecoding: encoded) ? bytes : Array(encoded)
  }

  /// The name of a path below the root, as our own addresses write it: one segment, slashes
  /// encoded.
  package init(path: some Sequence<UInt8>) {
    var encoded: [UInt8] = []
    // Of the reserved characters, these mean nothing in our paths.
    encoded.append(percentEncoding: path, keeping: ";:,=@")
    self.encoded = encoded[...]
  }

  /// As text for documents: what the client wrote is ASCII.
  package var text: String { String(decoding: encoded, as: UTF8.self) }

  /// For people and for JSON; bytes that are no UTF-8 show as replacement characters.
  package var decodedText: String { String(decoding: bytes, as: UTF8.self) }
}
