package import TileViewport

extension Size {
  /// A full screen of 320 by 480 points, less the status bar.
  package static let screen = Size(width: 320, height: 460)
  /// The content of the scroll view guide's listings.
  package static let listing = Size(width: 1280, height: 960)
}

extension Viewport {
  /// The scroll view guide's content at zoom 1, at an offset.
  package static func guide(
    _ x: Double = 0, _ y: Double = 0, zoom: Double = 1,
    limits: ZoomLimits = ZoomLimits(minimum: 0.5, maximum: 6)
  ) -> Viewport {
    var viewport = Viewport(content: .listing, bounds: .screen, zoomScale: zoom, limits: limits)
    viewport.setContentOffset(Point(x: x, y: y))
    return viewport
  }
}
