/// How large the images of a window's pages are, in pixels.
///
/// A page that nobody has told of yet is of one pixel.
package struct PageSizes: Equatable, Sendable {
  /// One place for each view of the largest pool, ``PageWindow/poolBounds``.
  private var sizes = InlineArray<9, Size>(repeating: Size(width: 1, height: 1))

  package init() {}

  package var capacity: Int { sizes.count }

  /// The size of the page that a pool's view shows: that of ``PageWindow/slot(of:)``.
  package subscript(slot: Int32) -> Size {
    get { sizes[Int(slot)] }
    set { sizes[Int(slot)] = newValue }
  }

  package static func == (left: PageSizes, right: PageSizes) -> Bool {
    var index = 0
    while index < left.sizes.count {
      if left.sizes[index] != right.sizes[index] { return false }
      index += 1
    }
    return true
  }
}
