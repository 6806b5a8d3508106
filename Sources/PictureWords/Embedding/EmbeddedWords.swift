import Digests

/// What is said of a picture, as it is put into files of it: as XMP, and who made it and whose it is
/// as EXIF too, which more programs read.
package final class EmbeddedWords: Sendable {
  /// Different for different words.
  package let fingerprint: UInt64
  let packet: [UInt8]
  /// A block that begins with TIFF's header; nil where nothing would stand in it.
  let fields: [UInt8]?

  /// Words as they will be embedded.
  ///
  /// - Parameter details: what is said; nil where nothing of it would be embedded.
  package init?(_ details: PictureDetails) {
    guard let packet = XMPPacket.bytes(of: details) else { return nil }
    self.packet = packet
    fields = EXIFBlock.bytes([
      (EXIFWords.Tag.artist, details.creator), (EXIFWords.Tag.copyright, details.attribution),
    ])
    var hash = FNV1a(salt: UInt64(packet.count))
    hash.combine(packet)
    fingerprint = hash.value
  }

  /// A file with the words in it.
  ///
  /// - Parameters:
  ///   - file: one without words of its own.
  ///   - container: what it is.
  /// - Returns: the same file where it has no place for words.
  package func embedded(in file: [UInt8], _ container: PictureContainer) -> [UInt8] {
    switch container {
    case .jpeg: inJPEG(file)
    case .png: inPNG(file)
    case .webp: inWebP(file)
    case .gif, .tiff, .heif, .jpeg2000: file
    }
  }
}
