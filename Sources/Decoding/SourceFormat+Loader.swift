import Sources

extension SourceFormat {
  /// libvips' loader for it, called by this name and no other way.
  var loader: String {
    switch self {
    case .jpeg: "jpegload"
    case .png: "pngload"
    case .tiff: "tiffload"
    case .webp: "webpload"
    case .gif: "gifload"
    case .heif, .avif: "heifload"
    case .jpeg2000: "jp2kload"
    case .svg: "svgload"
    case .pdf: "pdfload"
    // There are none, and libvips says so.
    case .cbz: "zipload"
    case .djvu: "djvuload"
    }
  }
}
