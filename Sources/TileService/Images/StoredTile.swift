import HTTPWire
import PyramidFormat

/// A tile as it lies in the file.
enum StoredTile {
  case region(FileRegion)
  /// Put together, where tables that the file keeps apart have to come before the tile.
  case bytes(SharedBytes)

  var count: Int64 {
    switch self {
    case .region(let region): region.length
    case .bytes(let bytes): Int64(bytes.count)
    }
  }
}
