import ByteText
import CutJobs
import Documents
import HTTPWire
import ImageRequest
import TileGeometry

extension TileService {
  /// Answers what is asked of an image that is open.
  ///
  /// - Parameters:
  ///   - route: what is asked.
  ///   - image: of which.
  ///   - name: what it is called.
  ///   - knowsWords: whether what is known of its words will do, however old.
  ///   - request: by whom.
  ///   - response: filled in.
  /// - Returns: what is left to be done.
  /// - Throws: why it is not served.
  func answerImage(
    _ route: ImageRoute, of image: OpenImage, named name: ImageName, knowsWords: Bool,
    _ request: borrowing Request, _ response: inout Response
  ) throws(NotServed) -> Step {
    switch route {
    case .picture(let picture):
      return try planPicture(
        picture, of: image, named: name, knowsWords: knowsWords, request, &response)
    case .viewport: try answerView(of: image, name, request, &response)
    case .viewportTiles: try answerViewTiles(of: image, name, request, &response)
    case .description:
      guard knowsWords || image.statement.isFresh else { return .words }
      // Who looks at it now looks closer later.
      let pictures = pictures
      cuts.afterPages { pictures.getReady(image) }
      let base = BaseAddress(request, configuration).relative
      response.answerDocument(
        image.document(named: name, limits: limits).json(base: base), of: image,
        as: "application/json", for: request)
    case .iiifInformation(let version):
      guard knowsWords || image.statement.isFresh else { return .words }
      answerInformation(version, of: image, name, request, &response)
    case .deepZoom:
      response.answerDocument(
        image.document(named: name, limits: limits).deepZoom, of: image, as: "application/xml",
        for: request)
    case .zoomify:
      response.answerDocument(
        image.document(named: name, limits: limits).zoomify, of: image, as: "application/xml",
        for: request)
    case .xyz:
      let base = BaseAddress(request, configuration).absolute
      response.answerDocument(
        image.document(named: name, limits: limits).tileJSON(base: base), of: image,
        as: "application/json", for: request)
    case .presentation(let version, let route): return .book(version, route)
    case .reading(let route): return .reading(route)
    }
    return .done
  }

  /// Answers with a picture, or says what is to be made for it.
  private func planPicture(
    _ route: PictureRoute, of image: OpenImage, named name: ImageName, knowsWords: Bool,
    _ request: borrowing Request, _ response: inout Response
  ) throws(NotServed) -> Step {
    var plan = try Self.plan(route, for: image.shape, limits)
    switch route {
    case .tile where configuration.negotiatesFormat:
      plan.format = negotiated(plan.format, request)
      return try answerPicture(plan, of: image, negotiatedFields, .none, request, &response)
    case .iiif(let version, _):
      addLinks(of: plan, version, name, image, request, &response)
      guard !configuration.leavesWordsOut, plan.hasRoomForWords(in: image.shape) else { break }
      guard knowsWords || image.statement.isFresh else { return .words }
      return try answerPicture(
        plan, of: image, pictureFields, .carried(image.statement.embedded), request, &response)
    case .tile, .deepZoom, .zoomify, .xyz: break
    }
    return try answerPicture(plan, of: image, pictureFields, .none, request, &response)
  }

  static func plan(
    _ route: PictureRoute, for shape: ImageShape, _ limits: RequestLimits
  ) throws(NotServed) -> ImagePlan {
    do {
      return try route.plan(for: shape, limits: limits)
    } catch {
      throw NotServed(error)
    }
  }

  /// Says where a picture has its one true address, and by which rules it was asked for.
  private func addLinks(
    of plan: ImagePlan, _ version: IIIFVersion, _ name: ImageName, _ image: OpenImage,
    _ request: borrowing Request, _ response: inout Response
  ) {
    response.fields.add("Link") { link in
      link.append("<")
      BaseAddress.appendShared(request, configuration, to: &link)
      plan.appendAddress(of: name, version, in: image.shape.full, limits: limits, to: &link)
      link.append(">;rel=\"canonical\", <")
      link.append(version.profile)
      link.append(">;rel=\"profile\"")
    }
  }

  private func answerInformation(
    _ version: IIIFVersion, of image: OpenImage, _ name: ImageName,
    _ request: borrowing Request, _ response: inout Response
  ) {
    let base = BaseAddress(request, configuration).absolute
    let text = image.document(named: name, limits: limits).information(version, base: base)
    switch version {
    case .three:
      let isLinked = request.prefersLinkedData(version, profile: version.context)
      response.answerDocument(
        text, of: image,
        as: isLinked
          ? "application/ld+json;profile=\"http://iiif.io/api/image/3/context.json\""
          : "application/json",
        for: request)
    case .two:
      let isLinked = request.prefersLinkedData(version, profile: version.context)
      response.answerDocument(
        text, of: image, as: isLinked ? "application/ld+json" : "application/json", for: request)
      response.fields.add("Link", "<\(version.profile)>;rel=\"profile\"")
    }
    response.fields.add("Vary", "Accept")
  }

  /// The format of a tile that comes as its asker likes it best.
  ///
  /// Only formats that Accept has by name: those who take `image/*` mostly don't know the new ones.
  private func negotiated(
    _ format: ImageFormat, _ request: borrowing Request
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
