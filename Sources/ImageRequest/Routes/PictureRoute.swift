/// A picture of an image, in the words of one protocol.
package enum PictureRoute: Equatable, Sendable {
  case tile(NativeTile)
  case iiif(IIIFVersion, IIIFSegments)
  case deepZoom(DeepZoomTile)
  case zoomify(ZoomifyTile)
  case xyz(XYZTile)

  /// Where it is asked for: what is written here is read as the same route.
  package func address(of name: ImageName) -> String {
    switch self {
    case .tile(let tile): tile.address(of: name)
    case .iiif(let version, let segments): segments.address(version, of: name)
    case .deepZoom(let tile): tile.address(of: name)
    case .zoomify(let tile): tile.address(of: name)
    case .xyz(let tile): tile.address(of: name)
    }
  }

  /// What it comes to on an image of a shape.
  ///
  /// - Parameters:
  ///   - shape: the image's.
  ///   - limits: how large a picture may be.
  /// - Returns: the same plan for the same picture, whatever the protocol.
  /// - Throws: why the image has no such picture.
  package func plan(
    for shape: ImageShape, limits: RequestLimits
  ) throws(RequestProblem) -> ImagePlan {
    switch self {
    case .tile(let tile): try tile.plan(for: shape)
    case .iiif(let version, let segments):
      try segments.plan(version, for: shape.full, limits: limits)
    case .deepZoom(let tile): try tile.plan(for: shape.full)
    case .zoomify(let tile): try tile.plan(for: shape.full)
    case .xyz(let tile): try tile.plan(for: shape.full)
    }
  }
}
