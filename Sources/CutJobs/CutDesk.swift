package import DecoderChildren
package import Posix
import Sources
import TileGeometry

/// Cuts on demand: each image once, a few at a time, and everybody who waits is told in time.
package final class CutDesk: Sendable {
  package typealias Waiter = @Sendable (CutEnd) -> Void

  private struct Waiting {
    let number: UInt64
    let deadline: Instant
    let takesPreview: Bool
    let tell: Waiter
  }

  private struct Job {
    let order: CutOrder
    var share: Double?
    var preview: PreviewPyramid?
    var size: PixelSize?
    var sketch: Sketch?
    var waiters: [Waiting] = []
  }

  private struct State {
    /// How long one waits before being told to come back, in seconds.
    var patience: Int
    var jobs: [PyramidVersion: Job] = [:]
    var line = CutLine()
    var failures = FailureMemory()
    /// Until when damaged pyramids that were cut anew are not cut anew again.
    var recut: [PyramidVersion: Instant] = [:]
    var lastNumber: UInt64 = 0
    var isStopping = false
    var finished = 0
    var failed = 0

    /// When the first of those who wait has waited long enough; nil where nobody waits.
    var nearestDeadline: Instant? {
      jobs.values.lazy.compactMap { $0.waiters.lazy.map(\.deadline).min() }.min()
    }
  }

  /// Images that may wait for their turn.
  private static let queueLimit = 256
  private static let recutLimit = 10_000
  /// A disk that damages what it is given is not worn out by trying.
  private static let recutPause = Duration.seconds(3600)

  private let cutting: StoreCutting
  private let options: Options
  private let makeChild: @Sendable () -> any CuttingChild
  private let makeRoom: @Sendable () -> Bool
  private let report: @Sendable (CutOrder, CutFailure) -> Void
  private let state: Monitor<State>
  private let threads = ThreadGroup()

  /// A desk that is closed until ``start()``.
  ///
  /// - Parameters:
  ///   - cutting: How orders are carried out.
  ///   - options: What administrators decide.
  ///   - makeChild: Who cuts; called once on each thread of the desk.
  ///   - makeRoom: Called where a cut finds no descriptors: lets some go; true where it could.
  ///   - report: Told of each cut that failed, on a thread of the desk.
  package init(
    _ cutting: StoreCutting, _ options: Options,
    makeChild: @escaping @Sendable () -> any CuttingChild,
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
    try threads.start("cut", count: max(1, options.simultaneous)) { _ in self.run(.all) }
    try threads.start("cut-small", count: 1) { _ in self.run(.small) }
    try threads.start("cut-patience", count: 1) { _ in self.watchDeadlines() }
  }

  /// Lets those who ask from now on wait longer or shorter.
  ///
  /// - Parameter seconds: How long one waits before being told to come back.
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
  ///   - order: What is wanted.
  ///   - urgency: By whom.
  ///   - patience: Seconds after which who asks would rather hear how far it is; nil for as long as
  ///     administrators let anybody wait.
  ///   - takesPreview: Whether a preview may do.
  ///   - tell: Called once, on a thread of the desk, unless the end is known at once.
  /// - Returns: The end, or a ticket for who doesn't want to wait for it any more.
  package func request(
    _ order: CutOrder, _ urgency: CutUrgency, patience: Int? = nil, takesPreview: Bool = false,
    tell: @escaping Waiter
  ) -> CutReply {
    let now = Instant.now
    return state.change { state in
      if let failure = state.failures.reason(order.version, now: now) {
        return .known(.refused(.failed(failure)))
      }
      if let refusal = admit(order, urgency, &state) { return .known(.refused(refusal)) }
      if takesPreview, let preview = state.jobs[order.version]?.preview {
        return .known(.shown(preview))
      }
      let patience = min(state.patience, patience ?? state.patience)
      guard patience > 0 else {
        return .known(.late(Self.progress(of: order.version, state)))
      }
      state.lastNumber += 1
      let deadline = now + .seconds(patience)
      state.jobs[order.version]?.waiters.append(
        Waiting(
          number: state.lastNumber, deadline: deadline, takesPreview: takesPreview, tell: tell))
      return .waiting(CutTicket(version: order.version, number: state.lastNumber))
    }
  }

  /// Has a damaged pyramid cut anew, once in a while; nobody waits for it.
  ///
  /// - Parameters:
  ///   - order: The pyramid that is damaged.
  ///   - now: The moment.
  package func recut(_ order: CutOrder, now: Instant = .now) {
    guard options.makesMissing else { return }
    state.change { state in
      if let until = state.recut[order.version], now < until { return }
      if state.recut.count >= Self.recutLimit {
        state.recut = state.recut.filter { now < $0.value }
      }
      guard state.recut.count < Self.recutLimit else { return }
      state.recut[order.version] = now + Self.recutPause
      _ = admit(order.replacing, .background, &state)
    }
  }

  /// The client that waited has gone; the cut goes on, for the next one to find it.
  ///
  /// - Parameter ticket: What was given out for them.
  package func leave(_ ticket: CutTicket) {
    state.change { state in
      state.jobs[ticket.version]?.waiters.removeAll { $0.number == ticket.number }
    }
  }

  /// Puts an order in line if it is not there yet; answers why it can't be.
  private func admit(
    _ order: CutOrder, _ urgency: CutUrgency, _ state: inout State
  ) -> CutRefusal? {
    guard state.jobs[order.version] == nil else {
      state.line.hasten(order.version, to: urgency)
      return nil
    }
    guard options.makesMissing else { return .notMade }
    guard !state.isStopping, state.line.count < Self.queueLimit else { return .lineIsFull }
    state.jobs[order.version] = Job(order: order)
    state.line.append(order, urgency)
    return nil
  }

  private static func progress(of version: PyramidVersion, _ state: State) -> CutProgress {
    let job = state.jobs[version]
    return CutProgress(
      share: job?.share, waiting: state.line.position(of: version) ?? 0, size: job?.size,
      hasPreview: job?.preview != nil, sketch: job?.sketch)
  }

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
      case .done: failure = nil
      case .failed(let reason): failure = reason
      }
      if let failure { report(order, failure) }
      let told = state.change { state -> [Waiting] in
        if let failure {
          state.failed += 1
          if !state.isStopping {
            state.failures.note(failure, for: order.version, now: .now)
          }
        } else {
          state.finished += 1
          state.failures.forget(order.version)
        }
        return state.jobs.removeValue(forKey: order.version)?.waiters ?? []
      }
      let end = failure.map { CutEnd.refused(.failed($0)) } ?? .done
      for waiter in told { waiter.tell(end) }
    }
  }

  private func next(for lane: CutLine.Lane) -> CutOrder? {
    state.wait { state -> CutOrder?? in
      if state.isStopping { return .some(nil) }
      guard let version = state.line.next(for: lane) else { return nil }
      state.jobs[version]?.share = 0
      return state.jobs[version]?.order
    }
  }

  /// What a cut came to.
  private enum Attempt {
    case done
    case failed(CutFailure)
    /// Others, which are small, would wait for it.
    case tooLarge
  }

  private func attempt(
    _ order: CutOrder, in lane: CutLine.Lane, _ child: any CuttingChild
  ) -> Attempt {
    let first = cut(order, in: lane, child)
    guard case .failed(let failure) = first, case .environment(let error, _) = failure.cause,
      error.isOutOfDescriptors, makeRoom()
    else { return first }
    return cut(order, in: lane, child)
  }

  private func cut(
    _ order: CutOrder, in lane: CutLine.Lane, _ child: any CuttingChild
  ) -> Attempt {
    var watch = StallWatch(shortest: options.silence, limits: cutting.limits)
    var hasStalled = false
    var isTooLarge = false
    var share = 0.0
    let began = Instant.now
    do throws(CutFailure) {
      _ = try cutting.carryOut(
        order, by: child, show: { self.show($0, of: order) },
        report: { answer in
          watch.note(answer, now: .now)
          switch answer {
          case .begun(let facts):
            isTooLarge = lane == .small && !CutLine.isSmall(pixels: facts.pixels)
            let size = PixelSize(width: Int64(facts.width), height: Int64(facts.height))
            state.change { $0.jobs[order.version]?.size = size }
          case .progress(let done):
            share = done
            state.change { $0.jobs[order.version]?.share = done }
          case .sketch(let sketch): state.change { $0.jobs[order.version]?.sketch = sketch }
          case .examined, .counted, .written, .previewed, .otherRoad, .done, .compared, .failed,
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
      return .done
    } catch {
      guard error.cause == .interrupted else { return .failed(error) }
      if hasStalled { return .failed(watch.failure) }
      return isTooLarge && !state.read { $0.isStopping } ? .tooLarge : .failed(error)
    }
  }

  /// Tells those whom a preview will do.
  private func show(_ preview: PreviewPyramid, of order: CutOrder) {
    let told = state.change { state -> [Waiting] in
      state.jobs[order.version]?.preview = preview
      let told = state.jobs[order.version]?.waiters.filter(\.takesPreview) ?? []
      state.jobs[order.version]?.waiters.removeAll(where: \.takesPreview)
      return told
    }
    for waiter in told { waiter.tell(.shown(preview)) }
  }

  // MARK: Patience

  private func watchDeadlines() {
    while true {
      let isOver: Void? = state.wait(until: { $0.nearestDeadline }) { $0.isStopping ? () : nil }
      if isOver != nil { return }
      for (waiter, progress) in takeLate() { waiter.tell(.late(progress)) }
    }
  }

  private func takeLate() -> [(Waiting, CutProgress)] {
    let now = Instant.now
    return state.change { state in
      var late: [(Waiting, CutProgress)] = []
      for version in state.jobs.keys {
        guard let job = state.jobs[version], job.waiters.contains(where: { $0.deadline <= now })
        else { continue }
        let progress = Self.progress(of: version, state)
        late += job.waiters.filter { $0.deadline <= now }.map { ($0, progress) }
        state.jobs[version]?.waiters.removeAll { $0.deadline <= now }
      }
      return late
    }
  }
}
