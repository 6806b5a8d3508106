import ByteText
package import TileGeometry

/// A tile of Deep Zoom: `{level}/{column}_{row}.{ext}`, level 0 being one pixel.
package struct DeepZoomTile: Hashable, Sendable {
  package let level: Int64
  package let column: Int64
  package let row: Int64
  package let format: ImageFormat

  init(level: ArraySlice<UInt8>, file: ArraySlice<UInt8>) throws(RequestProblem) {
    guard let (name, ending) = file.nameAndExtension,
      let (left, right) = name.split(at: UInt8(ascii: "_")),
      let column = PathNumber.index(left), let row = PathNumber.index(right),
      let level = PathNumber.index(level)
    else {
      throw .malformed("a Deep Zoom tile is called {level}/{column}_{row}.{format}")
    }
    guard let format = ImageFormat(tileExtension: ending) ?? Self.long(ending) else {
      throw .absent("there are no tiles of the format '\(ending.shown)'")
    }
    self.level = level
    self.column = column
    self.row = row
    self.format = format
  }

  /// A tile of an image's own grid, in Deep Zoom's count of levels; nil for magnified ones: those
  /// levels end with the image itself.
  ///
  /// - Parameters:
  ///   - tile: its place among the image's own.
  ///   - shape: the image's.
  ///   - format: that it is asked for in.
  package init?(_ tile: TileAddress, of shape: ImageShape, format: ImageFormat) {
    let top = Self.top(of: shape.size)
    let level = top - Int64(tile.reduction.exponent)
    guard level >= 0, level <= top else { return nil }
    self.level = level
    column = Int64(tile.column)
    row = Int64(tile.row)
    self.format = format
  }

  package func address(of name: ImageName) -> String {
    "/dzi/\(name.text)_files/\(level)/\(column)_\(row).\(format.fileExtension)"
  }

  /// Some tools write the format out.
  private static func long(_ ending: ArraySlice<UInt8>) -> ImageFormat? {
    ending.equals("jpeg") ? .jpeg : nil
  }

  /// The number of the level that is the image itself.
  package static func top(of size: ImageSize) -> Int64 {
    let longest = max(size.width, size.height)
    return longest == 1 ? 0 : Int64(Int64.bitWidth - (longest - 1).leadingZeroBitCount)
  }

  package func plan(for shape: ImageShape) throws(RequestProblem) -> ImagePlan {
    let top = Self.top(of: shape.size)
    guard level <= top, let reduction = Reduction(Int32(truncatingIfNeeded: top - level)) else {
      throw .absent("the image has Deep Zoom levels 0 to \(top), not \(level)")
    }
    return try .tile(
      of: shape.ladder.level(reduction), column: column, row: row, in: shape, as: format)
  }
}
