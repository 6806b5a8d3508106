import HTTPWire
import PyramidFormat

/// Where a picture comes from.
enum PictureSource {
  /// It lies in the pyramid, byte for byte.
  case stored(StoredTile)
  /// It lies in the pyramid, and is not here yet.
  case elsewhere(FiledTile)
  /// It was made before.
  case cached(SharedBytes)
  /// A worker has to make it.
  case toMake(PictureOrder)
}
