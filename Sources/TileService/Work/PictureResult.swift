import HTTPWire
import ImageRequest
import Rendering
import TileGeometry

/// What became of a picture.
enum PictureResult: Sendable {
  case made(SharedBytes)
  case failed(NotServed)
}
