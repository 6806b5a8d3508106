/// The formats that answers have.
package enum ImageFormat: UInt8, CaseIterable, Hashable, Sendable {
  case jpeg, png, webp, avif, gif, tiff

  /// As addresses end: `jpg`, `png`, ...
  package var fileExtension: StaticString {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .webp: "webp"
    case .avif: "avif"
    case .gif: "gif"
    case .tiff: "tif"
    }
  }

  package var mediaType: StaticString {
    switch self {
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .webp: "image/webp"
    case .avif: "image/avif"
    case .gif: "image/gif"
    case .tiff: "image/tiff"
    }
  }
}
