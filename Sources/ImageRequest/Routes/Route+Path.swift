import ByteText

extension Route {
  /// Reads a path as it came, percent-encoded.
  ///
  /// It is split at plain slashes; in image names encoded ones stay what they are until the name
  /// is looked up.
  package init(path: ArraySlice<UInt8>) throws(RequestProblem) {
    let parts = PathParts(path)
    switch true {
    case parts.count == 0: self = .site(.gallery)
    case parts.part(0, equals: "images"): self = try Self.images(parts)
    case parts.part(0, equals: "iiif"): self = try Self.iiif(parts)
    case parts.part(0, equals: "dzi"): self = try Self.deepZoom(parts)
    case parts.part(0, equals: "zoomify"): self = try Self.zoomify(parts)
    case parts.part(0, equals: "xyz"): self = try Self.xyz(parts)
    case parts.part(0, equals: "presentation"): self = try Self.presentation(parts)
    case parts.part(0, equals: "search"): self = try Self.search(parts)
    case parts.part(0, equals: "view"):
      self = .site(.viewer(try parts.name(from: 1)))
    case parts.part(0, equals: "embed"):
      self = .site(.embeddedViewer(try parts.name(from: 1)))
    case parts.part(0, equals: "viewer"):
      self = .site(.viewerFile(try parts.name(from: 1, to: parts.count).encoded))
    case parts.part(0, equals: "favicon.ico"):
      self = try parts.alone(.site(.icon))
    case parts.part(0, equals: "healthz"): self = try parts.alone(.operations(.health))
    case parts.part(0, equals: "readyz"): self = try parts.alone(.operations(.readiness))
    case parts.part(0, equals: "metrics"): self = try parts.alone(.operations(.metrics))
    case parts.part(0, equals: "robots.txt"): self = try parts.alone(.operations(.robots))
    default: throw .absent("there is nothing at this path")
    }
  }

  private static func images(_ parts: borrowing PathParts) throws(RequestProblem) -> Route {
    guard parts.count > 1, parts.count > 2 || !parts[1].isEmpty else { return .site(.listing) }
    let count = parts.count
    if count >= 5, parts.part(count - 3, equals: "tiles"),
      let tile = try NativeTile(
        reduction: parts[count - 2], file: parts[count - 1])
    {
      return .image(try parts.name(from: 1, to: count - 3), .picture(.tile(tile)))
    }
    if count >= 4, parts.part(count - 2, equals: "viewport"), parts.part(count - 1, equals: "tiles")
    {
      return .image(try parts.name(from: 1, to: count - 2), .viewportTiles)
    }
    if count >= 3, parts.part(count - 1, equals: "viewport") {
      return .image(try parts.name(from: 1, to: count - 1), .viewport)
    }
    if count >= 3, let route = parts.reading(count - 1) {
      return .image(try parts.name(from: 1, to: count - 1), .reading(route))
    }
    return .image(try parts.name(from: 1), .description)
  }

  private static func iiif(_ parts: borrowing PathParts) throws(RequestProblem) -> Route {
    guard parts.count >= 2, let version = IIIFVersion(segment: parts[1]) else {
      throw .absent("IIIF is served below /iiif/2/ and /iiif/3/")
    }
    let count = parts.count
    if count >= 4, parts.part(count - 1, equals: "info.json") {
      return .image(try parts.name(from: 2, to: count - 1), .iiifInformation(version))
    }
    guard count >= 7 else {
      return .site(.iiifBase(version, try parts.name(from: 2)))
    }
    let segments = IIIFSegments(
      region: parts[count - 4], size: parts[count - 3], rotation: parts[count - 2],
      file: parts[count - 1])
    return .image(try parts.name(from: 2, to: count - 4), .picture(.iiif(version, segments)))
  }

