/// Boxes one behind the other in a direction of reading, each in the middle across.
///
/// It is told their sizes one by one, and keeps only how far they have come.
package struct BoxLine: Equatable, Sendable {
  package let direction: ReadingDirection
  /// Points between two boxes.
  package let spacing: Double
  /// From the beginning of the first box to the end of the last.
  package private(set) var length = 0.0
  /// Of the largest box, across.
  package private(set) var breadth = 0.0
  private var isEmpty = true

  package init(direction: ReadingDirection, spacing: Double = 0) {
    self.direction = direction
    self.spacing = spacing
  }

  /// A box of any size along the line.
  private func along(_ size: Size) -> Double { direction.isVertical ? size.height : size.width }

  /// Puts a box behind the last.
  ///
  /// - Parameter size: the box's.
  /// - Returns: where it begins along the order of reading.
  @discardableResult
  package mutating func append(_ size: Size) -> Double {
    let start = isEmpty ? 0 : length + spacing
    isEmpty = false
    length = start + along(size)
    breadth = max(breadth, direction.isVertical ? size.width : size.height)
    return start
  }

  /// All boxes together.
  package var contentSize: Size {
    direction.isVertical
      ? Size(width: breadth, height: length) : Size(width: length, height: breadth)
  }

  /// Where a box lies, once all are there.
  ///
  /// - Parameters:
  ///   - size: the box's.
  ///   - start: where it begins along the order of reading.
  /// - Returns: its frame; the origin is the line's top left corner, whatever its direction.
  package func frame(of size: Size, from start: Double) -> Rect {
    let place = direction.isReversed ? length - start - along(size) : start
    return direction.isVertical
      ? Rect(x: (breadth - size.width) / 2, y: place, width: size.width, height: size.height)
      : Rect(x: place, y: (breadth - size.height) / 2, width: size.width, height: size.height)
  }
}
