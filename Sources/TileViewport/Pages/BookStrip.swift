/// Where the pages of a book lie on one surface: each spread in a box of its own, or all of them in a
/// column or row.
///
/// Book points have their origin at the surface's top left corner, whatever the direction of
/// reading; see ``PageExtents``.
package struct BookStrip: Equatable, Sendable {
  package let spreads: Spreads
  private let extents: PageExtents
  private let line: BoxLine
  /// Where each spread begins along the line, and the end behind the last.
  private let starts: [Double]

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
    var line = BoxLine(direction: direction, spacing: spacing)
    var starts: [Double] = []
    for spread in 0..<spreads.count {
      starts.append(line.append(Self.pages(of: spreads[spread], extents, direction).contentSize))
    }
    starts.append(line.length)
    self.line = line
    self.starts = starts
  }

  package var direction: ReadingDirection { line.direction }

  /// All pages together.
  package var contentSize: Size { line.contentSize }

  /// The size of a spread: its two pages side by side, the higher one's height.
  package func size(ofSpread spread: Int32) -> Size { pages(of: spread).contentSize }

  /// Where a spread lies, in the middle of the strip.
  package func frame(ofSpread spread: Int32) -> Rect {
    line.frame(of: size(ofSpread: spread), from: starts[Int(spread)])
  }

  /// Where a page lies: beside its neighbor, in the middle of their common height.
  ///
  /// Of two pages the first one to be read is on the left, where reading goes from the right on the
  /// right.
  package func frame(ofPage page: Int32) -> Rect {
    let number = spreads.spread(of: page)
    let box = frame(ofSpread: number)
    let inside = self.frame(ofPage: page, inSpread: number)
    return Rect(
      x: box.x + inside.x, y: box.y + inside.y, width: inside.width, height: inside.height)
  }

  /// Where a page lies in its own spread.
  package func frame(ofPage page: Int32, inSpread spread: Int32) -> Rect {
    let first = spreads[spread].first
    return pages(of: spread).frame(
      of: extents[page], from: page == first ? 0 : extents[first].width)
  }

  /// The spreads that a part of the strip shows, in the order of reading.
  ///
  /// - Parameter part: in book points.
  /// - Returns: empty where the part shows nothing of them.
  package func spreads(in part: Rect) -> Range<Int32> {
    let (low, high) =
      direction.isVertical ? (part.y, part.y + part.height) : (part.x, part.x + part.width)
    let length = line.length
    let (from, to) = direction.isReversed ? (length - high, length - low) : (low, high)
    guard to > 0, from < length, to > from, spreads.count > 0 else { return 0..<0 }
    let first = spread(at: max(0, from))
    var end = spread(at: min(length, to))
    // What only touches the end is not shown.
    if starts[Int(end)] < to { end += 1 }
    end = min(end, spreads.count)
    // A part that lies between two spreads shows neither.
    let isBehind = starts[Int(first) + 1] - (first + 1 < spreads.count ? line.spacing : 0) <= from
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

  private func pages(of spread: Int32) -> BoxLine {
    Self.pages(of: spreads[spread], extents, direction)
  }

  /// The pages of a spread: always beside each other.
  private static func pages(
    of spread: Spreads.Spread, _ extents: PageExtents, _ direction: ReadingDirection
  ) -> BoxLine {
    var line = BoxLine(direction: direction.acrossPages)
    for page in spread.pages { line.append(extents[page]) }
    return line
  }
}
