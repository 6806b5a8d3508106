import ByteText

/// The kinds of files that can be cut, told by their first bytes; names mean nothing.
package enum SourceFormat: String, CaseIterable, Sendable {
  case jpeg = "JPEG"
  case png = "PNG"
  case tiff = "TIFF"
  case webp = "WebP"
  case gif = "GIF"
  case heif = "HEIF"
  case avif = "AVIF"
  case jpeg2000 = "JPEG 2000"
  case svg = "SVG"
  case pdf = "PDF"
  /// A ZIP file of pictures, the pages of a book; an EPUB is one where it is no more than that.
  case cbz = "CBZ"
  case djvu = "DjVu"

  /// As many bytes as ``init(firstBytes:)`` wants to see.
  package static let bytesNeeded = 4096

  /// - Returns: nil for what is none of these.
  package init?(firstBytes bytes: Span<UInt8>) {
    func has(_ text: StaticString, at offset: Int = 0) -> Bool {
      bytes.starts(with: text, at: offset)
    }
    func begins(_ pattern: [UInt8]) -> Bool {
      bytes.count >= pattern.count && pattern.indices.allSatisfy { pattern[$0] == bytes[$0] }
    }
    switch true {
    case begins([0xFF, 0xD8, 0xFF]): self = .jpeg
    case begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]): self = .png
    case begins([0x49, 0x49, 42, 0]), begins([0x4D, 0x4D, 0, 42]): self = .tiff
    case begins([0x49, 0x49, 43, 0]), begins([0x4D, 0x4D, 0, 43]): self = .tiff
    case has("RIFF") && has("WEBP", at: 8): self = .webp
    case has("GIF87a"), has("GIF89a"): self = .gif
    case has("ftypavif", at: 4), has("ftypavis", at: 4): self = .avif
    case has("ftypheic", at: 4), has("ftypheix", at: 4), has("ftypmif1", at: 4),
      has("ftyphevc", at: 4), has("ftypmsf1", at: 4):
      self = .heif
    case begins([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20]), begins([0xFF, 0x4F, 0xFF, 0x51]):
      self = .jpeg2000
    case has("%PDF-"): self = .pdf
    case has("AT&TFORM") && (has("DJVU", at: 12) || has("DJVM", at: 12)): self = .djvu
    case ZipOpening.isOfBook(bytes): self = .cbz
    case Self.looksLikeSVG(bytes): self = .svg
    case (1...Self.mostBeforePDF).contains(where: { has("%PDF-", at: $0) }): self = .pdf
    default: return nil
    }
  }

  /// Readers of PDF have always looked for its beginning in the first kilobyte.
  private static let mostBeforePDF = 1019

  private static func looksLikeSVG(_ bytes: Span<UInt8>) -> Bool {
    var text: [UInt8] = []
    for index in 0..<min(bytes.count, bytesNeeded) { text.append(bytes[index]) }
    var opening = SVGOpening(text)
    return opening.isSVG()
  }

  /// Whether a file's name promises an image, so that one that is none is worth a word.
  package static func isImageName(_ name: some Sequence<UInt8>) -> Bool {
    let text = String(decoding: Array(name), as: UTF8.self).lowercased()
    guard let dot = text.lastIndex(of: ".") else { return false }
    let ending = String(text[text.index(after: dot)...])
    return pictureEndings.contains(ending)
      || [
        // TIFF under other names: pyramids, and BigTIFF; then slides.
        "ptif", "ptiff", "btf", "tf8", "svs", "ndpi", "scn", "bif",
        "j2k", "j2c", "jpx", "svg", "svgz", "pdf", "cbz", "epub", "djvu", "djv",
      ].contains(ending)
  }

  private static let pictureEndings: Set = [
    "jpg", "jpeg", "jpe", "jfif", "png", "tif", "tiff", "webp", "gif", "heic", "heif", "avif",
    "jp2",
  ]

  /// Whether a file's name in an archive promises a picture of a usual kind.
  package static func isPictureName(_ name: some Sequence<UInt8>) -> Bool {
    let text = String(decoding: Array(name), as: UTF8.self).lowercased()
    guard let dot = text.lastIndex(of: ".") else { return false }
    return pictureEndings.contains(String(text[text.index(after: dot)...]))
  }

  /// When files of a kind are decoded.
  package enum Admission: Sendable {
    case always
    /// Where untrusted formats are allowed: libvips doesn't count the decoder as fit for files from
    /// strangers.
    case onRequest
    /// Where programs are found that read them.
    case byPrograms
  }

  package var admission: Admission {
    switch self {
    case .jpeg, .png, .tiff, .webp, .gif, .heif, .avif, .cbz: .always
    case .svg, .pdf, .jpeg2000: .onRequest
    case .djvu: .byPrograms
    }
  }

  /// Whether files of the kind are decoded.
  ///
  /// - Parameter allowsUntrusted: whether those are that are decoded on request.
  /// - Returns: false where ``refusal(way:)`` says why.
  package func isAdmitted(allowsUntrusted: Bool) -> Bool {
    switch admission {
    case .always: true
    case .onRequest: allowsUntrusted
    // Who knows of such programs answers for them.
    case .byPrograms: false
    }
  }

  /// Why files of the kind are not decoded, where they are not.
  ///
  /// - Parameter way: how decoding them is requested, in words behind a blank.
  /// - Returns: words without the file's name.
  package func refusal(way: String) -> String { "\(rawValue) files are not switched on \(way)" }

  /// Pages or frames that each are an image of their own, and are counted without a decoder.
  package var hasPages: Bool { self == .tiff }

  package var isVector: Bool { self == .svg || self == .pdf }
}
