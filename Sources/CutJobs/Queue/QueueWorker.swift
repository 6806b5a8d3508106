import CutQueue
package import DecoderChildren
package import Posix
import Sandbox
package import Sources

/// Cuts what waits in a queue, for as long as it is let.
package final class QueueWorker: Sendable {
  package struct Options: Sendable {
    /// Images at a time; pyramids that wait for the disk come on top.
    package var lanes: Int
    /// Where sources lie that are had here: paths without links, or names of what lies elsewhere.
    package var places: [FilePath]
    /// Whether it ends where nothing waits any more.
    package var endsWhenEmpty = false

    package init(lanes: Int, places: [FilePath]) {
      self.lanes = max(1, lanes)
      self.places = places
    }
  }

  /// What became of one image.
  package struct Finished: Sendable {
    package let source: FilePath
    package let page: Int?
    package let version: PyramidVersion
    package let seconds: Double
    /// Nil where there is a pyramid now, or another one is at it.
    package let failure: CutFailure?
    package let wasCut: Bool
  }

  private struct State {
    var waiting: [(CutOrder, CutClaim)] = []
    var finished: [Finished] = []
    /// Lanes that have an image in hand.
    var busy = 0
    /// Those of them whose image is not cut yet.
    var cutting: Set<Int> = []
    var isAsking = false
    /// Whether something was put in line since somebody began to ask.
    var wasTold = false
    /// Nobody asks before.
    var nextLook = Instant.now
    var isStopping = false
  }

  private let queue: SharedQueue
  private let cutting: StoreCutting
  private let options: Options
  private let nursery = Nursery()
  private let state = Monitor(State())
  private let threads = ThreadGroup()

  /// - Parameters:
  ///   - queue: what it is taken from.
  ///   - cutting: how it is cut, and where pyramids go.
  ///   - options: what is cut here.
  package init(_ queue: SharedQueue, _ cutting: StoreCutting, _ options: Options) {
    self.queue = queue
    self.cutting = cutting
    self.options = options
  }

  package func start() throws(Errno) {
    queue.listen { [weak self] notice in
      guard notice == .waiting else { return }
      self?.state.change(waking: .one) { state in
        state.wasTold = true
        state.nextLook = .now
      }
    }
    // Where it does not start yet, the first image tells why not.
    try? nursery.start()
    try threads.start(
      "work", count: options.lanes + StoreCutting.publishing(besides: options.lanes)
    ) { self.run($0) }
  }

  /// Ends what is under way unfinished; others take it at once.
  package func stop() { state.change { $0.isStopping = true } }

  package func join() {
    threads.join()
    // What was taken and not begun goes back with its claims.
    state.change { $0.waiting = [] }
    nursery.end()
  }

  /// What was finished since the last call, and whether all is over.
  package func news() -> (finished: [Finished], isOver: Bool) {
    state.change(waking: .nobody) { state in
      defer { state.finished = [] }
      return (state.finished, state.isStopping && state.busy == 0)
    }
  }

  private func run(_ lane: Int) {
    let child = SourceProcess(nursery)
    while let (order, claim) = next(lane) {
      let finished = carryOut(order, claim, lane, child)
      // What there is to do next this lane takes up itself.
      let isLast = state.change(waking: .nobody) { state in
        state.busy -= 1
        state.cutting.remove(lane)
        if let finished { state.finished.append(finished) }
        return state.busy == 0 && state.waiting.isEmpty
      }
      // Whether anything waits decides whether all is over.
      if isLast, options.endsWhenEmpty { state.change { $0.nextLook = .now } }
    }
  }

  private func carryOut(
    _ order: CutOrder, _ claim: CutClaim, _ lane: Int, _ child: SourceProcess
  ) -> Finished? {
    let started = Instant.now
    func finished(_ failure: CutFailure?, wasCut: Bool) -> Finished {
      Finished(
        source: order.source, page: order.page, version: order.version,
        seconds: (Instant.now - started).seconds, failure: failure, wasCut: wasCut)
    }
    // It may have waited here for longer than it was held.
    guard !claim.isLost else { return nil }
    do throws(CutFailure) {
      let carried = try cutting.carryOut(
        order, held: claim, by: child, report: { _ in },
        whenCut: { state.change(waking: .one) { _ = $0.cutting.remove(lane) } },
        shouldStop: { state.read(\.isStopping) })
      switch carried {
      case .cut: return finished(nil, wasCut: true)
      case .present: return finished(nil, wasCut: false)
      case .elsewhere: return nil
      }
    } catch {
      return error.cause == .interrupted ? nil : finished(error, wasCut: false)
    }
  }

  private enum Step {
    case cut(CutOrder, CutClaim)
    case ask
    case end
  }

  private func next(_ lane: Int) -> (CutOrder, CutClaim)? {
    while true {
      let step = state.wait(until: { state in
        state.isAsking || state.cutting.count >= self.options.lanes ? nil : state.nextLook
      }) { state -> Step? in
        if state.isStopping { return .end }
        // Nothing is taken that others could begin sooner.
        guard state.cutting.count < self.options.lanes else { return nil }
        if !state.waiting.isEmpty {
          let (order, claim) = state.waiting.removeFirst()
          state.busy += 1
          state.cutting.insert(lane)
          return .cut(order, claim)
        }
        guard !state.isAsking, Instant.now >= state.nextLook else { return nil }
        state.isAsking = true
        state.wasTold = false
        return .ask
      }
      switch step {
      case .cut(let order, let claim): return (order, claim)
      case .ask: ask()
      case .end: return nil
      case nil: continue
      }
    }
  }

  private func ask() {
    let taken = queue.takeNext(
      below: options.places.map { Array($0.bytes) }, lanes: options.lanes)
    state.change { state in
      state.isAsking = false
      state.waiting += taken ?? []
      guard state.waiting.isEmpty else { return }
      state.nextLook = state.wasTold ? .now : .now + .seconds(QueueRules.pollSeconds)
      // What another lane has in hand may come back.
      if options.endsWhenEmpty, taken != nil, state.busy == 0 { state.isStopping = true }
    }
  }
}
