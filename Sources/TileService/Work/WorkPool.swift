import Posix
import Synchronization

/// Threads that decode and encode, fed by two lanes.
///
/// Tiles go first, and large pictures never take all threads: who asks for many of them can't keep
/// a viewer waiting.
final class WorkPool: Sendable {
  enum Lane: Sendable { case tiles, large }

  /// A piece of work that can be called off.
  final class Job: Sendable {
    private let cancelled = Atomic(false)
    fileprivate let body: @Sendable (Job) -> Void

    init(_ body: @escaping @Sendable (Job) -> Void) { self.body = body }

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }
    func cancel() { cancelled.store(true, ordering: .relaxed) }
  }

  private struct State {
    var tiles = Queue()
    var large = Queue()
    var largeRunning = 0
    var isOver = false
  }

  /// First in, first out.
  private struct Queue {
    private var jobs: [Job] = []
    private var next = 0

    var count: Int { jobs.count - next }

    mutating func push(_ job: Job) { jobs.append(job) }

    mutating func pop() -> Job? {
      guard next < jobs.count else { return nil }
      let job = jobs[next]
      next += 1
      if next > 64, next * 2 > jobs.count {
        jobs.removeFirst(next)
        next = 0
      }
      return job
    }
  }

  private let state = Monitor(State())
  private let limit: Int
  private let largeLimit: Int

  /// - Parameters:
  ///   - workers: how many threads.
  ///   - limit: how many jobs may wait in each lane.
  init(workers: Int, limit: Int) throws(Errno) {
    self.limit = limit
    largeLimit = max(1, workers - 1)
    for number in 0..<max(1, workers) {
      let thread = try Posix.Thread(name: "worker-\(number)") { [state, largeLimit] in
        Self.run(state, largeLimit)
      }
      thread.detach()
    }
  }

  deinit { state.change { $0.isOver = true } }

  /// Puts a job in a lane.
  ///
  /// - Returns: false when as many wait there as may.
  func submit(_ job: Job, to lane: Lane) -> Bool {
    state.change { state in
      switch lane {
      case .tiles:
        guard state.tiles.count < limit else { return false }
        state.tiles.push(job)
      case .large:
        guard state.large.count < limit else { return false }
        state.large.push(job)
      }
      return true
    }
  }

  var waiting: (tiles: Int, large: Int) { state.read { ($0.tiles.count, $0.large.count) } }

  private static func run(_ state: Monitor<State>, _ largeLimit: Int) {
    while true {
      let next = state.wait { state -> (Job, Bool)?? in
        if let job = state.tiles.pop() { return .some((job, false)) }
        if state.largeRunning < largeLimit, let job = state.large.pop() {
          state.largeRunning += 1
          return .some((job, true))
        }
        return state.isOver ? .some(nil) : nil
      }
      guard let (job, isLarge) = next else { return }
      job.body(job)
      if isLarge { state.change { $0.largeRunning -= 1 } }
    }
  }
}
