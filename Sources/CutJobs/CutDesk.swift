import DecoderChildren
package import Posix
import Sources

/// Cuts on demand: each image once, a few at a time, and everybody who waits is told in time.
package final class CutDesk: Sendable {
  package typealias Waiter = @Sendable (CutEnd) -> Void

  /// What administrators decide about it.
  package struct Options: Sendable {
    /// Whether pyramids that are missing are made.
    package var makesMissing: Bool
    /// Images that are cut at the same time, each by a child of its own.
    package var simultaneous: Int
    /// How long one waits before being told to come back, in seconds.
    package var patience: Int

    package init(makesMissing: Bool, simultaneous: Int, patience: Int) {
      self.makesMissing = makesMissing
      self.simultaneous = simultaneous
      self.patience = patience
    }
  }

  private struct Waiting {
    let number: UInt64
    let deadline: Instant
    let tell: Waiter
  }

  private struct Job {
    let order: CutOrder
    var share: Double?
    var waiters: [Waiting] = []
  }

  private struct State {
    /// How long one waits before being told to come back, in seconds.
    var patience: Int
    var jobs: [PyramidVersion: Job] = [:]
    var queue: [PyramidVersion] = []
    var failures = FailureMemory()
    /// Damaged pyramids that were cut anew: once must do.
    var recut: Set<PyramidVersion> = []
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

  private let cutting: StoreCutting
  private let options: Options
  private let makeChild: @Sendable () -> any CuttingChild
  private let state: Monitor<State>
  private let threads = ThreadGroup()

  /// A desk that is closed until ``start()``.
  ///
  /// - Parameters:
  ///   - cutting: How orders are carried out.
  ///   - options: What administrators decide.
  ///   - makeChild: Who cuts; called once on each thread of the desk.
  package init(
    _ cutting: StoreCutting, _ options: Options,
    makeChild: @escaping @Sendable () -> any CuttingChild
  ) {
    self.cutting = cutting
    self.options = options
    state = Monitor(State(patience: options.patience))
    self.makeChild = makeChild
  }

  package func start() throws(Errno) {
    try threads.start("cut", count: max(1, options.simultaneous)) { _ in self.run() }
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
    state.read { ($0.jobs.count - $0.queue.count, $0.queue.count, $0.finished, $0.failed) }
  }

  /// Asks for a pyramid.
  ///
  /// - Parameters:
  ///   - order: What is wanted.
  ///   - tell: Called once, on a thread of the desk, unless the end is known at once.
  /// - Returns: The end, or a ticket for who doesn't want to wait for it any more.
  package func request(_ order: CutOrder, tell: @escaping Waiter) -> CutReply {
    let now = Clock.monotonicNanoseconds
    return state.change { state in
      if let failure = state.failures.reason(order.version, now: now) {
        return .known(.refused(.failed(failure)))
      }
      if let refusal = admit(order, &state) { return .known(.refused(refusal)) }
      guard state.patience > 0 else {
        return .known(.late(Self.progress(of: order.version, state)))
      }
      state.lastNumber += 1
      let deadline = Instant.now + .seconds(state.patience)
      state.jobs[order.version]?.waiters.append(
        Waiting(number: state.lastNumber, deadline: deadline, tell: tell))
      return .waiting(CutTicket(version: order.version, number: state.lastNumber))
    }
  }

  /// Has a damaged pyramid cut anew, once; nobody waits for it.
  ///
  /// - Parameter order: The pyramid that is damaged.
  package func recut(_ order: CutOrder) {
    guard options.makesMissing else { return }
    state.change { state in
      guard state.recut.count < Self.recutLimit, state.recut.insert(order.version).inserted else {
        return
      }
      _ = admit(order.replacing, &state)
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
  private func admit(_ order: CutOrder, _ state: inout State) -> CutRefusal? {
    guard state.jobs[order.version] == nil else { return nil }
    guard options.makesMissing else { return .notMade }
    guard !state.isStopping, state.queue.count < Self.queueLimit else { return .lineIsFull }
    state.jobs[order.version] = Job(order: order)
    state.queue.append(order.version)
    return nil
  }

  private static func progress(of version: PyramidVersion, _ state: State) -> CutProgress {
    CutProgress(
      share: state.jobs[version]?.share, waiting: state.queue.firstIndex(of: version) ?? 0)
  }

  // MARK: Work

  private func run() {
    let child = makeChild()
    while let order = next() {
      let failure = cut(order, child)
      let told = state.change { state -> [Waiting] in
        if let failure {
          state.failed += 1
          if !state.isStopping {
            state.failures.note(failure, for: order.version, now: Clock.monotonicNanoseconds)
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

  private func next() -> CutOrder? {
    state.wait { state -> CutOrder?? in
      if state.isStopping { return .some(nil) }
      guard !state.queue.isEmpty else { return nil }
      let version = state.queue.removeFirst()
      state.jobs[version]?.share = 0
      return state.jobs[version]?.order
    }
  }

  private func cut(_ order: CutOrder, _ child: any CuttingChild) -> CutFailure? {
    do throws(CutFailure) {
      _ = try cutting.carryOut(
        order, by: child,
        report: { answer in
          guard case .progress(let share) = answer else { return }
          state.change { $0.jobs[order.version]?.share = share }
        }, shouldStop: { state.read { $0.isStopping } })
      return nil
    } catch {
      return error
    }
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
