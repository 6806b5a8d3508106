import Cutter
import Foundation
import Posix
import PyramidFile
import Storage

/// Cuts images that somebody asked for, each once, a bounded number at a time.
final class CutQueue: Sendable {
  /// How a cut ended for one who waited.
  enum Ending: Sendable {
    case done
    case failed(String)
    /// It goes on, but the patience is at its end: how much is done, 0 to 1.
    case late(Double)
    /// Too many images wait to be cut.
    case refused
  }

  typealias Waiter = @Sendable (Ending) -> Void

  private struct Waiting {
    let number: UInt64
    let until: Date
    let waiter: Waiter
  }

  private struct Cut {
    let source: ImageIndex.Uncut
    var share = 0.0
    var isRunning = false
    var waiters: [Waiting] = []
  }

  private struct State {
    var cuts: [PyramidVersion: Cut] = [:]
    var queue: [PyramidVersion] = []
    var failures: [PyramidVersion: String] = [:]
    var last: UInt64 = 0
    var done = 0
    var failed = 0
    var isOver = false
  }

  private let store: PyramidStore
  private let configuration: ServiceConfiguration
  private let state = Monitor(State())

  /// Images that may wait to be cut.
  private static let queueLimit = 256
  /// Failures that are remembered, so that a bad image is not tried again for every request.
  private static let failureLimit = 10_000

  init(_ configuration: ServiceConfiguration, store: PyramidStore) throws(Errno) {
    self.store = store
    self.configuration = configuration
    for number in 0..<max(1, configuration.simultaneousCuts) {
      let thread = try Posix.Thread(name: "cutter-\(number)") { [weak self] in
        let process = CutterProcess()
        while let queue = self, queue.cutNext(process) {}
      }
      thread.detach()
    }
    let clock = try Posix.Thread(name: "cut-clock") { [weak self] in
      while let queue = self, queue.tellTheLate() { usleep(100_000) }
    }
    clock.detach()
  }

  /// Ends what is under way; nothing half made is left.
  func stop() { state.change { $0.isOver = true } }

  /// Why an image can't be cut, if that is known.
  func failure(of version: PyramidVersion) -> String? { state.read { $0.failures[version] } }

  /// Waits for an image to be cut, which begins unless it is under way.
  ///
  /// - Returns: a number to leave with; nil when the waiter was told at once.
  func wait(for source: ImageIndex.Uncut, _ waiter: @escaping Waiter) -> UInt64? {
    let number = state.change { state -> UInt64? in
      if state.cuts[source.version] == nil {
        guard state.queue.count < Self.queueLimit, !state.isOver else { return nil }
        state.cuts[source.version] = Cut(source: source)
        state.queue.append(source.version)
      }
      state.last += 1
      state.cuts[source.version]?.waiters.append(
        Waiting(
          number: state.last,
          until: Date().addingTimeInterval(Double(configuration.cutPatience)), waiter: waiter))
      return state.last
    }
    if number == nil { waiter(.refused) }
    return number
  }

  /// One who waited no longer does; the cut goes on, for whoever comes next.
  func leave(_ version: PyramidVersion, _ number: UInt64) {
    state.change { $0.cuts[version]?.waiters.removeAll { $0.number == number } }
  }

  var counts: (waiting: Int, running: Int, done: Int, failed: Int) {
    state.read { state in
      let running = state.cuts.values.count(where: \.isRunning)
      return (state.queue.count, running, state.done, state.failed)
    }
  }

  private func tellTheLate() -> Bool {
    let now = Date()
    let (late, goesOn) = state.change { state -> ([(Waiter, Double)], Bool) in
      var late: [(Waiter, Double)] = []
      for (version, cut) in state.cuts where cut.waiters.contains(where: { $0.until <= now }) {
        late += cut.waiters.filter { $0.until <= now }.map { ($0.waiter, cut.share) }
        state.cuts[version]?.waiters.removeAll { $0.until <= now }
      }
      return (late, !state.isOver)
    }
    for (waiter, share) in late { waiter(.late(share)) }
    return goesOn
  }

  /// - Returns: false when there is nothing more to do, ever.
  private func cutNext(_ process: CutterProcess) -> Bool {
    let source = state.wait { state -> ImageIndex.Uncut?? in
      if state.isOver { return .some(nil) }
      guard let version = state.queue.first, let cut = state.cuts[version] else { return nil }
      state.queue.removeFirst()
      state.cuts[version]?.isRunning = true
      return .some(cut.source)
    }
    guard let source else { return false }
    let ending: Ending
    do {
      try cut(source, process)
      ending = .done
    } catch {
      ending = .failed(SingleCut.reason(error, source: source.path))
    }
    let waiters = state.change { state -> [Waiting] in
      if case .failed(let reason) = ending, !state.isOver {
        state.failed += 1
        if state.failures.count >= Self.failureLimit { state.failures.removeAll() }
        state.failures[source.version] = reason
      } else {
        state.done += 1
      }
      return state.cuts.removeValue(forKey: source.version)?.waiters ?? []
    }
    for waiting in waiters { waiting.waiter(ending) }
    return true
  }

  private func cut(_ source: ImageIndex.Uncut, _ process: CutterProcess) throws {
    guard case .writing(let publication) = try store.begin(source.version) else { return }
    var request = CutRequest(
      task: .cut, source: Array(source.path.bytes), recipe: configuration.recipe,
      limits: configuration.cutLimits)
    request.page = source.page
    request.version = source.version.text
    request.output = Array(publication.temporaryPath.bytes)
    request.threads = ProcessInfo.processInfo.activeProcessorCount
    _ = try process.perform(
      request,
      report: { answer in
        guard case .progress(let share) = answer else { return }
        state.change { $0.cuts[source.version]?.share = share }
      }, shouldStop: { state.read(\.isOver) })
    _ = try publication.publish()
  }
}
