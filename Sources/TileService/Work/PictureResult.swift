import HTTPWire
import ImageRequest
import Rendering
import TileGeometry

/// What became of a picture.
enum PictureResult: Sendable {
  case made(SharedBytes)
  /// Enlarged, where what was asked for can't be drawn now.
  case stopgap(SharedBytes)
  case failed(NotServed)
}
