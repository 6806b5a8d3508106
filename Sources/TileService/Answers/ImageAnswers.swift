import HTTPWire
import ImageRequest
import Posix
import Storage
import TileGeometry

/// Answers what is asked about an image, on a loop or on another thread.
struct ImageAnswers: Sendable {
  let service: TileService
  /// In every answer.
  let commonFields: FieldBlock
  let limits: RequestLimits
  private let pictures: PictureAnswers

  init(_ service: TileService) {
    self.service = service
    var fields = FieldBlock()
    fields.add("Access-Control-Allow-Origin", "*")
    commonFields = fields
    let configuration = service.configuration
    limits = RequestLimits(
      maximumWidth: configuration.maximumWidth, maximumHeight: configuration.maximumHeight,
      maximumArea: configuration.maximumArea)
    pictures = PictureAnswers(service)
  }

  /// Answers a route that names an image.
  func answer(
    _ route: Route, _ finding: ImageIndex.Finding, _ identifier: ImageIdentifier,
    _ request: borrowing Request, _ response: inout Response
  ) throws(RequestProblem) -> Reply {
    switch finding {
    case .image(let image):
      return try answer(route, image, identifier, request, &response)
    case .uncut(let source):
      if case .iiifBase(let version, let name) = route {
        redirect(to: version, name, request, &response)
        return .now
      }
      return cutFirst(source, route, identifier, request, &response)
    case .document(let pages):
      guard case .image = route else {
        throw .absent("this is a document of \(pages) pages: ask for one of them, as in {id};1")
      }
      album(identifier.pages(pages), of: identifier, request, &response)
    case .folder:
      guard case .image = route else { throw .absent("this is a folder, no image") }
      return folderAlbum(identifier, request, &response)
    case .nothing: throw .absent("there is no image of this name")
    case .unusable(let reason):
      response.fail(.unsupportedMediaType, reason, for: request)
    }
    return .now
  }

  private func answer(
    _ route: Route, _ image: ServedImage, _ identifier: ImageIdentifier,
    _ request: borrowing Request, _ response: inout Response
  ) throws(RequestProblem) -> Reply {
    let asked = PictureAnswers.Asked(image: image, identifier: identifier)
    switch route {
    case .tile(_, let tile):
      var plan = try tile.plan(for: image.shape)
      if service.configuration.negotiatesFormat {
        response.fields.add("Vary", "Accept")
        plan.format = preferredFormat(request, instead: plan.format)
      }
      return pictures.answer(plan, asked, request, &response)
    case .deepZoomTile(_, let tile):
      return pictures.answer(try tile.plan(for: image.shape), asked, request, &response)
    case .zoomifyTile(_, let tile):
      return pictures.answer(try tile.plan(for: image.shape), asked, request, &response)
    case .xyzTile(_, let tile):
      return pictures.answer(try tile.plan(for: image.shape), asked, request, &response)
    case .iiifImage(let version, let name, let segments):
      let plan = try segments.plan(version, for: image.shape, limits: limits)
      let canonical = plan.canonicalPath(version, in: image.shape, limits: limits)
      let base = BaseAddress(service.configuration, request).text
      response.fields.add(
        "Link",
        "<\(base)/iiif/\(version.segment)/\(name.text)/\(canonical)>;rel=\"canonical\","
          + " <\(version.profile)>;rel=\"profile\"")
      return pictures.answer(plan, asked, request, &response)
    case .viewport(let name):
      viewport(try placed(image, request), name, image, request, &response)
    case .viewportTiles(let name):
      let query = try QueryFields(request.query)
      let wantsPlaceholder = try query.value("placeholder") != "false"
      let placed = try ViewRequest(query.leavingOut("placeholder"), for: image.shape).placed()
      let stream = ViewStream(
        placed, wantsPlaceholder: wantsPlaceholder, name, image, pictures, service)
      stream.answer(&response)
    case .iiifBase(let version, let name): redirect(to: version, name, request, &response)
    default: document(route, image, request, &response)
    }
    return .now
  }

  private func preferredFormat(
    _ request: borrowing Request, instead format: ImageFormat
  ) -> ImageFormat {
    guard request.has(.accept), format == .jpeg else { return format }
    // What is only welcome because everything is was not asked for.
    let anything = request.preference(forType: "image", "x-anything")
    let avif = request.preference(forType: "image", "avif")
    let webp = request.preference(forType: "image", "webp")
    if avif > anything, avif >= webp { return .avif }
    return webp > anything ? .webp : format
  }

  // MARK: Viewports

  private func placed(
    _ image: ServedImage, _ request: borrowing Request
  ) throws(RequestProblem) -> ViewAnswer {
    try ViewRequest(try QueryFields(request.query), for: image.shape).placed()
  }

  private func viewport(
    _ answer: ViewAnswer, _ name: ImageName, _ image: ServedImage, _ request: borrowing Request,
    _ response: inout Response
  ) {
    let links = ImageLinks(name: name, base: BaseAddress(service.configuration, request).path)
    let format = image.shape.preferredFormat
    let text = answer.json(id: name.decodedText, version: image.version.text) { tile in
      links.tile(
        reduction: tile.reduction.exponent, column: tile.column, row: tile.row, format: format,
        version: image.version.text)
    }
    response.document(Array((text + "\n").utf8), "application/json", for: request)
  }

  // MARK: Documents

