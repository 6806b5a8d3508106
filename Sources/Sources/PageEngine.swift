/// What draws the pages of PDF files.
package enum PageEngine: String, Codable, Sendable {
  /// Through libvips: the first page alone, and only where untrusted formats are allowed.
  case poppler
  case pdfium
}
