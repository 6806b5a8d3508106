import HTTPWire
import ImageRequest
import TileGeometry

extension Route {
  /// The image that the route is about; nil for all others.
  var imageName: ImageName? {
    switch self {
    case .image(let name), .tile(let name, _), .viewport(let name), .viewportTiles(let name),
      .iiifInformation(_, let name), .iiifImage(_, let name, _), .deepZoom(let name),
      .deepZoomTile(let name, _), .zoomify(let name), .zoomifyTile(let name, _), .xyz(let name),
      .xyzTile(let name, _):
      name
    default: nil
    }
  }
}

extension TileService {
  /// Answers a request about an image that is open.
  func answer(
    _ route: Route, of image: OpenImage, _ request: borrowing Request, _ response: inout Response
  ) throws(RequestProblem) -> Step {
    switch route {
    case .tile(_, let tile):
      guard configuration.negotiatesFormat else {
        return try answer(
          tile.plan(for: image.shape), of: image, pictureFields, request, &response)
      }
      var plan = try tile.plan(for: image.shape)
      plan.format = negotiated(plan.format, of: image, request)
      return try answer(plan, of: image, negotiatedFields, request, &response)
    case .deepZoomTile(_, let tile):
      return try answer(tile.plan(for: image.shape), of: image, pictureFields, request, &response)
    case .zoomifyTile(_, let tile):
      return try answer(tile.plan(for: image.shape), of: image, pictureFields, request, &response)
    case .xyzTile(_, let tile):
      return try answer(tile.plan(for: image.shape), of: image, pictureFields, request, &response)
    case .iiifImage(let version, let name, let segments):
      return try answer(segments, version, name, of: image, request, &response)
    case .viewport(let name):
      try sendView(of: image, name, request, &response)
    case .viewportTiles(let name):
      try sendTiles(of: image, name, request, &response)
    case .image(let name):
      let base = BaseAddress(request, configuration).relative
      response.send(
        document: image.document(named: name, limits: limits).json(base: base),
        as: "application/json", for: request)
    case .iiifInformation(let version, let name):
      sendInformation(version, of: image, name, request, &response)
    case .deepZoom(let name):
      response.send(
        document: image.document(named: name, limits: limits).deepZoom, as: "application/xml",
        for: request)
    case .zoomify(let name):
      response.send(
        document: image.document(named: name, limits: limits).zoomify, as: "application/xml",
        for: request)
    case .xyz(let name):
      let base = BaseAddress(request, configuration).absolute
      response.send(
        document: image.document(named: name, limits: limits).tileJSON(base: base),
        as: "application/json", for: request)
    default: response.refuse(.absent, for: request)
    }
    return .done
  }

  private func answer(
    _ segments: IIIFSegments, _ version: IIIFVersion, _ name: ImageName, of image: OpenImage,
    _ request: borrowing Request, _ response: inout Response
  ) throws(RequestProblem) -> Step {
    let plan = try segments.plan(version, for: image.shape, limits: limits)
    response.fields.add("Link") { link in
      link.append("<")
      BaseAddress.append(request, configuration, to: &link)
      link.append("/iiif/")
      link.append(version.segment)
      link.append("/")
      link.append(contentsOf: name.encoded)
      link.append("/")
      plan.appendCanonicalPath(version, in: image.shape, limits: limits, to: &link)
      link.append(">;rel=\"canonical\", <")
      link.append(version.profile)
      link.append(">;rel=\"profile\"")
    }
    return try answer(plan, of: image, pictureFields, request, &response)
  }

  private func sendInformation(
    _ version: IIIFVersion, of image: OpenImage, _ name: ImageName,
    _ request: borrowing Request, _ response: inout Response
  ) {
    let base = BaseAddress(request, configuration).absolute
    let text = image.document(named: name, limits: limits).information(version, base: base)
    switch version {
    case .three:
      let profile = Array("profile=\"\(version.context)\"".utf8)[...]
      let linked = request.preference(forType: "application", "ld+json", parameter: profile)
      let plain = request.preference(forType: "application", "json")
      let isPlain = plain > linked
      response.send(
        document: text,
        as: isPlain
          ? "application/json"
          : "application/ld+json;profile=\"http://iiif.io/api/image/3/context.json\"",
        for: request)
    case .two:
      // JSON-LD only for who asks for it by name.
      let isNamed = request.value(of: .accept)?.contains("application/ld+json") == true
      let linked = request.preference(forType: "application", "ld+json")
      let isLinked =
        isNamed && linked > .none
        && linked >= request.preference(forType: "application", "json")
      response.send(
        document: text, as: isLinked ? "application/ld+json" : "application/json", for: request)
      response.fields.add("Link", "<\(version.profile)>;rel=\"profile\"")
    }
    response.fields.add("Vary", "Accept")
  }

  /// The format of a tile that comes as its asker likes it best.
  ///
  /// Only formats that Accept has by name: those who take `image/*` mostly don't know the new ones.
  func negotiated(
    _ format: ImageFormat, of image: OpenImage, _ request: borrowing Request
  ) -> ImageFormat {
    guard let accept = request.value(of: .accept), format == .jpeg || format == .webp else {
      return format
    }
    let own = request.preference(forType: "image", format == .jpeg ? "jpeg" : "webp")
    let avif = request.preference(forType: "image", "avif")
    if accept.contains("image/avif"), avif > .none, avif >= own { return .avif }
    let webp = request.preference(forType: "image", "webp")
    if accept.contains("image/webp"), webp > .none, webp >= own { return .webp }
    return own > .none ? format : .jpeg
  }
}

extension ArraySlice<UInt8> {
  func contains(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard count >= length else { return false }
    for start in startIndex...(endIndex - length) {
      var offset = 0
      while offset < length, unsafe self[start + offset] == text.utf8Start[offset] { offset += 1 }
      if offset == length { return true }
    }
    return false
  }
}
