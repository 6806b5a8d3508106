import ImageRequest
import Posix
import PyramidFile
import PyramidFormat
import Rendering

/// Pictures of what lies elsewhere.
extension TileService {
  /// Waits until all tiles are here that a picture is made of.
  ///
  /// - Parameter order: of an image that lies elsewhere.
  /// - Throws: why they can't be had.
  func bringTiles(of order: PictureOrder) throws(NotServed) {
    do throws(FileError) {
      try order.image.bytes.bringTiles(in: ranges(of: order))
    } catch {
      throw index.unreadable(order.image, error)
    }
  }

  /// What of its file a picture is made of; where that can't be told, whoever renders it finds out
  /// what is wrong.
  func ranges(of order: PictureOrder) -> [Range<Int64>] {
    let pyramid = order.image.pyramid
    var ranges = (try? Renderer.ranges(of: order.plan, in: order.image.source)) ?? []
    if case .corner(let address, _, _) = order.corner,
      let place = (try? pyramid.locate(address)) ?? nil
    {
      ranges.append(place.offset..<place.offset + Int64(place.length))
    }
    return ranges
  }
}
