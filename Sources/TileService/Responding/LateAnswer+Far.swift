import HTTPWire
import ImageRequest
import Posix
import PyramidFile
import PyramidFormat
import Rendering
import Sources

/// Answers that need bytes which lie elsewhere.
extension LateAnswer {
  /// Waits for parts of an image on a thread that may do so, and goes on; where the image has changed
  /// meanwhile, with the one that is there now, once.
  ///
  /// - Parameters:
  ///   - ranges: of the file.
  ///   - image: whose.
  ///   - request: by whom.
  ///   - exchange: where it is answered.
  ///   - isOpenedAnew: whether the image was opened anew already.
  ///   - goOn: given the image, on that thread.
  func fetch(
    _ ranges: [Range<Int64>], of image: OpenImage, _ request: Request, _ exchange: any Exchange,
    isOpenedAnew: Bool, _ goOn: @escaping @Sendable (OpenImage) -> Void
  ) {
    line(
      in: service.openings,
      {
        guard !self.waiting.isCancelled else { return }
        do throws(FileError) {
          try image.far?.bring(ranges, .tile)
          goOn(image)
        } catch {
          if !isOpenedAnew, self.service.index.isOutdated(image),
            case .image(let other) = self.service.index.find(image.path)
          {
            return goOn(other)
          }
          let refusal = self.service.index.unreadable(image.path, error)
          self.finish(exchange) { $0.refuse(refusal, for: request) }
        }
      }, request, exchange)
  }
}

extension TileService {
  /// Waits until all tiles are here that a picture is made of.
  ///
  /// - Parameter order: of an image that lies elsewhere.
  /// - Throws: why they can't be had.
  func bringTiles(of order: PictureOrder) throws(NotServed) {
    do throws(FileError) {
      try order.image.far?.bring(ranges(of: order), .tile)
    } catch {
      throw index.unreadable(order.image.path, error)
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
