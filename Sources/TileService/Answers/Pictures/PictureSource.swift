import HTTPWire
import PyramidFormat

/// Where a picture comes from.
enum PictureSource {
  /// It lies in the pyramid, byte for byte.
  case stored(StoredTile)
  /// It lies in the pyramid and has not come yet, or nobody has looked whether what came is what was
  /// written.
  case elsewhere(FiledTile)
  /// It was made before.
  case cached(SharedBytes)
  /// A worker has to make it.
  case toMake(PictureOrder)
}
