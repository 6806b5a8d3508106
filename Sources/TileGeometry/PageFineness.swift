/// How finely pages of documents are made of pixels.
package enum PageFineness {
  /// Dots per inch that a page can have: whoever is told others takes them for damage.
  package static let bounds = 0.000_001...10_000_000.0
}
