import CutJobs
import DecoderChildren
import Documents
import HTTPWire
import ImageRequest
import Posix
import PyramidFile
import Sources

/// An answer that needs files to be opened, a cut, or a picture to be made: given by other threads,
/// and given up when nobody waits for it any more.
final class LateAnswer: PendingAnswer {
  private enum Task {
    /// Everything from finding the image on.
    case route(Route, Request)
    case picture(PictureOrder, PictureReply)
  }

  /// What is asked of an image, and who is to be told.
  struct Asked: Sendable {
    let name: ImageName
    let route: ImageRoute
    let request: Request
    let exchange: any Exchange
  }

  let service: TileService
  private let task: Task
  private let kind: RouteKind
  private let started: Int64
  let waiting = Waiting()

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
    case .route(let route, let request):
      if let query = service.search(of: route, request) {
        return search(query, request, exchange)
      }
      line(
        in: service.lane(
          for: route, or: route.looksAtManyFiles ? service.searches.lane : service.pictures.tiles),
        { self.carryOut(route, request, exchange) }, request, exchange)
    }
  }

  func cancel() { waiting.cancel() }

  // MARK: Finding the image

  func line(
    in lane: WorkLane, _ work: @escaping @Sendable () -> Void, _ request: Request,
    _ exchange: any Exchange
  ) {
    guard let ticket = lane.submit(work) else {
      finish(exchange) { $0.refuse(.overloaded, for: request) }
      return
    }
    waiting.enter(ticket)
  }

  private func search(_ query: ListingQuery, _ request: Request, _ exchange: any Exchange) {
    let key = SearchDesk.Key(
      folder: query.folder, text: query.search, order: query.order)
    let isTaken = service.searches.request(key, for: waiting) { found in
      self.finish(exchange) { self.service.answerSearch(query, found, request, &$0) }
    }
    if !isTaken { finish(exchange) { $0.refuse(.overloaded, for: request) } }
  }

  /// On a worker: all the way to the answer.
  private func carryOut(_ route: Route, _ request: Request, _ exchange: any Exchange) {
    guard !waiting.isCancelled else { return }
    switch route {
    case .image(let name, let asked):
      findImage(
        for: Asked(name: name, route: asked, request: request, exchange: exchange), mayCut: true)
    case .site(let asked):
      finish(exchange) { self.service.answerSite(asked, request, &$0) }
    case .operations(let asked):
      finish(exchange) { self.service.answerOperations(asked, request, &$0) }
    }
  }

  func findImage(for asked: Asked, mayCut: Bool, mayCount: Bool = true) {
    if case .reading(let route) = asked.route { return read(route, asked) }
    if asked.route == .viewport, TileService.isOfBook(asked.request.query) {
      return viewBook(asked)
    }
    let path = asked.name.bytes
    // The root is a folder too; only books of it are asked for so.
    switch path.isEmpty ? .folder : service.index.find(path) {
    case .image(let image): answer(asked, of: image)
    case .nothing(let reason): refuse(asked, reason)
    case .folder:
      finish(asked.exchange) {
        self.service.answerFolder(asked.route, path, asked.request, &$0)
      }
    case .document(let pages, let format, let path):
      switch asked.route {
      case .description:
        beginReading(path)
        finish(asked.exchange) {
          self.service.answerAlbum(ofPages: pages, format, in: path, asked.request, &$0)
        }
      case .presentation(let version, let route):
        present(route, version, ofDocument: path, asked)
      case .picture, .viewport, .viewportTiles, .iiifInformation, .deepZoom, .zoomify, .xyz,
        .reading:
        findFirstPage(asked, of: path, mayCut: mayCut)
      }
    case .uncounted(let source):
      guard mayCount else { return refuse(asked, .changing) }
      count(source, asked, mayCut: mayCut)
    case .uncut(let order):
      if case .presentation(let version, let route) = asked.route,
        present(route, version, ofUncut: order, asked)
      {
        return
      }
      guard mayCut else { return refuse(asked, .unreadable) }
      wait(for: order, asked)
    }
  }

  private func count(_ source: SourceRoot.Source, _ asked: Asked, mayCut: Bool) {
    let isTaken = service.index.documents.counts.request(source, for: waiting) {
      self.line(
        in: self.service.lane(for: asked.name.bytes, or: self.service.pictures.tiles),
        {
          guard !self.waiting.isCancelled else { return }
          self.findImage(for: asked, mayCut: mayCut, mayCount: false)
        }, asked.request, asked.exchange)
    }
    if !isTaken { refuse(asked, .overloaded) }
  }

  /// The document as an image is its first page.
  private func findFirstPage(_ asked: Asked, of path: [UInt8], mayCut: Bool) {
    switch service.index.find(path + ";1".utf8) {
    case .image(let image): answer(asked, of: image)
    case .uncut(let order):
      guard mayCut else { return refuse(asked, .unreadable) }
      wait(for: order, asked)
    case .nothing(let reason): refuse(asked, reason)
    case .folder, .document: refuse(asked, .absent)
    case .uncounted: refuse(asked, .changing)
    }
  }

  private func wait(for order: CutOrder, _ asked: Asked, takesPreview: Bool = true) {
    let patience: Int?
    do throws(NotServed) {
      patience = try asked.request.patience()
    } catch {
      return refuse(asked, error)
    }
    // Who asks what an image is has opened it, errors or not.
    let isOverview = asked.request.isForOverview && asked.route != .description
    let reply = service.cuts.request(
      order, isOverview ? .background : .opened, patience: patience,
      takesPreview: takesPreview && asked.route.isPicture
    ) { self.goOn(after: $0, of: order, asked) }
    switch reply {
    case .known(let end): goOn(after: end, of: order, asked)
    case .waiting(let ticket): waiting.enter(CutWait(desk: service.cuts, ticket: ticket))
    }
  }

  private func goOn(after end: CutEnd, of order: CutOrder, _ asked: Asked) {
    switch end {
    case .late(let progress):
      // An extra: no failure to find it keeps the rest from being told.
      let path = asked.name.bytes
      let status = try? service.index.status(of: path)
      let size = progress.size ?? status.flatMap { service.catalogue.sizes.soon(of: path, $0) }
      let base = BaseAddress(asked.request, service.configuration).relative
      let preview = ImageLinks(name: asked.name, base: base)
        .preview(of: size, finest: CutPreview.finest)
      finish(asked.exchange) {
        $0.wait(
          for: progress, ofBytes: status?.size, size: size,
          preview: progress.hasPreview ? preview : nil, asked.request)
      }
    case .shown(let preview):
      line(
        in: service.pictures.tiles, { self.show(preview, of: order, asked) }, asked.request,
        asked.exchange)
    case .refused(let refusal): refuse(asked, NotServed(refusal))
    case .done:
      let find: @Sendable () -> Void = {
        if !self.waiting.isCancelled { self.findImage(for: asked, mayCut: false) }
      }
      line(
        in: service.lane(for: asked.name.bytes, or: service.pictures.tiles), find, asked.request,
        asked.exchange)
    }
  }

  /// Answers with the preview where that will do.
  private func show(_ preview: PreviewPyramid, of order: CutOrder, _ asked: Asked) {
    guard !waiting.isCancelled else { return }
    let image = service.index.image(of: preview, order, at: asked.name.bytes)
    var response = Response()
    do throws(NotServed) {
      switch try service.answerPreview(asked.route, of: image, asked.request, &response) {
      case .done: finish(asked.exchange, response)
      case .picture(let order, let reply): make(order, reply, asked.exchange)
      case .words, .book, .reading, .fetch, nil: wait(for: order, asked, takesPreview: false)
      }
    } catch {
      refuse(asked, error)
    }
  }

  // MARK: Answering

  private func answer(
    _ asked: Asked, of image: OpenImage, knowsWords: Bool = false, isOpenedAnew: Bool = false
  ) {
    var response = Response()
    do throws(NotServed) {
      let step = try service.answerImage(
        asked.route, of: image, named: asked.name, knowsWords: knowsWords, asked.request, &response)
      switch step {
      case .done: finish(asked.exchange, response)
      case .picture(let order, let reply): make(order, reply, asked.exchange)
      case .words:
        service.index.learnStatement(of: image)
        answer(asked, of: image, knowsWords: true, isOpenedAnew: isOpenedAnew)
      case .fetch(let range):
        fetch([range], of: image, asked.request, asked.exchange, isOpenedAnew: isOpenedAnew) {
          self.answer(asked, of: $0, knowsWords: true, isOpenedAnew: $0 !== image || isOpenedAnew)
        }
      case .book(let version, let route): present(route, version, of: image, asked)
      case .reading(let route): read(route, asked)
      }
    } catch {
      refuse(asked, error)
    }
  }

  func refuse(_ asked: Asked, _ reason: NotServed) {
    finish(asked.exchange) { $0.refuse(reason, for: asked.request) }
  }

  private func make(_ order: PictureOrder, _ reply: PictureReply, _ exchange: any Exchange) {
    guard let far = order.image.far, !far.isWhole else {
      return begin(order, reply, exchange)
    }
    // Workers never wait for the network: what they will read is here before they begin.
    line(
      in: service.openings,
      {
        guard !self.waiting.isCancelled else { return }
        do throws(NotServed) {
          try self.service.bringTiles(of: order)
          self.begin(order, reply, exchange)
        } catch {
          self.finish(exchange) { $0.refuse(error, for: reply.request) }
        }
      }, reply.request, exchange)
  }

  private func begin(_ order: PictureOrder, _ reply: PictureReply, _ exchange: any Exchange) {
    let isTaken = service.pictures.request(order, for: waiting) { result in
      self.finish(exchange, reply.response(result))
    }
    if !isTaken { finish(exchange) { $0.refuse(.overloaded, for: reply.request) } }
  }

  private var request: Request {
    switch task {
    case .route(_, let request): request
    case .picture(_, let reply): reply.request
    }
  }

  func finish(_ exchange: any Exchange, _ fill: (inout Response) -> Void) {
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

/// A cut that somebody waits for.
private struct CutWait: Withdrawable {
  let desk: CutDesk
  let ticket: CutTicket

  func withdraw() { desk.leave(ticket) }
}

extension ImageRoute {
  fileprivate var isPicture: Bool {
    if case .picture = self { true } else { false }
  }
}

extension NotServed {
  static let overloaded = NotServed(
    .serviceUnavailable, "too much work waits already", retryAfter: 2)
  static let changing = NotServed(
    .serviceUnavailable, "the file changes while it is read", retryAfter: 1)
  static let unreadable = NotServed(
    .internalServerError, "the image's pyramid was made but can't be read")
}

extension TileService {
  /// Who does what a route asks for.
  fileprivate func lane(for route: Route, or other: WorkLane) -> WorkLane {
    switch route {
    case .image(let name, _): lane(for: name.bytes, or: other)
    // Folders of the root may have mounts among them.
    case .site: index.root.far.isEmpty ? other : openings
    case .operations: other
    }
  }
}

extension Route {
  /// Whether many files may have to be looked at, which no picture is to wait for.
  fileprivate var looksAtManyFiles: Bool {
    switch self {
    case .image(_, .presentation), .image(_, .reading): true
    case .image, .site, .operations: false
    }
  }
}
