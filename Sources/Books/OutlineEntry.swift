/// A part of a book, and the parts of it.
package struct OutlineEntry: Equatable, Sendable {
  package var title: String
  /// Where it begins, in the order of reading, from 0; nil for a title alone.
  package var page: Int?
  package var parts: [OutlineEntry]

  package init(title: String, page: Int?, parts: [OutlineEntry] = []) {
    self.title = title
    self.page = page
    self.parts = parts
  }

  /// The same of a book of which only some pages are shown.
  ///
  /// - Parameter isShown: whether a page is.
  /// - Returns: nil where nothing of it leads to a page.
  package func pruned(_ isShown: (Int) -> Bool) -> OutlineEntry? {
    let page = page.flatMap { isShown($0) ? $0 : nil }
    let parts = parts.compactMap { $0.pruned(isShown) }
    guard page != nil || !parts.isEmpty else { return nil }
    return OutlineEntry(title: title, page: page, parts: parts)
  }

  /// Itself and all below it.
  package var count: Int { parts.reduce(1) { $0 + $1.count } }
}
