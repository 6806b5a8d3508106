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
      as: "application/json", for: request)
  }

  /// The tiles of a view as one stream.
  func answerViewTiles(
    of image: OpenImage, _ name: ImageName, _ request: borrowing Request,
    _ response: inout Response
  ) throws(NotServed) {
    let wanted: [TileAddress]
    do {
      wanted = try Self.tiles(QueryFields(request.query, plus: .sign), of: image.shape)
    } catch {
      throw NotServed(error)
    }
    answerStream(
      TileStream(
        wanted, of: image,
        TileAddresses(of: image, named: name, BaseAddress(request, configuration)), service: self),
      &response)
  }

  func answerStream(_ stream: TileStream, _ response: inout Response) {
    response.fields.add("Content-Type", "multipart/mixed; boundary=\(TileStream.boundary)")
    response.fields.add("X-Content-Type-Options", "nosniff")
    response.fields.add("Access-Control-Allow-Origin", "*")
    response.fields.add("Cache-Control", "no-cache")
    response.provenance = .passThrough
    response.body = .stream(stream, length: nil)
  }

  /// The tiles of a view; or those of a list, which a viewer sends that has some of the view already.
  private static func tiles(
    _ query: QueryFields, of shape: ImageShape
  ) throws(RequestProblem) -> [TileAddress] {
    if let list = try query.value("tiles") {
      try query.checkNames(["tiles"])
      return try TileList(list, on: shape).addresses
    }
    // Who has something to show underneath already may do without the coarse tiles.
    let wantsPlaceholder = try query.value("placeholder") != "false"
    let wantsPrefetch = try query.value("prefetch") != nil
    return try ViewRequest(query.leavingOut("placeholder"), for: shape).placed()
      .addresses(placeholder: wantsPlaceholder, prefetch: wantsPrefetch)
  }
}
