import TileGeometry
package import ImageRequest

/// A block of a level that is drawn.
package struct DrawnBlock: Hashable, Sendable {
  /// Counted from the finest.
  let exponent: Int32
  let column: Int64
  let row: Int64
}

extension RenderSource {
  /// The one block that a picture is made of.
  ///
  /// - Returns: nil where it takes several, or none.
  package func block(of plan: ImagePlan) -> DrawnBlock? { blockPart(of: plan)?.block }

  /// Whether a picture is made of what is drawn.
  package func isDrawn(_ plan: ImagePlan) -> Bool {
    drawing != nil && LevelChoice(plan, self).drawn != nil
  }

  /// The one block that a picture is made of, and what it needs of it, in pixels of the level.
  func blockPart(of plan: ImagePlan) -> (block: DrawnBlock, part: PixelRect)? {
    let choice = LevelChoice(plan, self)
    guard let drawn = choice.drawn else { return nil }
    let side = Int64(drawn.tileSize.side)
    let needed = choice.needed
    let block = DrawnBlock(
      exponent: drawn.reduction.exponent, column: needed.x / side, row: needed.y / side)
    guard (needed.maxX - 1) / side == block.column, (needed.maxY - 1) / side == block.row else {
      return nil
    }
    return (block, needed)
  }
}
