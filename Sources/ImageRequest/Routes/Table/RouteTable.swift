/// Every address there is: one row a pattern.
///
/// Paths are read by hand, for names hold slashes and tiles come first; that each row is read as
/// its own pattern, tests prove of the whole table.
package enum RouteTable {
  package struct Row: Sendable {
    /// The path, each parameter in braces; see ``RouteParameter``.
    package let path: StaticString
    /// What requests of it are counted as.
    package let kind: RouteKind
    /// Robots would ask for every tile of every level.
    package let isForRobots: Bool

    fileprivate init(_ path: StaticString, _ kind: RouteKind, isForRobots: Bool = true) {
      self.path = path
      self.kind = kind
      self.isForRobots = isForRobots
    }
  }

  package static subscript(pattern: RoutePattern) -> Row {
    switch pattern {
    case .gallery: Row("/", .page)
    case .listing: Row("/images", .listing)
    case .image: Row("/images/{id}", .image, isForRobots: false)
    case .tile:
      Row(
        "/images/{id}/tiles/{reduction}/{column}_{row}.{format}", .tile, isForRobots: false)
    case .viewport: Row("/images/{id}/viewport", .viewport, isForRobots: false)
    case .viewportTiles:
      Row("/images/{id}/viewport/tiles", .viewportTiles, isForRobots: false)
    case .iiifBase: Row("/iiif/{version}/{id}", .information, isForRobots: false)
    case .iiifInformation:
      Row("/iiif/{version}/{id}/info.json", .information, isForRobots: false)
    case .iiifImage:
      Row(
        "/iiif/{version}/{id}/{region}/{size}/{rotation}/{quality}.{iiifFormat}", .iiifImage,
        isForRobots: false)
    case .deepZoom: Row("/dzi/{id}.dzi", .description, isForRobots: false)
    case .deepZoomTile:
      Row("/dzi/{id}_files/{level}/{column}_{row}.{format}", .deepZoomTile, isForRobots: false)
    case .zoomify: Row("/zoomify/{id}/ImageProperties.xml", .description, isForRobots: false)
    case .zoomifyTile:
      Row(
        "/zoomify/{id}/TileGroup{group}/{tier}-{column}-{row}.jpg", .zoomifyTile,
        isForRobots: false)
    case .xyz: Row("/xyz/{id}.json", .description, isForRobots: false)
    case .xyzTile: Row("/xyz/{id}/{z}/{x}/{y}.{format}", .xyzTile, isForRobots: false)
    case .manifest:
      Row("/presentation/{version}/{id}/manifest.json", .presentation, isForRobots: false)
    case .collection:
      Row("/presentation/{version}/{id}/collection.json", .presentation, isForRobots: false)
    case .canvas:
      Row("/presentation/{version}/{id}/canvas/p{page}", .presentation, isForRobots: false)
    case .range:
      Row("/presentation/{version}/{id}/range/{entry}", .presentation, isForRobots: false)
    case .outline: Row("/images/{id}/outline", .reading, isForRobots: false)
    case .words: Row("/images/{id}/text", .reading, isForRobots: false)
    case .plainText: Row("/images/{id}/text.txt", .reading, isForRobots: false)
    case .alto: Row("/images/{id}/alto.xml", .reading, isForRobots: false)
    case .annotations:
      Row("/presentation/{version}/{id}/text/p{page}", .reading, isForRobots: false)
    case .links: Row("/images/{id}/links", .reading, isForRobots: false)
    case .linkAnnotations:
      Row("/presentation/{version}/{id}/links/p{page}", .reading, isForRobots: false)
    case .search: Row("/images/{id}/search", .reading, isForRobots: false)
    case .contentSearch: Row("/search/{searchVersion}/{id}", .reading, isForRobots: false)
    case .autocomplete:
      Row("/search/{searchVersion}/{id}/autocomplete", .reading, isForRobots: false)
    case .viewer: Row("/view/{id}", .page)
    case .embeddedViewer: Row("/embed/{id}", .page, isForRobots: false)
    case .viewerFile: Row("/viewer/{file}", .page)
    case .icon: Row("/favicon.ico", .page)
    case .health: Row("/healthz", .operations)
    case .readiness: Row("/readyz", .operations)
    case .metrics: Row("/metrics", .operations)
    case .robots: Row("/robots.txt", .operations)
    }
  }
}

extension RouteTable.Row {
  /// Writes an address of this row.
  ///
  /// - Parameter values: of parameters; those without one stay in their braces, for templates.
  /// - Returns: the path, with a slash at its beginning.
  package func path(_ values: KeyValuePairs<RouteParameter, String>) -> String {
    let row = "\(path)"
    var rest = row[...]
    var path = ""
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let word = rest[rest.index(after: open)..<close]
      path += rest[..<open]
      path += values.first { $0.key.rawValue == word }?.value ?? "{\(word)}"
      rest = rest[rest.index(after: close)...]
    }
    return path + rest
  }
}
