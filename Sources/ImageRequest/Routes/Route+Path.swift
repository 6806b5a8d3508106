extension Route {
  /// Reads a path as it came, percent-encoded.
  ///
  /// It is split at plain slashes; in image names encoded ones stay what they are until the name
  /// is looked up.
  package init(path: ArraySlice<UInt8>) throws(RequestProblem) {
    let parts = PathParts(path)
    switch true {
    case parts.count == 0: self = .site(.gallery)
    case parts.is(0, "images"): self = try Self.images(parts)
    case parts.is(0, "iiif"): self = try Self.iiif(parts)
    case parts.is(0, "dzi"): self = try Self.deepZoom(parts)
    case parts.is(0, "zoomify"): self = try Self.zoomify(parts)
    case parts.is(0, "xyz"): self = try Self.xyz(parts)
    case parts.is(0, "view"): self = .site(.viewer(try parts.name(from: 1, to: parts.count)))
    case parts.is(0, "embed"):
      self = .site(.embeddedViewer(try parts.name(from: 1, to: parts.count)))
    case parts.is(0, "viewer"):
      self = .site(.viewerFile(try parts.name(from: 1, to: parts.count).encoded))
    case parts.is(0, "healthz"): self = try parts.alone(.operations(.health))
    case parts.is(0, "readyz"): self = try parts.alone(.operations(.readiness))
    case parts.is(0, "metrics"): self = try parts.alone(.operations(.metrics))
    case parts.is(0, "robots.txt"): self = try parts.alone(.operations(.robots))
    default: throw .absent("there is nothing at this path")
    }
  }

  private static func images(_ parts: borrowing PathParts) throws(RequestProblem) -> Route {
    guard parts.count > 1, parts.count > 2 || !parts[1].isEmpty else { return .site(.listing) }
    let count = parts.count
    if count >= 5, parts.is(count - 3, "tiles"),
      let tile = try NativeTile(
        reduction: parts[count - 2], file: parts[count - 1])
    {
      return .image(try parts.name(from: 1, to: count - 3), .picture(.tile(tile)))
    }
    if count >= 4, parts.is(count - 2, "viewport"), parts.is(count - 1, "tiles") {
      return .image(try parts.name(from: 1, to: count - 2), .viewportTiles)
    }
    if count >= 3, parts.is(count - 1, "viewport") {
      return .image(try parts.name(from: 1, to: count - 1), .viewport)
    }
    return .image(try parts.name(from: 1, to: count), .description)
  }

  private static func iiif(_ parts: borrowing PathParts) throws(RequestProblem) -> Route {
    guard parts.count >= 2, let version = IIIFVersion(segment: parts[1]) else {
      throw .absent("IIIF is served below /iiif/2/ and /iiif/3/")
    }
    let count = parts.count
    if count >= 4, parts.is(count - 1, "info.json") {
      return .image(try parts.name(from: 2, to: count - 1), .iiifInformation(version))
    }
    guard count >= 7 else {
      return .site(.iiifBase(version, try parts.name(from: 2, to: count)))
    }
    let segments = IIIFSegments(
      region: parts[count - 4], size: parts[count - 3], rotation: parts[count - 2],
      file: parts[count - 1])
    return .image(try parts.name(from: 2, to: count - 4), .picture(.iiif(version, segments)))
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
    if count >= 3, parts.is(count - 1, "ImageProperties.xml") {
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
