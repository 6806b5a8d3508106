import HTTPWire
import ImageRequest
import Posix
import Synchronization

/// An answer that needs files to be opened, a cut, or a picture to be made: given by other threads,
/// and given up when nobody waits for it any more.
final class LateAnswer: PendingAnswer {
  private enum Task {
    /// Everything from finding the image on.
    case route(Route, Request)
    case picture(PictureOrder, PictureReply)
  }

  /// What is under way for it now.
  private enum Stage {
    case none
    case line(WorkLane, WorkLane.Ticket)
    case picture(PictureDesk.Ticket)
    case cut(CutDesk.Ticket)
    case cancelled
  }

  private let service: TileService
  private let task: Task
  private let kind: RouteKind
  private let started: Int64
  private let stage = Mutex(Stage.none)

  init(_ service: TileService, _ route: Route, _ request: Request, _ started: Int64) {
    self.service = service
    task = .route(route, request)
    kind = route.kind
    self.started = started
  }

  init(
    _ service: TileService, _ order: PictureOrder, _ reply: PictureReply, _ kind: RouteKind,
    _ started: Int64
  ) {
    self.service = service
    task = .picture(order, reply)
    self.kind = kind
    self.started = started
  }

  func begin(answering exchange: any Exchange) {
    switch task {
    case .picture(let order, let reply): make(order, reply, exchange)
    case .route(let route, let request): open(route, request, exchange)
    }
  }

  func cancel() {
    let before = stage.withLock { stage in
      defer { stage = .cancelled }
      return stage
    }
    withdraw(before)
  }

  private func withdraw(_ stage: Stage) {
    switch stage {
    case .none, .cancelled: break
    case .line(let lane, let ticket): lane.withdraw(ticket)
    case .picture(let ticket): service.pictures.leave(ticket)
    case .cut(let ticket): service.cuts.leave(ticket)
    }
  }

  /// Notes what is under way; when the client has gone meanwhile, it is called off.
  private func enter(_ next: Stage) {
    let isCancelled = stage.withLock { stage in
      if case .cancelled = stage { return true }
      stage = next
      return false
    }
    if isCancelled { withdraw(next) }
  }

  private var isCancelled: Bool {
    stage.withLock { if case .cancelled = $0 { true } else { false } }
  }

  // MARK: Opening

  private func open(_ route: Route, _ request: Request, _ exchange: any Exchange) {
    let lane = service.pictures.tiles
    guard let ticket = lane.submit({ self.answer(route, request, exchange, mayCut: true) }) else {
      finish(exchange) { $0.refuse(.overloaded, for: request) }
      return
    }
    enter(.line(lane, ticket))
  }

  /// On a worker: the whole road from the name to the answer.
  private func answer(
    _ route: Route, _ request: Request, _ exchange: any Exchange, mayCut: Bool
  ) {
    guard !isCancelled else { return }
    guard let name = route.imageName else {
      finish(exchange) { self.service.answer(route, request, &$0) }
      return
    }
    switch service.index.find(name.bytes) {
    case .image(let image): answer(route, of: image, request, exchange)
    case .nothing(let reason): finish(exchange) { $0.refuse(reason, for: request) }
    case .folder:
      finish(exchange) { self.service.answer(route, ofFolder: name.bytes, request, &$0) }
    case .document(let pages, let path):
      if case .image = route {
        finish(exchange) { self.service.sendAlbum(ofPages: pages, in: path, request, &$0) }
      } else {
        answerFirstPage(route, of: path, request, exchange, mayCut: mayCut)
      }
    case .uncut(let order): wait(for: order, route, request, exchange, mayCut: mayCut)
    }
  }

  /// The document as an image is its first page.
  private func answerFirstPage(
    _ route: Route, of path: [UInt8], _ request: Request, _ exchange: any Exchange, mayCut: Bool
  ) {
    switch service.index.find(path + ";1".utf8) {
    case .image(let image): answer(route, of: image, request, exchange)
    case .uncut(let order): wait(for: order, route, request, exchange, mayCut: mayCut)
    case .nothing(let reason): finish(exchange) { $0.refuse(reason, for: request) }
    case .folder, .document: finish(exchange) { $0.refuse(.absent, for: request) }
    }
  }

  private func wait(
    for order: CutOrder, _ route: Route, _ request: Request, _ exchange: any Exchange,
    mayCut: Bool
  ) {
    guard mayCut else {
      finish(exchange) { $0.refuse(.unreadable, for: request) }
      return
    }
    let (known, ticket) = service.cuts.request(order) { end in
      self.goOn(after: end, route, request, exchange)
    }
    if let known { return goOn(after: known, route, request, exchange) }
    if let ticket { enter(.cut(ticket)) }
  }

  private func goOn(
    after end: CutEnd, _ route: Route, _ request: Request, _ exchange: any Exchange
  ) {
    switch end {
    case .late(let progress): finish(exchange) { $0.wait(for: progress) }
    case .failed(let reason): finish(exchange) { $0.refuse(reason, for: request) }
    case .done:
      let lane = service.pictures.tiles
      let ticket = lane.submit { self.answer(route, request, exchange, mayCut: false) }
      guard let ticket else {
        finish(exchange) { $0.refuse(.overloaded, for: request) }
        return
      }
      enter(.line(lane, ticket))
    }
  }

  // MARK: Answering

  private func answer(
    _ route: Route, of image: OpenImage, _ request: Request, _ exchange: any Exchange
  ) {
    var response = Response()
    do throws(RequestProblem) {
      switch try service.answer(route, of: image, request, &response) {
      case .done: finish(exchange, response)
      case .picture(let order, let reply): make(order, reply, exchange)
      }
    } catch {
      finish(exchange) { $0.refuse(error, for: request) }
    }
  }

  private func make(_ order: PictureOrder, _ reply: PictureReply, _ exchange: any Exchange) {
    let ticket = service.pictures.request(order) { result in
      self.finish(exchange, reply.response(result))
    }
    guard let ticket else {
      finish(exchange) { $0.refuse(.overloaded, for: reply.request) }
      return
    }
    enter(.picture(ticket))
  }

  private var request: Request {
    switch task {
    case .route(_, let request): request
    case .picture(_, let reply): reply.request
    }
  }

  private func finish(_ exchange: any Exchange, _ fill: (inout Response) -> Void) {
    var response = Response()
    fill(&response)
    finish(exchange, response)
  }

  private func finish(_ exchange: any Exchange, _ response: Response) {
    var response = response
    response.silenceRefusal(of: request)
    service.metrics.late.count(
      kind, AnswerKind(response), nanoseconds: Clock.monotonicNanoseconds - started,
      bytes: request.method == .head ? 0 : response.body.count)
    exchange.answer(response)
  }
}

extension NotServed {
  static let overloaded = NotServed(
    .serviceUnavailable, "too much work waits already", retryAfter: 2)
  static let unreadable = NotServed(
    .internalServerError, "the image's pyramid was made but can't be read")
}
