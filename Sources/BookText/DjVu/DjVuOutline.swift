/// The outline of a DjVu document, as `djvused` prints it.
package struct DjVuOutline: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    /// From 0.
    package let depth: Int
    package let title: String
    /// From 1; nil where it leads to none.
    package let page: Int?
  }

  /// Bytes of a title, of an address, and of all titles.
  private static let longest = (title: 1200, address: 2000, all: 4 << 20)

  /// In the order in which they are read.
  package private(set) var entries: [Entry] = []
  /// False where it has more entries, deeper ones or longer titles than are told.
  package private(set) var isWhole = true

  /// Reads it: `(bookmarks ("title" "#page" parts...) ...)`.
  ///
  /// - Parameters:
  ///   - expression: all of it.
  ///   - names: what pages are called.
  ///   - most: entries, and how deep they lie in one another.
  package init(
    _ expression: DjVuExpression, _ names: DjVuNames, most: (count: Int, depth: Int)
  ) {
    guard let (name, parts) = expression.named, name == "bookmarks" else { return }
    var room = Self.longest.all
    append(parts, depth: 0, names, most, &room)
  }

  private mutating func append(
    _ parts: ArraySlice<DjVuExpression>, depth: Int, _ names: DjVuNames,
    _ most: (count: Int, depth: Int), _ room: inout Int
  ) {
    for case .list(let entry) in parts {
      guard depth < most.depth, entries.count < most.count else {
        isWhole = false
        return
      }
      var below = depth
      if let title = entry.first?.line(limit: min(Self.longest.title, room)) {
        room -= title.utf8.count
        let address = entry.dropFirst().first?.line(limit: Self.longest.address)
        entries.append(Entry(depth: depth, title: title, page: address.flatMap(names.page(of:))))
        below += 1
      } else if case .text(let bytes) = entry.first, !bytes.isEmpty {
        isWhole = false
      }
      append(entry.dropFirst(2), depth: below, names, most, &room)
    }
  }
}