  private static func presentation(_ parts: borrowing PathParts) throws(RequestProblem) -> Route {
    guard parts.count >= 3, let version = IIIFVersion(segment: parts[1]) else {
      throw .absent("manifests are served below /presentation/2/ and /presentation/3/")
    }
    let count = parts.count
    if parts.part(count - 1, equals: "manifest.json") {
      return .image(try parts.book(to: count - 1), .presentation(version, .manifest))
    }
    if parts.part(count - 1, equals: "collection.json") {
      return .image(try parts.book(to: count - 1), .presentation(version, .collection))
    }
    if count >= 4, let page = PresentationRoute.page(parts[count - 1]) {
      if parts.part(count - 2, equals: "text") {
        return .image(try parts.book(to: count - 2), .reading(.annotations(version, page)))
      }
      if parts.part(count - 2, equals: "links") {
        return .image(try parts.book(to: count - 2), .reading(.linkAnnotations(version, page)))
      }
    }
    guard count >= 4,
      let part = PresentationRoute(folder: parts[count - 2], file: parts[count - 1])
    else {
      throw .absent("a manifest is called /presentation/\(version.segment)/{id}/manifest.json")
    }
    return .image(try parts.book(to: count - 2), .presentation(version, part))
  }

  private static func search(_ parts: borrowing PathParts) throws(RequestProblem) -> Route {
    guard parts.count >= 2, let version = SearchVersion(segment: parts[1]) else {
      throw .absent("books are searched below /search/1/ and /search/2/")
    }
    let count = parts.count
    if parts.part(count - 1, equals: "autocomplete"), count >= 3 {
      return .image(try parts.book(to: count - 1), .reading(.autocomplete(version)))
    }
    return .image(try parts.book(to: count), .reading(.contentSearch(version)))
  }

  private static func deepZoom(_ parts: borrowing PathParts) throws(RequestProblem) -> Route {
    let count = parts.count
    if count >= 4, let folder = parts[count - 3].without(suffix: "_files") {
      let name = try parts.name(from: 1, toPart: count - 3, endingAt: folder.endIndex)
      let tile = try DeepZoomTile(level: parts[count - 2], file: parts[count - 1])
      return .image(name, .picture(.deepZoom(tile)))
    }
    guard count >= 2, let document = parts[count - 1].without(suffix: ".dzi") else {
      throw .absent("a Deep Zoom image is called /dzi/{id}.dzi")
    }
    let name = try parts.name(from: 1, toPart: count - 1, endingAt: document.endIndex)
    return .image(name, .deepZoom)
  }

  private static func zoomify(_ parts: borrowing PathParts) throws(RequestProblem) -> Route {
    let count = parts.count
    if count >= 3, parts.part(count - 1, equals: "ImageProperties.xml") {
      return .image(try parts.name(from: 1, to: count - 1), .zoomify)
    }
    guard count >= 4 else {
      throw .absent("a Zoomify image is described at /zoomify/{id}/ImageProperties.xml")
    }
    let tile = try ZoomifyTile(group: parts[count - 2], file: parts[count - 1])
    return .image(try parts.name(from: 1, to: count - 2), .picture(.zoomify(tile)))
  }

  private static func xyz(_ parts: borrowing PathParts) throws(RequestProblem) -> Route {
    let count = parts.count
    if count >= 5,
      let tile = try XYZTile(
        zoom: parts[count - 3], column: parts[count - 2], file: parts[count - 1])
    {
      return .image(try parts.name(from: 1, to: count - 3), .picture(.xyz(tile)))
    }
    guard count >= 2, let document = parts[count - 1].without(suffix: ".json") else {
      throw .absent("XYZ tiles are described at /xyz/{id}.json")
    }
    let name = try parts.name(from: 1, toPart: count - 1, endingAt: document.endIndex)
    return .image(name, .xyz)
  }
}

extension PathParts {
  /// What a part asks of the words of what stands before it.
  fileprivate func reading(_ index: Int) -> ReadingRoute? {
    switch true {
    case part(index, equals: "outline"): .outline
    case part(index, equals: "text"): .words
    case part(index, equals: "text.txt"): .plainText
    case part(index, equals: "alto.xml"): .alto
    case part(index, equals: "links"): .links
    case part(index, equals: "search"): .search
    default: nil
    }
  }

  /// The name of a book, from the third part on; empty for the root, which is a book too.
  fileprivate func book(to end: Int) throws(RequestProblem) -> ImageName {
    end == 2 ? ImageName(encoded: []) : try name(from: 2, to: end)
  }
}
