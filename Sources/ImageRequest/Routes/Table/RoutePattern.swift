/// The forms that addresses have: one for each route, whatever its parameters.
package enum RoutePattern: CaseIterable, Sendable {
  case gallery, listing
  case image, tile, viewport, viewportTiles
  case iiifBase, iiifInformation, iiifImage
  case deepZoom, deepZoomTile
  case zoomify, zoomifyTile
  case xyz, xyzTile
  case manifest, collection, canvas, range
  case outline, words, plainText, alto, annotations
  case links, linkAnnotations
  case search, contentSearch, autocomplete
  case viewer, embeddedViewer, viewerFile, icon
  case health, readiness, metrics, robots
}

extension Route {
  package var pattern: RoutePattern {
    switch self {
    case .image(_, let route): route.pattern
    case .site(let route): route.pattern
    case .operations(let route): route.pattern
    }
  }

  /// What it is counted as.
  package var kind: RouteKind { RouteTable[pattern].kind }
}

extension ImageRoute {
  fileprivate var pattern: RoutePattern {
    switch self {
    case .picture(let route): route.pattern
    case .description: .image
    case .viewport: .viewport
    case .viewportTiles: .viewportTiles
    case .iiifInformation: .iiifInformation
    case .deepZoom: .deepZoom
    case .zoomify: .zoomify
    case .xyz: .xyz
    case .presentation(_, let route): route.pattern
    case .reading(let route): route.pattern
    }
  }
}

extension ReadingRoute {
  fileprivate var pattern: RoutePattern {
    switch self {
    case .outline: .outline
    case .words: .words
    case .plainText: .plainText
    case .alto: .alto
    case .annotations: .annotations
    case .links: .links
    case .linkAnnotations: .linkAnnotations
    case .search: .search
    case .contentSearch: .contentSearch
    case .autocomplete: .autocomplete
    }
  }
}

extension PresentationRoute {
  fileprivate var pattern: RoutePattern {
    switch self {
    case .manifest: .manifest
    case .collection: .collection
    case .canvas: .canvas
    case .range: .range
    }
  }
}

extension PictureRoute {
  fileprivate var pattern: RoutePattern {
    switch self {
    case .tile: .tile
    case .iiif: .iiifImage
    case .deepZoom: .deepZoomTile
    case .zoomify: .zoomifyTile
    case .xyz: .xyzTile
    }
  }
}

extension SiteRoute {
  fileprivate var pattern: RoutePattern {
    switch self {
    case .gallery: .gallery
    case .listing: .listing
    case .viewer: .viewer
    case .embeddedViewer: .embeddedViewer
    case .viewerFile: .viewerFile
    case .icon: .icon
    case .iiifBase: .iiifBase
    }
  }
}

extension OperationsRoute {
  fileprivate var pattern: RoutePattern {
    switch self {
    case .health: .health
    case .readiness: .readiness
    case .metrics: .metrics
    case .robots: .robots
    }
  }
}
