import ByteText
package import TileGeometry

/// A tile of Zoomify: `TileGroup{n}/{tier}-{column}-{row}.jpg`, tier 0 being the smallest.
package struct ZoomifyTile: Hashable, Sendable {
  /// Tiles are counted over all tiers, from the smallest, and put into groups of so many.
  package static let groupSize: Int64 = 256

  package let group: Int64
  package let tier: Int64
  package let column: Int64
  package let row: Int64

  init(group: ArraySlice<UInt8>, file: ArraySlice<UInt8>) throws(RequestProblem) {
    guard group.count > 9, group.prefix(9).equals("TileGroup"),
      let group = PathNumber.index(group.dropFirst(9)),
      let (name, ending) = file.nameAndExtension, ending.equals("jpg"),
      let (first, rest) = name.split(at: UInt8(ascii: "-")),
      let (second, third) = rest.split(at: UInt8(ascii: "-")),
      let tier = PathNumber.index(first), let column = PathNumber.index(second),
      let row = PathNumber.index(third)
    else {
      throw .malformed("a Zoomify tile is called TileGroup{n}/{tier}-{column}-{row}.jpg")
    }
    self.group = group
    self.tier = tier
    self.column = column
    self.row = row
  }

  /// A tile of an image's own grid, in Zoomify's count of tiers and groups; nil where there is none:
  /// its tiers lack the row or column of pixels that rounding up adds to ours, and magnified ones.
  ///
  /// - Parameters:
  ///   - tile: its place among the image's own.
  ///   - shape: the image's.
  package init?(_ tile: TileAddress, of shape: ImageShape) {
    let tiers = ZoomifyTiers(size: shape.size, tileSize: shape.ladder.tileSize)
    let exponent = Int64(tile.reduction.exponent)
    guard exponent >= 0, exponent < Int64(tiers.count) else { return nil }
    let side = Int64(shape.ladder.tileSize.side)
    let size = tiers.size(tile.reduction)
    let columns = (size.width + side - 1) / side
    let rows = (size.height + side - 1) / side
    column = Int64(tile.column)
    row = Int64(tile.row)
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return nil }
    tier = Int64(tiers.count) - 1 - exponent
    group = (tiers.tilesBefore(tile.reduction) + row * columns + column) / Self.groupSize
  }

  package func address(of name: ImageName) -> String {
    "/zoomify/\(name.text)/TileGroup\(group)/\(tier)-\(column)-\(row).jpg"
  }

  package func plan(for shape: ImageShape) throws(RequestProblem) -> ImagePlan {
    let tiers = ZoomifyTiers(size: shape.size, tileSize: shape.ladder.tileSize)
    guard tier < Int64(tiers.count) else {
      throw .absent("the image has Zoomify tiers 0 to \(tiers.count - 1), not \(tier)")
    }
    let reduction = Reduction(clamping: Int32(tiers.count - 1) - Int32(tier))
    let side = Int64(shape.ladder.tileSize.side)
    var size = tiers.size(reduction)
    let columns = (size.width + side - 1) / side
    let rows = (size.height + side - 1) / side
    // OpenSeadragon counts a tier's tiles by the exact quotient and so asks for a last column or
    // row of one pixel, that its own count of pixels has not; the level as stored has it.
    let stored = shape.size.reduced(by: reduction)
    if column == columns || row == rows { size = stored }
    guard column < (stored.width + side - 1) / side, row < (stored.height + side - 1) / side else {
      throw .absent("there is no tile \(column)-\(row) among the tier's \(columns)x\(rows)")
    }
    let number = tiers.tilesBefore(reduction) + row * columns + column
    guard group == number / Self.groupSize else {
      throw .absent("the tile is in TileGroup\(number / Self.groupSize), not \(group)")
    }
    let rect = PixelRect(
      x: column * side, y: row * side, width: min(side, size.width - column * side),
      height: min(side, size.height - row * side))
    return ImagePlan(
      region: shape.imageRect(covering: rect, of: reduction),
      size: PixelSize(width: rect.width, height: rect.height), quality: .color, format: .jpeg)
  }
}
