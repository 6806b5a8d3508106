/// A page of a DjVu document, as what is said of it counts its places: in pixels from the lower left
/// corner of the picture as it lies in the file.
package struct DjVuFrame: Equatable, Sendable {
  private let width: Int
  private let height: Int
  private let quarterTurns: Int

  /// - Parameters:
  ///   - width: in pixels, as the page is to be read.
  ///   - height: the same.
  ///   - quarterTurns: that made it so, against the clock.
  package init(width: Int, height: Int, quarterTurns: Int) {
    self.quarterTurns = quarterTurns
    (self.width, self.height) = quarterTurns % 2 == 0 ? (width, height) : (height, width)
  }

  /// Where something lies as the page is read.
  ///
  /// - Parameter edges: left, lower, right and upper edge, each in the bounds of 32 bits.
  /// - Returns: nil for what is no box, or lies beyond the page.
  func box(_ edges: [Int]) -> TextBox? {
    guard edges.count == 4, width > 0, height > 0,
      edges.allSatisfy({ Int32(exactly: $0) != nil })
    else { return nil }
    var corners = [(edges[0], edges[3]), (edges[2], edges[1])].map { corner in
      (Double(corner.0) / Double(width), 1 - Double(corner.1) / Double(height))
    }
    for _ in 0..<quarterTurns { corners = corners.map { ($0.1, 1 - $0.0) } }
    return TextBox(
      shares: min(corners[0].0, corners[1].0), top: min(corners[0].1, corners[1].1),
      right: max(corners[0].0, corners[1].0), bottom: max(corners[0].1, corners[1].1))
  }
}