  private func document(
    _ route: Route, _ image: ServedImage, _ request: borrowing Request, _ response: inout Response
  ) {
    guard let name = route.imageName else { return }
    let document = ImageDocument(
      name: name, version: image.version.text, shape: image.shape, limits: limits,
      pages: image.pages)
    let base = BaseAddress(service.configuration, request)
    switch route {
    case .iiifInformation(let version, _):
      let linked = LinkedDataType(version, request)
      response.fields.add("Vary", "Accept")
      response.fields.add("Link", "<\(version.profile)>;rel=\"profile\"")
      response.document(
        Array(document.information(version, base: base.text).utf8), linked.mediaType, for: request)
    case .deepZoom:
      response.document(Array(document.deepZoom.utf8), "application/xml", for: request)
    case .zoomify:
      response.document(Array(document.zoomify.utf8), "application/xml", for: request)
    case .xyz:
      response.document(
        Array(document.tileJSON(base: base.text).utf8), "application/json", for: request)
    default:
      response.document(
        Array(document.json(base: base.path).utf8), "application/json", for: request)
    }
  }

  private func redirect(
    to version: IIIFVersion, _ name: ImageName, _ request: borrowing Request,
    _ response: inout Response
  ) {
    let base = BaseAddress(service.configuration, request).text
    response.status = .seeOther
    response.fields.add("Location", "\(base)/iiif/\(version.segment)/\(name.text)/info.json")
  }

  // MARK: Albums

  private func album(
    _ pages: [ImageIdentifier], of identifier: ImageIdentifier, _ request: borrowing Request,
    _ response: inout Response
  ) {
    let document = AlbumDocument(
      path: identifier.bytes,
      pages: pages.map { page in
        guard case .image(let image) = service.index.find(page) else {
          return AlbumDocument.Page(path: page.bytes, size: nil, version: nil)
        }
        let size = image.shape.size
        return AlbumDocument.Page(
          path: page.bytes, size: (size.width, size.height), version: image.version.text)
      })
    let base = BaseAddress(service.configuration, request).path
    response.document(Array(document.json(base: base).utf8), "application/json", for: request)
  }

  /// A folder's images as pages; listing it may take a while.
  private func folderAlbum(
    _ identifier: ImageIdentifier, _ request: borrowing Request, _ response: inout Response
  ) -> Reply {
    let copy = copy request
    let template = response
    return service.offLoop(.large) { [self] in
      var response = template
      do throws(FileError) {
        let listing = try service.catalogue.images(of: identifier)
        let pages = listing.prefix(Catalogue.albumLimit).map {
          AlbumDocument.Page(path: $0, size: nil, version: nil)
        }
        let document = AlbumDocument(path: identifier.bytes, pages: Array(pages))
        let base = BaseAddress(service.configuration, copy).path
        response.document(Array(document.json(base: base).utf8), "application/json", for: copy)
      } catch {
        response.fail(.notFound, "the folder can't be listed", for: copy)
      }
      return response
    } orFail: {
      $0.overload(copy)
    }
  }

  // MARK: Pyramids on demand

  private func cutFirst(
    _ source: ImageIndex.Uncut, _ route: Route, _ identifier: ImageIdentifier,
    _ request: borrowing Request, _ response: inout Response
  ) -> Reply {
    if service.configuration.missingPyramids == .refuse {
      response.fail(
        .serviceUnavailable, "the image has no pyramid yet: it is to be pre-rendered", for: request)
      return .now
    }
    if let reason = service.cuts.failure(of: source.version) {
      response.fail(.unprocessable, "the image can't be cut: \(reason)", for: request)
      return .now
    }
    let copy = copy request
    let template = response
    return .later(
      DeferredAnswer { [self] exchange in
        // The wait, and after it whatever the answer then waits for.
        let further = Monitor<(any PendingAnswer)?>(nil)
        let number = service.cuts.wait(for: source) { ending in
          var response = template
          switch ending {
          case .done:
            let reply = afterCut(route, identifier, copy, &response)
            if case .later(let pending) = reply {
              further.change { $0 = pending }
              pending.begin(answering: exchange)
              return
            }
          case .failed(let reason):
            response.fail(.unprocessable, "the image can't be cut: \(reason)", for: copy)
          case .late(let share):
            response.fields.add("Retry-After", "5")
            let percent = Int(share * 100)
            response.fail(
              .serviceUnavailable, "the image is being cut: \(percent) percent are done", for: copy)
          case .refused:
            response.overload(copy)
          }
          exchange.answer(response)
        }
        return { [cuts = service.cuts] in
          if let number { cuts.leave(source.version, number) }
          further.read { $0 }?.cancel()
        }
      })
  }

  private func afterCut(
    _ route: Route, _ identifier: ImageIdentifier, _ request: borrowing Request,
    _ response: inout Response
  ) -> Reply {
    do throws(RequestProblem) {
      let finding = service.index.find(identifier)
      guard case .uncut = finding else {
        return try answer(route, finding, identifier, request, &response)
      }
      // The source changed while it was cut.
      response.fields.add("Retry-After", "1")
      response.fail(.serviceUnavailable, "the image has just changed", for: request)
    } catch {
      response.fail(error, for: request)
    }
    return .now
  }
}

extension ImageIdentifier {
  func pages(_ count: Int) -> [ImageIdentifier] { (1...max(1, count)).compactMap { page($0) } }
}

extension ImageShape {
  /// The format to ask for when any will do.
  var preferredFormat: ImageFormat { storedFormat ?? (hasAlpha ? .webp : .jpeg) }
}

extension Status {
  static let unsupportedMediaType = Status(rawValue: 415)
  static let unprocessable = Status(rawValue: 422)
}
