import Posix

/// Threads that do one kind of work, and a bounded line of what waits for them.
final class WorkLane: Sendable {
  private struct LaneJob {
    let number: UInt64
    let run: @Sendable () -> Void
  }

  private struct State {
    var line: [LaneJob] = []
    /// The first in line; those before it are done.
    var first = 0
    var lastNumber: UInt64 = 0
    var isStopping = false
    var done = 0
  }

  private let name: String
  private let limit: Int
  private let niceness: Int32
  private let state = Monitor(State())
  private let threads = ThreadGroup()

  /// A lane whose threads are still to be started.
  ///
  /// - Parameters:
  ///   - name: of its threads.
  ///   - limit: jobs that may wait.
  ///   - niceness: how far its threads step back when processors are short, 0 to 19.
  init(name: String, limit: Int, niceness: Int32 = 0) {
    self.name = name
    self.limit = max(1, limit)
    self.niceness = niceness
  }

  func start(threads count: Int) throws(Errno) {
    try threads.start(name, count: max(1, count)) { _ in
      Posix.Thread.stepBack(self.niceness)
      self.work()
    }
  }

  /// What waits is dropped, what runs is finished.
  func stop() {
    state.change { $0.isStopping = true }
    threads.join()
  }

  var waiting: Int { state.read { $0.line.count - $0.first } }

  /// Puts work in line.
  ///
  /// - Parameter run: the work, which a thread of the lane does.
  /// - Returns: nil when too much waits already.
  func submit(_ run: @escaping @Sendable () -> Void) -> LaneTicket? {
    state.change { state in
      guard state.line.count - state.first < limit, !state.isStopping else { return nil }
      state.lastNumber += 1
      state.line.append(LaneJob(number: state.lastNumber, run: run))
      return LaneTicket(lane: self, number: state.lastNumber)
    }
  }

  /// Takes work out of the line again, if nobody has begun it.
  fileprivate func withdraw(_ number: UInt64) {
    state.change { state in
      // Numbers ascend along the line.
      var low = state.first
      var high = state.line.count
      while low < high {
        let middle = (low + high) / 2
        if state.line[middle].number < number { low = middle + 1 } else { high = middle }
      }
      guard low < state.line.count, state.line[low].number == number else { return }
      state.line.remove(at: low)
    }
  }

  private func work() {
    while let job = next() { job.run() }
  }

  private func next() -> LaneJob? {
    state.wait { state -> LaneJob?? in
      if state.isStopping { return .some(nil) }
      guard state.first < state.line.count else { return nil }
      let job = state.line[state.first]
      state.first += 1
      if state.first == state.line.count {
        state.line.removeAll(keepingCapacity: true)
        state.first = 0
      } else if state.first > 256, state.first * 2 > state.line.count {
        state.line.removeFirst(state.first)
        state.first = 0
      }
      return job
    }
  }
}

/// A piece of work that waits in a lane, to be taken out of the line.
struct LaneTicket: Withdrawable {
  fileprivate let lane: WorkLane
  fileprivate let number: UInt64

  func withdraw() { lane.withdraw(number) }
}
