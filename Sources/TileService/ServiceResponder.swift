import HTTPWire
import ImageRequest
import Posix
import Storage

/// Answers one loop's requests.
///
/// What the loop needs for a stored tile is its own: no lock is taken on the way from a request to
/// the tile's place in its file.
final class ServiceResponder: Responder {
  private let service: TileService
  private let answers: ImageAnswers
  private let operations: OperationAnswers
  private let loop: Int
  private var images = ImageTable()

  init(_ service: TileService, loop: Int) {
    self.service = service
    self.loop = loop
    answers = ImageAnswers(service)
    operations = OperationAnswers(service)
  }

  func respond(to request: borrowing Request, with response: inout Response) -> Reply {
    let started = Clock.monotonicNanoseconds
    response.fields.add(answers.commonFields)
    var kind = Metrics.Route.other
    let reply = answer(request, &response, &kind)
    switch reply {
    case .now:
      service.metrics.count(
        kind, response.status, response.provenance, since: started, loop: loop)
      return reply
    case .later(let pending):
      return .later(
        CountedAnswer(pending) { [service, loop, kind] answer in
          service.metrics.count(kind, answer.status, answer.provenance, since: started, loop: loop)
        })
    }
  }

  private func answer(
    _ request: borrowing Request, _ response: inout Response, _ kind: inout Metrics.Route
  ) -> Reply {
    switch request.method {
    case .get, .head: break
    case .options:
      response.status = .noContent
      response.fields.add("Allow", "GET, HEAD, OPTIONS")
      response.fields.add("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
      response.fields.add("Access-Control-Allow-Headers", "*")
      response.fields.add("Access-Control-Max-Age", "86400")
      return .now
    case .other:
      response.fail(.notImplemented, "this method is not known here", for: request)
      return .now
    default:
      response.fields.add("Allow", "GET, HEAD, OPTIONS")
      response.fail(.methodNotAllowed, "images can only be read", for: request)
      return .now
    }
    do throws(RequestProblem) {
      let route = try Route(path: request.path)
      kind = Metrics.Route(route)
      guard let name = route.imageName else {
        return try operations.answer(route, request, &response)
      }
      guard let identifier = ImageIdentifier(path: name.bytes) else {
        throw .absent("there is no image of this name")
      }
      if let image = images.find(name.encoded) {
        return try answers.answer(route, .image(image), identifier, request, &response)
      }
      let finding = service.index.find(identifier)
      if case .image(let image) = finding { images.keep(image, as: name.encoded) }
      return try answers.answer(route, finding, identifier, request, &response)
    } catch {
      response.fail(error, for: request)
      return .now
    }
  }
}

extension Route {
  /// The image or folder that is asked about, where there is one.
  var imageName: ImageName? {
    switch self {
    case .image(let name), .tile(let name, _), .viewport(let name), .viewportTiles(let name),
      .iiifBase(_, let name), .iiifInformation(_, let name), .iiifImage(_, let name, _),
      .deepZoom(let name), .deepZoomTile(let name, _), .zoomify(let name),
      .zoomifyTile(let name, _),
      .xyz(let name), .xyzTile(let name, _):
      name
    case .gallery, .viewer, .embeddedViewer, .viewerFile, .listing, .health, .readiness, .metrics,
      .robots:
      nil
    }
  }
}

extension Response {
  mutating func fail(_ problem: RequestProblem, for request: borrowing Request) {
    let status: Status =
      switch problem.kind {
      case .malformed: .badRequest
      case .absent: .notFound
      case .unsupported: .notImplemented
      }
    fail(status, problem.detail, for: request)
  }
}
