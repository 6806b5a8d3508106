package import TileGeometry

/// A tile as web maps ask for it: `{zoom}/{x}/{y}.{ext}`, zoom 0 being one tile; always of 256
/// pixels, filled up at the edges.
package struct XYZTile: Hashable, Sendable {
  package let zoom: Int64
  package let column: Int64
  package let row: Int64
  package let format: ImageFormat

  /// - Returns: nil where the words are no tile's; the path then is a document's.
  init?(
    zoom: ArraySlice<UInt8>, column: ArraySlice<UInt8>, file: ArraySlice<UInt8>
  ) throws(RequestProblem) {
    guard let (name, ending) = file.nameAndExtension, let zoom = PathNumber.index(zoom),
      let column = PathNumber.index(column)
    else { return nil }
    guard let row = PathNumber.index(name) else {
      throw .malformed("an XYZ tile is called {zoom}/{x}/{y}.{format}")
    }
    guard let format = ImageFormat(tileExtension: ending) else {
      throw .absent("there are no tiles of the format '\(ending.shown)'")
    }
    self.zoom = zoom
    self.column = column
    self.row = row
    self.format = format
  }

  /// A tile of the grid of web maps; nil beyond the levels of its ladder.
  ///
  /// - Parameters:
  ///   - tile: its place in ``ladder(of:)``.
  ///   - shape: the image's.
  ///   - format: that it is asked for in.
  package init?(_ tile: TileAddress, of shape: ImageShape, format: ImageFormat) {
    let ladder = Self.ladder(of: shape)
    guard ladder.contains(tile.reduction) else { return nil }
    zoom = Int64(ladder.count - 1) - Int64(tile.reduction.exponent)
    column = Int64(tile.column)
    row = Int64(tile.row)
    self.format = format
  }

  package func address(of name: ImageName) -> String {
    "/xyz/\(name.text)/\(zoom)/\(column)/\(row).\(format.fileExtension)"
  }

  /// The grid of web maps, whatever the stored tiles measure.
  package static func ladder(of shape: ImageShape) -> Ladder {
    Ladder(imageSize: shape.size, tileSize: .standard)
  }

  package func plan(for shape: ImageShape) throws(RequestProblem) -> ImagePlan {
    let ladder = Self.ladder(of: shape)
    let top = Int64(ladder.count - 1)
    guard zoom <= top, let reduction = Reduction(Int32(truncatingIfNeeded: top - zoom)) else {
      throw .absent("the image has zooms 0 to \(top), not \(zoom)")
    }
    var plan = try ImagePlan.tile(
      of: ladder.level(reduction), column: column, row: row, in: shape, as: format)
    let side = Int64(ladder.tileSize.side)
    if plan.size.width < side || plan.size.height < side { plan.paddedSide = ladder.tileSize.side }
    return plan
  }
}
