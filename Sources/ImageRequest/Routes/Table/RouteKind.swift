/// What kind of thing a request is about, for counting.
package enum RouteKind: Int, CaseIterable, Sendable {
  case tile, iiifImage, deepZoomTile, zoomifyTile, xyzTile
  case image, information, description, presentation, reading, viewport, viewportTiles, listing,
    page
  case operations
  /// A request whose path asks for nothing there is.
  case none

  /// As metrics call it.
  package var name: StaticString {
    switch self {
    case .tile: "tile"
    case .iiifImage: "iiif"
    case .deepZoomTile: "dzi"
    case .zoomifyTile: "zoomify"
    case .xyzTile: "xyz"
    case .image: "image"
    case .information: "info"
    case .description: "description"
    case .presentation: "presentation"
    case .reading: "reading"
    case .viewport: "viewport"
    case .viewportTiles: "viewport_tiles"
    case .listing: "listing"
    case .page: "page"
    case .operations: "operations"
    case .none: "none"
    }
  }
}
