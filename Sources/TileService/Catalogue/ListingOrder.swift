/// The order of a listing's entries: folders always come first.
struct ListingOrder: Hashable, Sendable {
  enum Key: String, CaseIterable, Sendable {
    case name
    /// When files were last modified.
    case date
    /// In bytes.
    case size
  }

  var key = Key.name
  var isDescending = false

  /// Whether the order is that of something that files have to be looked at for, one by one.
  var looksAtFiles: Bool {
    switch key {
    case .name: false
    case .date, .size: true
    }
  }

  /// Whether one entry comes before another; those of equal rank go by their names.
  func precedes(_ left: Catalogue.Found, _ right: Catalogue.Found) -> Bool {
    if left.isFolder != right.isFolder { return left.isFolder }
    if left.rank != right.rank { return (left.rank < right.rank) != isDescending }
    // The two are never the same, so that one order is the other turned round.
    let (first, second) = isDescending && key == .name ? (right, left) : (left, right)
    return Catalogue.Found.hasEarlierName(first, second)
  }
}
