import ByteText

/// The types of files by their extensions.
enum MediaType {
  /// The type of a file name; what has no known extension is bytes and nothing more.
  static func of(fileName: ArraySlice<UInt8>) -> StaticString {
    guard let dot = fileName.lastIndex(of: ASCII.dot) else { return "application/octet-stream" }
    let suffix = String(decoding: fileName[(dot + 1)...], as: UTF8.self).lowercased()
    return switch suffix {
    case "html", "htm": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js", "mjs": "text/javascript; charset=utf-8"
    case "txt", "md": "text/plain; charset=utf-8"
    case "csv": "text/csv; charset=utf-8"
    case "json", "map": "application/json"
    case "xml", "dzi": "application/xml"
    case "wasm": "application/wasm"
    case "pdf": "application/pdf"
    case "zip": "application/zip"
    case "gz": "application/gzip"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "webp": "image/webp"
    case "avif": "image/avif"
    case "gif": "image/gif"
    case "ico": "image/x-icon"
    case "tif", "tiff", "svs": "image/tiff"
    case "jp2": "image/jp2"
    case "woff2": "font/woff2"
    case "woff": "font/woff"
    case "mp4": "video/mp4"
    case "webm": "video/webm"
    default: "application/octet-stream"
    }
  }
}
