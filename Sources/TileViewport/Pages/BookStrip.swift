/// Where the pages of a book lie on one surface: each spread in a box of its own, or all of them in a
/// column or row.
///
/// Book points have their origin at the surface's top left corner, whatever the direction of
/// reading; see ``PageExtents``.
package struct BookStrip: Equatable, Sendable {
  package let spreads: Spreads
  package let direction: ReadingDirection
  private let extents: PageExtents
  /// Where each spread begins along the strip, in the order of reading, and the end behind the last.
  private let starts: [Double]
  /// Of the largest spread, across the strip.
  private let breadth: Double
  private let spacing: Double

  /// A strip of spreads.
  ///
  /// - Parameters:
  ///   - extents: how large the pages are.
  ///   - spreads: which of them are seen together, of as many pages.
  ///   - direction: where the next spread lies.
  ///   - spacing: book points between two spreads.
  package init(
    _ extents: PageExtents, _ spreads: Spreads, direction: ReadingDirection, spacing: Double = 0
  ) {
    self.extents = extents
    self.spreads = spreads
    self.direction = direction
    self.spacing = spacing
    var starts = [0.0]
    var breadth = 0.0
    for spread in 0..<spreads.count {
      let size = Self.size(of: spreads[spread], extents)
      let (along, across) =
        direction.isVertical ? (size.height, size.width) : (size.width, size.height)
      starts.append(starts[Int(spread)] + along + (spread + 1 < spreads.count ? spacing : 0))
      breadth = max(breadth, across)
    }
    self.starts = starts
    self.breadth = breadth
  }

  /// All pages together.
  package var contentSize: Size {
    let length = starts[starts.count - 1]
    return direction.isVertical
      ? Size(width: breadth, height: length) : Size(width: length, height: breadth)
  }

  /// The size of a spread: its two pages side by side, the higher one's height.
  package func size(ofSpread spread: Int32) -> Size { Self.size(of: spreads[spread], extents) }

  /// Where a spread lies, in the middle of the strip.
  package func frame(ofSpread spread: Int32) -> Rect {
    let size = size(ofSpread: spread)
    let start = starts[Int(spread)]
    let along = direction.isVertical ? size.height : size.width
    let place = direction.isReversed ? starts[starts.count - 1] - start - along : start
    return direction.isVertical
      ? Rect(x: (breadth - size.width) / 2, y: place, width: size.width, height: size.height)
      : Rect(x: place, y: (breadth - size.height) / 2, width: size.width, height: size.height)
  }

  /// Where a page lies: beside its neighbor, in the middle of their common height.
  ///
  /// Of two pages the first one to be read is on the left, where reading goes from the right on the
  /// right.
  package func frame(ofPage page: Int32) -> Rect {
    let number = spreads.spread(of: page)
    let spread = spreads[number]
    let box = frame(ofSpread: number)
    let size = extents[page]
    let isOnTheLeft = spread.count == 1 || (page == spread.first) != (direction == .rightToLeft)
    return Rect(
      x: isOnTheLeft ? box.x : box.x + box.width - size.width,
      y: box.y + (box.height - size.height) / 2, width: size.width, height: size.height)
  }

  /// The spreads that a part of the strip shows, in the order of reading.
  ///
  /// - Parameter part: in book points.
  /// - Returns: empty where the part shows nothing of them.
  package func spreads(in part: Rect) -> Range<Int32> {
    let length = starts[starts.count - 1]
    let (low, high) =
      direction.isVertical ? (part.y, part.y + part.height) : (part.x, part.x + part.width)
    let (from, to) = direction.isReversed ? (length - high, length - low) : (low, high)
    guard to > 0, from < length, to > from, spreads.count > 0 else { return 0..<0 }
    let first = spread(at: max(0, from))
    var end = spread(at: min(length, to))
    // What only touches the end is not shown.
    if starts[Int(end)] < to { end += 1 }
    end = min(end, spreads.count)
    // A part that lies between two spreads shows neither.
    let isBehind = starts[Int(first) + 1] - (first + 1 < spreads.count ? spacing : 0) <= from
    return min(first + (isBehind ? 1 : 0), end)..<end
  }

  /// The spread that begins last before a place along the order of reading.
  private func spread(at place: Double) -> Int32 {
    var start = 0
    var end = starts.count - 1
    while start < end {
      let middle = (start + end) / 2
      if starts[middle] <= place { start = middle + 1 } else { end = middle }
    }
    return Int32(max(0, start - 1))
  }

  private static func size(of spread: Spreads.Spread, _ extents: PageExtents) -> Size {
    var size = Size(width: 0, height: 0)
    for page in spread.pages {
      let extent = extents[page]
      size.width += extent.width
      size.height = max(size.height, extent.height)
    }
    return size
  }
}
