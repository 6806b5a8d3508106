import FoundationEssentials

/// A small copy of a picture that is being cut, as much of it as is there: a JPEG file.
package struct Sketch: Codable, Equatable, Sendable {
  /// The file in base64, as it goes over the line and into addresses.
  package let base64: String

  /// Bytes that it has at most: as text they must fit into a message.
  package static let longest = 64 << 10

  /// Nil for one that is too long to be told.
  ///
  /// - Parameter jpeg: the file.
  package init?(_ jpeg: [UInt8]) {
    guard jpeg.count <= Self.longest else { return nil }
    base64 = Data(jpeg).base64EncodedString()
  }

  /// Whether it is one: it goes into other people's pages.
  var isPlausible: Bool {
    base64.utf8.count <= (Self.longest + 2) / 3 * 4
      && Data(base64Encoded: base64)?.starts(with: [0xFF, 0xD8, 0xFF]) == true
  }
}
