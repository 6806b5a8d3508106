import Posix
import Sources

/// The entries of a listing: all of a folder's, or what a search has found.
///
/// A page of a large folder takes no look at the rest of it.
struct ListingEntries: Sendable {
  private enum Content: Sendable {
    /// In the order of names, the first so many of them folders.
    case folder([Catalogue.Item], folders: Int)
    /// In the order of the listing.
    case found([Catalogue.Found])
  }

  let order: ListingOrder
  private let content: Content

  /// All of a folder's, by name.
  ///
  /// - Parameters:
  ///   - items: folders first, each kind in natural order.
  ///   - isDescending: whether they are told the other way round.
  init(_ items: [Catalogue.Item], isDescending: Bool) {
    order = ListingOrder(key: .name, isDescending: isDescending)
    var (start, end) = (0, items.count)
    while start < end {
      let middle = (start + end) / 2
      if items[middle].isFolder { start = middle + 1 } else { end = middle }
    }
    content = .folder(items, folders: start)
  }

  /// What was found, in its order.
  init(_ found: [Catalogue.Found], _ order: ListingOrder) {
    self.order = order
    content = .found(found)
  }

  var count: Int {
    switch content {
    case .folder(let items, _): items.count
    case .found(let found): found.count
    }
  }

  subscript(place: Int) -> Catalogue.Found {
    switch content {
    case .folder(let items, let folders):
      var place = place
      if order.isDescending {
        place = place < folders ? folders - 1 - place : items.count - 1 - (place - folders)
      }
      return Catalogue.Found(isFolder: items[place].isFolder, path: items[place].name.bytes)
    case .found(let found): return found[place]
    }
  }

  /// The place behind an entry, whether or not it is still there.
  func place(behind last: Catalogue.Found) -> Int {
    var start = 0
    var end = count
    while start < end {
      let middle = (start + end) / 2
      if order.precedes(last, self[middle]) { end = middle } else { start = middle + 1 }
    }
    return start
  }
}
