import ImageRequest
import Posix
import PyramidFile
import PyramidFormat
import Rendering

/// Pictures of what lies elsewhere.
extension TileService {
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
