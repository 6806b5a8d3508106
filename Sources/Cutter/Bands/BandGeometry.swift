import Pixels
import TileGeometry

/// Where the rows and columns of every level lie while an image streams by in its stored order.
///
/// Tiles are counted from the upright image's top left corner, and so is the pairing of pixels for
/// halving. A stored axis that runs the other way is therefore counted from its end: its grid is
/// flush with the end, and the padding that makes it whole tiles comes first. The picture can so be
/// turned tile by tile and never needs to be held as a whole.
struct BandGeometry: Sendable {
  /// One axis of one level, in stored order.
  struct Axis: Equatable, Sendable {
    /// Level pixels.
    let length: Int
    let tiles: Int
    let side: Int
    let isMirrored: Bool

    /// Pixels of padding before the picture.
    var lead: Int { isMirrored ? tiles * side - length : 0 }

    /// The tile's number in the upright image.
    func upright(_ tile: Int) -> Int { isMirrored ? tiles - 1 - tile : tile }

    /// The part of one tile that holds picture, in pixels of the tile.
    func picture(inTile tile: Int) -> Range<Int> {
      let first = tile * side
      return max(0, lead - first)..<min(side, lead + length - first)
    }

    /// The part of the whole axis that holds picture.
    var picture: Range<Int> { lead..<lead + length }

    /// Which tile of the next coarser level this tile shrinks into, and where in that tile.
    func destination(of tile: Int, in next: Axis) -> (tile: Int, offset: Int) {
      let counted = upright(tile)
      let secondHalf = (counted % 2 == 1) != isMirrored
      return (next.upright(counted / 2), secondHalf ? side / 2 : 0)
    }

    /// How many tiles of this level shrink into one of the next.
    func sources(of tile: Int, in next: Axis) -> Int {
      min(2, tiles - 2 * next.upright(tile))
    }
  }

  struct Level: Sendable {
    let reduction: Reduction
    let across: Axis
    let down: Axis
  }

  let orientation: Orientation
  let tileSide: Int
  let levels: [Level]

  /// The geometry of a whole cut.
  ///
  /// - Parameters:
  ///   - stored: the image's size as it lies in the file.
  ///   - orientation: how the image is to be turned upright.
  ///   - tileSize: of every level.
  ///   - finest: the reduction of the first level; those finer than it are left out.
  init(
    stored: ImageSize, orientation: Orientation, tileSize: TileSize, finest: Reduction = .full
  ) {
    self.orientation = orientation
    let side = Int(tileSize.side)
    tileSide = side
    let ladder = Ladder(imageSize: stored, tileSize: tileSize)
    let shapes = (0..<ladder.count).compactMap { ladder.level(at: $0) }
    levels = shapes.filter { $0.reduction >= finest }.map { level in
      Level(
        reduction: level.reduction,
        across: Axis(
          length: Int(level.size.width), tiles: Int(level.columns), side: side,
          isMirrored: orientation.mirrorsColumns),
        down: Axis(
          length: Int(level.size.height), tiles: Int(level.rows), side: side,
          isMirrored: orientation.mirrorsRows))
    }
  }

  var tileCount: Int { levels.reduce(0) { $0 + $1.across.tiles * $1.down.tiles } }

  /// A stored tile's place in the upright pyramid.
  func address(level: Int, column: Int, row: Int) -> TileAddress {
    let across = levels[level].across.upright(column)
    let down = levels[level].down.upright(row)
    let (column, row) = orientation.swapsAxes ? (down, across) : (across, down)
    return TileAddress(
      reduction: levels[level].reduction, column: Int32(clamping: column), row: Int32(clamping: row)
    )
  }
}
