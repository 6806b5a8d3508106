/// The ICC profile of a pyramid whose pixels are not sRGB: it goes along with every picture, for
/// viewers to show the right colours.
package struct ColorProfile: Equatable, Sendable {
  /// A longer one would outweigh the tiles that carry it.
  package static let longest = 16_384

  package let bytes: [UInt8]
  /// Whether it is for pixels of one channel; else it is for RGB.
  package let isGray: Bool

  /// - Returns: nil for what is no profile of grey or RGB, is too long, or says it is sRGB, which is
  ///   what viewers take pixels without a profile for.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 128, bytes.count <= Self.longest,
      bytes[36..<40].elementsEqual("acsp".utf8)
    else { return nil }
    switch String(decoding: bytes[16..<20], as: UTF8.self) {
    case "RGB ": isGray = false
    case "GRAY": isGray = true
    default: return nil
    }
    // Names are ASCII in older profiles, and in newer ones UTF-16.
    let names = [Array("sRGB".utf8), Array("s\0R\0G\0B".utf8)]
    guard !names.contains(where: { Self.holds(bytes, $0) }) else { return nil }
    self.bytes = bytes
  }

  /// The marker that carries the profile in a JPEG stream (ICC.1, annex B.4).
  package var jpegSegment: [UInt8] {
    let content = Array("ICC_PROFILE\0".utf8) + [1, 1] + bytes
    let length = content.count + 2
    return [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + content
  }

  /// A JPEG stream with the profile in it.
  package func added(toJPEG stream: [UInt8]) -> [UInt8] {
    stream.prefix(2) + jpegSegment + stream.dropFirst(2)
  }

  private static func holds(_ bytes: [UInt8], _ name: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: name) }
  }
}
