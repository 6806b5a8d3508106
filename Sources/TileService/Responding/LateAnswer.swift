import HTTPWire
import ImageRequest

/// An answer that needs files to be opened, a cut, or a picture to be made: given by other threads,
/// and given up when nobody waits for it any more.
final class LateAnswer: PendingAnswer {
  private enum Task {
    /// Everything from finding the image on.
    case route(Route, Request)
    case picture(PictureOrder, PictureReply)
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
    case .picture(let order, let reply):
      make(order, reply, for: asker(reply.request, exchange))
    case .route(let route, let request):
      let asker = asker(request, exchange)
      if let query = service.search(of: route, request) { return search(query, asker) }
      line(in: service.lane(for: route), for: asker) { self.carryOut(route, asker) }
    }
  }

  func cancel() { waiting.cancel() }

  private func asker(_ request: Request, _ exchange: any Exchange) -> LateAsker {
    LateAsker(
      request: request, exchange: exchange, kind: kind, started: started,
      metrics: service.metrics.late, party: service.party(of: request, by: exchange))
  }

  /// Has something done by a thread of a lane, if somebody still waits for it then.
  ///
  /// - Parameters:
  ///   - lane: whose turns are taken.
  ///   - asker: is refused where too much waits already.
  ///   - work: what is done.
  func line(
    in lane: WorkLane, for asker: LateAsker, _ work: @escaping @Sendable () -> Void
  ) {
    let ticket = lane.submit(for: asker.party) {
      if !self.waiting.isCancelled { work() }
    }
    guard let ticket else { return asker.refuse(.overloaded) }
    waiting.enter(ticket)
  }

  private func search(_ query: ListingQuery, _ asker: LateAsker) {
    let key = SearchDesk.Key(folder: query.folder, text: query.search, order: query.order)
    let isTaken = service.searches.request(key, for: waiting) { found in
      asker.answer { self.service.answerSearch(query, found, asker.request, &$0) }
    }
    if !isTaken { asker.refuse(.overloaded) }
  }

  /// On a worker: all the way to the answer.
  private func carryOut(_ route: Route, _ asker: LateAsker) {
    switch route {
    case .image(let name, let asked):
      findImage(for: AskedImage(name: name, route: asked, asker: asker))
    case .site(let asked):
      asker.answer { self.service.answerSite(asked, asker.request, &$0) }
    case .operations(let asked):
      asker.answer { self.service.answerOperations(asked, asker.request, &$0) }
    }
  }
}
