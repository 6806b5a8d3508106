import Documents
import HTTPWire
import ImageRequest
import Sources

extension TileService {
  /// Answers what needs no open image.
  func answerSite(_ route: SiteRoute, _ request: borrowing Request, _ response: inout Response) {
    switch route {
    case .gallery: sendPage(.gallery, request, &response)
    case .listing: answerListing(request, &response)
    case .viewer(let name): sendViewer(name, .viewer, request, &response)
    case .embeddedViewer(let name): sendViewer(name, .embed, request, &response)
    case .viewerFile(let path): sendViewerFile(path, request, &response)
    case .icon: viewerFiles.send("style/icon.svg", request, &response)
    case .iiifBase(let version, let name): leadToInformation(version, name, request, &response)
    }
  }

  private func leadToInformation(
    _ version: IIIFVersion, _ name: ImageName, _ request: borrowing Request,
    _ response: inout Response
  ) {
    switch index.find(name.bytes) {
    case .nothing(let reason): return response.refuse(reason, for: request)
    case .folder: return response.refuse(.folder, for: request)
    case .image, .uncut, .document, .uncounted: break
    }
    let links = ImageLinks(name: name, base: BaseAddress(request, configuration).absolute)
    response.status = .seeOther
    response.fields.add("Access-Control-Allow-Origin", "*")
    response.fields.add("Location", links.information(version))
  }

  /// Answers what is asked of a folder: for its album and its manifest, and nothing else.
  func answerFolder(
    _ route: ImageRoute, _ path: [UInt8], _ request: borrowing Request,
    _ response: inout Response
  ) {
    do throws(NotServed) {
      switch route {
      case .description:
        let base = BaseAddress(request, configuration).relative
        response.answerDocument(
          try album(ofFolder: path).json(base: base), as: "application/json", for: request)
      case .presentation(let version, let part):
        try answerPresentation(part, version, ofFolder: path, request, &response)
      case .picture, .viewport, .viewportTiles, .iiifInformation, .deepZoom, .zoomify, .xyz,
        .reading:
        throw .folder
      }
    } catch {
      response.refuse(error, for: request)
    }
  }

  func answerAlbum(
    ofPages count: Int, _ format: SourceFormat, in path: [UInt8], _ request: borrowing Request,
    _ response: inout Response
  ) {
    let base = BaseAddress(request, configuration).relative
    response.answerDocument(
      album(ofPages: count, format, in: path).json(base: base), as: "application/json", for: request
    )
  }

  /// A search is answered by ``answerSearch(_:_:_:_:)``: this is for folders.
  private func answerListing(_ request: borrowing Request, _ response: inout Response) {
    do throws(NotServed) {
      let query = try ListingQuery(request.query)
      if let listing = try listingByKeys(query) { return sendListing(listing, request, &response) }
      guard query.cursor?.isByKey != true else {
        throw .malformed("the cursor belongs to another folder")
      }
      let items = try catalogue.items(of: query.folder)
      sendListing(
        try listing(
          query, of: ListingEntries(items, isDescending: query.order.isDescending)), request,
        &response)
    } catch {
      response.refuse(error, for: request)
    }
  }

  /// What a request searches for; nil where it is no search.
  func search(of route: Route, _ request: borrowing Request) -> ListingQuery? {
    // What makes no sense is refused where listings are.
    guard case .site(.listing) = route, let query = try? ListingQuery(request.query),
      !query.search.isEmpty || query.order.looksAtFiles
    else { return nil }
    return query
  }

  func answerSearch(
    _ query: ListingQuery, _ found: SearchDesk.Found, _ request: borrowing Request,
    _ response: inout Response
  ) {
    do throws(NotServed) {
      sendListing(
        try listing(query, of: ListingEntries(try found.get(), query.order)), request, &response)
    } catch {
      response.refuse(error, for: request)
    }
  }

  private func sendListing(
    _ listing: ListingDocument, _ request: borrowing Request, _ response: inout Response
  ) {
    let base = BaseAddress(request, configuration).relative
    response.answerDocument(listing.json(base: base), as: "application/json", for: request)
  }
}

extension SiteRoute {
  /// Whether a worker has to answer, for folders may have to be read.
  var readsFolders: Bool {
    switch self {
    case .gallery, .viewerFile, .icon: false
    case .listing, .viewer, .embeddedViewer, .iiifBase: true
    }
  }
}
