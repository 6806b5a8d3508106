import Documents
import HTTPWire
import ImageRequest
import Sources
import TileGeometry
import TileViewport

extension TileService {
  /// The viewport calculator's answer.
  func answerView(
    of image: OpenImage, _ name: ImageName, _ request: borrowing Request,
    _ response: inout Response
  ) throws(NotServed) {
    let answer: ViewAnswer
    do {
      answer = try ViewRequest(QueryFields(request.query, plus: .sign), for: image.shape).placed()
    } catch {
      throw NotServed(error)
    }
    let tiles = TileAddresses(of: image, named: name, BaseAddress(request, configuration))
    response.answerDocument(
      answer.json(id: name.decodedText, version: image.version.text, url: tiles.address) + "\n",
      of: image, as: "application/json", for: request)
  }

  /// The tiles of a view as one stream.
  func answerViewTiles(
    of image: OpenImage, _ name: ImageName, _ request: borrowing Request,
    _ response: inout Response
  ) throws(NotServed) {
    let wanted = try viewTiles(of: image, request)
    answerStream(
      TileStream(
        wanted.addresses, of: image,
        TileAddresses(of: image, named: name, BaseAddress(request, configuration)),
        arePadded: wanted.arePadded, service: self),
      &response)
  }

  /// The tiles that a request for a view wants.
  ///
  /// - Parameters:
  ///   - image: whose view it is.
  ///   - request: that asks.
  /// - Returns: their addresses, in their order, and whether those at an edge are sent as they are stored:
  ///   who asks cuts off what lies beyond the image, and nobody need decode them here.
  /// - Throws: what is wrong with the request.
  func viewTiles(
    of image: OpenImage, _ request: borrowing Request
  ) throws(NotServed) -> (addresses: [TileAddress], arePadded: Bool) {
    do {
      return try Self.tiles(QueryFields(request.query, plus: .sign), of: image.shape)
    } catch {
      throw NotServed(error)
    }
  }

  func answerStream(
    _ stream: TileStream, isPassing: Bool = false, _ response: inout Response
  ) {
    response.fields.add("Content-Type", "multipart/mixed; boundary=\(TileStream.boundary)")
    response.fields.add("X-Content-Type-Options", "nosniff")
    response.fields.add("Access-Control-Allow-Origin", "*")
    if isPassing {
      response.fields.add("Cache-Control", "no-store")
    } else {
      response.fields.add("Cache-Control", "no-cache")
    }
    response.provenance = .passThrough
    response.body = .stream(stream, length: nil)
  }

  /// The tiles of a view; or those of a list, which a viewer sends that has some of the view already.
  private static func tiles(
    _ query: QueryFields, of shape: ImageShape
  ) throws(RequestProblem) -> (addresses: [TileAddress], arePadded: Bool) {
    if let list = try query.value("tiles") {
      try query.checkNames(["tiles", "edges"])
      let edges = try query.value("edges")
      guard edges == nil || edges == "padded" else {
        throw .malformed("'edges' can be 'padded', and nothing else")
      }
      return (try TileList(list, on: shape).addresses, edges != nil)
    }
    // Who has something to show underneath already may do without the coarse tiles.
    let wantsPlaceholder = try query.value("placeholder") != "false"
    let wantsPrefetch = try query.value("prefetch") != nil
    let view = try ViewRequest(query.leavingOut("placeholder"), for: shape).placed()
    return (view.addresses(placeholder: wantsPlaceholder, prefetch: wantsPrefetch), false)
  }
}

extension ViewAnswer {
  /// The tiles of the view in the order in which they are sent.
  fileprivate func addresses(placeholder wantsPlaceholder: Bool, prefetch wantsPrefetch: Bool)
    -> [TileAddress]
  {
    func placed(_ tiles: [PlacedTile], _ level: Level) -> [TileAddress] {
      tiles.map { TileAddress(reduction: level.reduction, column: $0.column, row: $0.row) }
    }
    return (wantsPlaceholder ? placed(placeholder, placeholderLevel) : [])
      + placed(tiles, view.level) + (wantsPrefetch ? placed(prefetch, view.level) : [])
  }
}
