package import DecoderChildren
package import Posix
import Sources
import TileGeometry

/// Cuts on demand: each image once, a few at a time, and everybody who waits is told in time.
package final class CutDesk: Sendable {
  private let cutting: StoreCutting
  private let options: Options
  private let makeChild: @Sendable () -> any SourceChild
  private let makeRoom: @Sendable () -> Bool
  private let report: @Sendable (CutOrder, CutFailure) -> Void
  private let state: Monitor<State>
  private let threads = ThreadGroup()

  /// A desk that is closed until ``start()``.
  ///
  /// - Parameters:
  ///   - cutting: how orders are carried out.
  ///   - options: what administrators decide.
  ///   - makeChild: who cuts; called once on each thread of the desk.
  ///   - makeRoom: called where a cut finds no descriptors: lets some go; true where it could.
  ///   - report: told of each cut that failed, on a thread of the desk.
  package init(
    _ cutting: StoreCutting, _ options: Options,
    makeChild: @escaping @Sendable () -> any SourceChild,
    makeRoom: @escaping @Sendable () -> Bool = { false },
    report: @escaping @Sendable (CutOrder, CutFailure) -> Void = { _, _ in }
  ) {
    self.makeRoom = makeRoom
    self.report = report
    self.cutting = cutting
    self.options = options
    state = Monitor(State(patience: options.patience))
    self.makeChild = makeChild
  }

  package func start() throws(Errno) {
    cutting.listen { [weak self] version in self?.state.change { $0.line.comeBack(version) } }
    try threads.start("cut", count: max(1, options.simultaneous)) { _ in self.run(.all) }
    if options.simultaneous > 0 {
      try threads.start("cut-small", count: 1) { _ in self.run(.small) }
    }
    try threads.start("cut-patience", count: 1) { _ in self.watchDeadlines() }
  }

  /// Lets those who ask from now on wait longer or shorter.
  ///
  /// - Parameter seconds: how long one waits before being told to come back.
  package func setPatience(_ seconds: Int) { state.change { $0.patience = seconds } }

  /// Ends cuts under way unfinished.
  package func stop() {
    state.change { $0.isStopping = true }
    threads.join()
  }

  /// Cuts that run, wait, were finished and failed.
  package var counts: (running: Int, waiting: Int, finished: Int, failed: Int) {
    state.read { ($0.jobs.count - $0.line.count, $0.line.count, $0.finished, $0.failed) }
  }

  /// Asks for a pyramid.
  ///
  /// - Parameters:
  ///   - order: what is wanted.
  ///   - urgency: by whom.
  ///   - patience: seconds after which who asks would rather hear how far it is; nil for as long as
  ///     administrators let anybody wait.
  ///   - start: since when who asks has waited, for a preview that did not do after all.
  ///   - stage: with which who asks is content.
  ///   - wish: the tile that may do, of an image that was seen to be under way.
  ///   - tell: called once, on a thread of the desk, unless the end is known at once.
  /// - Returns: the end, or a ticket for who doesn't want to wait for it any more.
  package func request(
    _ order: CutOrder, _ urgency: CutUrgency, patience: Int? = nil, since start: Instant = .now,
    until stage: CutStage = .whole, wish: TileWish? = nil,
    tell: @escaping @Sendable (CutWaitEnd) -> Void
  ) -> CutReply {
    let now = Instant.now
    return state.change { state in
      if let failure = state.failures.reason(order.version, now: now) {
        return .known(.refused(.failed(failure)))
      }
      let isNew = state.jobs[order.version] == nil
      // It has ended since, and must not stand in line once more.
      if isNew, wish != nil { return .known(.done) }
      if let refusal = state.admit(order, urgency, makesMissing: options.makesMissing) {
        return .known(.refused(refusal))
      }
      if isNew { cutting.wish(order) }
      if let preview = state.jobs[order.version]?.preview(for: stage) {
        return .known(.shown(preview))
      }
      let deadline = start + .seconds(min(state.patience, patience ?? state.patience))
      guard deadline > now else {
        state.jobs[order.version]?.isPromised = true
        return .known(.late(state.progress(of: order.version)))
      }
      state.lastNumber += 1
      state.jobs[order.version]?.waiters.append(
        CutWaiter(
          number: state.lastNumber, deadline: deadline, stage: stage, wish: wish, tell: tell))
      return .waiting(CutTicket(version: order.version, number: state.lastNumber))
    }
  }

  /// Has a damaged pyramid cut anew, once in a while; nobody waits for it.
  ///
  /// - Parameters:
  ///   - order: the pyramid that is damaged.
  ///   - now: the moment.
  package func recut(_ order: CutOrder, now: Instant = .now) {
    guard options.makesMissing else { return }
    state.change { $0.recut(order, now: now) }
  }

  /// The client that waited has gone: a cut under way goes on, for the next one to find it; one that
  /// nobody else wants is not begun.
  ///
  /// - Parameter ticket: what was given out for them.
  package func leave(_ ticket: CutTicket) {
    let due = state.change { state in
      state.leave(ticket)
      return state.takeDueExtras(.now)
    }
    for extra in due { extra() }
  }

  /// Does what nobody waits for once the pages are cut that somebody waits for, and likely shown: at
  /// once where there are none, and after a while however many there are.
  ///
  /// - Parameter extra: what is done, here or on a thread of the desk, which it must not hold up.
  package func afterPages(_ extra: @escaping @Sendable () -> Void) {
    let due = state.change { state in
      state.extras.append((extra, .now + Self.patienceOfExtras))
      return state.takeDueExtras(.now)
    }
    for extra in due { extra() }
  }

  /// How long pages go before what nobody waits for.
  private static let patienceOfExtras = Duration.seconds(1)

  // MARK: Work

  private func run(_ lane: CutLine.Lane) {
    let child = makeChild()
    while let order = next(for: lane) {
      let failure: CutFailure?
      switch attempt(order, in: lane, child) {
      case .tooLarge:
        state.change { state in
          state.jobs[order.version]?.share = nil
          state.line.putBack(order.version)
        }
        continue
      case .elsewhere:
        state.change { state in
          state.jobs[order.version]?.share = nil
          state.line.postpone(order, until: .now + .seconds(Carried.pause))
        }
        continue
      case .done: failure = nil
      case .failed(let reason): failure = reason
      }
      if let failure { report(order, failure) }
      let (told, extras) = state.change { state -> ([CutWaiter], [@Sendable () -> Void]) in
        if let failure {
          state.failed += 1
          if !state.isStopping {
            state.failures.note(failure, for: order.version, now: .now)
          }
        } else {
          state.finished += 1
          state.failures.forget(order.version)
        }
        let waiters = state.jobs.removeValue(forKey: order.version)?.waiters ?? []
        if order.page != nil, !waiters.isEmpty {
          state.restUntil = .now + options.restAfterPages
        }
        return (waiters, state.takeDueExtras(.now))
      }
      let end = failure.map { CutWaitEnd.refused(.failed($0)) } ?? .done
      for waiter in told { waiter.tell(end) }
      for extra in extras { extra() }
    }
  }

  private func next(for lane: CutLine.Lane) -> CutOrder? {
    while true {
      let found = state.wait(until: { $0.line.nextReturn(for: lane) }) { state -> CutOrder?? in
        if state.isStopping { return .some(nil) }
        guard let version = state.line.next(for: lane, now: .now) else { return nil }
        state.jobs[version]?.share = 0
        return state.jobs[version]?.order
      }
      // Nothing, and the moment has come at which somebody returns to the line.
      if let found { return found }
    }
  }

  /// What a cut came to.
  private enum Attempt {
    case done
    case failed(CutFailure)
    /// Others, which are small, would wait for it.
    case tooLarge
    /// Another host is at it.
    case elsewhere
  }

  private func attempt(
    _ order: CutOrder, in lane: CutLine.Lane, _ child: any SourceChild
  ) -> Attempt {
    let first = cut(order, in: lane, child)
    guard case .failed(let failure) = first, case .environment(let error, _) = failure.cause,
      error.isOutOfDescriptors, makeRoom()
    else { return first }
    return cut(order, in: lane, child)
  }

  private func cut(
    _ order: CutOrder, in lane: CutLine.Lane, _ child: any SourceChild
  ) -> Attempt {
    var watch = StallWatch(shortest: options.silence, limits: cutting.limits)
    var hasStalled = false
    var isTooLarge = false
    var share = 0.0
    let began = Instant.now
    do throws(CutFailure) {
      let carried = try cutting.carryOut(
        order, by: child, show: { preview in self.advance(order) { $0.preview = preview } },
        wished: { state.read { $0.wishes(of: order.version) } },
        report: { answer in
          watch.note(answer, now: .now)
          switch answer {
          case .begun(let facts):
            isTooLarge = lane == .small && !CutLine.isSmall(pixels: facts.pixels)
            let size = PixelSize(width: Int64(facts.width), height: Int64(facts.height))
            state.change { $0.jobs[order.version]?.begin(size: size) }
          case .progress(let done):
            share = done
            state.change { $0.jobs[order.version]?.share = done }
          case .sketch(let sketch): state.change { $0.jobs[order.version]?.sketch = sketch }
          case .tile(let tile): give(tile, of: order)
          case .takesWishes: advance(order) { $0.takesWishes = true }
          // Who waits for a tile waits for the end now.
          case .otherRoad: advance(order) { $0.takesWishes = false }
          case .examined, .counted, .written, .previewed, .done, .compared, .failed,
            .unequipped:
            break
          }
        },
        shouldStop: {
          hasStalled = watch.hasStalled(now: .now)
          // A short file may take as long as any, and shows nothing of it.
          if lane == .small, share == 0, Instant.now - began > options.smallLanePatience {
            isTooLarge = true
          }
          return hasStalled || isTooLarge || state.read { $0.isStopping }
        })
      switch carried {
      case .cut, .present: return .done
      case .elsewhere: return .elsewhere
      }
    } catch {
      guard error.cause == .interrupted else { return .failed(error) }
      if hasStalled { return .failed(watch.failure) }
      return isTooLarge && !state.read { $0.isStopping } ? .tooLarge : .failed(error)
    }
  }

  /// Notes how far a cut has come, and tells those for whom that will do.
  private func advance(_ order: CutOrder, _ note: (inout Job) -> Void) {
    let told = state.change { state -> [(CutWaiter, PreviewPyramid)] in
      guard var job = state.jobs.removeValue(forKey: order.version) else { return [] }
      defer { state.jobs[order.version] = job }
      note(&job)
      return job.takeContent()
    }
    for (waiter, preview) in told { waiter.tell(.shown(preview)) }
  }

  /// Tells those who wished for a tile.
  private func give(_ tile: WishedTile, of order: CutOrder) {
    let told = state.change { $0.takeWishing(tile, of: order.version) }
    guard let jpeg = tile.jpeg else { return }
    for waiter in told { waiter.tell(.tile(jpeg)) }
  }

  // MARK: Patience

  private func watchDeadlines() {
    while true {
      let isOver: Void? = state.wait(
        until: { [$0.nearestDeadline, $0.nearestExtra].compactMap(\.self).min() },
        { $0.isStopping ? () : nil })
      if isOver != nil { return }
      let (late, extras) = state.change { ($0.takeLate(now: .now), $0.takeDueExtras(.now)) }
      for (waiter, progress) in late { waiter.tell(.late(progress)) }
      for extra in extras { extra() }
    }
  }
}
