/// What a request's path asks for.
package enum Route: Equatable, Sendable {
  case gallery
  case viewer(ImageName)
  case embeddedViewer(ImageName)
  /// A file of the viewer, by its path below `/viewer/`.
  case viewerFile(ArraySlice<UInt8>)
  case listing
  case image(ImageName)
  case tile(ImageName, NativeTile)
  case viewport(ImageName)
  case viewportTiles(ImageName)
  case iiifBase(IIIFVersion, ImageName)
  case iiifInformation(IIIFVersion, ImageName)
  case iiifImage(IIIFVersion, ImageName, IIIFSegments)
  case deepZoom(ImageName)
  case deepZoomTile(ImageName, DeepZoomTile)
  case zoomify(ImageName)
  case zoomifyTile(ImageName, ZoomifyTile)
  case xyz(ImageName)
  case xyzTile(ImageName, XYZTile)
  case health
  case readiness
  case metrics
  case robots
}

extension Route {
  /// Reads a path as it came, percent-encoded.
  ///
  /// It is split at plain slashes; in image names encoded ones stay what they are until the name
  /// is looked up.
  package init(path: ArraySlice<UInt8>) throws(RequestProblem) {
    let parts = PathParts(path)
    switch true {
    case parts.count == 0: self = .gallery
    case parts.is(0, "images"): self = try Self.images(parts)
    case parts.is(0, "iiif"): self = try Self.iiif(parts)
    case parts.is(0, "dzi"): self = try Self.deepZoom(parts)
    case parts.is(0, "zoomify"): self = try Self.zoomify(parts)
    case parts.is(0, "xyz"): self = try Self.xyz(parts)
    case parts.is(0, "view"): self = .viewer(try parts.name(from: 1, to: parts.count))
    case parts.is(0, "embed"): self = .embeddedViewer(try parts.name(from: 1, to: parts.count))
    case parts.is(0, "viewer"): self = .viewerFile(try parts.name(from: 1, to: parts.count).encoded)
    case parts.is(0, "healthz"): self = try parts.alone(.health)
    case parts.is(0, "readyz"): self = try parts.alone(.readiness)
    case parts.is(0, "metrics"): self = try parts.alone(.metrics)
    case parts.is(0, "robots.txt"): self = try parts.alone(.robots)
    default: throw .absent("there is nothing at this path")
    }
  }

  private static func images(_ parts: borrowing PathParts) throws(RequestProblem) -> Route {
    guard parts.count > 1, parts.count > 2 || !parts[1].isEmpty else { return .listing }
    let count = parts.count
    if count >= 5, parts.is(count - 3, "tiles"),
      let tile = try NativeTile(
        reduction: parts[count - 2], file: parts[count - 1])
    {
      return .tile(try parts.name(from: 1, to: count - 3), tile)
    }
    if count >= 4, parts.is(count - 2, "viewport"), parts.is(count - 1, "tiles") {
      return .viewportTiles(try parts.name(from: 1, to: count - 2))
    }
    if count >= 3, parts.is(count - 1, "viewport") {
      return .viewport(try parts.name(from: 1, to: count - 1))
    }
    return .image(try parts.name(from: 1, to: count))
  }

  private static func iiif(_ parts: borrowing PathParts) throws(RequestProblem) -> Route {
    guard parts.count >= 2, let version = IIIFVersion(segment: parts[1]) else {
      throw .absent("IIIF is served below /iiif/2/ and /iiif/3/")
    }
    let count = parts.count
    if count >= 4, parts.is(count - 1, "info.json") {
      return .iiifInformation(version, try parts.name(from: 2, to: count - 1))
    }
    guard count >= 7 else {
      return .iiifBase(version, try parts.name(from: 2, to: count))
    }
    let segments = IIIFSegments(
      region: parts[count - 4], size: parts[count - 3], rotation: parts[count - 2],
      file: parts[count - 1])
    return .iiifImage(version, try parts.name(from: 2, to: count - 4), segments)
  }

  private static func deepZoom(_ parts: borrowing PathParts) throws(RequestProblem) -> Route {
    let count = parts.count
    if count >= 4, let folder = parts[count - 3].without(suffix: "_files") {
      let name = try parts.name(from: 1, toPart: count - 3, endingAt: folder.endIndex)
      return .deepZoomTile(
        name, try DeepZoomTile(level: parts[count - 2], file: parts[count - 1]))
    }
    guard count >= 2, let document = parts[count - 1].without(suffix: ".dzi") else {
      throw .absent("a Deep Zoom image is called /dzi/{id}.dzi")
    }
    return .deepZoom(try parts.name(from: 1, toPart: count - 1, endingAt: document.endIndex))
  }

  private static func zoomify(_ parts: borrowing PathParts) throws(RequestProblem) -> Route {
    let count = parts.count
    if count >= 3, parts.is(count - 1, "ImageProperties.xml") {
      return .zoomify(try parts.name(from: 1, to: count - 1))
    }
    guard count >= 4 else {
      throw .absent("a Zoomify image is described at /zoomify/{id}/ImageProperties.xml")
    }
    let tile = try ZoomifyTile(group: parts[count - 2], file: parts[count - 1])
    return .zoomifyTile(try parts.name(from: 1, to: count - 2), tile)
  }

  private static func xyz(_ parts: borrowing PathParts) throws(RequestProblem) -> Route {
    let count = parts.count
    if count >= 5,
      let tile = try XYZTile(
        zoom: parts[count - 3], column: parts[count - 2], file: parts[count - 1])
    {
      return .xyzTile(try parts.name(from: 1, to: count - 3), tile)
    }
    guard count >= 2, let document = parts[count - 1].without(suffix: ".json") else {
      throw .absent("XYZ tiles are described at /xyz/{id}.json")
    }
    return .xyz(try parts.name(from: 1, toPart: count - 1, endingAt: document.endIndex))
  }
}
