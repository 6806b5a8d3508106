import DecoderChildren
import ImageRequest
import TileGeometry

/// A picture that is a tile of an image that is being cut, or a corner of one.
struct WishedPicture: Sendable {
  let image: OpenImage
  let format: ImageFormat
  let wish: TileWish
  let match: TileMatch

  /// Nil for a picture that is no tile of the levels that a preview lacks.
  ///
  /// - Parameters:
  ///   - plan: the picture.
  ///   - image: the preview of the image that it is a part of.
  init?(_ plan: ImagePlan, of image: OpenImage) {
    guard let match = plan.match(in: image.shape), let wish = TileWish(match.address) else {
      return nil
    }
    self.image = image
    self.match = match
    self.wish = wish
    format = plan.format
  }
}

extension TileMatch {
  fileprivate var address: TileAddress {
    switch self {
    case .whole(let address), .corner(let address, _, _): address
    }
  }
}
