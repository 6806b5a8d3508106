import HTTPWire
import ImageRequest
import Posix

/// One loop's way into the service: finds open images without a lock, answers what is stored at
/// once, and leaves the rest to workers.
final class TileResponder: Responder {
  private(set) var service: TileService
  /// What the succession's number was when this service was taken.
  private var generation: Int
  private var images: LocalImages
  private let metrics: LoopMetrics

  /// The responder of one loop.
  ///
  /// - Parameters:
  ///   - service: what all loops share.
  ///   - loop: which of the service's loops it is for, from 0.
  init(_ service: TileService, loop: Int) {
    self.service = service
    generation = service.succession.number
    images = Self.noImages(service)
    metrics = service.metrics.loops[loop % service.metrics.loops.count]
  }

  private static func noImages(_ service: TileService) -> LocalImages {
    LocalImages(capacity: service.openImages / service.loops)
  }

  func beginTurn() {
    images.beginTurn()
    let latest = service.succession.number
    guard latest != generation else { return }
    generation = latest
    service = service.succession.latest(after: service)
    images = Self.noImages(service)
  }

  func respond(to request: borrowing Request, with response: inout Response) -> Reply {
    let started = Clock.monotonicNanoseconds
    var kind = RouteKind.none
    if let later = answerNow(request, &response, &kind, started) { return .later(later) }
    response.silenceRefusal(of: request)
    metrics.count(
      kind, AnswerKind(response), nanoseconds: Clock.monotonicNanoseconds - started,
      bytes: request.method == .head ? 0 : response.body.count)
    return .now
  }

  func noteRefusal(_ refusal: Refusal, bodyBytes: Int) {
    metrics.count(
      .none, AnswerKind(refused: refusal.status), nanoseconds: 0, bytes: Int64(bodyBytes))
  }

  /// Answers what can be answered without waiting for anything.
  ///
  /// - Returns: nil where the response is filled in.
  private func answerNow(
    _ request: borrowing Request, _ response: inout Response, _ kind: inout RouteKind,
    _ started: Int64
  ) -> LateAnswer? {
    switch request.method {
    case .get, .head: break
    case .options:
      response.allowReading()
      return nil
    case .other:
      response.refuse(.notImplemented, "this method is not known here", for: request)
      return nil
    case .post, .put, .delete, .patch, .trace, .connect:
      response.fields.add("Allow", "GET, HEAD, OPTIONS")
      response.refuse(.methodNotAllowed, "images can only be read", for: request)
      return nil
    }
    do throws(NotServed) {
      let route = try Self.route(of: request)
      kind = route.kind
      switch route {
      case .image(let name, let asked):
        guard let image = openImage(name) else { break }
        let step = try service.answerImage(
          asked, of: image, named: name, knowsWords: false, request, &response)
        switch step {
        case .done: return nil
        case .picture(let order, let reply) where image.bytes.areAllHere:
          response.reset()
          return LateAnswer(service, order, reply, kind, started)
        case .picture, .words, .fetch: response.reset()
        case .book, .reading: break
        }
      case .site(let asked):
        guard !asked.readsFolders else { break }
        service.answerSite(asked, request, &response)
        return nil
      case .operations(let asked):
        guard !asked.takesLong else { break }
        service.answerOperations(asked, request, &response)
        return nil
      }
      return LateAnswer(service, route, copy request, started)
    } catch {
      response.reset()
      response.refuse(error, for: request)
      return nil
    }
  }

  private static func route(of request: borrowing Request) throws(NotServed) -> Route {
    do {
      return try Route(path: request.path)
    } catch {
      throw NotServed(error)
    }
  }

  private func openImage(_ name: ImageName) -> OpenImage? {
    if let image = images.find(name.encoded) { return image }
    guard let image = service.index.open.current(name.bytes) else { return nil }
    images.insert(image, for: name.encoded)
    return image
  }
}

extension Body {
  /// Bytes that are known to follow.
  var count: Int64 {
    switch self {
    case .empty: 0
    case .bytes(let bytes): Int64(bytes.count)
    case .file(let region): region.length
    case .stream(_, let length): length ?? 0
    }
  }
}

extension Response {
  /// Answers OPTIONS: what other sites' pages may do here.
  mutating func allowReading() {
    status = .noContent
    fields.add("Allow", "GET, HEAD, OPTIONS")
    fields.add("Access-Control-Allow-Origin", "*")
    fields.add("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
    fields.add("Access-Control-Allow-Headers", "*")
    fields.add("Access-Control-Max-Age", "86400")
  }

  /// A few words of plain text that are never kept.
  mutating func say(
    _ text: String, as type: StaticString = "text/plain; charset=utf-8",
    for request: borrowing Request
  ) {
    fields.add("Content-Type", type)
    fields.add("X-Content-Type-Options", "nosniff")
    fields.add("Cache-Control", "no-store")
    body = .bytes(SharedBytes(text))
  }
}
