import TileGeometry
import TileViewport

extension BookLayout {
  /// Fewer pages than a small book has are no book.
  private static let fewestOfABook = 8
  /// A strip of a comic that is read by scrolling, in widths of its page.
  private static let tallestPage = 2.5
  /// How far the proportions of pages that are alike may lie apart.
  private static let likeness = 0.1

  /// How a folder's pages are best read, going by their sizes alone.
  ///
  /// - Parameter sizes: of all pages; those unknown count as different.
  /// - Returns: spreads where there are many pages, nearly all of them upright and alike.
  static func guessed(_ sizes: Runs<PageSize>) -> BookLayout {
    // Heights by widths, with how many pages have them.
    var shapes: [(share: Double, count: Int)] = []
    for run in sizes.runs {
      guard let pixels = run.value.pixels else { continue }
      shapes.append((Double(pixels.height) / Double(pixels.width), run.count))
    }
    let known = shapes.reduce(0) { $0 + $1.count }
    guard known > 0 else { return .single }
    let median = median(shapes, known)
    if median > tallestPage { return .scroll }
    let alike = shapes.filter { $0.share > 1 && abs($0.share / median - 1) <= likeness }
      .reduce(0) { $0 + $1.count }
    return sizes.count >= fewestOfABook && alike * 10 >= sizes.count * 9 ? .spreads : .single
  }

  /// The share in the middle of all.
  private static func median(
    _ shapes: [(share: Double, count: Int)], _ known: Int
  ) -> Double {
    var before = 0
    for shape in shapes.sorted(by: { $0.share < $1.share }) {
      before += shape.count
      if before * 2 >= known { return shape.share }
    }
    return 1
  }
}
