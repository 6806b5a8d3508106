/// The outline of a DjVu document, as `djvused` prints it.
package enum DjVuOutline {
  package struct Entry: Equatable, Sendable {
    /// From 0.
    package let depth: Int
    package let title: String
    /// From 1; nil where it leads to none.
    package let page: Int?
  }

  /// Bytes of a title, of an address, and of all titles.
  private static let longest = (title: 1200, address: 2000, all: 4 << 20)

  /// Reads it: `(bookmarks ("title" "#page" parts...) ...)`.
  ///
  /// - Parameters:
  ///   - expression: all of it.
  ///   - names: what pages are called.
  ///   - most: entries, and how deep they lie in one another.
  /// - Returns: entries in the order in which they are read.
  package static func entries(
    in expression: DjVuExpression, _ names: DjVuNames, most: (count: Int, depth: Int)
  ) -> [Entry] {
    guard let (name, parts) = expression.named, name == "bookmarks" else { return [] }
    var entries: [Entry] = []
    var room = longest.all
    func append(_ parts: ArraySlice<DjVuExpression>, depth: Int) {
      guard depth < most.depth else { return }
      for case .list(let entry) in parts where entries.count < most.count {
        var below = depth
        if let title = entry.first?.line(limit: min(longest.title, room)) {
          room -= title.utf8.count
          let address = entry.dropFirst().first?.line(limit: longest.address)
          entries.append(
            Entry(depth: depth, title: title, page: address.flatMap(names.page(of:))))
          below += 1
        }
        append(entry.dropFirst(2), depth: below)
      }
    }
    append(parts, depth: 0)
    return entries
  }
}
