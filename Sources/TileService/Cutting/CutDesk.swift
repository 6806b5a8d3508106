import DecoderChildren
import Foundation
import HTTPWire
import Posix
import PyramidFormat
import Sources
import Storage

/// Cuts on demand: each image once, a few at a time, and everybody who waits is told in time.
final class CutDesk: Sendable {
  typealias Waiter = @Sendable (CutEnd) -> Void

  /// Names one who waits, for them to leave again.
  struct Ticket: Sendable, Hashable {
    fileprivate let version: PyramidVersion
    fileprivate let number: UInt64
  }

  private struct Waiting {
    let number: UInt64
    let deadline: Int64
    let tell: Waiter
  }

  private struct Job {
    let order: CutOrder
    var share: Double?
    var waiters: [Waiting] = []
  }

  private struct State {
    var jobs: [PyramidVersion: Job] = [:]
    var queue: [PyramidVersion] = []
    var failures = FailureMemory()
    /// Damaged pyramids that were cut anew: once must do.
    var recut: Set<PyramidVersion> = []
    var lastNumber: UInt64 = 0
    var isStopping = false
    var finished = 0
    var failed = 0
  }

  /// Images that may wait for their turn.
  private static let queueLimit = 256
  private static let recutLimit = 10_000

  private let store: PyramidStore
  private let configuration: ServiceConfiguration
  private let state = Monitor(State())
  private let threads = ThreadGroup()

  init(_ store: PyramidStore, _ configuration: ServiceConfiguration) {
    self.store = store
    self.configuration = configuration
  }

  func start() throws(Errno) {
    try threads.start("cut", count: max(1, configuration.simultaneousCuts)) { _ in self.run() }
    try threads.start("cut-patience", count: 1) { _ in self.watchDeadlines() }
  }

  /// Ends cuts under way unfinished.
  func stop() {
    state.change { $0.isStopping = true }
    threads.join()
  }

  /// Cuts that run, wait, were finished and failed.
  var counts: (running: Int, waiting: Int, finished: Int, failed: Int) {
    state.read { ($0.jobs.count - $0.queue.count, $0.queue.count, $0.finished, $0.failed) }
  }

  /// Asks for a pyramid.
  ///
  /// `tell`: called once, on a thread of the desk, unless the answer is known at once.
  func request(_ order: CutOrder, tell: @escaping Waiter) -> (known: CutEnd?, ticket: Ticket?) {
    let now = Clock.monotonicNanoseconds
    return state.change { state in
      if let reason = state.failures.reason(order.version, now: now) {
        return (.failed(reason), nil)
      }
      if let refusal = admit(order, &state) { return (.failed(refusal), nil) }
      guard configuration.cutPatience > 0 else {
        return (.late(Self.progress(of: order.version, state)), nil)
      }
      state.lastNumber += 1
      let deadline = now + Int64(configuration.cutPatience) * 1_000_000_000
      state.jobs[order.version]?.waiters.append(
        Waiting(number: state.lastNumber, deadline: deadline, tell: tell))
      return (nil, Ticket(version: order.version, number: state.lastNumber))
    }
  }

  /// Has a damaged pyramid cut anew, once; nobody waits for it.
  func recut(_ order: CutOrder) {
    guard configuration.missingPyramids == .cut else { return }
    state.change { state in
      guard state.recut.count < Self.recutLimit, state.recut.insert(order.version).inserted else {
        return
      }
      _ = admit(order.replacing, &state)
    }
  }

  /// The client that waited has gone; the cut goes on, for the next one to find it.
  func leave(_ ticket: Ticket) {
    state.change { state in
      state.jobs[ticket.version]?.waiters.removeAll { $0.number == ticket.number }
    }
  }

  /// Puts an order in line if it is not there yet; answers why it can't be.
  private func admit(_ order: CutOrder, _ state: inout State) -> NotServed? {
    guard state.jobs[order.version] == nil else { return nil }
    guard configuration.missingPyramids == .cut else {
      return NotServed(.notFound, "the image has no pyramid yet, and none is made on demand here")
    }
    guard !state.isStopping, state.queue.count < Self.queueLimit else {
      return NotServed(
        .serviceUnavailable, "too many images wait for their pyramids", retryAfter: 10)
    }
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
    let process = CutterProcess()
    while let order = next() {
      let failure = cut(order, process).map { verdict(on: $0, order) }
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
      for waiter in told { waiter.tell(failure.map { .failed($0) } ?? .done) }
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

  private func cut(_ order: CutOrder, _ process: CutterProcess) -> CutFailure? {
    do {
      let shouldStop = { self.state.read { $0.isStopping } }
      let beginning = try store.begin(
        order.version, replacing: order.replaces, shouldStop: shouldStop)
      switch beginning {
      case .present: return nil
      case .writing(let publication):
        let processors = ProcessInfo.processInfo.activeProcessorCount
        var request = CutRequest(
          SourceRequest(
            path: order.source, page: order.page, recipe: configuration.recipe,
            limits: configuration.cutLimits, dotsPerInch: configuration.dotsPerInch),
          threads: max(1, processors / max(1, configuration.simultaneousCuts)))
        request.version = order.version.text
        request.output = Array(publication.temporaryPath.bytes)
        _ = try process.cut(
          request,
          report: { answer in
            guard case .progress(let share) = answer else { return }
            state.change { $0.jobs[order.version]?.share = share }
          }, shouldStop: shouldStop)
        _ = try publication.publish()
        return nil
      }
    } catch let failure as CutFailure {
      return failure
    } catch let error as FileError {
      return CutFailure(storing: error.errno)
    } catch {
      return CutFailure(.environment(.inputOutput), "its pyramid can't be stored")
    }
  }

  /// What is told of a failed cut: its cause decides.
  private func verdict(on failure: CutFailure, _ order: CutOrder) -> NotServed {
    let words = "the image can't be cut: \(harmless(failure.words, order))"
    switch failure.cause {
    case .source, .limit: return NotServed(.unprocessable, words)
    case .environment(let error):
      let isFull = error == .noSpace || error == .overQuota
      return NotServed(
        isFull ? .insufficientStorage : .internalServerError, words,
        retryAfter: FailureMemory.seconds)
    case .died(SIGKILL), .interrupted:
      return NotServed(.serviceUnavailable, words, retryAfter: FailureMemory.seconds)
    case .died: return NotServed(.unprocessable, words)
    }
  }

  /// Decoders name the file they read: what is told to clients must not say where it lies, nor
  /// where anything else does.
  private func harmless(_ reason: String, _ order: CutOrder) -> String {
    var text = reason
    for path in [order.source.description, store.folder.description] where path.count > 1 {
      text = text.replacingOccurrences(of: "\(path): ", with: "")
      text = text.replacingOccurrences(of: path, with: "the file")
    }
    let words = text.split { $0.isWhitespace || "\"'`(<[=:;,".contains($0) }
    return words.contains { $0.hasPrefix("/") } ? "it can't be decoded" : text
  }

  // MARK: Patience

  /// How often deadlines are looked at while somebody waits, in milliseconds.
  private static let tick = 50

  private func watchDeadlines() {
    while true {
      let isOver = state.wait { state -> Bool? in
        if state.isStopping { return true }
        return state.jobs.values.contains { !$0.waiters.isEmpty } ? false : nil
      }
      if isOver { return }
      for (waiter, progress) in takeLate() { waiter.tell(.late(progress)) }
      Clock.sleep(milliseconds: Self.tick)
    }
  }

  private func takeLate() -> [(Waiting, CutProgress)] {
    let now = Clock.monotonicNanoseconds
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
