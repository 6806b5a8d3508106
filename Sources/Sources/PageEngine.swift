/// What makes images of the pages of documents that only a child reads.
package enum PageEngine: String, Codable, Sendable {
  /// Through libvips: the first page alone, and only where untrusted formats are allowed.
  case poppler
  case pdfium
  /// Nobody draws: pages are pictures that lie in an archive.
  case archive
  /// Programs of their own, in children.
  case djvu
}
