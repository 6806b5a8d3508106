import DecoderChildren
import JPEGScan
import Pixels
import TileGeometry

/// The part of an upright picture that one of its tiles is made of, to be cut by itself.
struct WishedPart: Equatable {
  /// The finest level's tiles that it has.
  let columns: Range<Int>
  let rows: Range<Int>
  let size: ImageSize
  /// The tile as it lies in the part's own levels.
  let tile: TileAddress

  /// The same as it lies in a scan that is to be turned upright.
  struct Stored: Equatable {
    let columns: Range<Int>
    let rows: Range<Int>
    let size: ImageSize
  }

  /// Nil where the picture has no such tile.
  ///
  /// - Parameters:
  ///   - wish: which tile is wanted.
  ///   - width: the picture's.
  ///   - height: the picture's.
  ///   - tileSide: in pixels.
  init?(_ wish: TileWish, width: Int, height: Int, tileSide: Int) {
    guard (0..<Int32(CutPreview.finest.exponent)).contains(wish.level) else { return nil }
    let (level, column, row) = (Int(wish.level), Int(wish.column), Int(wish.row))
    let pitch = tileSide << level
    guard column >= 0, row >= 0, column * pitch < width, row * pitch < height else { return nil }
    let right = min(width, (column + 1) * pitch)
    let lower = min(height, (row + 1) * pitch)
    // What fits into a tile on a finer level has no level like this: its neighbour is cut too.
    let isTooSmall =
      level > 0 && max(right - column * pitch, lower - row * pitch) <= pitch / 2
    let firstColumn = isTooSmall && column > 0 ? column - 1 : column
    let firstRow = isTooSmall && column == 0 && row > 0 ? row - 1 : row
    guard
      let size = ImageSize(
        width: Int64(right - firstColumn * pitch), height: Int64(lower - firstRow * pitch))
    else { return nil }
    self.size = size
    columns = firstColumn << level..<(right + tileSide - 1) / tileSide
    rows = firstRow << level..<(lower + tileSide - 1) / tileSide
    tile = TileAddress(
      reduction: Reduction(clamping: wish.level), column: Int32(column - firstColumn),
      row: Int32(row - firstRow))
  }

  /// Where its tiles lie in the scan: sides that are mirrored are counted from their ends there too.
  ///
  /// - Parameters:
  ///   - orientation: how the scan is turned upright.
  ///   - header: the scan's.
  ///   - tileSide: in pixels.
  /// - Returns: tiles of the scan, and their size as they are stored.
  func stored(_ orientation: Orientation, of header: ScanHeader, tileSide: Int) -> Stored {
    let (across, down) = orientation.swapsAxes ? (rows, columns) : (columns, rows)
    func turned(_ range: Range<Int>, _ length: Int, _ isMirrored: Bool) -> Range<Int> {
      let tiles = (length + tileSide - 1) / tileSide
      return isMirrored ? tiles - range.upperBound..<tiles - range.lowerBound : range
    }
    return Stored(
      columns: turned(across, header.width, orientation.mirrorsColumns),
      rows: turned(down, header.height, orientation.mirrorsRows),
      size: orientation.swapsAxes ? size.swapped : size)
  }
}

extension ImageSize {
  fileprivate var swapped: ImageSize { ImageSize(width: height, height: width) ?? self }
}
